// practice/brain/intents/repair · a fault to be mended: it can show the file, not mend it.
import { filesOf } from "../clauses.ts";
import type { Clause, Language, PlanContext, Reading, Step } from "../types.ts";
import { pick } from "../words.ts";
import { readStep } from "./read.ts";

/** "Fix the typo in a.txt": shows the file and says what mending it takes. */
export function repair(clause: Clause, context: PlanContext): Reading {
  const { language } = context;
  const [file = context.file] = filesOf(clause);
  if (file === undefined || context.steps.length > 0)
    return { kind: "decline", reason: needs(language, file ?? "a.txt") };
  const step = readStep(language, file);
  const say = (...said: Parameters<Step["say"]>) =>
    `${step.say(...said)}\n\n${needs(language, file)}`;
  return { kind: "steps", steps: [{ ...step, say }] };
}

function needs(language: Language, file: string): string {
  return pick(
    language,
    `To find and fix a mistake needs a real model. I can put one text in the place of another: "Replace 'foo' with 'bar' in ${file}".`,
    `找出并修正错误需要真实的模型。我可以替换一段文字：“把 ${file} 里的 'foo' 换成 'bar'”。`,
    `間違いを見つけて直すには実際のモデルが必要です。文字列の置き換えならできます：「${file} の 'foo' を 'bar' に置き換えて」。`,
  );
}
