// s09 · first draft – one file that you dictate. All of it goes with every prompt.
import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { AskModel } from "../../shared/askModel.ts";
import { exists } from "../../shared/files.ts";
import { asNote } from "../../shared/messages.ts";
import { note } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";
import type { HookEvents } from "../hooks.ts";

export const MEMORY_RULE =
  'A note of the kind "memories" holds what the person asked you to remember.';

/** The memory of one agent, in `cwd`/MEMORY.md. */
export function createMemory(_: AskModel, cwd: string): Mechanism {
  const path = join(cwd, "MEMORY.md");

  async function remember(fact: string) {
    await appendFile(path, `- ${fact}\n`);
    note("[memory] kept: MEMORY.md");
  }

  async function recall({ prompt }: HookEvents["UserPromptSubmit"]) {
    if (!(await exists(path))) return {};
    const content = await readFile(path, "utf8");
    const memories = JSON.stringify([{ source: "MEMORY.md", content }]);
    return { prompt: `${prompt}\n\n${asNote("memories", memories)}` };
  }

  return {
    hooks: { UserPromptSubmit: recall },
    commands: { remember: { description: "keep a fact for later", run: remember } },
  };
}
