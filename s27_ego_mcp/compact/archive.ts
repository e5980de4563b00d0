// s08 · compact/archive – the files that keep what leaves the history.
import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import { appendPlain, ignoreIn, makePlainFolder, writePlain } from "../../shared/plainFiles.ts";
import { note } from "../../shared/terminal.ts";
import type { ToolContext } from "../tools.ts";

const RESULTS = ".task_outputs/tool-results";

/** Writes the text of a result to a new file and returns its path. */
export async function saveResult(text: string, context: ToolContext): Promise<string> {
  const path = `${RESULTS}/${randomUUID()}.txt`;
  await prepareFolder(path, context);
  await writePlain(path, context.cwd, text);
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
  await prepareFolder(path, context);
  await appendPlain(path, context.cwd, lines);
}

/** Makes the folder of a file, which git ignores. Throws for a link on the way to it. */
async function prepareFolder(path: string, { cwd }: ToolContext): Promise<void> {
  await makePlainFolder(dirname(path), cwd);
  await ignoreIn(dirname(path), cwd);
}
