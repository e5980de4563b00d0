// practice/brain/rows/timed · wishes for something again and again, and reminders whose time has come.

import { isOrder } from "../asking.ts";
import { tell } from "../tell.ts";
import type { Clause, Language, PlanContext, Reading } from "../types.ts";
import { quoted } from "../words.ts";
import { rowOf, stepOf } from "./call.ts";
import { everyIn } from "./when.ts";

const QUESTION =
  /^(?:what|which|how|when|why|who|is|are|do|does|did|should)\b|什么|哪些|何(?![時分])|どんな/i;
const ASKS = /[?？]\s*$|吗|ますか/;
const NOT =
  /^(?:please )?(?:do not|don't|never|stop)\b|^(?:请)?(?:不要|别|停)|(?:ないで|やめて|止めて)(?:ください)?[。.]?$/i;
/** A time is spoken of, but nothing is to be done then. */
const OTHERWISE =
  /^(?:schedule-|remember|forget|recall|plan|question|negated|conditional|delegate|task-)/;

/** Words that ask to be told something. */
const REMINDER: Readonly<Record<Language, RegExp>> = {
  en: /\b(?:remind me|tell me(?= to\b| that\b)|let me know)\b\s*(?:\b(?:to|that|about)\b)?\s*/i,
  zh: /(?:请|帮我)?(?:提醒|叫|通知|告诉)我(?!的)(?:一下|一声)?/,
  ja: /(?:よう(?:に)?|って|だ?と|こと[をと]?|のを)(?:知らせ|教え|言っ|通知|リマインド)[^、。]*[。]?$/,
};
const SAYS: Readonly<Record<Language, string>> = {
  en: "Remind me:",
  zh: "提醒我：",
  ja: "リマインド：",
};
const REMINDED = /^(?:Remind me:|提醒我：|リマインド：)\s*(.+)$/s;

/** A wish for a time, or a reminder whose time has come; undefined for anything else. */
export function atATime(whole: Clause, nearest: string, context: PlanContext): Reading | undefined {
  const { language, rows } = context;
  const request = whole.typed(whole.text).trim();
  const reminded = REMINDED.exec(request)?.[1];
  if (reminded !== undefined) {
    const text = tell(language, "yourReminder") + quoted(language, reminded);
    return { kind: "talk", rule: "reminder", text };
  }
  const isQuestion = QUESTION.test(request) || (ASKS.test(request) && !isOrder(request));
  if (isQuestion || NOT.test(request) || OTHERWISE.test(nearest)) return undefined;
  const row = rowOf("schedule", rows);
  const every = everyIn(request);
  if (row === undefined || every === undefined) return undefined;
  const slots = { every: every.cron, wish: then(every.wish, language) };
  return { kind: "steps", steps: [stepOf(row, slots, language)] };
}

/** What is to be done then; to be told something is a wish for the same words. */
function then(wish: string, language: Language): string {
  const own = wish.replace(REMINDER[language], " ").replace(/^[\s,，、:：]+|[\s,，、]+$/g, "");
  return own === wish || own === "" ? wish : `${SAYS[language]} ${own}`;
}
