// practice/brain/intents/taskForms · a task named by its id that is claimed, completed or released, as a part of a request.
import { callOf, rowOf, stepOf } from "../rows/call.ts";
import type { PlanContext, Reading } from "../types.ts";
import { END_EN, END_JA, END_ZH, POLITE_EN, POLITE_ZH } from "./protocolForms.ts";

type Context = Pick<PlanContext, "language" | "rows" | "offer">;

const ID = "(?<id>task_\\w+)";
const TASK_EN = `(?:the\\s+)?(?:task\\s+)?${ID}`;
const TASK_ZH = `\\s*(?:任务)?\\s*${ID}\\s*`;
const TASK_JA = `^(?:タスク)?\\s*${ID}\\s*を、?`;

/** The forms of one wish; the Japanese one may end in what joins it to the next. */
const formsOf = (en: string, zh: string, ja: string) =>
  [
    `${POLITE_EN}(?:${en})\\s+${TASK_EN}${END_EN}`,
    `${POLITE_ZH}(?:${zh})${TASK_ZH}${END_ZH}`,
    `${TASK_JA}(?:${ja})${END_JA}`,
  ].map((form) => new RegExp(form, "i"));

const FORMS = [
  { intent: "task-start", forms: formsOf("claim|take", "认领|领取|接手", "引き受けて") },
  { intent: "task-complete", forms: formsOf("complete|finish", "完成", "完了(?:に)?して") },
  { intent: "task-release", forms: formsOf("release", "释放", "返却して") },
];

/** What such a wish comes to; undefined for any other, and where no tool does it. */
export function taskReading(wish: string, { rows, offer, language }: Context): Reading | undefined {
  for (const { intent, forms } of FORMS) {
    const id = forms.map((form) => form.exec(wish)?.groups?.id).find(Boolean);
    const row = rowOf(intent, rows);
    if (id === undefined || row === undefined) continue;
    if (callOf(row, { id }, offer) === undefined) return undefined;
    return { kind: "steps", steps: [stepOf(row, { id }, language)] };
  }
  return undefined;
}
