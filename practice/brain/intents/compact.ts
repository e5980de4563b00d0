// practice/brain/intents/compact · the conversation made shorter, when the person asks for it.
import type { Clause, PlanContext, Reading } from "../types.ts";
import { changeStep } from "./files.ts";

const FILES = /\b(?:files?|folders?)\b|文件|ファイル/i;

/** "Compact the conversation", "summarize it": the tool does it, after this reply. */
export function compact(clause: Clause, { language }: PlanContext): Reading | undefined {
  if (clause.tokens.some(({ span }) => span !== undefined) || FILES.test(clause.text))
    return undefined;
  const step = changeStep(language, {
    rule: "compact",
    task: "compactConversation",
    done: "askedForConversationTo",
    call: (offer) => offer.compact?.(),
  });
  return { kind: "steps", steps: [step] };
}
