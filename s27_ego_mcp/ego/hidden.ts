// s27 · ego/hidden – the eight tools behind the seven: a reply names each of them where it is needed.

import type { Episode, Memory } from "../recall/recall.ts";
import { type Around, asking, type EgoTool } from "./core.ts";
import { wordFor } from "./desires.ts";
import {
  EPISODE,
  filtersIn,
  LINKED,
  NOTHING,
  RELATIONSHIP,
  SATISFIED,
  SEARCHED,
  SELF,
  STORY,
} from "./inputs.ts";
import { lineOf } from "./words.ts";

/** What these need besides: where what was learned is kept. */
export interface Kept {
  /** Notes that a desire was met; gives how strong it is now. */
  satisfy(name: string, quality: number): Promise<number>;
  /** Keeps what was learned, and says what is known now. Throws for a field that is not there. */
  learnAbout(person: string, field: string, value: unknown): Promise<string>;
  learnAboutSelf(field: string, value: unknown): Promise<string>;
}

/** How well a desire was met, when the model does not say. */
const USUAL = 0.7;
const SHOWN = 10;

export function hidden({ memories, now, companion }: Around, kept: Kept): EgoTool[] {
  const tool = asking(companion);
  return [
    tool("satisfy_desire", "A desire was met.", SATISFIED, async ({ name, quality = USUAL }) => [
      `${name}[${wordFor(await kept.satisfy(name, quality))}] now.`,
    ]),
    tool("consolidate", "Tie up loose ends.", NOTHING, async () => {
      const { looked, linked, strengthened } = await memories.consolidate();
      return [
        `Looked at ${looked} memories, linked ${linked}, strengthened ${strengthened} links.`,
      ];
    }),
    tool(
      "link_memories",
      "Link two.",
      LINKED,
      async ({ source_id, target_id, link_type = "related" }) => {
        const done = await memories.link(source_id, target_id, link_type);
        if ("unknown" in done) throw new Error(`There is no memory ${done.unknown.join(", ")}.`);
        return [`${source_id} and ${target_id} are ${done.state} (${link_type}).`];
      },
    ),
    tool("update_relationship", "What you learned of somebody.", RELATIONSHIP, async (given) => [
      await kept.learnAbout(given.person, given.field, given.value),
    ]),
    tool("update_self", "What you learned about yourself.", SELF, async ({ field, value }) => [
      await kept.learnAboutSelf(field, value),
    ]),
    tool(
      "search_memories",
      "Find by words and filters.",
      SEARCHED,
      async ({ query, ...filters }) => {
        const found = await memories.search(query, filtersIn({ n_results: SHOWN, ...filters }));
        if (found.length === 0) return ["Nothing fits."];
        return found.map(
          ({ memory, score }) => `${score.toFixed(2)} ${memory.id} ${lineOf(memory, now())}`,
        );
      },
    ),
    tool("get_episode", "A story.", EPISODE, async ({ episode_id }) => {
      const episode = await memories.episode(episode_id);
      if (episode === undefined) throw new Error(`There is no episode ${episode_id}.`);
      const members = await memories.get(episode.members);
      return [...toldOf(episode, members), ...members.map((one) => lineOf(one, now()))];
    }),
    tool("create_episode", "Make a story of memories.", STORY, async ({ memory_ids, summary }) => {
      const { episode, missing } = await memories.createEpisode(memory_ids, summary);
      if (episode === undefined) throw new Error(`There is no memory ${missing.join(", ")}.`);
      const without = missing.length > 0 ? ` There is no ${missing.join(", ")}.` : "";
      return [`${episode.id} has ${episode.members.length} memories.${without}`];
    }),
  ];
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Those of its memories that are there no more are told by their number. */
function toldOf({ summary, start, end, members, importance }: Episode, found: Memory[]): string[] {
  const gone = members.length - found.length;
  const lost = gone > 0 ? `, ${gone} of them gone` : "";
  const days = dayOf(start) === dayOf(end) ? dayOf(start) : `${dayOf(start)} to ${dayOf(end)}`;
  return [summary, `${days}, ${members.length} memories${lost}, importance ${importance} of 5`];
}
