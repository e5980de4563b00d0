// s03 · permission/judge – the judgement of a line or a file, with all that is known about programs and files.
import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { messageOf } from "../../shared/errors.ts";
import { contains } from "../../shared/files.ts";
import { eachProgram } from "../../shared/gitPrograms.ts";
import { noteJudged } from "../../shared/judged.ts";
import { everyRun } from "../../shared/shell/inner.ts";
import { MAX_LINE, readShellLine, type ShellLine } from "../../shared/shell/line.ts";
import type { How } from "../../shared/shell/order.ts";
import { baseOf } from "../../shared/shell/programs.ts";
import type { Decision, ToolContext } from "../tools.ts";
import { checkCommand } from "./commands.ts";
import { decisionOf, judgeWith } from "./core.ts";
import { addReason, newFindings } from "./findings.ts";
import { GIT, ruleOf } from "./harmless.ts";
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
export async function judgeLine(line: string, context: ToolContext): Promise<Decision> {
  const knowledge = { whyNever: neverIn, checkCommand, checkPath };
  const decision = await judgeWith(knowledge, line, context);
  if (decision.behaviour !== "ask") return decision;
  const found = newFindings(context);
  for (const text of await startedByGit(line, context))
    addReason(found, `git may start a program of this repository: ${text}`, `git: ${text}`);
  return { ...decision, reasons: [...decision.reasons, ...found.reasons] };
}

const MAX_FOLDERS = 8;

/** What git may start when a line does more with it than to read: a commit in an unpacked folder runs what came with it. */
async function startedByGit(line: string, { cwd, signal }: ToolContext): Promise<string[]> {
  const runs = [...everyRun(readShellLine(line), isPlain)];
  const seen = runs.flatMap(({ commands }) => commands);
  const acts = ([name = "", ...args]: string[]) =>
    baseOf(name) === "git" && !Object.hasOwn(GIT, args.find((word) => !word.startsWith("-")) ?? "");
  if (!seen.some(acts)) return [];
  const entered = seen.flatMap((words) =>
    words.filter((_, at) => words[at - 1] === "-C" || (at === 1 && words[0] === "cd")),
  );
  const folders = [...new Set([cwd, ...entered.map((word) => resolve(cwd, word))])];
  const there = folders.filter((folder) => existsSync(folder)).slice(0, MAX_FOLDERS);
  /** With its folder, so that "always" for one repository does not count for another one. */
  const look = async (folder: string) => {
    const options = { cwd: folder, within: cwd, signal };
    const named = await eachProgram(options, true).catch((error) => [messageOf(error)]);
    return folder === cwd ? named : named.map((text) => `${text} (in ${relative(cwd, folder)})`);
  };
  return [...new Set((await Promise.all(there.map(look))).flat())];
}

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
