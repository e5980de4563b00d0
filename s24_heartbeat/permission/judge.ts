// s03 · permission/judge – the judgement of a line or a file, with all that is known about programs and files.
import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { messageOf } from "../../shared/errors.ts";
import { contains, isFolder } from "../../shared/files.ts";
import type { GitOptions } from "../../shared/git.ts";
import { eachProgram, repositoryAt, sharesRepository } from "../../shared/gitPrograms.ts";
import { noteJudged } from "../../shared/judged.ts";
import { everyRun } from "../../shared/shell/inner.ts";
import {
  MAX_LINE,
  readShellLine,
  type SeenCommand,
  type ShellLine,
} from "../../shared/shell/line.ts";
import { readArguments } from "../../shared/shell/options.ts";
import type { How } from "../../shared/shell/order.ts";
import { baseOf } from "../../shared/shell/programs.ts";
import { list } from "../../shared/text.ts";
import { isInRepository } from "../../shared/tracked.ts";
import type { Decision, Reason, ToolContext } from "../tools.ts";
import { type Answers, checkCommand } from "./commands.ts";
import { decisionOf, judgeWith, type Knowledge } from "./core.ts";
import { newFindings } from "./findings.ts";
import { formsIn, GIT, GIT_ALONE, KINDS, ruleOf } from "./harmless.ts";
import { whyNever, whyNeverWritten } from "./never.ts";
import { checkFile, checkPath, whyStray } from "./paths.ts";

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

/** Judges a line for bash. Lines may share `answers` as long as nothing changes between them. */
export async function judgeLine(
  line: string,
  context: ToolContext,
  answers: Answers = new Map(),
): Promise<Decision> {
  const knowledge: Knowledge = {
    whyNever: neverIn,
    checkCommand: (found, command) => checkCommand(found, command, answers),
    checkPath,
  };
  const decision = await judgeWith(knowledge, line, context);
  if (decision.behaviour !== "ask") return decision;
  const known = decision.reasons.flatMap(({ text, grant = text }) => [text, grant]);
  const more = (await aboutGit(line, { ...context, answers })).filter(
    ({ text, grant = text }) => !known.includes(text) && !known.includes(grant),
  );
  return { ...decision, reasons: [...decision.reasons, ...more] };
}

/** So many folders of a line are looked at. */
const MAX_FOLDERS = 30;
const STARTS = "git may start a program of this repository";
const UNKNOWN = "where it works is not known, or in too many folders";
/** The line itself may have it called safe. */
const REFUSED = "git itself does not say which, as in a repository of another owner";
/** Its settings, monitor and hooks, and those of the person: a line can take away what switches them off, or give it others. */
const OTHERS = "the line changes which configuration git obeys";
/** Variables that say what git obeys, where they are not only read. */
const OBEYED =
  /(?<![\w${])(HOME|XDG_CONFIG_HOME|GIT_(CONFIG\w*|OPTIONAL_LOCKS|EXEC_PATH|TEMPLATE_DIR))(?!\w)/;
const CLEARING = list("unset sudo doas");
/** Options of env and exec that take variables away, also in a text that env splits. */
const CLEARS = /^-(-s\S*=-)?(-[iu]|[a-zA-Z]*[ciu]|$)/;

/** True when git may obey another configuration than it does now. */
const changesObeyed = (line: string, seen: SeenCommand[]): boolean =>
  OBEYED.test(line) ||
  seen.some(([path = "", ...args]) => {
    const name = baseOf(path);
    const end = args.findIndex((word) => baseOf(word) === "git");
    const options = args.slice(0, end < 0 ? args.length : end);
    const isCleared = list("env exec").includes(name) && options.some((word) => CLEARS.test(word));
    return CLEARING.includes(name) || isCleared;
  });

/** They write whatever is in an archive, or in another folder. */
const UNPACKS = list("tar bsdtar unzip 7z 7za unar cpio rsync ditto patch");
const UNPACKED = "what the line unpacks may be one";
/** Also behind a program that is not known to run others, or in a text for a shell. */
const NAMES_GIT = /(?<![\w.+-])git(?=["'\s])/g;
/** What says where git works, and the words after it. No text has two ways to fit: a line with many quotes would take for ever. */
const PLACED =
  /(?:\b(?:cd|pushd)|-C|--git-dir|--work-tree|\bGIT_\w+)(?=((?:\s+-\S+)*[\s=]+(?:"[^"]*"?|'[^']*'?|[^\s"'])*))/g;
const QUOTED = /'[^']*'|"[^"$`]*"/g;
const REPLACED = /[$`~*?[{]/;

/** True when a word that says where git works holds what the shell replaces. */
const hasReplaced = (line: string): boolean =>
  [...line.matchAll(PLACED)].some(([, word = ""]) => REPLACED.test(word.replaceAll(QUOTED, "")));

/** Programs that put no repository anywhere. */
const MAKES_NONE = list("cd pushd popd mkdir touch echo printf git");
/** What runs a command in folders that are in none of its words. */
const ELSEWHERE = list("-execdir -okdir xargs parallel");

/** The folders in which a command says that git works. */
function placesIn([path = "", ...args]: SeenCommand): string[] {
  const name = baseOf(path);
  if (name === "cd" || name === "pushd") return args.filter((word) => !/^[-+]/.test(word));
  return args.flatMap((word, at) => {
    const [, option, value] = /^(-C|--git-dir|--work-tree)(?:=(.*))?$/s.exec(word) ?? [];
    return name === "git" && option !== undefined ? [value ?? args[at + 1] ?? ""] : [];
  });
}

/** True when git works in a folder that is not there yet, although another program may fill it, or in one that nothing names. */
function isHidden(seen: SeenCommand[], folders: string[]): boolean {
  if (seen.flat().some((word) => ELSEWHERE.includes(baseOf(word)))) return true;
  const isThere = (place: string) => folders.some((folder) => existsSync(resolve(folder, place)));
  const mayCome = seen.some(([name = ""]) => !MAKES_NONE.includes(baseOf(name)));
  return mayCome && !seen.flatMap(placesIn).every(isThere);
}

/** True for a command of git that only reads, whatever its own options are; of `branch`, for one that lists. */
function isReading([, ...args]: string[]): boolean {
  const [name = "", ...words] = args[0] === "--no-pager" ? args.slice(1) : args;
  if (!GIT_ALONE.includes(name)) return Object.hasOwn(GIT, name);
  const read = readArguments(words, formsIn(GIT, name), KINDS);
  return "operands" in read && read.operands.length === 0;
}

/** Where a line runs, and what git has answered about it. */
interface Asking extends ToolContext {
  answers: Answers;
}

/**
 * What git may start, and would show from elsewhere, in a line that is asked about: a commit in an unpacked folder runs
 * what came with it, and so does a look at the changes in a form that the gate does not know. Hooks are named where git
 * does more than to read.
 */
async function aboutGit(line: string, { cwd, roots, signal, answers }: Asking): Promise<Reason[]> {
  const runs = [...everyRun(readShellLine(line), isPlain)];
  const seen = runs.flatMap(({ commands }) => commands);
  const started = seen.filter(([name = ""]) => baseOf(name) === "git");
  const isUnseen = (line.match(NAMES_GIT)?.length ?? 0) > started.length;
  if (started.length === 0 && !isUnseen) return [];
  const changes = changesObeyed(line, seen);
  const acts = changes || isUnseen || !started.every(isReading);
  const folders = await foldersIn([...seen.flat(), ...line.split(/[\s;&|()]+/)], cwd);
  const unpacks = seen.some(([name = ""]) => UNPACKS.includes(baseOf(name)));
  const isStore = (folder: string) => existsSync(join(folder, "HEAD")); // git does not tell of its hooks there
  const isUnknown =
    hasReplaced(line) ||
    isHidden(seen, folders) ||
    folders.length > MAX_FOLDERS ||
    folders.some(isStore);
  const at = (folder: string) => ({ cwd: folder, within: cwd, signal, answers });
  const repositories = new Map<string, string>();
  for (const folder of folders.slice(0, MAX_FOLDERS)) {
    if (sharesRepository(folder, cwd)) continue;
    const store = (await repositoryAt(at(folder))).store || folder;
    const isNew = !repositories.has(store) && (store !== folder || isInRepository(folder));
    if (isNew) repositories.set(store, folder);
  }
  /** With its folder, so that "always" for one repository does not count for another one. */
  const look = async ([store, folder]: [string, string]) => {
    if (store === folder) return [REFUSED];
    const named = await eachProgram(at(folder), { acts }).catch((error) => [messageOf(error)]);
    return folder === cwd ? named : named.map((text) => `${text} (in ${relative(cwd, folder)})`);
  };
  const all = [...repositories];
  const named = (await Promise.all(all.map(look))).flat();
  const shown = await Promise.all(all.map(([, folder]) => shownIn(roots, at(folder))));
  return [
    ...(changes ? [{ text: `${STARTS}: ${OTHERS}` }] : []),
    ...(unpacks && !isUnknown ? [{ text: `${STARTS}: ${UNPACKED}` }] : []),
    ...[...new Set([...named, ...(isUnknown ? [UNKNOWN] : [])])].map((text) => ({
      text: `${STARTS}: ${text}`,
      grant: `git: ${text}`,
    })),
    ...[...new Set(shown.flat())].map((text) => ({ text, grant: `git: ${text}` })),
  ];
}

/** What git would show from elsewhere: of a repository that begins above the folder, or is not kept in it. */
async function shownIn(roots: string[], git: GitOptions): Promise<string[]> {
  const { top } = await repositoryAt(git);
  const isAbove = top !== "" && !roots.some((root) => contains(root, resolve(top)));
  const stray = await whyStray(roots, git);
  return [
    ...(isAbove ? [`outside the folder: ${top}`] : []),
    ...(stray === undefined ? [] : [stray]),
  ];
}

/** The folder, and each other one that a word may mean: after `cd`, `-C`, `--git-dir=`, or after another such word. */
async function foldersIn(words: string[], cwd: string): Promise<string[]> {
  const names = [...new Set(words.flatMap((word) => [word, word.slice(word.indexOf("=") + 1)]))];
  const found = new Set([cwd]);
  for (const folder of found)
    for (const path of names.map((name) => resolve(folder, name).replace(/[/\\]\.git$/, "")))
      if (found.size <= MAX_FOLDERS && (folder === cwd || contains(cwd, path)))
        if (!found.has(path) && (await isFolder(path))) found.add(path);
  return [...found];
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
