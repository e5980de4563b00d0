// practice/brain/intents/planned · the person's own steps written down as a plan, and the plan shown.
import { isFields, listOf } from "../../json/fields.ts";
import { changes } from "../asking.ts";
import { stringOf } from "../blocks.ts";
import { spansOf } from "../clauses.ts";
import { fill } from "../decide.ts";
import { withTodos } from "../todo.ts";
import type { Clause, Language, PlanContext, Reading, Step } from "../types.ts";
import { pick, quoted } from "../words.ts";

const TAIL = /[:\uff1a]\s*([\s\S]+)$/;
const LIST = /\b(?:to-?do|task) list\b|待办|任务列表|清单|リスト/i;
/** It is to be carried out as well. */
const DO_IT =
  /\b(?:then|and) (?:do|start|carry|follow|execute|work)|\bplan (?:this|it)\b|\buse (?:a|the) (?:to-?do|task) list|(?:再|然后)(?:做|执行|照做|开始)|规划一下|計画して[、:：]|てから(?:始め|やって|進め)|を使って/i;
/** Behind the steps: that they are only to be written down. */
const ONLY_PLAN =
  /[\s.,;(-]+(?:(?:but|and|so|please)\s+)*(?:no (?:code|coding|changes?|edits?|files?|work)|nothing (?:else|more)|(?:just|only) (?:the |a )?(?:plan|list|steps?)|(?:don't|do not) (?:\w+ )*(?:yet|anything|it|code|start))\b[^.;\n]*$/i;
const STEPS =
  /\s*(?:\n|;|；|。|、|，|,\s*(?:and\s+)?(?:then\s+)?|\b(?:and\s+)?then\b|\band finally\b|然后再?|接着|再|それから|そのあと|(?:^|(?<=[\s,，;；。]))(?:\d+[.)、]\s*(?!\d)|\d+\s+(?=[\u3400-\u9fff])))\s*/i;
const MOST = 20;

/** A plan of the steps that are named: also carried out where that is asked, or where it only looks. */
export function planned(clause: Clause, context: PlanContext): Reading {
  const { language, offer } = context;
  const typed = clause.typed(clause.text).trim();
  const wish =
    TAIL.exec(typed)?.[1]?.replace(ONLY_PLAN, "") ??
    spansOf(fill(clause, "plan", context.book), "wish")[0]?.text ??
    "";
  const whole = context.planAlone(wish);
  const own = whole.kind === "steps" ? whole.steps : [];
  const steps = wish.split(STEPS).flatMap((step) => step?.trim().replace(/[.!?]+$/, "") || []);
  const isWhole = own.length > 1 && own.length >= steps.length;
  if (isWhole && (DO_IT.test(typed) || !own.some(changes)))
    return { kind: "steps", steps: withTodos(own, offer, 1) };
  if (
    offer.todo === undefined ||
    steps.length < 2 ||
    steps.length > MOST ||
    !LIST_OR_PLAN.test(typed)
  )
    return { kind: "decline", reason: nameSteps(language) };
  return { kind: "steps", steps: [writeDown(steps, context)] };
}

const LIST_OR_PLAN = new RegExp(
  `${LIST.source}|plan|paln|steps?|计划|规划|步骤|計画|プラン|手順|段取り|段階`,
  "i",
);

function writeDown(steps: string[], { language, planAlone }: PlanContext): Step {
  const able = steps.filter((step) => planAlone(step).kind === "steps");
  const todos = steps.map((content) => ({ content, status: "pending" }));
  return {
    rule: "write-plan",
    task: pick(language, "write the plan down", "写下计划", "計画を書き出すこと"),
    call: (offer) => offer.todo?.(todos),
    say: (result) =>
      pick(
        language,
        "The plan is written down, in your words; nothing of it is done.",
        "计划已按你的话写下，还没有做任何一步。",
        "計画をあなたの言葉のまま書き出しました。まだ何も実行していません。",
      ) +
      quoted(language, result) +
      doable(language, able),
  };
}

function doable(language: Language, able: string[]): string {
  const list = able.map((step) => `\n- ${step}`).join("");
  if (list === "")
    return pick(
      language,
      "\nNone of the steps is one that I can do as it is said: that needs a real model.",
      "\n这些步骤照现在的说法我都做不了：这需要真实的模型。",
      "\nこのままの言い方でできる手順はありません。実際のモデルが必要です。",
    );
  return pick(
    language,
    `\nTo have one done that I can do, type it:${list}`,
    `\n其中我能做的，输入就会执行：${list}`,
    `\nこのうち私にできるものは、入力すれば実行します：${list}`,
  );
}

function nameSteps(language: Language): string {
  return pick(
    language,
    'I plan no work of my own: name the steps, and I write them down where a todo tool is offered. Try: "Make a plan: read a.txt, then count its lines"',
    "我不会自己想步骤：请写出步骤，有待办工具时我会列成计划。可以试试：“做个计划：读取 a.txt，然后统计它的行数”",
    "手順を自分で考えることはできません。手順を書いてください。TODO ツールがあれば計画を書き出します。例：「計画を立てて：a.txt を読む、行数を数える」",
  );
}

const MARKS: Readonly<Record<string, string>> = { completed: "[x]", in_progress: "[>]" };

/** The last plan of the conversation, as it was written. */
export function showPlan(_: Clause, { language, earlier }: PlanContext): Reading {
  const calls = earlier.flatMap(({ outcomes = [] }) => outcomes);
  const last = calls.findLast(({ call, failed }) => !failed && Array.isArray(call.input.todos));
  const lines = listOf(last?.call.input.todos)
    .filter(isFields)
    .map(({ content, status }) => `${MARKS[stringOf(status)] ?? "[ ]"} ${stringOf(content)}`);
  const none = pick(
    language,
    "No plan has been written in this conversation.",
    "这次对话里还没有写过计划。",
    "この会話では、まだ計画を書いていません。",
  );
  const before = pick(
    language,
    "The plan, as it was written last:",
    "最近一次写下的计划：",
    "最後に書いた計画：",
  );
  const text =
    lines.length === 0
      ? `${none} ${nameSteps(language)}`
      : before + quoted(language, lines.join("\n"));
  return { kind: "talk", rule: "show-plan", text };
}
