// s26 · recall, draft 4 – the cue is completed to what it is half of, and the memories nearest to that come.
import { appendFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Mechanism } from "../agent.ts";
import { complete } from "../recall/core.ts";
import type { Parts } from "../recall/recall.ts";
import { dot, hashed } from "../recall/vectors.ts";
import { cueTokens, indexTokens } from "../recall/words.ts";
import { defineTool, harmless } from "../tools.ts";

const MOST = 3;

export function createRecall({ cwd }: Pick<Parts, "cwd">): Mechanism {
  const file = join(cwd, ".ego", "memories.jsonl");

  async function all(): Promise<string[]> {
    const text = await readFile(file, "utf8").catch(() => "");
    return text.split("\n").flatMap((line) => (line ? [z.string().parse(JSON.parse(line))] : []));
  }

  const remember = defineTool({
    name: "remember",
    description: "Save a memory.",
    effect: "own",
    judge: harmless,
    input: z.object({ content: z.string() }),
    async run({ content }) {
      const twin = (await all()).find((one) => near(one, content) >= 0.93);
      if (twin !== undefined) return `Nothing was saved: "${twin}" says it already.`;
      await mkdir(join(cwd, ".ego"), { recursive: true });
      await appendFile(file, `${JSON.stringify(content)}\n`);
      return "Saved.";
    },
  });

  const recall = defineTool({
    name: "recall",
    description: "What something reminds you of.",
    effect: "own",
    judge: harmless,
    input: z.object({ context: z.string() }),
    async run({ context }) {
      const found = find(await all(), context).slice(0, MOST);
      return [`Memories: ${found.length}`, ...found.map((one) => `- ${one}`)].join("\n");
    },
  });

  return { tools: [remember, recall] };
}

const near = (one: string, other: string) => dot(hashed(one), hashed(other));

/** What a cue finds, the best first: by its places in two rankings. */
function find(all: string[], cue: string): string[] {
  const lists = [byWords(all, cue), ranked(all, (one) => near(one, cue) - 0.25)];
  const parts = (one: string) =>
    lists.flatMap((list) => (list.includes(one) ? [1 / (61 + list.indexOf(one))] : []));
  const found = ranked(all, (one) => parts(one).reduce((sum, part) => sum + part, 0));
  return found.length === 0 ? [] : associated(all, cue);
}

/** The memories nearest to what the cue is completed to. */
function associated(all: string[], cue: string): string[] {
  const completed = complete(hashed(cue), all.map(hashed));
  return ranked(all, (one) => dot(completed, hashed(one)) - 0.2);
}

/** BM25: a token counts the more, the rarer it is, and the less, the longer the text. */
function byWords(all: string[], cue: string): string[] {
  const texts = all.map(indexTokens);
  const average = texts.flat().length / texts.length;
  const scoreOf = (text: string[]) => (sum: number, token: string) => {
    const among = texts.filter((one) => one.includes(token)).length;
    const count = text.filter((one) => one === token).length;
    const rarity = Math.log(1 + (texts.length - among + 0.5) / (among + 0.5));
    return sum + (rarity * 2.2 * count) / (count + 1.2 * (0.25 + (0.75 * text.length) / average));
  };
  return ranked(all, (_, at) => cueTokens(cue).reduce(scoreOf(texts[at] ?? []), 0));
}

function ranked(all: string[], score: (one: string, at: number) => number): string[] {
  const scored = all.map((one, at) => ({ one, score: score(one, at) }));
  const found = scored.filter((each) => each.score > 0);
  return found.sort((each, other) => other.score - each.score).map(({ one }) => one);
}
