// practice/brain/intents/delegate · a wish handed to a subagent, when one is asked for.
import { spansOf } from "../clauses.ts";
import type { Clause, Language, PlanContext, Reading, Step } from "../types.ts";
import { pick, quoted } from "../words.ts";

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
    task: pick(
      language,
      `let a subagent do this: ${wish}`,
      `让子 Agent 做：${wish}`,
      `サブエージェントに任せる：${wish}`,
    ),
    ...(file === undefined ? {} : { file }),
    call: (offer) => offer.task?.(wish),
    say: (result) =>
      pick(
        language,
        `The subagent reported:${quoted(language, result)}`,
        `子 Agent 的报告：${quoted(language, result)}`,
        `サブエージェントの報告：${quoted(language, result)}`,
      ),
  };
}

function sayWhat(language: Language): string {
  return pick(
    language,
    "A subagent has not heard our conversation and starts no other: tell me its whole task, with the names of the files, as you would tell me.",
    "子 Agent 看不到我们的对话，也不会再启动别的子 Agent：请像交给我任务那样，写出完整的任务和文件名。",
    "サブエージェントはこの会話を知らず、別のサブエージェントも起動しません。私に頼むときのように、ファイル名も含めて仕事の全体を書いてください。",
  );
}
