// s26 · recall, draft 1 – a list, and the memories that contain the cue.
import { appendFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Mechanism } from "../agent.ts";
import type { Parts } from "../recall/recall.ts";
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

/** What a cue finds, the best first. */
const find = (all: string[], cue: string): string[] => all.filter((one) => one.includes(cue));
