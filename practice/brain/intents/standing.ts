// practice/brain/intents/standing · what a mate that is to end says: what of its jobs is done and what is not, by its own messages.
import { followed, isEnd } from "../followed.ts";
import type { Language, Offer, Plan, Said } from "../types.ts";
import { pick } from "../words.ts";

interface Standing {
  done: string[];
  failed: string[];
  left: string[];
}

/** What stands of the requests before; `plan` says how one was planned, with those before it. */
export function standing(
  earlier: readonly Said[],
  offer: Offer,
  language: Language,
  plan: (request: string, before: Said[]) => Plan,
): string {
  const all: Standing = { done: [], failed: [], left: [] };
  earlier.forEach((said, at) => {
    const own = plan(said.request, earlier.slice(0, at));
    if (own.kind === "steps") add(all, own, said, offer);
  });
  const parts = [
    listed(all.done, pick(language, "Done", "已完成", "済んだこと"), language),
    listed(all.failed, pick(language, "Failed", "失败", "失敗したこと"), language),
    listed(all.left, pick(language, "Not done", "没有做", "行っていないこと"), language),
  ].filter((part) => part !== "");
  return parts.length > 0 ? parts.join("\n") : nothing(language);
}

/** Nothing is known of a request whose calls are no longer in the conversation. */
function add(
  all: Standing,
  { steps: planned }: Extract<Plan, { kind: "steps" }>,
  { outcomes = [] }: Said,
  offer: Offer,
): void {
  const { steps, done } = followed(planned, outcomes, offer);
  steps.forEach((step, at) => {
    if (step.isQuiet === true) return;
    const outcome = done[at];
    if (outcome === undefined) all.left.push(step.task);
    else (isEnd(outcome, step) ? all.failed : all.done).push(step.task);
  });
}

function listed(tasks: string[], head: string, language: Language): string {
  if (tasks.length === 0) return "";
  const each = [...new Set(tasks)];
  return pick(
    language,
    `${head}: ${each.join("; ")}.`,
    `${head}：${each.join("；")}。`,
    `${head}：${each.join("、")}。`,
  );
}

function nothing(language: Language): string {
  return pick(
    language,
    "I have done nothing, and nothing is begun.",
    "我什么也没做，也没有开始的事。",
    "何も行っておらず、始めたこともありません。",
  );
}
