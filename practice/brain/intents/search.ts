// practice/brain/intents/search · what is there: folders listed, files found, files and lines counted.
import { covers, filesOf, has, spansOf, valuesOf } from "../clauses.ts";
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

export function list(clause: Clause, { language, steps }: PlanContext): Reading | undefined {
  // "create a.txt and show me the file" speaks of that file, not of the folder.
  if (steps.some((step) => step.file) && !has(clause, "folder") && !/files/i.test(clause.text))
    return undefined;
  if (/\bfile\b|\babout\b/i.test(clause.text) || has(clause, "read")) return undefined;
  if (!has(clause, "show", "what", "file") || !has(clause, "file", "folder", "content"))
    return undefined;
  if (!covers(clause, "show", "what", "file", "folder", "content", "all", "name", "print", "exist"))
    return undefined;
  const folders = filesOf(clause);
  const [folder, more] = folders;
  const isFolder =
    folder === undefined ||
    folder.endsWith("/") ||
    (has(clause, "folder", "file") && !/\.\w+$/.test(folder));
  if (more !== undefined || !isFolder || (folder === undefined && !has(clause, "file", "folder")))
    return undefined;
  const where = folder ?? pick(language, "this folder", "这个文件夹", "このフォルダ");
  const target = folder === undefined ? "" : ` ${quotePath(folder)}`;
  const step: Step = {
    rule: "list-files",
    task: pick(language, `list ${where}`, `列出${where}`, `${where}の一覧`),
    call: (offer) =>
      offer.shell?.(`ls -Ap${target}`) ??
      offer.glob?.(folder === undefined ? "*" : `${folder.replace(/\/$/, "")}/*`),
    say: (result) => listed(language, where, result),
  };
  return { kind: "steps", steps: [step] };
}

function listed(language: Language, where: string, result: string): string {
  return nothing(result)
    ? pick(
        language,
        `Nothing was listed in ${where}: \`${result}\`.`,
        `${where}里没有列出任何东西:\`${result}\`。`,
        `${where}には何も見つかりません:\`${result}\`。`,
      )
    : pick(
        language,
        `In ${where}:${quoted(language, result)}`,
        `${where}里有:${quoted(language, result)}`,
        `${where}の中身:${quoted(language, result)}`,
      );
}

/** The pattern a clause asks for: given, by kind of file, or by name. */
export function patternOf(clause: Clause): string | undefined {
  const patterns = [
    ...spansOf(clause, "pattern").map((span) => span.text.replace(/^\*\*\//, "")),
    ...valuesOf(clause, "kind").map((ending) => `*.${ending}`),
    ...filesOf(clause),
  ];
  return new Set(patterns).size === 1 ? patterns[0] : undefined;
}

export function find(clause: Clause, { language }: PlanContext): Reading | undefined {
  const pattern = patternOf(clause);
  const kind =
    has(clause, "show", "what") && filesOf(clause).length === 0 && has(clause, "file", "pattern");
  const asked =
    has(clause, "find") || kind || (has(clause, "exist") && !has(clause, "what", "show"));
  if (
    !asked ||
    pattern === undefined ||
    !covers(clause, ...LOOKING, "pattern", "kind", "extension", "program", "content")
  )
    return undefined;
  const say = (result: string) => {
    const found = nothing(result) ? ` \`${result}\`` : quoted(language, result);
    const count = linesOf(result).length;
    return pick(
      language,
      `${counted(result, count)} found for \`${pattern}\`:${found}`,
      `按 \`${pattern}\` 找到 ${counted(result, count)} 个:${found}`,
      `\`${pattern}\` に合うもの:${counted(result, count)} 件:${found}`,
    );
  };
  return { kind: "steps", steps: [{ ...findStep(language, pattern), say }] };
}

export function findStep(language: Language, pattern: string): Step {
  return {
    rule: "find-files",
    task: pick(language, `find ${pattern}`, `查找 ${pattern}`, `${pattern} の検索`),
    call: (offer) =>
      offer.glob?.(pattern.includes("/") ? pattern : `**/${pattern}`) ??
      offer.shell?.(findCommand(pattern)),
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
