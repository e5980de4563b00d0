// s25 · soul, draft 2 – what the agent proposes waits in a list, and the person says yes to a number.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { subcommands } from "../../shared/subcommands.ts";
import { note } from "../../shared/terminal.ts";
import type { Parts, Soul } from "../soul/soul.ts";
import { defineTool, harmless } from "../tools.ts";

export function createSoul({ cwd }: Parts): Soul {
  const waiting: string[] = [];
  const propose = defineTool({
    name: "soul_propose",
    effect: "works",
    description: "Propose another text for SOUL.md, which says who you are. The person decides.",
    input: z.object({ intent: z.string(), text: z.string(), why: z.string() }),
    judge: harmless,
    async run({ text }) {
      waiting.push(text);
      list();
      return "It waits for the person. Nothing has changed yet.";
    },
  });
  const list = () => note(waiting.map((text, at) => `[soul] ${at + 1}: ${text}`).join("\n"));
  const take = ([number]: string[]) => waiting.splice(Number(number) - 1, 1)[0];
  const commands = subcommands("soul", "what waits for you", {
    "": { run: list },
    veto: { takes: "N", run: (words) => note(`[soul] vetoed: ${take(words)}`) },
    approve: {
      takes: "N",
      async run(words) {
        const text = take(words);
        if (text === undefined) return note("There is no such number.", "yellow");
        await writeFile(join(cwd, "SOUL.md"), `${text.trim()}\n`);
        note(`[soul] SOUL.md is: ${text}`, "green");
      },
    },
  });
  return { common: {}, tools: [propose], commands: { soul: commands } };
}
