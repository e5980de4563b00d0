// practice/brain/intents/delegate · a wish handed to a subagent, when one is asked for.

import { spansOf } from "../clauses.ts";
import { tell } from "../tell.ts";
import type { Clause, Language, PlanContext, Reading, Step } from "../types.ts";
import { quoted } from "../words.ts";
import { declined } from "./declined.ts";

/** What a subagent cannot do for the one who asks it. */
const NOT_HANDED = ["decline", "delegate", "compact", "remember", "remembered"];

const SEVERAL = /\b(?:two|three|four|several|\d+)\b|[两二三四]\s*[个つ]|[2-9]\s*[个つ個]/i;

/** "What is a subagent?" hands nothing on. */
const ONE_WORD = /^[a-z]+$/i;

/** "Use a subagent to read a.txt": the wish goes on as it is, if it says enough by itself. */
export function delegate(clause: Clause, context: PlanContext): Reading | undefined {
  const [wish, more] = spansOf(clause, "wish").map((span) => span.text);
  if (wish === undefined || more !== undefined || SEVERAL.test(clause.text) || ONE_WORD.test(wish))
    return declined(context.language, "subagentHears");
  const alone = context.planAlone(wish);
  const steps = alone.kind === "steps" ? alone.steps : [alone];
  if (steps.some(({ rule }) => NOT_HANDED.includes(rule)))
    return declined(context.language, "subagentHears");
  const file = steps.map((step) => ("file" in step ? step.file : undefined)).findLast(Boolean);
  return { kind: "steps", steps: [delegateStep(context.language, wish, file)] };
}

function delegateStep(language: Language, wish: string, file: string | undefined): Step {
  return {
    rule: "delegate",
    task: tell(language, "letSubagent", { wish }),
    ...(file === undefined ? {} : { file }),
    call: (offer) => offer.task?.(wish),
    say: (result) => tell(language, "subagentReported", { result: quoted(language, result) }),
  };
}
