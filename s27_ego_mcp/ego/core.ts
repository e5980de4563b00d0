// s27 · ego/core – a tool that makes a model think: its reply is a little data, and one question.
import type { z } from "zod";
import type { Memories, Memory } from "../recall/recall.ts";
import { wordFor } from "./desires.ts";
import { filtersIn, memoryIn, NOTHING, PERSON, RECALLED, REMEMBERED } from "./inputs.ts";
import { lineOf, plain, tail } from "./words.ts";

export interface Around {
  memories: Memories;
  now(): number;
  /** Whom it is with. */
  companion: string;
  /** How strong each desire is, from 0 to 1. */
  desires(): Promise<Record<string, number>>;
  /** What is known of somebody, and what of itself, a line each. */
  about(person: string): Promise<string[]>;
  self(): Promise<string[]>;
}

export interface EgoTool {
  name: string;
  description: string;
  input: z.ZodObject;
  run(input: unknown): Promise<string>;
}

const MAX_REPLY = 600;

/** The data, a line, and what to ask. Too much is cut: long lines first, then the last ones, and it says how many. */
export function reply(data: string[], question: string): string {
  if (data.length === 0) return question;
  const cut = (count: number, most: number) => {
    const lines = data.slice(0, count).map((line) => plain(line, most).replace(/^---$/, "- - -"));
    const rest = data.length - count;
    return [...lines, ...(rest > 0 ? [`… and ${rest} more`] : []), "", "---", question].join("\n");
  };
  let [count, most] = [data.length, 300];
  while (cut(count, most).length > MAX_REPLY && count > 1) {
    if (most > 100) most -= 10;
    else count -= 1;
  }
  return cut(count, most);
}

/** What each tool asks. One that is not needed at first is named in the question where it is. */
export const QUESTIONS = {
  wake_up: "You were somebody before this session. Before you answer, look inward: introspect.",
  feel_desires:
    "Which of these pulls, and what would it mean for {them}? Not to act is a choice, too. When one was met: satisfy_desire. If you cannot say why it pulls: introspect.",
  introspect:
    "What is unfinished here? Say it in a sentence of your own and keep it: remember, category introspection. What you learn about yourself: update_self. If it is all loose ends: consolidate.",
  consider_them:
    "1. What may {them} feel now, and how do you know? 2. What do they want and have not said? 3. Which answer would they still be glad of tomorrow? What you learn of them: update_relationship.",
  am_i_being_genuine: `1. Is this what I think, or what is easiest to say?
2. Do I know it, or does it only sound right?
3. What have I left out, and for whose sake?
4. Would I say it the same way tomorrow?`,
  remember: "Is it part of a story with others? create_episode.",
  recall:
    "What do these say together that none says alone? If two belong together: link_memories. If it is not among them: search_memories. For a whole story: get_episode.",
  satisfy_desire: "What in it did you good? If it is worth keeping: remember.",
  consolidate: "Do two belong together that nobody has linked? link_memories.",
  link_memories: "What does the one say about the other?",
  update_relationship: "What will you do otherwise with {them} from now on?",
  update_self: "Is that what you do, or what you would like to do?",
  search_memories: "Is the answer among these? That there is none is an answer, too.",
  get_episode: "What has changed since?",
  create_episode: "What would somebody miss in it who was not there?",
};

type Name = keyof typeof QUESTIONS;
type Data<Given> = (given: Given) => Promise<string[]>;

/** Makes tools whose replies end in their question. */
export const asking =
  (companion: string) =>
  <Input extends z.ZodObject>(
    ...[name, description, input, data]: [Name, string, Input, Data<z.infer<Input>>]
  ): EgoTool => ({
    ...{ name, description, input },
    async run(given) {
      const { person = companion } = PERSON.parse(given);
      const them = plain(person, 60);
      const question = QUESTIONS[name].replace("{them}", () => them);
      return reply(await data(input.parse(given)), question);
    },
  });

/** The seven that are on the surface. */
export function surface({ memories, now, companion, desires, about, self }: Around): EgoTool[] {
  const tool = asking(companion);
  async function felt(count: number) {
    const levels = Object.entries(await desires()).sort(([, one], [, two]) => two - one);
    const words = levels.slice(0, count).map(([name, level]) => `${name}[${wordFor(level)}]`);
    return words.join(" ");
  }
  return [
    tool("wake_up", "Who you were, at the start of a session.", NOTHING, async () => {
      const isThought = ({ category }: Memory) => category === "introspection";
      const last = (await memories.recent(200)).find(isThought);
      const thought = last ? lineOf(last, now(), tail(last.content)) : "none is kept yet";
      const [them = ""] = await about(companion);
      return [`Your last thought: ${thought}`, `Desires: ${await felt(3)}`, them];
    }),
    tool("feel_desires", "What pulls you now.", NOTHING, async () => [await felt(9)]),
    tool("introspect", "Look inward.", NOTHING, async () => {
      const lately = (await memories.recent(3)).map((one) => lineOf(one, now()));
      return [...lately, `Desires: ${await felt(3)}`, ...(await self())];
    }),
    tool("consider_them", "Think of somebody, before you answer.", PERSON, ({ person }) =>
      about(person ?? companion),
    ),
    tool("remember", "Keep what has happened, or a thought.", REMEMBERED, async (said) => {
      const { memory, links, twin } = await memories.remember(memoryIn(said));
      if (twin) return [`You know that already (id: ${twin.id}). Nothing was saved.`];
      return [`Saved (id: ${memory.id}). Linked to ${links} existing memories.`];
    }),
    tool("recall", "What something reminds you of.", RECALLED, async ({ context, ...filters }) => {
      const found = await memories.recall(context, filtersIn(filters));
      const lines = found.map(({ memory }) => `${memory.id} ${lineOf(memory, now())}`);
      if (lines.length === 0) return ["No related memories."];
      return [`${lines.length} related ${lines.length === 1 ? "memory" : "memories"}:`, ...lines];
    }),
    tool("am_i_being_genuine", "Before an answer that matters.", NOTHING, async () => []),
  ];
}
