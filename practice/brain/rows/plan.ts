// practice/brain/rows/plan · a request that is one wish as a whole: for a time, for a row, or for work to be planned.
import { isOrder } from "../asking.ts";
import type { Wishes } from "../clauses.ts";
import { decide, fill } from "../decide.ts";
import { inBackground } from "../intents/inBackground.ts";
import { showPlan } from "../intents/showPlan.ts";
import { actOf, kindOf } from "../intents/table.ts";
import type { Ranked } from "../nearness.ts";
import { QUOTED } from "../spans.ts";
import type { Clause, Intent, PlanContext, Reading } from "../types.ts";
import { stepsOf } from "./among.ts";
import { rowOf, slotsOf, stepOf } from "./call.ts";
import { nameEach, severalTasks, taskNames } from "./several.ts";
import { atATime, timeless } from "./timed.ts";

/** Another wish behind the first one, outside quotes. */
const MORE = /\bthen\b|\bafter that\b|[;\n]|[.!?]\s+\S|[。！？]\s*\S|然后|接着|それから|そのあと/i;

/** Intents whose words belong together, whatever they say. */
const ACTS: Readonly<Record<string, Intent>> = {
  "show-plan": showPlan,
  "background-run": inBackground,
  remind: timeless,
  schedule: timeless,
};

/** What a request means as a whole; undefined for one that is to be read wish by wish. */
export function readWhole(
  read: Wishes,
  context: PlanContext,
  isGuarded: (clause: Clause) => boolean,
): Reading | undefined {
  const { whole } = read;
  if (whole === undefined) return undefined;
  const several = read.isAsked ? undefined : severalTasks(whole, context);
  if (several !== undefined) return several;
  const decided = decide(whole, context.book);
  const { ranked } = decided;
  const intent = decided.intent ?? likely(whole, ranked, context);
  const timed = atATime(whole, ranked[0]?.intent ?? "", context);
  if (timed !== undefined) return timed;
  const near = intent ?? (BACKGROUND.test(whole.text) ? ranked[0]?.intent : undefined);
  const meant = near;
  // What these plan themselves is none of them again.
  const act = meant === undefined || context.isAlone ? undefined : ACTS[meant];
  const isBackground = meant === "background-run" || BACKGROUND.test(whole.text);
  if (isBackground && kindOf(meant ?? "") === "changes" && isGuarded(whole)) return undefined;
  if (act !== undefined && meant !== undefined && (!read.isAsked || kindOf(meant) === "talk"))
    return act(whole, context);
  if (read.isAsked) return undefined;
  if (MORE.test(whole.typed(whole.text).replace(QUOTED, "…"))) return undefined;
  return byRow(whole, intent, context, isGuarded);
}

/** How near an intent must be, and by how much the nearest, where nothing comes of it unless a list has what is named. */
const NEAR = 0.3;
const AHEAD = { looks: 0.05, ends: 0.4 };

/** Names have words that no example has, so what is looked for in a list first may be less certain. */
function likely(
  { tokens }: Clause,
  [best, ...more]: readonly Ranked[],
  { rows }: PlanContext,
): string | undefined {
  if (best === undefined || tokens.some(({ role }) => role === "name")) return undefined;
  const isSafe = rowOf(best.intent, rows)?.among !== undefined || LIST_FIRST.has(best.intent);
  const next = more.find(({ intent }) => actOf(intent) !== actOf(best.intent));
  const isEnd = kindOf(best.intent) === "changes" && !LIST_FIRST.has(best.intent);
  const ahead = isEnd ? AHEAD.ends : AHEAD.looks;
  const isNear = best.score >= NEAR && best.score - (next?.score ?? 0) >= ahead;
  return isSafe && isNear ? best.intent : undefined;
}

const LIST_FIRST = new Set(["remind"]);

function byRow(
  whole: Clause,
  intent: string | undefined,
  context: PlanContext,
  isGuarded: (clause: Clause) => boolean,
): Reading | undefined {
  const { book, rows, language } = context;
  const tailed = tailOf(whole);
  const named = tailed === undefined ? intent : (decide(tailed, book).intent ?? intent);
  const row = named === undefined ? undefined : rowOf(named, rows);
  if (row === undefined || named === undefined) return undefined;
  if (row.among !== undefined) {
    const isCertain = !isGuarded(whole) || NO_LONGER.test(whole.text);
    const asks = ASKING.test(whole.text) && !isOrder(whole.text);
    if (kindOf(named) === "changes" && (asks || !isCertain)) return undefined;
    return { kind: "steps", steps: stepsOf(row, slotsOf(whole), whole, context) };
  }
  const slots = slotsOf(tailed ?? fill(whole, named, book));
  const taken = row.takes === undefined ? undefined : slots[row.takes];
  if (row.takes === undefined || taken === undefined) return undefined;
  const typed = whole.typed(whole.text);
  const head = typed.slice(0, Math.max(0, typed.indexOf(taken)));
  if (isGuarded({ ...whole, text: head })) return undefined;
  const names = row.takes === "name" ? taskNames(whole, taken, language) : [taken];
  if (names === undefined) return { kind: "decline", reason: nameEach(language) };
  const steps = names.map((name) => stepOf(row, { ...slots, [row.takes ?? ""]: name }, language));
  return { kind: "steps", steps };
}

const BACKGROUND = /\bb\/?ack ?ground\b|behind the scenes|后台|バックグラ?ウ?ンド|裏で/i;
const NO_LONGER =
  /\bany ?(?:more|longer)\b|\bno longer\b|(?:不用|不要|不需要|不做).*了|もう.*(?:ない|不要)/i;
const ASKING = /[?？吗]\s*$|か[。?？]?\s*$/;
const TAIL = /[:\uff1a]\s*|\b(?:task|todo)\s+(?:to|called|named)\s+/i;

/** The wish with the words behind a colon as one. */
function tailOf(clause: Clause): Clause | undefined {
  const found = TAIL.exec(clause.text);
  const start = (found?.index ?? 0) + (found?.[0].length ?? 0);
  const text = clause
    .typed(clause.text.slice(start))
    .trim()
    .replace(/[.。!！]+$/, "");
  if (found === null || text === "") return undefined;
  const before = clause.tokens.filter((token) => token.end <= start);
  const span = { kind: "free", text, raw: text } as const;
  const end = clause.text.length;
  return { ...clause, tokens: [...before, { word: text, slot: "name", span, start, end }] };
}
