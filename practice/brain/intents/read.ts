// practice/brain/intents/read · reading files: whole, their first or last lines, or an extract of them.
import { covers, filesOf, firstValue, has, spansOf, valuesOf } from "../clauses.ts";
import { extract } from "../extract.ts";
import { isFolderName, speaksOfInside } from "../folders.ts";
import { quotePath } from "../shell.ts";
import type { Clause, Language, PlanContext, Reading, Step } from "../types.ts";
import { isEmpty, pick, quoted } from "../words.ts";

const READING = [
  "read",
  "show",
  "print",
  "what",
  "content",
  "file",
  "name",
  "it",
  "back",
  "all",
  "result",
  "folder",
  "kind",
  "text",
];

function sources(clause: Clause, context: PlanContext): string[] {
  const named = filesOf(clause);
  if (named.length > 0) return named;
  const pointed =
    has(clause, "it", "back", "content", "file") ||
    context.steps.some((step) => step.file !== undefined);
  return pointed && context.file !== undefined ? [context.file] : [];
}

export function read(clause: Clause, context: PlanContext): Reading | undefined {
  if (!has(clause, "read", "show", "print", "what", "content")) return undefined;
  if (!covers(clause, ...READING)) return undefined;
  const files = sources(clause, context);
  // The files of a folder are not one file.
  if (has(clause, "file", "all") && files.some(isFolderName) && speaksOfInside(clause.text))
    return undefined;
  const steps = files.map((file) => readStep(context.language, file));
  return steps.length === 0 ? undefined : { kind: "steps", steps };
}

export function readStep(language: Language, file: string): Step {
  return {
    rule: "read-file",
    task: pick(language, `read ${file}`, `读取 ${file}`, `${file} の読み取り`),
    file,
    call: (offer) => offer.read?.(file) ?? offer.shell?.(`cat ${quotePath(file)}`),
    say: (result, _, call) => {
      if (isEmpty(result, call))
        return pick(
          language,
          `${file} is empty: \`${result}\`.`,
          `${file} 是空的：\`${result}\`。`,
          `${file} は空です：\`${result}\`。`,
        );
      const text = quoted(language, result);
      return pick(
        language,
        `${file} says:${text}`,
        `${file} 的内容：${text}`,
        `${file} の内容：${text}`,
      );
    },
  };
}

/** The first or last lines of a file. */
export function ends(clause: Clause, context: PlanContext): Reading | undefined {
  const last = has(clause, "last");
  if (
    !has(clause, "first", "last") ||
    !covers(clause, ...READING, "first", "last", "line", "number")
  )
    return undefined;
  const [file = has(clause, "line") ? context.file : undefined, more] = sources(clause, context);
  const count = Number(firstValue(clause, "number") ?? (has(clause, "line") ? "1" : "10"));
  if (
    file === undefined ||
    more !== undefined ||
    valuesOf(clause, "number").length > 1 ||
    !(count >= 1 && count <= 10_000)
  )
    return undefined;
  return { kind: "steps", steps: [endsStep(context.language, file, count, last)] };
}

function endsStep(language: Language, file: string, count: number, last: boolean): Step {
  const shown = last
    ? pick(
        language,
        `the last ${many(count)} of ${file}`,
        `${file} 的最后 ${count} 行`,
        `${file} の最後の ${count} 行`,
      )
    : pick(
        language,
        `the first ${many(count)} of ${file}`,
        `${file} 的前 ${count} 行`,
        `${file} の最初の ${count} 行`,
      );
  const line = `${last ? "tail" : "head"} -n ${count} ${quotePath(file)}`;
  return {
    rule: last ? "last-lines" : "first-lines",
    task: pick(language, `show ${shown}`, `显示${shown}`, `${shown}の表示`),
    file,
    call: (offer) => (last ? undefined : offer.read?.(file, count)) ?? offer.shell?.(line),
    say: (result) =>
      `${pick(language, `Here: ${shown}.`, `${shown}：`, `${shown}：`)}${quoted(language, result)}`,
  };
}

function many(count: number): string {
  return count === 1 ? "line" : `${count} lines`;
}

/** Explanations and summaries are extracts, and say so. */
export function explain(clause: Clause, context: PlanContext): Reading | undefined {
  const asked = has(clause, "explain") || (has(clause, "what", "show") && has(clause, "about"));
  if (!asked || has(clause, "write") || !covers(clause, ...READING, "explain", "about", "program"))
    return undefined;
  if (spansOf(clause, "literal").length > 0) return undefined;
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
  const files = named.length > 0 ? named : sources(clause, context);
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
    task: pick(
      language,
      `read and explain ${file}`,
      `读取并说明 ${file}`,
      `${file} の読み取りと説明`,
    ),
    say: (result, _, call) => extract(language, file, result, call),
  };
}
