// s26 · recall, draft 5 – the core, with nothing around it but the database.
import { join } from "node:path";
import { z } from "zod";
import { clock } from "../../shared/clock.ts";
import type { Mechanism } from "../agent.ts";
import { type Around, remember, remind } from "../recall/core.ts";
import { libsqlStore } from "../recall/libsql.ts";
import { type Memory, newMemory } from "../recall/memory.ts";
import { open } from "../recall/open.ts";
import type { Parts } from "../recall/recall.ts";
import { lineOf } from "../recall/show.ts";
import { hashed, hashing } from "../recall/vectors.ts";
import { saysNoMore } from "../recall/words.ts";
import { defineTool, harmless } from "../tools.ts";

const MOST = 3;

export function createRecall({ cwd }: Pick<Parts, "cwd">): Mechanism {
  const { limits } = hashing;
  const ours = { effect: "own", judge: harmless } as const;

  /** Runs an action on the database, which is open only as long as it takes. */
  async function on<Result>(action: (around: Around) => Promise<Result>): Promise<Result> {
    const db = await open({ folder: join(cwd, ".ego"), tell() {} });
    const store = libsqlStore(db, hashing);
    const embed = async (text: string) => hashed(text);
    const isTwin = (one: Memory, other: Memory) => saysNoMore(one.content, other.content);
    const around = { ...store, embed, limits, saysNoMore: isTwin, now: clock.now };
    return action(around).finally(store.close);
  }

  const rememberTool = defineTool({
    ...ours,
    name: "remember",
    description: "Save a memory.",
    input: z.object({
      content: z.string(),
      importance: z.number().int().min(1).max(5).default(3),
    }),
    async run(said) {
      const memory = newMemory(said, clock.now());
      const twin = await on((around) => remember(around, memory));
      return twin ? `Nothing was saved: ${twin.id} says it already.` : `Saved (id: ${memory.id}).`;
    },
  });

  const recallTool = defineTool({
    ...ours,
    name: "recall",
    description: "What something reminds you of.",
    input: z.object({ context: z.string() }),
    async run({ context }) {
      const found = (await on((around) => remind(around, context))).slice(0, MOST);
      const lines = found.map(({ memory }) => `- ${lineOf(memory, clock.now())}`);
      return [`Memories: ${found.length}`, ...lines].join("\n");
    },
  });

  return { tools: [rememberTool, recallTool] };
}
