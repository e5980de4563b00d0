// practice/brain/intents/compact · the conversation made shorter, when the person asks for it.
import { tell } from "../tell.ts";
import type { Clause, PlanContext, Reading, Step } from "../types.ts";
import { answered } from "../words.ts";

const FILES = /\b(?:files?|folders?)\b|文件|ファイル/i;

/** "Compact the conversation", "summarize it": the tool does it, after this reply. */
export function compact(clause: Clause, { language }: PlanContext): Reading | undefined {
  if (clause.tokens.some(({ span }) => span !== undefined) || FILES.test(clause.text))
    return undefined;
  const summed = /summ|sum up|总结|摘要|概括|要約|まとめ/i.test(clause.text);
  const task = summed
    ? tell(language, "summarizeConversation")
    : tell(language, "compactConversation");
  const done = tell(language, "askedForConversationTo");
  const step: Step = {
    rule: "compact",
    task,
    call: (offer) => offer.compact?.(),
    say: (result) => answered(language, done, result),
  };
  return { kind: "steps", steps: [step] };
}
