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
  /\b(?:last|bottom|end|tail|final)\b|最后|末尾|结尾|尾部?|末|后\s*[\d一二三四五六七八九十几]+\s*行|最後|終わり|おわり/i;
const FIRST = /\b(?:first|top|beginning|start|head)\b|前|开头|头|最初|先頭|冒頭|はじめ|始め/i;
/** The first and the last ones, not those from one to the other. */
const BOTH = /\band\b(?! the end)|和|跟|与|以及|还有|加上|、|と/i;
const LINE = /\bline\b|一行|1\s*行目|行$/i;
const RANGE =
  /\d\s*(?:-|–|to|through|until|and|到|至|~|〜|から)|行目?\s*(?:から|〜|~|到|至)|[一二三四五六七八九十]\s*(?:到|至)/i;

/** The first or last lines of a file, single ones, or those from one to another. */
export function lines(clause: Clause, context: PlanContext): Reading | undefined {
  const [file, more] = sources(clause, context);
  const [from, to = from, others] = numbersIn(clause.text);
  if (file === undefined || more !== undefined || others !== undefined) return undefined;
  if (says(clause, LAST) && says(clause, FIRST) && BOTH.test(clause.text)) {
    const counts = [from ?? 1, to ?? from ?? 1];
    if (!counts.every((count) => count >= 1 && count <= 10_000)) return undefined;
    const isLastFirst = clause.text.search(LAST) < clause.text.search(FIRST);
    const steps = counts.map((count, at) =>
      endsStep(context.language, file, count, (at === 1) !== isLastFirst),
    );
    return { kind: "steps", steps };
  }
  const isEnd = says(clause, LAST) || (says(clause, FIRST) && !says(clause, RANGE));
  if (isEnd && from === to) {
    const count = from ?? (says(clause, LINE) ? 1 : 10);
    if (!(count >= 1 && count <= 10_000)) return undefined;
    return { kind: "steps", steps: [endsStep(context.language, file, count, says(clause, LAST))] };
  }
  if (from === undefined || to === undefined || !(from >= 1 && from <= to && to <= 10_000))
    return undefined;
  return { kind: "steps", steps: [lineStep(context.language, file, from, to)] };
}

function lineStep(language: Language, file: string, first: number, last: number): Step {
  const place =
    first === last
      ? tell(language, "line", { first, file })
      : tell(language, "linesTo", { first, last, file });
  return {
    rule: "read-line",
    task: tell(language, "showPlace", { place }),
    file,
    call: (offer) =>
      offer.shell?.(`sed -n ${first === last ? first : `${first},${last}`}p ${quotePath(file)}`),
    say: (result) => `${tell(language, "hereIsPlace", { place })}${quoted(language, result)}`,
  };
}

function endsStep(language: Language, file: string, count: number, last: boolean): Step {
  const shown = last
    ? tell(language, "last", { count: many(count), file, count2: count })
    : tell(language, "first", { count: many(count), file, count2: count });
  const line = `${last ? "tail" : "head"} -n ${count} ${quotePath(file)}`;
  return {
    rule: last ? "last-lines" : "first-lines",
    task: tell(language, "showLines", { shown }),
    file,
    call: (offer) => (last ? undefined : offer.read?.(file, count)) ?? offer.shell?.(line),
    say: (result) => `${tell(language, "hereAreLines", { shown })}${quoted(language, result)}`,
  };
}

function many(count: number): string {
  return count === 1 ? "line" : `${count} lines`;
}

/** What a project is for stands in its README. */
const PROJECT =
  /\b(?:project|repo|repository|code ?base)\b|项目|仓库|工程|プロジェクト|リポジトリ/i;

/** Explanations and summaries are extracts, and say so. */
export function explain(clause: Clause, context: PlanContext): Reading | undefined {
  const named = filesOf(clause);
  const before = context.steps.filter((step) => step.rule === "read-file");
  // "read a.txt and b.txt and explain them" has read them by then: the same calls, other words.
  if (named.length === 0 && before.length > 0 && before.length === context.steps.length) {
    return {
      kind: "steps",
      replace: before.length,
      steps: before.map((step) => explainStep(context.language, step.file ?? "")),
    };
  }
  const own = says(clause, PROJECT) ? ["README.md"] : sources(clause, context);
  const files = named.length > 0 ? named : own;
  if (files.length === 0) return undefined;
  const last = context.steps.at(-1);
  const again = last?.rule === "read-file" && files.length === 1 && last.file === files[0];
  return {
    kind: "steps",
    replace: again ? 1 : 0,
    steps: files.map((file) => explainStep(context.language, file)),
  };
}

export function explainStep(language: Language, file: string): Step {
  return {
    ...readStep(language, file),
    rule: "explain-file",
    task: tell(language, "readAndExplain", { file }),
    say: (result, _, call) => extract(language, file, result, call),
  };
}
