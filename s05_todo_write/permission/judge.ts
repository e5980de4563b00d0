// s03 · permission/judge – judges a command line or a file: allow, refuse, or ask, and why.
import { resolve } from "node:path";
import { contains } from "../../shared/files.ts";
import { noteJudged } from "../../shared/judged.ts";
import { everyRun } from "../../shared/shell/inner.ts";
import { MAX_LINE, readShellLine, type ShellLine } from "../../shared/shell/line.ts";
import { type How, seenChanges } from "../../shared/shell/order.ts";
import type { Decision, Reason, ToolContext } from "../tools.ts";
import { grantOf } from "./asked.ts";
import { checkCommand } from "./commands.ts";
import { ruleOf } from "./harmless.ts";
import { whyNever, whyNeverWritten } from "./never.ts";
import { addReason, checkFile, checkPath, type Findings } from "./paths.ts";

/** Redirections to and from these files need no question. */
const STANDARD_FILES = /^\/dev\/(null|stdin|stdout|stderr)$/;

const TOO_LONG = `a line of more than ${MAX_LINE} characters is too long to be judged; write_file takes long texts`;

/** Judges a call that reads or writes one file. */
export async function judgeFile(how: How, path: string, context: ToolContext): Promise<Decision> {
  if (how === "write") {
    const never = whyNeverWritten(resolve(context.cwd, path));
    if (never !== undefined) return { behaviour: "deny", reason: never };
  }
  const found = emptyFindings(context);
  await checkFile(found, how, path);
  for (const used of found.used) noteJudged(path, used.path, context);
  return decisionOf(found);
}

/** Judges a line for bash. It is allowed if all of it is understood and each command and path is harmless. */
export async function judgeLine(line: string, context: ToolContext): Promise<Decision> {
  const found = emptyFindings(context);
  const read = readShellLine(line);
  const never = line.length > MAX_LINE ? TOO_LONG : neverIn(read, context);
  if (never !== undefined) return { behaviour: "deny", reason: never };
  for (const text of read.unclear)
    found.reasons.push({ text: `not understood: ${text}`, grant: `bash: ${line}` });
  for (const command of read.commands) await checkCommand(found, command);
  for (const { how, path, pipeline } of read.files)
    if (!STANDARD_FILES.test(path)) await checkPath({ ...found, pipeline }, how, path);
  for (const text of seenChanges(found.used, found.stars, context.cwd)) addReason(found, text);
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
  pipeline: 0,
  used: [],
  stars: [],
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
