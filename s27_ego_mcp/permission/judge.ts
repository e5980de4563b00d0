// s03 · permission/judge – the judgement of a line or a file, with all that is known about programs and files.
import { resolve } from "node:path";
import { contains } from "../../shared/files.ts";
import { noteJudged } from "../../shared/judged.ts";
import { everyRun } from "../../shared/shell/inner.ts";
import { MAX_LINE, type ShellLine } from "../../shared/shell/line.ts";
import type { How } from "../../shared/shell/order.ts";
import type { Decision, ToolContext } from "../tools.ts";
import { checkCommand } from "./commands.ts";
import { decisionOf, judgeWith } from "./core.ts";
import { newFindings } from "./findings.ts";
import { ruleOf } from "./harmless.ts";
import { whyNever, whyNeverWritten } from "./never.ts";
import { checkFile, checkPath } from "./paths.ts";

const TOO_LONG = `a line of more than ${MAX_LINE} characters is too long to be judged; write_file takes long texts`;

/** Judges a call that reads or writes one file. */
export async function judgeFile(how: How, path: string, context: ToolContext): Promise<Decision> {
  if (how === "write") {
    const never = whyNeverWritten(resolve(context.cwd, path));
    if (never !== undefined) return { behaviour: "deny", reason: never };
  }
  const found = newFindings(context);
  await checkFile(found, how, path);
  for (const used of found.used) noteJudged(path, used.path, context);
  return decisionOf(found);
}

/** Judges a line for bash. */
export const judgeLine = (line: string, context: ToolContext): Promise<Decision> =>
  judgeWith({ whyNever: neverIn, checkCommand, checkPath }, line, context);

/** Why a line is never allowed; undefined for any other. Looks into every part, also into `bash -c '…'`. */
function neverIn(line: string, read: ShellLine, context: ToolContext): string | undefined {
  if (line.length > MAX_LINE) return TOO_LONG;
  const isRoot = (path: string) =>
    context.roots.some((root) => contains(resolve(context.cwd, path), root));
  for (const { commands, writes } of everyRun(read, isPlain)) {
    const never =
      writes.map(whyNeverWritten).find(Boolean) ??
      commands.map((command) => whyNever(command, isRoot)).find(Boolean);
    if (never !== undefined) return never;
  }
  return undefined;
}

/** Programs that do not run their arguments. The search for inner commands ends there. */
const isPlain = (name: string) => ruleOf(name) !== undefined || name === "git" || name === "find";
