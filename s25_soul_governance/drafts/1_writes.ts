// s25 · soul, draft 1 – the agent writes SOUL.md itself.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Parts, Soul } from "../soul/soul.ts";
import { defineTool, harmless } from "../tools.ts";

export function createSoul({ cwd }: Parts): Soul {
  const propose = defineTool({
    name: "soul_propose",
    effect: "works",
    description: "Write another text into SOUL.md, which says who you are.",
    input: z.object({ intent: z.string(), text: z.string(), why: z.string() }),
    judge: harmless,
    async run({ text }) {
      await writeFile(join(cwd, "SOUL.md"), `${text.trim()}\n`);
      return "SOUL.md is written.";
    },
  });
  return { common: {}, tools: [propose] };
}
