// practice/brain/intents/standing · what a mate that is to end says: what of its jobs is done and what is not, by its own messages.

import { followed, isEnd } from "../followed.ts";
import { tell } from "../tell.ts";
import type { Language, Offer, Plan, Said } from "../types.ts";

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
    listed(all.done, tell(language, "doneTitle"), language),
    listed(all.failed, tell(language, "failedTitle"), language),
    listed(all.left, tell(language, "notDone"), language),
  ].filter((part) => part !== "");
  return parts.length > 0 ? parts.join("\n") : tell(language, "doneNothing");
}

/** Nothing is known of a request whose calls are no longer in the conversation. */
function add(
  all: Standing,
  { steps }: Extract<Plan, { kind: "steps" }>,
  { outcomes = [] }: Said,
  offer: Offer,
): void {
  const done = followed(steps, outcomes, offer);
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
  return tell(language, "headAndWhat", {
    head,
    what: each.join("; "),
    what2: each.join("；"),
    what3: each.join("、"),
  });
}
