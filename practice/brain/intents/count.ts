// practice/brain/intents/count · how many files there are, and how many lines or words a file has.
import { covers, filesOf, has, valuesOf } from "../clauses.ts";
import { isFolderName } from "../folders.ts";
import { quotePath } from "../shell.ts";
import type { Clause, Language, PlanContext, Reading, Step } from "../types.ts";
import { pick, quoted } from "../words.ts";
import { counted, findStep, LOOKING, linesOf, soughtIn } from "./search.ts";

const IN_FILES = "count line word name file it what all show content text exist".split(" ");

/** How many files, or how many lines or words in one. */
export function count(clause: Clause, context: PlanContext): Reading | undefined {
  if (!has(clause, "count")) return undefined;
  const named = filesOf(clause);
  const pointed = has(clause, "it") || context.steps.some((step) => step.file !== undefined);
  const files =
    named.length > 0 ? named : pointed && context.file !== undefined ? [context.file] : [];
  const words = has(clause, "word") && !has(clause, "line");
  if (files.length > 0 && has(clause, "line", "word"))
    return covers(clause, ...IN_FILES) ? inFiles(context.language, files, words) : undefined;
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

function inFiles(language: Language, files: string[], words: boolean): Reading {
  return { kind: "steps", steps: files.map((file) => inFile(language, file, words)) };
}

function inFile(language: Language, file: string, words: boolean): Step {
  const unit = words
    ? pick(language, "words", "个单词", " 語")
    : pick(language, "lines", "行", " 行");
  return {
    rule: words ? "count-words" : "count-lines",
    task: pick(
      language,
      `count the ${unit} of ${file}`,
      `统计 ${file} 的${words ? "单词" : "行数"}`,
      `${file} の${words ? "語" : "行"}数`,
    ),
    file,
    call: (offer) => offer.shell?.(`wc ${words ? "-w" : "-l"} ${quotePath(file)}`),
    say: (result) => {
      const number = /^\s*(\d+)/.exec(result)?.[1] ?? "?";
      return pick(
        language,
        `${file} has ${number} ${unit}: \`${result}\`.`,
        `${file} 有 ${number} ${unit}：\`${result}\`。`,
        `${file} は ${number}${unit}です：\`${result}\`。`,
      );
    },
  };
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
