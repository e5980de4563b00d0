// practice/brain/intents/count · how many files there are, and how many lines a file has.

import { filesOf, says, spansOf } from "../clauses.ts";
import { isFolderName } from "../names.ts";
import { kindsIn } from "../numbers.ts";
import { quotePath } from "../shell.ts";
import { tell } from "../tell.ts";
import type { Clause, Language, PlanContext, Reading, Step } from "../types.ts";
import { quoted } from "../words.ts";
import { counted, findStep, linesOf, soughtIn } from "./search.ts";

const WORDS = /\bwords?\b|单词|词数|字数|多少(?:个)?[字词]|単語|語数|何語|文字数/i;
/** Not the lines of one file. */
const EVERY =
  /\b(?:all|every|each|total|together|altogether|project|code)\b|所有|全部|每个|总共|一共|项目|代码|すべて|全て|合計|プロジェクト|コード/i;

/** How many lines there are in the files that it names, or in the one spoken of last. */
export function countLines(clause: Clause, { language, file }: PlanContext): Reading | undefined {
  const named = filesOf(clause);
  const files = named.length > 0 || file === undefined ? named : [file];
  if (files.length === 0 || files.some(isFolderName)) return undefined;
  if (says(clause, WORDS) || (named.length === 0 && says(clause, EVERY))) return undefined;
  return { kind: "steps", steps: files.map((one) => linesStep(language, one)) };
}

function linesStep(language: Language, file: string): Step {
  const unit = tell(language, "lines");
  return {
    rule: "count-lines",
    task: tell(language, "count", { unit, file, what: "行数", what2: "行" }),
    file,
    accepts: NONE,
    // wc would count line ends: a last line may have none.
    call: (offer) => offer.shell?.(`grep -c '' ${quotePath(file)}`),
    say: (result) => {
      const number = /^\s*(\d+)/.exec(result)?.[1] ?? "?";
      return tell(language, "has", { file, number, unit, text: quoted(language, result) });
    },
  };
}

/** What grep says of a file with nothing in it. */
const NONE = /^0\s*\[exit code 1\]$/;

/** Files of a kind that is no ending. */
const OF_A_KIND =
  /(?:几|多少)\s*个?\s*(?!普通|文本)(?:(?!个|的)[\p{Script=Han}]){1,6}(?:的)?文件(?!夹)|\btest files?\b|テスト(?:の)?ファイル/iu;

/** How many files there are: of a kind, or in this folder. */
export function countFiles(clause: Clause, { language }: PlanContext): Reading | undefined {
  const sought = soughtIn(clause);
  const isHere = filesOf(clause).length + spansOf(clause, "pattern").length === 0;
  if (sought === undefined && says(clause, OF_A_KIND)) return undefined;
  if (sought === undefined)
    return isHere && kindsIn(clause.text).length === 0 ? countHere(language) : undefined;
  if (sought.pattern === "*" || filesOf(clause).some((name) => !isFolderName(name)))
    return undefined;
  const say = (result: string) => countedText(language, linesOf(result).length, result);
  const step = findStep(language, sought.pattern, sought.folder);
  return { kind: "steps", steps: [{ ...step, rule: "count-files", say }] };
}

function countHere(language: Language): Reading {
  const step: Step = {
    rule: "count-files",
    task: tell(language, "countFilesHere"),
    call: (offer) => offer.shell?.("ls -Ap") ?? offer.glob?.("*"),
    say: (result) =>
      countedText(language, linesOf(result).filter((line) => !line.endsWith("/")).length, result),
  };
  return { kind: "steps", steps: [step] };
}

function countedText(language: Language, count: number, result: string): string {
  const found = quoted(language, result);
  return tell(language, "countResult", { number: counted(result, count), found });
}
