// practice/brain/intents/compact · the conversation made shorter, when the person asks for it.
import type { Clause, PlanContext, Reading, Step } from "../types.ts";
import { answered, pick } from "../words.ts";

const FILES = /\b(?:files?|folders?)\b|文件|ファイル/i;

/** "Compact the conversation", "summarize it": the tool does it, after this reply. */
export function compact(clause: Clause, { language }: PlanContext): Reading | undefined {
  if (clause.tokens.some(({ span }) => span !== undefined) || FILES.test(clause.text))
    return undefined;
  const summed = /summ|sum up|总结|摘要|概括|要約|まとめ/i.test(clause.text);
  const task = summed
    ? pick(language, "summarize the conversation", "生成对话摘要", "会話の要約")
    : pick(language, "compact the conversation", "压缩对话", "会話の圧縮");
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
