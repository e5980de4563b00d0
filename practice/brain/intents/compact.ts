// practice/brain/intents/compact · the conversation made shorter, when the person asks for it.
import { covers, has } from "../clauses.ts";
import type { Clause, PlanContext, Reading, Step } from "../types.ts";
import { answered, pick } from "../words.ts";

/** "Compact the conversation": the tool does it, after this reply. */
export function compact(clause: Clause, { language }: PlanContext): Reading | undefined {
  if (!has(clause, "compact") || !covers(clause, "compact", "history")) return undefined;
  const task = pick(language, "compact the conversation", "压缩对话", "会話の圧縮");
  const done = pick(
    language,
    "I asked for the conversation to be compacted.",
    "我已请求压缩对话。",
    "会話の圧縮を頼みました。",
  );
  const step: Step = {
    rule: "compact",
    task,
    call: (offer) => offer.compact?.(),
    say: (result) => answered(language, done, result),
  };
  return { kind: "steps", steps: [step] };
}
