// s03 · permission/judge – judges a command line or a file: allow, refuse, or ask, and why.
import { resolve } from "node:path";
import { contains } from "../../shared/files.ts";
import type { Decision, Reason, ToolContext } from "../tools.ts";
import { baseOf, EVALUATE, grantOf, WRAPPERS } from "./asked.ts";
import { checkCommand } from "./commands.ts";
import { HARMLESS } from "./harmless.ts";
import { whyNever, whyNeverWritten } from "./never.ts";
import { checkFile, checkPath, type Findings, type How } from "./paths.ts";
import { readShellLine, type SeenCommand, type ShellLine } from "./shell.ts";

/** How many inner lines (as in `bash -c`), or words after a wrapper, are searched for what is never allowed. */
const MAX_INNER = 50;
/** Redirections to and from these files need no question. */
const STANDARD_FILES = /^\/dev\/(null|stdin|stdout|stderr)$/;

/** Judges a call that reads or writes one file. */
export async function judgeFile(how: How, path: string, context: ToolContext): Promise<Decision> {
  if (how === "write") {
    const never = whyNeverWritten(resolve(context.cwd, path));
    if (never !== undefined) return { behaviour: "deny", reason: never };
  }
  const found = emptyFindings(context);
  await checkFile(found, how, path);
  return decisionOf(found);
}

/** Judges a line for bash. It is allowed if all of it is understood and each command and path is harmless. */
export async function judgeLine(line: string, context: ToolContext): Promise<Decision> {
  const found = emptyFindings(context);
  const read = readShellLine(line);
  const never = neverIn(read, context);
  if (never !== undefined) return { behaviour: "deny", reason: never };
  for (const text of read.unclear)
    found.reasons.push({ text: `not understood: ${text}`, grant: `bash: ${line}` });
  for (const command of read.commands) await checkCommand(found, command);
  for (const { how, path } of read.files)
    if (!STANDARD_FILES.test(path)) await checkPath(found, how, path);
  found.reasons = found.reasons.map((reason) => withGrant(reason, read, line));
  return decisionOf(found);
}

/**
 * What "always" would allow: for a single command, that command. The effect of several commands depends on all of
 * them, so there it is only the whole line, and nothing if one of them could run any code.
 */
function withGrant({ text, grant }: Reason, read: ShellLine, line: string): Reason {
  if (grant === undefined) return { text };
  if (!/^(bash|as written): /.test(grant)) return { text, grant };
  if (!read.seen.every((words) => grantOf(words, line) !== undefined)) return { text };
  const isAlone =
    grant.startsWith("bash: ") &&
    read.seen.length === 1 &&
    read.unclear.length === 0 &&
    !read.isRedirected;
  return { text, grant: isAlone ? grant : `bash: ${line}` };
}

const emptyFindings = (context: ToolContext): Findings => ({
  context,
  folders: [context.cwd],
  reasons: [],
  outside: [],
  taken: new Set(),
});

function decisionOf({ reasons, outside }: Findings): Decision {
  if (reasons.length === 0) return { behaviour: "allow" };
  const different = new Map(reasons.map((reason) => [`${reason.text}\n${reason.grant}`, reason]));
  return { behaviour: "ask", reasons: [...different.values()], paths: outside };
}

/** Why a line is never allowed; undefined for any other. Looks into every part, also into `bash -c '…'`. */
function neverIn(read: ShellLine, context: ToolContext): string | undefined {
  const isRoot = (path: string) =>
    context.roots.some((root) => contains(resolve(context.cwd, path), root));
  const lines = [read];
  const known = new Set<string>();
  for (const { seen, seenWrites } of lines) {
    const commands = seen.flatMap(withWrapped);
    const never =
      seenWrites.map(whyNeverWritten).find(Boolean) ??
      commands.map((command) => whyNever(command, isRoot)).find(Boolean);
    if (never !== undefined) return never;
    for (const text of commands.flatMap(linesIn)) {
      if (known.has(text) || known.size >= MAX_INNER) continue;
      known.add(text);
      lines.push(readShellLine(text));
    }
  }
  return undefined;
}

/** The lines that a shell may run: each of its arguments, and all of them joined, as `eval` does. */
function linesIn([name = "", ...words]: SeenCommand): string[] {
  return EVALUATE.includes(baseOf(name)) ? [...words, words.join(" ")] : [];
}

/** A command, and the commands that it may run: after a wrapper such as `env`, or after -exec. */
function withWrapped(words: SeenCommand): SeenCommand[] {
  const starts = new Set([0]);
  for (const start of starts) for (const inner of innerStarts(words, start)) starts.add(inner);
  return [...starts].map((start) => words.slice(start));
}

/** The positions in the words of a command where another command may begin. */
function innerStarts(words: SeenCommand, start: number): number[] {
  const name = baseOf(words[start] ?? "");
  const later = words.map((_, at) => at).slice(start + 1);
  if (name === "find") return later.filter((at) => EXEC.test(words[at - 1] ?? ""));
  if (!WRAPPERS.includes(name)) return [];
  const known = later.find((at) => isKnown(baseOf(words[at] ?? "")));
  return later.filter((at) => known === undefined || at <= known).slice(0, MAX_INNER);
}

const EXEC = /^-(exec|execdir|ok|okdir)$/;

/** Programs that do not run their arguments. The search for inner commands ends there. */
const isKnown = (name: string) =>
  Object.hasOwn(HARMLESS, name) || name === "git" || name === "find";
