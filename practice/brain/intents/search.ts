// practice/brain/intents/search · what is there: folders listed, files found, files and lines counted.
import { covers, filesOf, has, spansOf, valuesOf } from "../clauses.ts";
import { isFolderName, speaksOfInside } from "../folders.ts";
import { findCommand, quotePath } from "../shell.ts";
import type { Clause, Language, PlanContext, Reading, Step } from "../types.ts";
import { isEmpty, pick, quoted } from "../words.ts";

export const LOOKING = [
  "find",
  "exist",
  "show",
  "what",
  "count",
  "file",
  "folder",
  "all",
  "recursive",
  "name",
  "it",
  "who",
];

/** Words for more files than one, and for a list of them. */
const SEVERAL =
  /files|列|(?:所有|全部|哪些|有什么)(?:的)?\s*文件|一覧|リスト|(?:すべて|全て|全部)の?\s*ファイル|ファイル\s*を?\s*(?:すべて|全て|全部)/i;

export function list(clause: Clause, { language, steps }: PlanContext): Reading | undefined {
  // "create a.txt and show me the file" speaks of that file, not of the folder.
  if (steps.some((step) => step.file) && !has(clause, "folder") && !SEVERAL.test(clause.text))
    return undefined;
  if (/\bfile\b|\babout\b/i.test(clause.text) || has(clause, "read")) return undefined;
  const [folder, more] = filesOf(clause);
  const isInside =
    folder !== undefined &&
    isFolderName(folder) &&
    (speaksOfInside(clause.text) || /(?:\/|^\.\.)$/.test(folder));
  const isDeep = has(clause, "tree", "recursive");
  if (!has(clause, "show", "what", "file", "tree") && !(isInside && has(clause, "content")))
    return undefined;
  if (!isInside && !has(clause, "file", "folder", "content", "tree")) return undefined;
  if (!covers(clause, ...LISTING)) return undefined;
  const isFolder =
    folder === undefined ||
    isInside ||
    folder.endsWith("/") ||
    (has(clause, "folder", "file", "tree") && !/\.\w+$/.test(folder));
  const isHere = has(clause, "file", "folder", "tree");
  if (more !== undefined || !isFolder || (folder === undefined && !isHere)) return undefined;
  return { kind: "steps", steps: [listStep(language, folder, isDeep)] };
}

const LISTING = "show what file folder content all name print exist tree recursive".split(" ");

/** What is in a folder; `isDeep` takes the files of the folders in it as well. */
function listStep(language: Language, folder: string | undefined, isDeep: boolean): Step {
  const where = folder ?? pick(language, "this folder", "这个目录", "このディレクトリ");
  const target = folder === undefined ? "" : ` ${quotePath(folder)}`;
  const glob = `${folder === undefined ? "" : `${folder.replace(/\/$/, "")}/`}${isDeep ? "**/" : ""}*`;
  return {
    rule: "list-files",
    task: pick(language, `list ${where}`, `列出${where}`, `${where}の一覧`),
    call: (offer) =>
      offer.shell?.(isDeep ? findCommand("*", folder) : `ls -Ap${target}`) ?? offer.glob?.(glob),
    say: (result) => listed(language, where, result),
  };
}

function listed(language: Language, where: string, result: string): string {
  return nothing(result)
    ? pick(
        language,
        `Nothing was listed in ${where}: \`${result}\`.`,
        `${where}里没有列出任何东西：\`${result}\`。`,
        `${where}には何も見つかりません：\`${result}\`。`,
      )
    : pick(
        language,
        `In ${where}:${quoted(language, result)}`,
        `${where}里有：${quoted(language, result)}`,
        `${where}の中身：${quoted(language, result)}`,
      );
}

/** What a clause looks for and where: a pattern that is given, by kind of file, or a name. */
export function soughtIn(clause: Clause): { pattern: string; folder?: string } | undefined {
  const patterns = [
    ...spansOf(clause, "pattern").map((span) => span.text.replace(/^\*\*\//, "")),
    ...valuesOf(clause, "kind").map((ending) => `*.${ending}`),
  ];
  const names = filesOf(clause);
  const folder = names.find(isFolderName);
  const isPlace =
    folder !== undefined &&
    (patterns.length > 0 || names.length > 1 || speaksOfInside(clause.text) || folder === "..");
  const sought = [...patterns, ...(isPlace ? names.filter((name) => name !== folder) : names)];
  const [pattern = isPlace && has(clause, "file") ? "*" : undefined, more] = new Set(sought);
  if (pattern === undefined || more !== undefined) return undefined;
  return isPlace ? { pattern, folder } : { pattern };
}

export function find(clause: Clause, { language }: PlanContext): Reading | undefined {
  const sought = soughtIn(clause);
  const kind =
    has(clause, "show", "what") &&
    has(clause, "file", "pattern") &&
    (filesOf(clause).length === 0 || (sought?.folder !== undefined && sought.pattern !== "*"));
  const asked =
    has(clause, "find") || kind || (has(clause, "exist") && !has(clause, "what", "show"));
  if (
    !asked ||
    sought === undefined ||
    !covers(clause, ...LOOKING, "pattern", "kind", "extension", "program", "content")
  )
    return undefined;
  const { pattern, folder } = sought;
  const say = (result: string) => {
    const found = quoted(language, result);
    const count = linesOf(result).length;
    return pick(
      language,
      `${counted(result, count)} found for \`${pattern}\`:${found}`,
      `按 \`${pattern}\` 找到 ${counted(result, count)} 个：${found}`,
      `\`${pattern}\` に合うもの：${counted(result, count)} 件：${found}`,
    );
  };
  return { kind: "steps", steps: [{ ...findStep(language, pattern, folder), say }] };
}

export function findStep(language: Language, pattern: string, folder?: string): Step {
  const place = folder?.replace(/\/+$/, "");
  const shown = place === undefined ? pattern : `${place}/${pattern}`;
  const deep = pattern.includes("/") ? pattern : `**/${pattern}`;
  // A pattern for another folder is left to the shell, where it is asked about.
  const isOutside = place !== undefined && /^(?:\.\.|\/|~|$)/.test(place);
  return {
    rule: "find-files",
    task: pick(language, `find ${shown}`, `查找 ${shown}`, `${shown} の検索`),
    call: (offer) =>
      (isOutside ? undefined : offer.glob?.(place === undefined ? deep : `${place}/${deep}`)) ??
      offer.shell?.(findCommand(pattern, place)),
    say: () => "",
  };
}

export function nothing(result: string): boolean {
  return isEmpty(result) || result === "(no matches)";
}

/** Lines that name something: not the notes a tool adds. */
export function linesOf(result: string): string[] {
  return nothing(result)
    ? []
    : result.split("\n").filter((line) => line !== "" && !/^[…([]/.test(line));
}

/** A result that was cut holds more than can be counted in it. */
export function counted(result: string, count: number): string {
  return /^(?:…|\[?\.\.\.)/m.test(result) ? `${count}+` : String(count);
}
