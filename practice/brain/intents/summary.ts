// practice/brain/intents/summary · an extract of files, written to another file.
import { covers, filesOf, has } from "../clauses.ts";
import { keyLines } from "../extract.ts";
import type { Clause, Outcome, PlanContext, Reading, Step } from "../types.ts";
import { colon, pick } from "../words.ts";
import { readStep } from "./read.ts";
import { writeCall, writeStep } from "./writeStep.ts";

const WORDS = "explain write name it file content read kind all result show about text".split(" ");

/** "summarise a.txt and b.txt into c.md", or "write a summary to c.md" behind steps that read. */
export function summary(clause: Clause, context: PlanContext): Reading | undefined {
  const wrote = has(clause, "write");
  const asked = has(clause, "explain") || context.steps.at(-1)?.rule === "explain-file";
  if (!asked || !covers(clause, ...WORDS)) return undefined;
  const target = targetOf(clause, wrote);
  if (target === undefined)
    return wrote && has(clause, "explain") ? withoutTarget(clause, context) : undefined;
  const sources = filesOf(clause).filter((file) => file !== target);
  const steps = sources.map((file) => readStep(context.language, file));
  const from = steps.length > 0 ? context.steps.length : firstOfLastReads(context.steps);
  const files = [...context.steps, ...steps].slice(from).map((step) => step.file ?? "");
  if (files.length === 0) return undefined;
  return { kind: "steps", steps: [...steps, summaryStep(context, target, files, from)] };
}

/** Where the reads begin that stand at the end of these steps. */
function firstOfLastReads(steps: Step[]): number {
  return steps.findLastIndex((step) => !/^(?:read|explain)-file$/.test(step.rule)) + 1;
}

/** The file the extract goes to: the one a word leads to, and never the only one that is named to be read. */
function targetOf(clause: Clause, wrote: boolean): string | undefined {
  const led = clause.tokens.filter((_, index) => isLedTo(clause, index));
  const target = led.at(-1)?.span?.text;
  return wrote || filesOf(clause).length > 1 ? target : undefined;
}

/** Behind "to" or a Chinese verb of writing, before the Japanese particle, or "create c.md with a summary". */
function isLedTo(clause: Clause, index: number): boolean {
  const [before, token, after] = [index - 1, index, index + 1].map((at) => clause.tokens[at]);
  if (token?.concepts.includes("name") !== true) return false;
  if (/^[にへ]/.test(after?.text ?? "") || /[写存]/.test(before?.text ?? "")) return true;
  const created = before?.concepts.includes("write") === true && after?.text === "with";
  return (
    created || before?.concepts.some((concept) => concept === "to" || concept === "named") === true
  );
}

/** "read a.txt and b.txt and write a summary": the answer is the place for it. */
function withoutTarget(clause: Clause, context: PlanContext): Reading | undefined {
  const read = context.steps.filter((step) => step.rule === "read-file");
  const named = filesOf(clause);
  const files = named.length > 0 ? named : read.map((step) => step.file ?? "");
  if (files.length === 0 || (named.length === 0 && read.length !== context.steps.length))
    return undefined;
  const steps = files.map((file) => extracting(context, file));
  return { kind: "steps", replace: named.length > 0 ? 0 : read.length, steps };
}

function extracting(context: PlanContext, file: string): Step {
  const step = readStep(context.language, file);
  const say = (result: string) => heading(context, [file]) + section(context, file, result);
  return { ...step, rule: "explain-file", say };
}

function summaryStep(context: PlanContext, target: string, files: string[], from: number): Step {
  const text = (done: Outcome[]) =>
    `${heading(context, files)}${files.map((file, at) => section(context, file, done[from + at]?.text ?? "")).join("")}\n`;
  return {
    ...writeStep(context.language, target, ""),
    rule: "write-summary",
    call: (offer, done) => writeCall(offer, target, text(done)),
  };
}

function heading({ language }: PlanContext, files: string[]): string {
  return pick(
    language,
    `An extract of ${files.join(", ")}, picked by rule, not understood.`,
    `${files.join("、")} 的摘录（按规则挑选，并非理解）。`,
    `${files.join("、")} の抜粋です（ルールで選んだもので、理解したものではありません）。`,
  );
}

function section({ language }: PlanContext, file: string, text: string): string {
  return `\n\n${file}${colon(language)}\n${keyLines(text)
    .map((line) => `- ${line}`)
    .join("\n")}`;
}
