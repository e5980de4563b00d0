// practice/brain/intents/delegate · a wish handed to a subagent, when one is asked for.

import { spansOf } from "../clauses.ts";
import { tell } from "../tell.ts";
import type { Clause, Language, PlanContext, Reading, Step } from "../types.ts";
import { quoted } from "../words.ts";

/** What a subagent cannot do for the one who asks it. */
const NOT_HANDED = ["delegate", "compact", "remember", "remembered", "forget"];

const SEVERAL = /\b(?:two|three|four|several|\d+)\b|[两二三四]\s*[个つ]|[2-9]\s*[个つ個]/i;

/** "What is a subagent?" hands nothing on. */
const ONE_WORD = /^[a-z]+$/i;

/** "Use a subagent to read a.txt": the wish goes on as it is, if it says enough by itself. */
export function delegate(clause: Clause, context: PlanContext): Reading | undefined {
  const [wish, more] = spansOf(clause, "wish").map((span) => span.text);
  const alone = wish === undefined ? undefined : context.planAlone(wish);
  const isSeveral = SEVERAL.test(clause.text);
  const understood =
    alone !== undefined &&
    (alone.kind === "steps"
      ? alone.preface === undefined
      : !["decline", ...NOT_HANDED].includes(alone.rule)) &&
    more === undefined &&
    !ONE_WORD.test(wish ?? "");
  if (wish === undefined || !understood || isSeveral)
    return { kind: "decline", reason: sayWhat(context.language) };
  const steps = alone.kind === "steps" ? alone.steps : [];
  if (steps.some((step) => NOT_HANDED.includes(step.rule)))
    return { kind: "decline", reason: sayWhat(context.language) };
  const file = steps.findLast((step) => step.file !== undefined)?.file;
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

function sayWhat(language: Language): string {
  return tell(language, "subagentHears");
}
