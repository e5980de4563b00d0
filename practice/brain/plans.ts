// practice/brain/plans · the plans that mates have sent in a conversation, and which of them were answered.
import { type Fields, isFields } from "../json/fields.ts";
import { messagesOf, rawBlocks, stringOf } from "./blocks.ts";

/** A plan that a mate has sent by mail. */
export interface SentPlan {
  id: string;
  from: string;
  /** Whether a review of it went through. */
  isAnswered: boolean;
}

const PLAN =
  /<note kind="mail">\nFrom ([\w-]+) \(plan\)[^\n]*:\nPlan (req_[0-9a-f]{8}), version \d+\b/g;

/** Oldest first; of a plan that was sent again, the last version. */
export function readPlans(body: unknown): SentPlan[] {
  const plans = new Map<string, SentPlan>();
  const blocks = messagesOf(body).flatMap(({ role, content }) =>
    rawBlocks(content).map((block) => ({ role, block })),
  );
  const failed = new Set(
    blocks.filter(({ block }) => block.is_error === true).map(({ block }) => block.tool_use_id),
  );
  for (const { role, block } of blocks) {
    if (role === "user") for (const plan of sentIn(block)) putLast(plans, plan);
    const answered = role === "assistant" && !failed.has(block.id) ? reviewedBy(block) : undefined;
    const plan = plans.get(answered ?? "");
    if (plan !== undefined) plan.isAnswered = true;
  }
  return [...plans.values()];
}

function putLast(plans: Map<string, SentPlan>, plan: SentPlan): void {
  plans.delete(plan.id);
  plans.set(plan.id, plan);
}

const sentIn = ({ type, text }: Fields): SentPlan[] =>
  type === "text"
    ? [...stringOf(text).matchAll(PLAN)].map(([, from = "", id = ""]) => ({
        id,
        from,
        isAnswered: false,
      }))
    : [];

const reviewedBy = ({ name, input }: Fields): string | undefined =>
  /^review_plan$/i.test(stringOf(name)) && isFields(input) ? stringOf(input.request_id) : undefined;

/** The plan that is meant: the last one of a mate, or the only one that has no answer. */
export function planOf(plans: readonly SentPlan[], name?: string): SentPlan | undefined {
  if (name !== undefined)
    return plans.findLast(({ from }) => from.toLowerCase() === name.toLowerCase());
  const open = plans.filter(({ isAnswered }) => !isAnswered);
  return open.length === 1 ? open[0] : undefined;
}
