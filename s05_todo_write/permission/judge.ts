// s03 · permission/judge – is a line or a file known to be harmless? If not: why it is asked about.
import { resolve } from "node:path";
import { contains } from "../../shared/files.ts";
import type { Decision, Reason, ToolContext } from "../tools.ts";
import { baseOf, EVALUATE, grantOf, WRAPPERS } from "./asked.ts";
import { addCommand } from "./commands.ts";
import { HARMLESS } from "./harmless.ts";
import { whyNever, whyNeverWritten } from "./never.ts";
import { addFile, addPath, type Case, type How } from "./paths.ts";
import { readShellLine, type SeenCommand, type ShellLine } from "./shell.ts";

/** So many lines in the words of shells are read to find what is never done. */
const MAX_INNER = 50;
/** Files that any redirection may name. */
const STANDARD_FILES = /^\/dev\/(null|stdin|stdout|stderr)$/;

/** Judges a call that reads or writes one file. */
export async function judgeFile(how: How, path: string, context: ToolContext): Promise<Decision> {
  if (how === "write") {
    const never = whyNeverWritten(resolve(context.cwd, path));
    if (never !== undefined) return { behaviour: "deny", reason: never };
  }
  const found = caseIn(context);
  await addFile(found, how, path);
  return decisionOf(found);
}

/** Judges a line for bash: harmless if all of it is understood and each command is in the table. */
export async function judgeLine(line: string, context: ToolContext): Promise<Decision> {
  const found = caseIn(context);
  const read = readShellLine(line);
  const never = neverIn(read, context);
  if (never !== undefined) return { behaviour: "deny", reason: never };
  for (const text of read.unclear)
    found.reasons.push({ text: `not understood: ${text}`, grant: `bash: ${line}` });
  for (const command of read.commands) await addCommand(found, command);
  for (const { how, path } of read.files)
    if (!STANDARD_FILES.test(path)) await addPath(found, how, path);
  found.reasons = found.reasons.map((reason) => withGrant(reason, read, line));
  return decisionOf(found);
}

/**
 * A command that stands alone is granted by itself. What several do together depends on each of them, so there only
 * the whole line is granted, and nothing where one of them could run any code.
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

const caseIn = (context: ToolContext): Case => ({
  context,
  folders: [context.cwd],
  reasons: [],
  outside: [],
  taken: new Set(),
});

function decisionOf({ reasons, outside }: Case): Decision {
  if (reasons.length === 0) return { behaviour: "allow" };
  const different = new Map(reasons.map((reason) => [`${reason.text}\n${reason.grant}`, reason]));
  return { behaviour: "ask", reasons: [...different.values()], paths: outside };
}

/** What is never done, wherever in the line it is. Lines in the words of a shell are read, too. */
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

/** The lines that a shell may be given: each of its words, and all of them together. */
function linesIn([name = "", ...words]: SeenCommand): string[] {
  return EVALUATE.includes(baseOf(name)) ? [...words, words.join(" ")] : [];
}

/** A command, and those that it may run: what comes after a wrapper and its options, or after -exec. */
function withWrapped(words: SeenCommand): SeenCommand[] {
  const starts = new Set([0]);
  for (const start of starts) for (const inner of innerStarts(words, start)) starts.add(inner);
  return [...starts].map((start) => words.slice(start));
}

/** Where in the words of a command another one may begin. */
function innerStarts(words: SeenCommand, start: number): number[] {
  const name = baseOf(words[start] ?? "");
  const later = words.map((_, at) => at).slice(start + 1);
  if (name === "find") return later.filter((at) => EXEC.test(words[at - 1] ?? ""));
  if (!WRAPPERS.includes(name)) return [];
  const known = later.find((at) => isKnown(baseOf(words[at] ?? "")));
  return later.filter((at) => known === undefined || at <= known).slice(0, MAX_INNER);
}

const EXEC = /^-(exec|execdir|ok|okdir)$/;

/** What follows such a program is its words, and no command. */
const isKnown = (name: string) =>
  Object.hasOwn(HARMLESS, name) || name === "git" || name === "find";
