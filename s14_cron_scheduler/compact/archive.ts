// s08 · compact/archive – the files that keep what leaves the history.
import { randomUUID } from "node:crypto";
import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import { resolveInside, writeAtomic } from "../../shared/files.ts";
import { note } from "../../shared/terminal.ts";
import type { ToolContext } from "../tools.ts";

const RESULTS = ".task_outputs/tool-results";

/** Writes the text of a result to a new file and returns its path. */
export async function saveResult(text: string, context: ToolContext): Promise<string> {
  const path = `${RESULTS}/${randomUUID()}.txt`;
  await writeAtomic(await preparePath(path, context), text, 0o600);
  note(`[compact] a large result was saved to ${path}`, "dim");
  return path;
}

/** Adds messages to a transcript, one line of JSON for each, and waits until they are on the disk. */
export async function archive(
  messages: Anthropic.MessageParam[],
  path: string,
  context: ToolContext,
): Promise<void> {
  const lines = messages.map((message) => `${JSON.stringify(message)}\n`).join("");
  await appendFile(await preparePath(path, context), lines, { mode: 0o600, flush: true });
}

/** Gives the absolute path, and makes its folder, which git ignores. Throws for a link to a place outside `cwd`. */
async function preparePath(path: string, { cwd }: ToolContext): Promise<string> {
  const real = await resolveInside(path, cwd, [cwd]);
  const isNew = await mkdir(dirname(real), { recursive: true });
  if (isNew !== undefined) await writeFile(join(dirname(real), ".gitignore"), "*\n");
  return real;
}
