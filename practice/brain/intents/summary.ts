// practice/brain/intents/summary · an extract of files, written to another file.
import { filesOf, says } from "../clauses.ts";
import { keyLines } from "../extract.ts";
import { MARK } from "../spans.ts";
import type { Clause, Outcome, PlanContext, Reading, Step } from "../types.ts";
import { colon, pick } from "../words.ts";
import { readStep } from "./read.ts";
import { writeCall, writeStep } from "./writeStep.ts";

const WRITES = /\b(?:write|save|put|create|make|store)\b|写|保存|存|创建|生成|書|作/i;
const SUMS = /summar|\bsum up\b|overview|extract|总结|摘要|概括|概述|小结|要約|まとめ|概要/i;

/** "summarise a.txt and b.txt into c.md", or "write a summary to c.md" behind steps that read. */
export function summary(clause: Clause, context: PlanContext): Reading | undefined {
  const wrote = says(clause, WRITES);
  const asked = says(clause, SUMS) || (wrote && context.steps.at(-1)?.rule === "explain-file");
  if (!asked) return undefined;
  const target = targetOf(clause, wrote);
  if (target === undefined) return wrote ? withoutTarget(clause, context) : undefined;
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

/** Behind "to" or a Chinese verb of writing, before the Japanese particle, or "create c.md with a summary". */
const LED = new RegExp(
  `(?:\\b(?:to|into|in|as|called|named)\\s+(?:the\\s+)?(?:file\\s+)?|(?:[写存](?:入|进|在)?|[到为])\\s*)(${MARK})|(${MARK})\\s*(?:という(?:名前の)?ファイル)?[にへ]|\\b(?:create|make|write)\\s+(${MARK})\\s+with\\b`,
  "gi",
);

/** The file the extract goes to: the one a word leads to, and never the only one that is named to be read. */
function targetOf(clause: Clause, wrote: boolean): string | undefined {
  if (!wrote && filesOf(clause).length < 2) return undefined;
  const led = [...clause.text.matchAll(LED)].at(-1);
  const mark = led?.[1] ?? led?.[2] ?? led?.[3];
  return clause.tokens.find(({ word, role }) => word === mark && role === "name")?.span?.text;
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
