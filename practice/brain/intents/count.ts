// practice/brain/intents/count · how many files there are, and how many lines or words a file has.

import { filesOf, says, spansOf } from "../clauses.ts";
import { isFolderName } from "../names.ts";
import { kindsIn } from "../numbers.ts";
import { quotePath } from "../shell.ts";
import { tell } from "../tell.ts";
import type { Clause, Language, PlanContext, Reading, Step } from "../types.ts";
import { quoted } from "../words.ts";
import { counted, findStep, linesOf, soughtIn } from "./search.ts";

const WORDS = /\bwords?\b|单词|词数|字数|多少(?:个)?[字词]|単語|語数|何語|文字数/i;

const EVERY =
  /\b(?:all|every|each|total|together|altogether|project|lines of code|(?:this|the) (?:thing|repo\w*|code ?base|folder|directory))\b|所有|全部|每个|总共|一共|项目|すべて|全て|全部|合計|プロジェクト|代码量|コード行/i;

/** How many lines or words there are in files. */
export function countLines(clause: Clause, { language, file }: PlanContext): Reading | undefined {
  const named = filesOf(clause);
  const folders = named.every(isFolderName);
  if (folders && named.length > 1 && named.length < 5) {
    const each = named.map((folder) => inAll(language, clause, [folder]));
    const steps = each.flatMap((reading) => (reading?.kind === "steps" ? reading.steps : []));
    return steps.length === named.length ? { kind: "steps", steps } : undefined;
  }
  if (folders && (named.length > 0 || says(clause, EVERY))) return inAll(language, clause, named);
  const files = named.length > 0 || file === undefined ? named : [file];
  return files.length === 0 ? undefined : inFiles(language, clause, files);
}

/** The lines of all files, each with its number. */
function inAll(language: Language, clause: Clause, folders: string[]): Reading | undefined {
  const [folder = "*", more] = folders.map(quotePath);
  const [kind, other] = kindsIn(clause.text);
  if (says(clause, WORDS) || more !== undefined || other !== undefined) return undefined;
  const only = kind === undefined ? "" : ` --include='*.${kind}'`;
  const step: Step = {
    rule: "count-lines",
    task: tell(language, "countLinesAllFiles"),
    call: (offer) => offer.shell?.(`grep -rc --exclude-dir=node_modules${only} '' ${folder}`),
    say: (result) => {
      const numbers = linesOf(result).flatMap((line) => Number(/:(\d+)$/.exec(line)?.[1] ?? []));
      const sum = counted(
        result,
        numbers.reduce((all, one) => all + one, 0),
      );
      const text = quoted(language, result);
      return tell(language, "linesFiles", { sum, length: numbers.length, text });
    },
  };
  return { kind: "steps", steps: [step] };
}

const TESTS = /\btest files?\b|测试(?:用的?)?文件|テスト(?:の)?ファイル/i;
/** Files of a kind that is no ending. */
const OF_A_KIND =
  /(?:几|多少)\s*个?\s*(?!普通|文本)(?:(?!个|的)[\p{Script=Han}]){1,6}(?:的)?文件(?!夹)/u;

/** How many files there are. */
export function countFiles(clause: Clause, { language }: PlanContext): Reading | undefined {
  const named = filesOf(clause);
  const inside = named.length === 1 && named.every(isFolderName) ? named[0] : undefined;
  if (named.length > 0 && inside === undefined) return undefined;
  const tests = says(clause, TESTS) && named.length === 0 && kindsIn(clause.text).length === 0;
  const sought = tests ? { pattern: "*test.*" } : soughtIn(clause);
  if (sought === undefined && says(clause, OF_A_KIND)) return undefined;
  const isPlain = spansOf(clause, "pattern").length === 0 && kindsIn(clause.text).length === 0;
  if (sought === undefined || sought.pattern === "*")
    return isPlain ? countHere(language, inside) : undefined;
  const { pattern, folder } = { folder: undefined, ...sought };
  const say = (result: string) =>
    countedText(language, counted(result, linesOf(result).length), result);
  return {
    kind: "steps",
    steps: [{ ...findStep(language, pattern, folder), rule: "count-files", say }],
  };
}

function countHere(language: Language, folder?: string): Reading {
  const [target, glob] =
    folder === undefined ? ["", "*"] : [` ${quotePath(folder)}`, `${folder}/*`];
  const step: Step = {
    rule: "count-files",
    task:
      folder === undefined
        ? tell(language, "countFilesHere")
        : tell(language, "countFiles", { folder }),
    call: (offer) => offer.shell?.(`ls -Ap${target}`) ?? offer.glob?.(glob),
    say: (result) => {
      const files = linesOf(result).filter((line) => !line.endsWith("/"));
      return countedText(language, counted(result, files.length), result);
    },
  };
  return { kind: "steps", steps: [step] };
}

const UNIT = new RegExp(`\\blines?\\b|行|${WORDS.source}`, "gi");

/** "The lines of a.txt and the words of b.txt": each name has its unit; otherwise each unit is counted in each file. */
function inFiles(language: Language, clause: Clause, files: string[]): Reading {
  const units = [...clause.text.matchAll(UNIT)].map(([word]) => WORDS.test(word));
  const order = units.filter((unit, at) => unit !== units[at - 1]);
  const both = order.length === 0 ? [false] : [...new Set(order)];
  if (both.length > 1 && files.length > 1) {
    if (files.length !== order.length) return { kind: "decline", reason: "" };
    return {
      kind: "steps",
      steps: files.map((file, at) => inFile(language, file, order[at] === true)),
    };
  }
  const steps = files.flatMap((file) => both.map((isWords) => inFile(language, file, isWords)));
  return { kind: "steps", steps };
}

function inFile(language: Language, file: string, words: boolean): Step {
  const unit = words ? tell(language, "words") : tell(language, "lines");
  const path = quotePath(file);
  // wc would count line ends: a last line may have none.
  const line = words ? `wc -w ${path}` : `grep -c '' ${path}`;
  return {
    rule: words ? "count-words" : "count-lines",
    task: tell(language, "count", {
      unit,
      file,
      what: words ? "单词" : "行数",
      what2: words ? "語" : "行",
    }),
    file,
    accepts: NONE,
    call: (offer) => offer.shell?.(line),
    say: (result) => {
      const number = numberIn(result);
      const text = quoted(language, result);
      return tell(language, "has", { file, number, unit, text });
    },
  };
}

/** What grep says of a file with nothing in it. */
const NONE = /^0\s*\[exit code 1\]$/;

function numberIn(result: string): string {
  return /^\s*(\d+)/.exec(result)?.[1] ?? "?";
}

function countedText(language: Language, number: string, result: string): string {
  const found = quoted(language, result);
  return tell(language, "countResult", { number, found });
}
