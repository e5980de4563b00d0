// s03 · permission/commands – checks a command against the table, with its options and paths.
import { lstat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { deedOf, grantOf } from "./asked.ts";
import { FIND, GIT, GIT_ALONE, GIT_VALUED, HARMLESS, type Rule } from "./harmless.ts";
import { checkForSecrets, checkPath, exists, type Findings, isFolder } from "./paths.ts";
import type { PlainCommand, ShellWord } from "./shell.ts";
import { expanded } from "./stars.ts";

const MAX_FOLDERS = 8;

/** Adds the reasons to ask about a command to `found`; none if the command is harmless. */
export async function checkCommand(found: Findings, { words, source }: PlainCommand) {
  const texts = await expanded(found, words);
  if (texts === undefined) return;
  const [name = "", ...args] = texts;
  const rule =
    words[0]?.pieces.length === 1 && Object.hasOwn(HARMLESS, name) ? HARMLESS[name] : undefined;
  if (name === "find") await checkFind(found, args, source);
  else if (name === "git") await checkGit(found, args, source);
  else if (rule === undefined) addUnknownCommand(found, texts, source);
  else await checkListed(found, rule, texts, { source, hasStar: words.some(isStar) });
}

const isStar = ({ pieces }: ShellWord) => pieces.length > 1;

/** A command as it is written. If a star made some of its words, their order is not certain. */
interface Written {
  source: string;
  hasStar: boolean;
}

function addUnknownCommand(found: Findings, texts: string[], source: string) {
  const grant = grantOf(texts, source);
  const text = `${deedOf(texts)}: ${grant ?? source}`;
  found.reasons.push({ text, ...(grant === undefined ? {} : { grant: `bash: ${grant}` }) });
}

const addUnknownWord = (found: Findings, word: string, source: string) =>
  found.reasons.push({ text: `not understood: ${word}`, grant: `bash: ${source}` });

/** The options and operands of a command. For an option that is not allowed, adds a reason and returns undefined. */
function splitArguments(
  found: Findings,
  rule: Rule,
  args: string[],
  source: string,
): { options: string[]; operands: string[] } | undefined {
  const operands: string[] = [];
  const options: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? "";
    const value = args[at + 1];
    if (word === "--") return { options, operands: [...operands, ...args.slice(at + 1)] };
    if (!word.startsWith("-") || word === "-") operands.push(word);
    else if (rule.valued?.[0].test(word) && value !== undefined && rule.valued[1].test(value))
      options.push(word, args[++at] ?? "");
    else if (rule.options?.test(word) && !rule.valued?.[0].test(word)) options.push(word);
    else {
      addUnknownWord(found, word, source);
      return undefined;
    }
  }
  return { options, operands };
}

async function checkListed(
  found: Findings,
  rule: Rule,
  [, ...args]: string[],
  { source, hasStar }: Written,
) {
  const words = splitArguments(found, rule, args, source);
  if (words === undefined) return;
  const { options, operands } = words;
  const odd = operands.find((word) => rule.operand?.test(word) === false);
  if (odd !== undefined || (rule.operands === "none" && operands.length > 0)) {
    addUnknownWord(found, odd ?? operands[0] ?? "", source);
    return;
  }
  switch (rule.operands) {
    case "none":
    case "text":
      return;
    case "read":
    case "readFiles":
      return checkRead(found, operands, rule.operands === "readFiles");
    case "search":
      return checkSearch(found, options, operands.slice(hasStar ? 0 : 1));
    case "write":
      for (const path of operands) await checkPath(found, "write", path);
      return;
    case "enter":
      return checkEnter(found, operands);
    case "copy":
    case "move":
      return checkCopy(found, rule.operands, hasStar ? [] : operands, source);
  }
}

async function checkRead(found: Findings, paths: string[], onlyFiles: boolean) {
  for (const path of paths) {
    await checkPath(found, "read", path);
    for (const folder of onlyFiles ? found.folders : [])
      if (await isFolder(resolve(folder, path)))
        found.reasons.push({
          text: `reads all files in a folder: ${path}`,
          grant: `bash: read in ${path}`,
        });
  }
}

/** For grep. With -r it reads every file in a folder, so none of them may hold secrets. */
async function checkSearch(found: Findings, options: string[], paths: string[]) {
  const isDeep = options.some((option) => /^-[a-zA-Z]*r|^--recursive$/.test(option));
  const places = isDeep && paths.length === 0 ? ["."] : paths;
  for (const path of places) {
    await checkPath(found, "read", path);
    for (const folder of isDeep ? found.folders : [])
      await checkForSecrets(found, resolve(folder, path));
  }
}

async function checkEnter(found: Findings, [path, ...more]: string[]) {
  if (
    path === undefined ||
    path === "-" ||
    more.length > 0 ||
    found.folders.length >= MAX_FOLDERS
  ) {
    found.reasons.push({ text: `outside the folder: cd ${path ?? "to the home folder"}` });
    return;
  }
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
  for (const path of [to, join(to, basename(from))]) await checkPath(found, "write", path);
  for (const folder of found.folders) {
    const target = resolve(folder, to);
    const isSafe = operands.length === 2 && !to.endsWith("/") && !found.taken.has(target);
    if (isSafe && (await isPlain(resolve(folder, from))) && !(await exists(target))) {
      found.taken.add(target);
      continue;
    }
    found.reasons.push({ text: `may replace files: ${source}`, grant: `bash: ${source}` });
    return;
  }
}

/** True for an ordinary file with a single name: no folder, no symbolic link, no hard link. */
async function isPlain(path: string): Promise<boolean> {
  const info = await lstat(path).catch(() => undefined);
  return info?.isFile() === true && info.nlink === 1;
}

async function checkFind(found: Findings, args: string[], source: string) {
  const start = args.findIndex((word) => /^[-!(]/.test(word));
  const tests = start < 0 ? [] : args.slice(start);
  for (let at = 0; at < tests.length; at++) {
    const word = tests[at] ?? "";
    if (FIND.valued.includes(word)) at++;
    else if (!FIND.plain.includes(word)) {
      addUnknownCommand(found, ["find", ...args], source);
      return;
    }
  }
  await checkRead(found, start < 0 ? args : args.slice(0, start), false);
}

async function checkGit(found: Findings, args: string[], source: string) {
  const rest = args[0] === "--no-pager" ? args.slice(1) : args;
  const [name = "", ...words] = rest;
  const options = Object.hasOwn(GIT, name) ? GIT[name] : undefined;
  if (options === undefined || found.folders.length > 1) {
    addUnknownCommand(found, ["git", ...args], source);
    return;
  }
  const rule: Rule = { operands: "read", options, valued: [GIT_VALUED.option, GIT_VALUED.value] };
  const at = words.indexOf("--");
  const split = splitArguments(
    found,
    rule,
    at < 0 ? words : words.filter((_, place) => place !== at),
    source,
  );
  if (split === undefined) return;
  const { operands } = split;
  const isUnclear = name === "diff" && (await mayCompareFolders(found, operands, at >= 0));
  if (isUnclear || (GIT_ALONE.includes(name) && operands.length > 0))
    return addUnknownCommand(found, ["git", ...args], source);
  for (const word of operands) await checkRevision(found, word, source);
}

/** git diff compares any two folders outside a repository, or if two of its operands are paths. */
async function mayCompareFolders(
  { context: { cwd } }: Findings,
  operands: string[],
  isMarked: boolean,
) {
  const paths = await Promise.all(operands.map((word) => exists(resolve(cwd, word))));
  const isPair = !isMarked && paths.filter(Boolean).length > 1;
  return isPair || !(await isInRepository(cwd));
}

async function isInRepository(folder: string): Promise<boolean> {
  if (await exists(join(folder, ".git"))) return true;
  return dirname(folder) !== folder && isInRepository(dirname(folder));
}

/** A revision, a path, or both joined by a colon. A colon at the beginning has other meanings, so the gate asks. */
async function checkRevision(found: Findings, word: string, source: string) {
  if (word.startsWith(":")) return addUnknownWord(found, word, source);
  for (const part of word.split(":")) if (part !== "") await checkPath(found, "read", part);
}
