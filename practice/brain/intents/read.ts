// practice/brain/intents/read · reading files: whole, their first or last lines, or an extract of them.

import { filesOf, says } from "../clauses.ts";
import { extract } from "../extract.ts";
import { speaksOfInside } from "../folders.ts";
import { isFolderName } from "../names.ts";
import { numbersIn } from "../numbers.ts";
import { quotePath } from "../shell.ts";
import { tell } from "../tell.ts";
import type { Clause, Language, PlanContext, Reading, Step } from "../types.ts";
import { isEmpty, quoted } from "../words.ts";

/** The files it names, or the one spoken of last. */
function sources(clause: Clause, { file }: PlanContext): string[] {
  const named = filesOf(clause);
  return named.length > 0 || file === undefined || isFolderName(file) ? named : [file];
}

const FOLDER = /\b(?:folder|directory|dir)\b|文件夹|目录|フォルダ|ディレクトリ/i;
const EVERY = /\b(?:all|every|each)\b|\bfiles\b|所有|全部|每个|すべて|全て|全部/i;

export function read(clause: Clause, context: PlanContext): Reading | undefined {
  const files = sources(clause, context);
  if (says(clause, FOLDER) && files.every(isFolderName)) return undefined;
  // The files of a folder are not one file.
  if (says(clause, EVERY) && files.some(isFolderName) && speaksOfInside(clause.text))
    return undefined;
  const steps = files.map((file) => readStep(context.language, file));
  return steps.length === 0 ? undefined : { kind: "steps", steps };
}

export function readStep(language: Language, file: string): Step {
  return {
    rule: "read-file",
    task: tell(language, "read", { file }),
    file,
    call: (offer) => offer.read?.(file) ?? offer.shell?.(`cat ${quotePath(file)}`),
    say: (result, _, call) => {
      if (isEmpty(result, call)) return tell(language, "fileIsEmpty", { file, result });
      const text = quoted(language, result);
      return tell(language, "says", { file, text });
    },
  };
}

const LAST =
  /\b(?:last|bottom|end|tail|final)\b|最后|末|结尾|尾部?|后\s*[\d一二三四五六七八九十几]+\s*行|最後|終わり|おわり/i;
const FIRST = /\b(?:first|top|beginning|start|head)\b|前|开头|头|最初|先頭|冒頭|はじめ|始め/i;
const LINE = /\bline\b|一行|行$/i;
/** Lines in the middle of a file. */
const RANGE =
  /\d\s*(?:-|–|to|through|until|and|到|至|~|〜|から)|行目|第\s*[\d一二三四五六七八九十]|[一二三四五六七八九十]\s*(?:到|至)/i;

/** The first lines of a file, or the last ones. */
export function lines(clause: Clause, context: PlanContext): Reading | undefined {
  const [file, more] = sources(clause, context);
  const [isLast, isFirst] = [says(clause, LAST), says(clause, FIRST)];
  const [given, other] = numbersIn(clause.text);
  if (file === undefined || more !== undefined || other !== undefined) return undefined;
  if (isLast === isFirst || says(clause, RANGE)) return undefined;
  const count = given ?? (says(clause, LINE) ? 1 : 10);
  if (!(count >= 1 && count <= 10_000)) return undefined;
  return { kind: "steps", steps: [endsStep(context.language, file, count, isLast)] };
}

function endsStep(language: Language, file: string, count: number, last: boolean): Step {
  const many = count === 1 ? "line" : `${count} lines`;
  const shown = tell(language, last ? "last" : "first", { count: many, file, count2: count });
  const line = `${last ? "tail" : "head"} -n ${count} ${quotePath(file)}`;
  return {
    rule: last ? "last-lines" : "first-lines",
    task: tell(language, "showLines", { shown }),
    file,
    call: (offer) => (last ? undefined : offer.read?.(file, count)) ?? offer.shell?.(line),
    say: (result) => `${tell(language, "hereAreLines", { shown })}${quoted(language, result)}`,
  };
}

/** What a project is for stands in its README. */
const PROJECT =
  /\b(?:project|repo|repository|code ?base)\b|项目|仓库|工程|プロジェクト|リポジトリ/i;

/** Explanations and summaries are extracts, and say so. */
export function explain(clause: Clause, context: PlanContext): Reading | undefined {
  const { language, steps } = context;
  const named = filesOf(clause);
  // "read a.txt and b.txt and explain them" has read them by then: the same calls, other words.
  const isThose = named.length === 0 && steps.every(({ rule }) => rule === "read-file");
  const before = isThose ? steps.map(({ file = "" }) => file) : [];
  const own =
    named.length === 0 && says(clause, PROJECT) ? ["README.md"] : sources(clause, context);
  const files = before.length > 0 ? before : own;
  if (files.length === 0) return undefined;
  const explained = files.map((file) => explainStep(language, file));
  return { kind: "steps", replace: before.length, steps: explained };
}

function explainStep(language: Language, file: string): Step {
  return {
    ...readStep(language, file),
    rule: "explain-file",
    task: tell(language, "readAndExplain", { file }),
    say: (result, _, call) => extract(language, file, result, call),
  };
}
