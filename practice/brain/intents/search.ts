// practice/brain/intents/search · what is there: folders listed, files found, files and lines counted.

import { filesOf, says, spansOf } from "../clauses.ts";
import { speaksOfInside } from "../folders.ts";
import { isFolderName } from "../names.ts";
import { kindsIn } from "../numbers.ts";
import { findCommand, quotePath } from "../shell.ts";
import { tell } from "../tell.ts";
import type { Clause, Language, PlanContext, Reading, Step } from "../types.ts";
import { isEmpty, quoted } from "../words.ts";

const READS = /\bread\b|读|読/i;
const DEEP =
  /\b(?:tree|structure|recursive(?:ly)?|sub ?-?(?:folders?|directories))\b|目录树|文件树|树|结构|递归|子目录|子文件夹|ツリー|構造|構成|再帰|サブ(?:フォルダ|ディレクトリ)/i;

export function list(clause: Clause, { language }: PlanContext): Reading | undefined {
  const [folder, more] = filesOf(clause);
  if (more !== undefined || spansOf(clause, "pattern").length > 0) return undefined;
  if (folder !== undefined && (!isFolderName(folder) || READS.test(clause.text))) return undefined;
  return { kind: "steps", steps: [listStep(language, folder, says(clause, DEEP))] };
}

/** What is in a folder; `isDeep` takes the files of the folders in it as well. */
function listStep(language: Language, folder: string | undefined, isDeep: boolean): Step {
  const where = folder ?? tell(language, "thisFolder");
  const target = folder === undefined ? "" : ` ${quotePath(folder)}`;
  const glob = `${folder === undefined ? "" : `${folder.replace(/\/$/, "")}/`}${isDeep ? "**/" : ""}*`;
  return {
    rule: "list-files",
    task: tell(language, "list", { where }),
    call: (offer) =>
      offer.shell?.(isDeep ? findCommand("*", folder) : `ls -Ap${target}`) ?? offer.glob?.(glob),
    say: (result) =>
      nothing(result)
        ? tell(language, "nothingListed", { where, result })
        : tell(language, "inFolder", { where, result: quoted(language, result) }),
  };
}

/** What a clause looks for and where: a pattern that is given, by kind of file, or a name. */
export function soughtIn(clause: Clause): { pattern: string; folder?: string } | undefined {
  const patterns = [
    ...spansOf(clause, "pattern").map((span) => span.text.replace(/^\*\*\//, "")),
    ...kindsIn(clause.text).map((ending) => `*.${ending}`),
  ];
  const names = filesOf(clause);
  const folder = names.find(isFolderName);
  const isPlace =
    folder !== undefined &&
    (patterns.length > 0 || names.length > 1 || speaksOfInside(clause.text) || folder === "..");
  const sought = [...patterns, ...(isPlace ? names.filter((name) => name !== folder) : names)];
  const [pattern = isPlace ? "*" : undefined, more] = new Set(sought);
  if (pattern === undefined || more !== undefined) return undefined;
  return isPlace ? { pattern, folder } : { pattern };
}

export function find(clause: Clause, { language }: PlanContext): Reading | undefined {
  const sought = soughtIn(clause);
  if (sought === undefined || (sought.pattern === "*" && READS.test(clause.text))) return undefined;
  const { pattern, folder } = sought;
  const say = (result: string) => {
    const found = quoted(language, result);
    const count = linesOf(result).length;
    return tell(language, "foundFor", { count: counted(result, count), pattern, found });
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
    task: tell(language, "find", { shown }),
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
