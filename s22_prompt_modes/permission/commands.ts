// s03 · permission/commands – checks a command against the table, with its options and paths.
import { basename, join, resolve } from "node:path";
import { exists, isFolder, isPlainFile, isProgram, realPath } from "../../shared/files.ts";
import { type GitOptions, tryGit } from "../../shared/git.ts";
import { eachProgram, repositoryAt } from "../../shared/gitPrograms.ts";
import type { PlainCommand } from "../../shared/shell/line.ts";
import { type Arguments, lengthOf, readArguments } from "../../shared/shell/options.ts";
import { expandStars } from "../../shared/shell/stars.ts";
import { deedOf, grantOf } from "./asked.ts";
import { addReason, addStar, type Findings } from "./findings.ts";
import {
  FIND,
  formsIn,
  GIT,
  GIT_ALONE,
  GIT_NAMES,
  KINDS,
  printsVersion,
  type Rule,
  ruleOf,
  SED_LINES,
  TEST,
} from "./harmless.ts";
import { checkChanges, checkFile, checkForSecrets, checkPath, whyStray } from "./paths.ts";

const MAX_FOLDERS = 8;
/** What these programs do depends on each of their words, so none may come from a star. */
const WITHOUT_STARS = /^(find|printf|uniq|sed|test|\[)$/;

const NO_INPUT = /^(ls|du|realpath)$/; // for these, "-" is a file, and not what comes from a pipe

/** What git has answered about the folders of a line: it is asked the same only once. */
export type Answers = NonNullable<GitOptions["answers"]>;

/** Adds the reasons to ask about a command to `line`; none if the command is harmless. */
export async function checkCommand(
  line: Findings,
  { words, source, pipeline }: PlainCommand,
  answers: Answers,
) {
  const found = { ...line, pipeline };
  const [folder, ...more] = found.folders;
  const expanded = await expandStars(words, {
    folder: more.length === 0 ? folder : undefined,
    mayList: (path, written, form) => mayList(found, path, written, form),
    signal: found.context.signal,
  });
  if ("unclear" in expanded) return addReason(found, `not understood: ${expanded.unclear}`);
  const { texts } = expanded;
  const [name = "", ...rest] = texts;
  const args = NO_INPUT.test(name) ? rest.map((word) => (word === "-" ? "./-" : word)) : rest;
  const star = words.find(({ pieces }) => pieces.length > 1);
  const rule = ruleOf(name);
  if (star && (star === words[0] || WITHOUT_STARS.test(name)))
    addReason(found, `not understood: ${star.text}`);
  else if (await printsVersion(name, args, found.folders)) return;
  else if (name === "sed" && printsLines(args)) await checkRead(found, args.slice(2), false);
  else if (name === "find") await checkFind(found, args, source);
  else if (name === "git") await checkGit(found, args, source, answers);
  else if (rule === undefined) addUnknownCommand(found, texts, source);
  else if (rule.use === "test") await checkTest(found, texts, source);
  else await checkListed(found, rule, args, { source, hasStar: star !== undefined });
}

const printsLines = ([option, script = "", ...files]: string[]) =>
  option === "-n" && SED_LINES.test(script) && !files.some((word) => word.startsWith("-"));

/** For test, and for [ up to its ]. */
async function checkTest(found: Findings, [name, ...args]: string[], source: string) {
  const words = name === "[" && args.at(-1) === "]" ? args.slice(0, -1) : args;
  const isOdd = name === "[" && words === args;
  const unknown = words.find((word) => word.startsWith("-") && !TEST.includes(word));
  if (isOdd || unknown !== undefined) return addUnknownWord(found, unknown ?? source, source);
  for (const word of words) if (!TEST.includes(word)) await checkPath(found, "read", word);
}

/** Lists no folder that it would have to ask about. */
async function mayList(found: Findings, path: string, written: string, form: string) {
  const before = found.reasons.length;
  await checkFile(found, "read", path, written);
  const { path: folder = path } = found.used.at(-1) ?? {};
  addStar(found, form, folder);
  return found.reasons.length === before;
}

/** A command as it is written. If a star made some of its words, their order is not certain. */
interface Written {
  source: string;
  hasStar: boolean;
}

function addUnknownCommand(found: Findings, texts: string[], source: string) {
  const grant = grantOf(texts, source);
  addReason(found, `${deedOf(texts)}: ${grant ?? source}`, grant && `bash: ${grant}`);
}

const addUnknownWord = (found: Findings, word: string, source: string) =>
  addReason(found, `not understood: ${word}`, `bash: ${source}`);

/** The options and operands of a command. For one that is not allowed, adds a reason and returns undefined. */
function argumentsOf(
  found: Findings,
  args: string[],
  forms: string[],
  source: string,
): Arguments | undefined {
  const read = readArguments(args, forms, KINDS);
  if (!("unknown" in read)) return read;
  addUnknownWord(found, read.unknown, source);
  return undefined;
}

async function checkListed(
  found: Findings,
  { use, forms }: Rule,
  args: string[],
  { source, hasStar }: Written,
) {
  const words = argumentsOf(found, args, forms, source);
  if (words === undefined) return;
  // Bash sorts the names that a star yields in its own way, so each word may be an operand.
  const operands = hasStar ? args.filter((word) => !word.startsWith("-")) : words.operands;
  switch (use) {
    case "none":
      if (operands[0] !== undefined) addUnknownWord(found, operands[0], source);
      return;
    case "text":
    case "test":
      return;
    case "readOne":
      if (operands[1] !== undefined) return addUnknownWord(found, operands[1], source);
      return checkRead(found, operands, false);
    case "read":
    case "readFiles":
      return checkRead(found, operands, use === "readFiles");
    case "search":
      return checkSearch(found, words, operands.slice(hasStar ? 0 : 1));
    case "write":
      for (const path of operands) await checkPath(found, "write", path);
      return;
    case "enter":
      return checkEnter(found, operands);
    case "copy":
    case "move":
      return checkCopy(found, use, hasStar ? [] : operands, source);
  }
}

async function checkRead(found: Findings, paths: string[], onlyFiles: boolean) {
  for (const path of paths) {
    await checkPath(found, "read", path);
    for (const folder of onlyFiles ? found.folders : [])
      if (await isFolder(resolve(folder, path))) await addSearch(found, folder, path);
  }
}

/** What reads all files in a folder is a search, and so is what "always" allows. */
async function addSearch(found: Findings, folder: string, path: string) {
  const real = await realPath(path, folder);
  addReason(found, `reads all files in a folder: ${path}`, `search: ${real}`);
}

/** For grep. With -r it reads every file in a folder, so none of them may hold secrets; one operand is the pattern. */
async function checkSearch(found: Findings, { options, operands }: Arguments, paths: string[]) {
  const isDeep = options.some((option) => /^-[a-zA-Z]*r|^--recursive$/.test(option));
  for (const path of isDeep && operands.length < 2 ? [...paths, "."] : paths) {
    await checkPath(found, isDeep ? "search" : "read", path);
    for (const folder of isDeep ? found.folders : [])
      await checkForSecrets(found, resolve(folder, path));
  }
}

async function checkEnter(found: Findings, [path, ...more]: string[]) {
  const isOdd = more.length > 0 || found.folders.length >= MAX_FOLDERS;
  if (path === undefined || path === "-" || isOdd)
    return addReason(found, `outside the folder: cd ${path ?? "to the home folder"}`);
  await checkPath(found, "read", path);
  found.folders.push(...found.folders.map((folder) => resolve(folder, path)));
}

/** For cp and mv: one plain file, to a name that does not exist. Into a folder they would write through links. */
async function checkCopy(
  found: Findings,
  what: "copy" | "move",
  operands: string[],
  source: string,
) {
  const [from = "", to = ""] = operands;
  await checkPath(found, what === "move" ? "write" : "read", from);
  const known = found.used.length;
  for (const path of [to, join(to, basename(from))]) await checkPath(found, "write", path);
  // On some systems, a and A are the same file.
  const names = found.used.slice(known).map(({ path }) => path.normalize().toLowerCase());
  const isOdd =
    operands.length !== 2 || to.endsWith("/") || names.some((name) => found.taken.has(name));
  for (const folder of found.folders) {
    const file = resolve(folder, from);
    if (isOdd || !(await isPlainFile(file)) || (await exists(resolve(folder, to))))
      return addReason(found, `may replace files: ${source}`, `bash: ${source}`);
    if (await isProgram(file))
      addReason(found, `can be run as a program: ${to}`, `bash: ${source}`);
  }
  for (const name of names) found.taken.add(name);
}

async function checkFind(found: Findings, args: string[], source: string) {
  const start = args.findIndex((word) => /^[-!(]/.test(word));
  const tests = start < 0 ? [] : args.slice(start);
  for (let at = 0; at < tests.length; ) {
    const length = lengthOf(tests.slice(at), FIND, KINDS);
    if (length === 0) return addUnknownCommand(found, ["find", ...args], source);
    at += length;
  }
  await checkRead(found, start < 0 ? args : args.slice(0, start), false);
}

async function checkGit(found: Findings, args: string[], source: string, answers: Answers) {
  const git = { ...found.context, answers };
  const [name = "", ...words] = args[0] === "--no-pager" ? args.slice(1) : args;
  const addUnknown = () => addUnknownCommand(found, ["git", ...args], source);
  if (!Object.hasOwn(GIT, name) || found.folders.length > 1) return addUnknown();
  const at = words.indexOf("--");
  const rest = at < 0 ? words : words.toSpliced(at, 1);
  const { operands } = argumentsOf(found, rest, formsIn(GIT, name), source) ?? {};
  if (operands === undefined) return;
  if (GIT_ALONE.includes(name) && operands.length > 0) return addUnknown();
  const { top } = GIT_NAMES.includes(name) ? { top: git.cwd } : await repositoryAt(git);
  const paths = await Promise.all(operands.map((word) => exists(resolve(git.cwd, word))));
  const isPair = at < 0 && paths.filter(Boolean).length > 1;
  if (name === "diff" && (top === "" || isPair)) return addUnknown(); // it may compare folders, as diff -r does
  if (top !== "" && resolve(top) !== git.cwd)
    addReason(found, `outside the folder: ${top}`, `bash: ${source}`);
  const stray = await whyStray(git.roots, git);
  if (stray !== undefined) addReason(found, stray, `bash: ${source}`);
  for (const word of operands) await checkRevision(found, word, source, git);
  const known = found.reasons.length;
  for (const named of await eachProgram(git).catch((error) => [String(error)]))
    addReason(found, `git's configuration here may start a program: ${named}`, `git: ${named}`);
  const isAlone = found.reasons.length === known; // a look at the changes starts what filters the files
  if (name === "diff" && isAlone) await checkChanges(found, words, source, git);
}

/** A revision, a path, or both joined by a colon. The gate asks about a pattern for paths, and about a file that is named by its hash. */
async function checkRevision(found: Findings, word: string, source: string, git: GitOptions) {
  if (/^:|[*?[\\]/.test(word)) return addUnknownWord(found, word, source);
  for (const part of word.split(":")) if (part !== "") await checkPath(found, "read", part);
  for (const hash of word.match(/[0-9a-f]{4,64}/gi) ?? [])
    if ((await tryGit(["cat-file", "-t", hash], git)) === "blob")
      addReason(found, `may hold secrets: ${word}`, `bash: ${source}`);
}
