// practice/brain/intents/claimed · a task that is a mate's own: done as if a person had said it, then completed, or released with the reason.

import type { Reply } from "../../protocol/reply.ts";
import { callOf, rowOf, said } from "../rows/call.ts";
import type { IntentRow } from "../rows/row.ts";
import { tell } from "../tell.ts";
import type { Language, Offer, Outcome } from "../types.ts";
import { quoted } from "../words.ts";
import type { Order } from "./orders.ts";

/** A reply, and the name of its rule. */
type Said = Reply & { rule: string };

/** What it takes to work on a task: how a wish is answered, after these outcomes of its calls. */
export interface Works {
  language: Language;
  offer: Offer;
  rows: readonly IntentRow[];
  understands(wish: string): boolean;
  reply(wish: string, outcomes: Outcome[]): Said;
}

const CLOSES = /^(?:complete_task|release_task)$/i;

/** The next reply to a task, by what its calls have brought. */
export function replyToTask(task: Order, outcomes: Outcome[], works: Works): Said {
  const isOwn = ({ call }: Outcome) => CLOSES.test(call.name) && call.input.task_id === task.id;
  const end = outcomes.findIndex(isOwn);
  const own = end < 0 ? outcomes : outcomes.slice(0, end);
  const work = workOf(task, own, works);
  if (work.calls !== undefined) return work;
  const row = rowOf(isDone(work, own) ? "task-complete" : "task-release", works.rows);
  if (row === undefined) return work;
  const closed = end < 0 ? undefined : outcomes[end];
  if (closed !== undefined)
    return { ...work, text: `${work.text}\n\n${closing(row, closed, works)}` };
  const call = callOf(row, { id: task.id }, works.offer);
  return call === undefined ? work : { calls: [call], rule: row.rule };
}

function workOf({ subject, description }: Order, own: Outcome[], works: Works): Said {
  const isDescribed = description !== "" && works.understands(description);
  return works.reply(isDescribed ? description : subject, own);
}

/** Words alone are no work, and what ended with a failure is not done. */
const isDone = ({ rule }: Said, own: Outcome[]): boolean =>
  own.length > 0 && !/^(?:decline|no-tool|stopped)$/.test(rule) && own.at(-1)?.failed !== true;

function closing(row: IntentRow, { text = "", failed, call }: Outcome, works: Works): string {
  if (!failed) return said(row, { tool: call.name }, works.language, text);
  const why = quoted(works.language, text);
  return tell(works.language, "itFailed", { name: call.name, why });
}
