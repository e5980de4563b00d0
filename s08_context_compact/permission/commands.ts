// s03 · permission/commands – is a command in the table, with its options and paths? If not: why it is asked about.
import { lstat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { deedOf, grantOf } from "./asked.ts";
import { FIND, GIT, GIT_ALONE, GIT_VALUED, HARMLESS, type Rule } from "./harmless.ts";
import { addPath, addSecretsIn, type Case, exists, isFolder } from "./paths.ts";
import type { PlainCommand, ShellWord } from "./shell.ts";
import { expanded } from "./stars.ts";

const MAX_FOLDERS = 8;

/** Adds why a command is asked about; nothing when it is harmless. */
export async function addCommand(found: Case, { words, source }: PlainCommand) {
  const texts = await expanded(found, words);
  if (texts === undefined) return;
  const [name = "", ...args] = texts;
  const rule =
    words[0]?.pieces.length === 1 && Object.hasOwn(HARMLESS, name) ? HARMLESS[name] : undefined;
  if (name === "find") await addFind(found, args, source);
  else if (name === "git") await addGit(found, args, source);
  else if (rule === undefined) addUnknown(found, texts, source);
  else await addHarmless(found, rule, texts, { source, hasStar: words.some(isStar) });
}

const isStar = ({ pieces }: ShellWord) => pieces.length > 1;

/** A command as it is written, and whether its words came from a star: then their order is not known for sure. */
interface Written {
  source: string;
  hasStar: boolean;
}

function addUnknown(found: Case, texts: string[], source: string) {
  const grant = grantOf(texts, source);
  const text = `${deedOf(texts)}: ${grant ?? source}`;
  found.reasons.push({ text, ...(grant === undefined ? {} : { grant: `bash: ${grant}` }) });
}

const addOption = (found: Case, word: string, source: string) =>
  found.reasons.push({ text: `not understood: ${word}`, grant: `bash: ${source}` });

/** Options and operands of a command; undefined after adding an option that its rule does not have. */
function sorted(
  found: Case,
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
      addOption(found, word, source);
      return undefined;
    }
  }
  return { options, operands };
}

async function addHarmless(
  found: Case,
  rule: Rule,
  [, ...args]: string[],
  { source, hasStar }: Written,
) {
  const words = sorted(found, rule, args, source);
  if (words === undefined) return;
  const { options, operands } = words;
  const odd = operands.find((word) => rule.operand?.test(word) === false);
  if (odd !== undefined || (rule.operands === "none" && operands.length > 0)) {
    addOption(found, odd ?? operands[0] ?? "", source);
    return;
  }
  switch (rule.operands) {
    case "none":
    case "text":
      return;
    case "read":
    case "readFiles":
      return addRead(found, operands, rule.operands === "readFiles");
    case "search":
      return addSearch(found, options, operands.slice(hasStar ? 0 : 1));
    case "write":
      for (const path of operands) await addPath(found, "write", path);
      return;
    case "enter":
      return addEnter(found, operands);
    case "copy":
    case "move":
      return addCopy(found, rule.operands, hasStar ? [] : operands, source);
  }
}

async function addRead(found: Case, paths: string[], onlyFiles: boolean) {
  for (const path of paths) {
    await addPath(found, "read", path);
    for (const folder of onlyFiles ? found.folders : [])
      if (await isFolder(resolve(folder, path)))
        found.reasons.push({
          text: `reads all files in a folder: ${path}`,
          grant: `bash: read in ${path}`,
        });
  }
}

/** grep. Through folders it reads every file, so there must be none with secrets. */
async function addSearch(found: Case, options: string[], paths: string[]) {
  const isDeep = options.some((option) => /^-[a-zA-Z]*r|^--recursive$/.test(option));
  const places = isDeep && paths.length === 0 ? ["."] : paths;
  for (const path of places) {
    await addPath(found, "read", path);
    for (const folder of isDeep ? found.folders : [])
      await addSecretsIn(found, resolve(folder, path));
  }
}

async function addEnter(found: Case, [path, ...more]: string[]) {
  if (
    path === undefined ||
    path === "-" ||
    more.length > 0 ||
    found.folders.length >= MAX_FOLDERS
  ) {
    found.reasons.push({ text: `outside the folder: cd ${path ?? "to the home"}` });
    return;
  }
  await addPath(found, "read", path);
  found.folders.push(...found.folders.map((folder) => resolve(folder, path)));
}

/** cp and mv: one plain file, to a name that is free. Into a folder they would write through links. */
async function addCopy(found: Case, what: "copy" | "move", operands: string[], source: string) {
  const [from = "", to = ""] = operands;
  await addPath(found, what === "move" ? "write" : "read", from);
  for (const path of [to, join(to, basename(from))]) await addPath(found, "write", path);
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

/** An ordinary file with one name: no folder, no link. */
async function isPlain(path: string): Promise<boolean> {
  const info = await lstat(path).catch(() => undefined);
  return info?.isFile() === true && info.nlink === 1;
}

async function addFind(found: Case, args: string[], source: string) {
  const start = args.findIndex((word) => /^[-!(]/.test(word));
  const tests = start < 0 ? [] : args.slice(start);
  for (let at = 0; at < tests.length; at++) {
    const word = tests[at] ?? "";
    if (FIND.valued.includes(word)) at++;
    else if (!FIND.plain.includes(word)) {
      addUnknown(found, ["find", ...args], source);
      return;
    }
  }
  await addRead(found, start < 0 ? args : args.slice(0, start), false);
}

async function addGit(found: Case, args: string[], source: string) {
  const rest = args[0] === "--no-pager" ? args.slice(1) : args;
  const [name = "", ...words] = rest;
  const options = Object.hasOwn(GIT, name) ? GIT[name] : undefined;
  if (options === undefined || found.folders.length > 1) {
    addUnknown(found, ["git", ...args], source);
    return;
  }
  const rule: Rule = { operands: "read", options, valued: [GIT_VALUED.option, GIT_VALUED.value] };
  const at = words.indexOf("--");
  const sortedWords = sorted(
    found,
    rule,
    at < 0 ? words : words.filter((_, place) => place !== at),
    source,
  );
  if (sortedWords === undefined) return;
  const { operands } = sortedWords;
  const isUnclear = name === "diff" && (await mayCompareFolders(found, operands, at >= 0));
  if (isUnclear || (GIT_ALONE.includes(name) && operands.length > 0))
    return addUnknown(found, ["git", ...args], source);
  for (const word of operands) await addRevision(found, word, source);
}

/** Outside a repository, and where it takes two words for paths, git diff compares any two folders. */
async function mayCompareFolders(
  { context: { cwd } }: Case,
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

/** A revision, a path, or both with a colon between. What begins with a colon has a meaning of its own. */
async function addRevision(found: Case, word: string, source: string) {
  if (word.startsWith(":")) return addOption(found, word, source);
  for (const part of word.split(":")) if (part !== "") await addPath(found, "read", part);
}
