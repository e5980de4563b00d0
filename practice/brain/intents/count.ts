// practice/brain/intents/count · how many files there are, and how many lines or words a file has.
import { covers, filesOf, has, valuesOf } from "../clauses.ts";
import { isFolderName } from "../folders.ts";
import { quotePath } from "../shell.ts";
import type { Clause, Language, PlanContext, Reading, Span, Step } from "../types.ts";
import { pick, quoted } from "../words.ts";
import { counted, findStep, LOOKING, linesOf, soughtIn } from "./search.ts";

const IN_FILES = "count line word name file it what all show content text exist".split(" ");

/** How many files, or how many lines or words in one. */
export function count(clause: Clause, context: PlanContext): Reading | undefined {
  if (!has(clause, "count")) return undefined;
  const named = filesOf(clause);
  const isShort =
    has(clause, "line", "word") && covers(clause, "count", "line", "word", "exist", "what");
  const pointed =
    isShort || has(clause, "it") || context.steps.some((step) => step.file !== undefined);
  const files =
    named.length > 0 ? named : pointed && context.file !== undefined ? [context.file] : [];
  if (files.length > 0 && has(clause, "line", "word"))
    return covers(clause, ...IN_FILES) ? inFiles(context.language, clause, files) : undefined;
  const inside = named.length === 1 && named.every(isFolderName) ? named[0] : undefined;
  if (named.length > 0 && inside === undefined) return undefined;
  if (!covers(clause, ...LOOKING, "pattern", "kind", "extension", "program")) return undefined;
  const sought = soughtIn(clause);
  if (sought === undefined || sought.pattern === "*")
    return has(clause, "file") &&
      !has(clause, "pattern", "recursive") &&
      valuesOf(clause, "kind").length === 0
      ? countHere(context.language, inside)
      : undefined;
  const { pattern, folder } = sought;
  const say = (result: string) =>
    countedText(context.language, counted(result, linesOf(result).length), result);
  return {
    kind: "steps",
    steps: [{ ...findStep(context.language, pattern, folder), rule: "count-files", say }],
  };
}

function countHere(language: Language, folder?: string): Reading {
  const [target, glob] =
    folder === undefined ? ["", "*"] : [` ${quotePath(folder)}`, `${folder}/*`];
  const step: Step = {
    rule: "count-files",
    task:
      folder === undefined
        ? pick(language, "count the files here", "统计这里的文件", "ここのファイルの数え上げ")
        : pick(
            language,
            `count the files in ${folder}`,
            `统计 ${folder} 里的文件`,
            `${folder} のファイルの数え上げ`,
          ),
    call: (offer) => offer.shell?.(`ls -Ap${target}`) ?? offer.glob?.(glob),
    say: (result) => {
      const files = linesOf(result).filter((line) => !line.endsWith("/"));
      return countedText(language, counted(result, files.length), result);
    },
  };
  return { kind: "steps", steps: [step] };
}

/** "The lines of a.txt and the words of b.txt": each name has its unit; otherwise each unit is counted in each file. */
function inFiles(language: Language, clause: Clause, files: string[]): Reading {
  const parts = clause.tokens.flatMap(({ concepts, span }): (string | Span)[] => {
    if (span !== undefined && concepts.includes("name")) return [span];
    return (["line", "word"] as const).flatMap((unit) => (concepts.includes(unit) ? [unit] : []));
  });
  const order = parts.filter((part, at) => typeof part !== "string" || part !== parts[at - 1]);
  const units = order.filter((part) => typeof part === "string");
  const isPaired = order.every((part, at) => typeof part !== typeof order[at - 1]);
  if (isPaired && units.length > 1 && units.length === files.length)
    return {
      kind: "steps",
      steps: files.map((file, at) => inFile(language, file, units[at] === "word")),
    };
  if (isPaired && files.length > 1 && units.length > 1) return { kind: "decline", reason: "" };
  const steps = files.flatMap((file) =>
    [...new Set(units)].map((unit) => inFile(language, file, unit === "word")),
  );
  return { kind: "steps", steps };
}

function inFile(language: Language, file: string, words: boolean): Step {
  const unit = words
    ? pick(language, "words", "个单词", " 語")
    : pick(language, "lines", "行", " 行");
  const path = quotePath(file);
  // wc counts line ends; the second half says whether the last line has one.
  const line = words ? `wc -w ${path}` : `wc -l ${path} && tail -c 1 ${path} | wc -lc`;
  return {
    rule: words ? "count-words" : "count-lines",
    task: pick(
      language,
      `count the ${unit} of ${file}`,
      `统计 ${file} 的${words ? "单词" : "行数"}`,
      `${file} の${words ? "語" : "行"}数`,
    ),
    file,
    call: (offer) => offer.shell?.(line),
    say: (result) => {
      const number = numberIn(result);
      const text = quoted(language, result);
      return pick(
        language,
        `${file} has ${number} ${unit}:${text}`,
        `${file} 有 ${number} ${unit}：${text}`,
        `${file} は ${number}${unit}です：${text}`,
      );
    },
  };
}

/** The number wc begins with, and one more for a last line without an end. */
function numberIn(result: string): string {
  const [, number] = /^\s*(\d+)/.exec(result) ?? [];
  const isOpen = /\n\s*0\s+1\s*$/.test(result);
  return number === undefined ? "?" : String(Number(number) + (isOpen ? 1 : 0));
}

function countedText(language: Language, number: string, result: string): string {
  const found = quoted(language, result);
  return pick(
    language,
    `I count ${number} in this result:${found}`,
    `这个结果里共有 ${number} 个文件：${found}`,
    `この結果のファイル数は ${number} です：${found}`,
  );
}
