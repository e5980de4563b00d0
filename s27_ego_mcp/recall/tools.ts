// s26 · recall/tools – what the model can do with its memories.
import { z } from "zod";
import { clock } from "../../shared/clock.ts";
import { defineTool, harmless, type Tool } from "../tools.ts";
import { FILTERS, feelingOf, filtersOf, ID, SAID, textNamed } from "./inputs.ts";
import type { Found, Memories } from "./memories.ts";
import { LINK_TYPES } from "./memory.ts";
import { lineOf, withoutPrivate } from "./show.ts";

/** They only reach the agent's own memories, so nobody is asked. */
const ours = { effect: "own", judge: harmless } as const;
const MAX_SHOWN = 400;

/** The seven tools. */
export const recallTools = (memories: Memories): Tool[] => [
  rememberTool(memories),
  recallTool(memories),
  searchTool(memories),
  linkTool(memories),
  consolidateTool(memories),
  createEpisodeTool(memories),
  episodeTool(memories),
];

const rememberTool = (memories: Memories) =>
  defineTool({
    ...ours,
    name: "remember",
    description: "Save a memory. It is linked to those that are like it.",
    input: z.object(SAID),
    shown: (said) => (isPrivate(said) ? { content: "…", private: true } : said),
    async run({ shared_with, private: hidden, emotion, secondary, category, ...rest }) {
      const { feeling, notes } = feelingOf({ emotion, secondary, category });
      const given = Object.entries(rest).filter(([, value]) => value !== undefined);
      const said = { ...feeling, ...Object.fromEntries(given), content: rest.content };
      const more = { sharedWith: shared_with ?? [], isPrivate: hidden ?? false };
      const { memory, links, twin } = await memories.remember({ ...said, ...more });
      const first = twin
        ? `Nothing was saved: ${twin.id} says it already.`
        : `Saved (id: ${memory.id}). Linked to ${links} existing memories.`;
      return [first, ...notes].join("\n");
    },
  });

/** Whatever stands there but a no: the screen is before the check, which refuses "true". */
const isPrivate = (said: unknown): boolean => ![undefined, false].includes(Object(said).private);

const recallTool = (memories: Memories) =>
  defineTool({
    ...ours,
    name: "recall",
    description:
      "What something reminds you of: a half-remembered cue is enough. What you recall fades more slowly.",
    input: z.object({ context: textNamed("context", "The cue"), ...FILTERS }),
    shown: shownLines,
    async run({ context, ...wanted }) {
      const { filters, notes } = filtersOf(wanted, 3);
      const found = await memories.recall(context, filters);
      const lines = found.map(({ memory }) => `- ${lineOf(memory, clock.now(), MAX_SHOWN)}`);
      return [counted(found), ...lines, ...notes].join("\n");
    },
  });

const searchTool = (memories: Memories) =>
  defineTool({
    ...ours,
    name: "search_memories",
    description: "Look up memories by their words, with a score; nothing is associated.",
    input: z.object({ query: textNamed("query", "Words"), ...FILTERS }),
    shown: shownLines,
    async run({ query, ...wanted }) {
      const { filters, notes } = filtersOf(wanted, 10);
      const found = await memories.search(query, filters);
      const lines = found.map(
        ({ memory, score }) => `- ${score.toFixed(2)} ${lineOf(memory, clock.now())}`,
      );
      return [counted(found), ...lines, ...notes].join("\n");
    },
  });

const shownLines = (content: unknown): unknown =>
  typeof content === "string" ? withoutPrivate(content) : content;

function counted({ length }: Found[]): string {
  if (length === 0) return "No related memories.";
  return length === 1 ? "1 related memory:" : `${length} related memories:`;
}

const linkTool = (memories: Memories) =>
  defineTool({
    ...ours,
    name: "link_memories",
    description: "Link two memories.",
    input: z.object({
      source_id: ID,
      target_id: ID,
      link_type: z.enum(LINK_TYPES).default("related"),
    }),
    async run({ source_id, target_id, link_type }) {
      if (source_id === target_id) throw new Error("A memory cannot be linked to itself.");
      const linked = await memories.link(source_id, target_id, link_type);
      if ("unknown" in linked)
        throw new Error(`There is no memory ${linked.unknown.join(" and no ")}.`);
      return `${source_id} and ${target_id}: ${linked.state} (${link_type}).`;
    },
  });

const consolidateTool = (memories: Memories) =>
  defineTool({
    ...ours,
    name: "consolidate",
    description: "Go through the memories of the last day: what happened together is linked.",
    input: z.object({}),
    async run() {
      const { looked, linked, strengthened } = await memories.consolidate();
      return `Looked at ${looked} memories of the last day: ${linked} links are new, ${strengthened} are stronger.`;
    },
  });

const createEpisodeTool = (memories: Memories) =>
  defineTool({
    ...ours,
    name: "create_episode",
    description: "Keep several memories as one story.",
    input: z.object({
      memory_ids: z.array(ID).min(1).max(100),
      summary: textNamed("summary", "What happened, in a sentence"),
    }),
    async run({ memory_ids, summary }) {
      const { episode, missing } = await memories.createEpisode(memory_ids, summary);
      if (episode === undefined) throw new Error("None of these memories is there.");
      return `Episode ${episode.id} of ${episode.members.length} memories.${missingIn(missing)}`;
    },
  });

const episodeTool = (memories: Memories) =>
  defineTool({
    ...ours,
    name: "get_episode",
    description: "An episode, with its memories in their order.",
    input: z.object({
      episode_id: z.string().regex(/^ep_[0-9a-f]{12}$/, "must be ep_ and 12 digits"),
    }),
    shown: shownLines,
    async run({ episode_id }) {
      const episode = await memories.episode(episode_id);
      if (episode === undefined) throw new Error(`There is no episode ${episode_id}.`);
      const members = await memories.get(episode.members);
      const days = [episode.start, episode.end].map((time) =>
        new Date(time).toISOString().slice(0, 10),
      );
      const lines = members.map((memory) => `- ${lineOf(memory, clock.now())}`);
      const period = [...new Set(days)].join(" to ");
      return [`${episode.summary} (${period}, importance ${episode.importance})`, ...lines].join(
        "\n",
      );
    },
  });

const missingIn = (ids: string[]) => (ids.length > 0 ? ` Not there: ${ids.join(", ")}.` : "");
