// practice/brain/rows/plan · a request that is one wish as a whole: for a time, for a row, or for work to be planned.
import { isConditional, isOrder } from "../asking.ts";
import type { Wishes } from "../clauses.ts";
import { decide, fill } from "../decide.ts";
import { declined, declining } from "../intents/declined.ts";
import { inBackground } from "../intents/inBackground.ts";
import { actOf, kindOf } from "../intents/table.ts";
import { QUOTED } from "../spans.ts";
import type { Clause, Intent, PlanContext, Reading } from "../types.ts";
import { stepsOf } from "./among.ts";
import { rowOf, slotsOf, stepOf } from "./call.ts";
import { severalTasks } from "./several.ts";
import { atATime } from "./timed.ts";

/** Another wish behind the first one, outside quotes. */
const MORE = /\bthen\b|\bafter that\b|[;\n]|[.!?]\s+\S|[。！？]\s*\S|然后|接着|それから|そのあと/i;

/** Intents whose words belong together, whatever they say. */
const ACTS: Readonly<Record<string, Intent>> = {
  "background-run": inBackground,
  remind: declining("timeless"),
  schedule: declining("timeless"),
};

/** What a request means as a whole; undefined for one that is to be read wish by wish. */
export function readWhole(read: Wishes, context: PlanContext): Reading | undefined {
  const { whole } = read;
  if (whole === undefined) return undefined;
  const several = read.isAsked ? undefined : severalTasks(whole, context);
  if (several !== undefined) return several;
  const { intent = likely(whole, context), ranked } = decide(whole, context.book);
  const timed = atATime(whole, ranked[0]?.intent ?? "", context);
  if (timed !== undefined || read.isAsked) return timed;
  const isBackground = BACKGROUND.test(whole.text);
  const meant = intent ?? (isBackground ? ranked[0]?.intent : undefined) ?? "";
  if ((isBackground || meant === "background-run") && kindOf(meant) === "changes")
    if (isConditional(whole)) return undefined;
  // What these plan themselves is none of them again.
  const act = context.isAlone ? undefined : ACTS[meant];
  if (act !== undefined) return act(whole, context);
  if (MORE.test(whole.typed(whole.text).replace(QUOTED, "…"))) return undefined;
  return byRow(whole, intent, context);
}

/** How near an intent must be, and by how much the nearest, where nothing comes of it unless a list has what is named. */
const NEAR = 0.3;
const AHEAD = { looks: 0.05, ends: 0.4 };

/** Names have words that no example has, so what is looked for in a list first may be less certain. */
function likely(whole: Clause, { rows, book }: PlanContext): string | undefined {
  const [best, ...more] = decide(whole, book).ranked;
  const { tokens } = whole;
  if (best === undefined || tokens.some(({ role }) => role === "name")) return undefined;
  const isSafe = rowOf(best.intent, rows)?.among !== undefined || best.intent === "remind";
  const next = more.find(({ intent }) => actOf(intent) !== actOf(best.intent));
  const isEnd = kindOf(best.intent) === "changes" && best.intent !== "remind"; // that only tells which times there are
  const ahead = isEnd ? AHEAD.ends : AHEAD.looks;
  const isNear = best.score >= NEAR && best.score - (next?.score ?? 0) >= ahead;
  return isSafe && isNear ? best.intent : undefined;
}

function byRow(
  whole: Clause,
  intent: string | undefined,
  context: PlanContext,
): Reading | undefined {
  const { book, rows, language } = context;
  const tailed = tailOf(whole);
  const named = tailed === undefined ? intent : (decide(tailed, book).intent ?? intent);
  const row = named === undefined ? undefined : rowOf(named, rows);
  if (row === undefined || named === undefined) return undefined;
  if (row.among !== undefined) {
    const isCertain = !isConditional(whole) || NO_LONGER.test(whole.text);
    const asks = ASKING.test(whole.text) && !isOrder(whole.text);
    if (kindOf(named) === "changes" && (asks || !isCertain)) return undefined;
    return { kind: "steps", steps: stepsOf(row, slotsOf(whole), whole, context) };
  }
  const slots = slotsOf(tailed ?? fill(whole, named, book));
  const taken = row.takes === undefined ? undefined : slots[row.takes];
  if (row.takes === undefined || taken === undefined) return undefined;
  const typed = whole.typed(whole.text);
  const head = typed.slice(0, Math.max(0, typed.indexOf(taken)));
  if (isConditional({ ...whole, text: head })) return undefined;
  if (namesSeveral(whole)) return declined(language, "nameEach");
  return { kind: "steps", steps: [stepOf(row, { ...slots, [row.takes]: taken }, language)] };
}

const BACKGROUND = /\bb\/?ack ?ground\b|behind the scenes|后台|バックグラ?ウ?ンド|裏で/i;
const NO_LONGER =
  /\bany ?(?:more|longer)\b|\bno longer\b|(?:不用|不要|不需要|不做).*了|もう.*(?:ない|不要)/i;
const ASKING = /[?？吗]\s*$|か[。?？]?\s*$/;
/** Several names for new tasks: where one ends and the next begins is not certain. */
const SEVERAL =
  /[两二三四五六七八九十几\d]\s*[个条项件]\s*(?:新的?|小)?\s*(?:任务|待办|todo)|\b(?:tasks|to-?dos)\b(?=[^:]*:)|\b(?:two|three|four|five|six|several|some|a few|\d+)\s+(?:new\s+|separate\s+)?(?:tasks|to-?dos)\b|[二三四五六七八九十\d]\s*(?:つ|個|件)|(?:^|[:\s])1\s*[.)、]\s*\S[^\n]*?\s2\s*[.)、]/i;

const namesSeveral = (whole: Clause): boolean =>
  SEVERAL.test(whole.typed(whole.text).normalize("NFKC")) ||
  whole.tokens.filter(({ span }) => span?.kind === "quote").length > 1;

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
