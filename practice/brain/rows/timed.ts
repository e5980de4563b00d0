// practice/brain/rows/timed · wishes for a time: again and again, or once, for which the time now is looked up first.

import { isOrder } from "../asking.ts";
import { tell } from "../tell.ts";
import type { Clause, Language, Offer, PlanContext, Reading, Step } from "../types.ts";
import { quoted } from "../words.ts";
import { cronAt, momentIn } from "./calendar.ts";
import { callOf, lookThen, rowOf, stepOf } from "./call.ts";
import type { IntentRow } from "./row.ts";
import { everyIn, type Once, onceIn } from "./when.ts";

const QUESTION =
  /^(?:what|which|how|when|why|who|is|are|do|does|did|should)\b|什么|哪些|何(?![時分])|どんな/i;
const ASKS = /[?？]\s*$|吗|ますか/;
const NOT =
  /^(?:please )?(?:do not|don't(?! let me forget)|never|stop)\b|^(?:请)?(?:不要|别(?!忘)|停)|(?:ないで|やめて|止めて)(?:ください)?[。.]?$/i;
/** A question behind a wish that only asks whether it can be. */
const IS_FINE =
  /[,.]?\s*(?:ok(?:ay)?|alright|(?:(?:is|would|will) (?:that|this|it) (?:be )?)?(?:possible|doable|fine|all right)|(?:does|would|could) that work|can (?:you|that be) (?:do|done)(?: that)?)\s*\?$/i;
/** A time is spoken of, but nothing is to be done then. */
const OTHERWISE =
  /^(?:schedule-|remember|forget|recall|plan|question|negated|conditional|delegate|task-)/;

/** Words that ask to be told something; they take what stands around them with them. */
const REMINDER: Readonly<Record<Language, RegExp>> = {
  en: /[\s,-]*\b(?:(?:please|pls|can you|could you|i need|make me|set(?: me)?(?: up)?|give me|don'?t let me)\s+)*(?:(?:an?|the)\s+)?(?:r[ei]mind(?:er)?|tell me(?= to\b| that\b)|let me know|ping|wake me|nudge|alarm|forget)\b(?:\s+me)?(?:\s+up)?(?:\s+of (?:that|this))?\s*(?:\b(?:to|that|about|saying|for)\b)?\s*[:,-]*\s*/i,
  zh: /[\s,，]*(?:请|帮我|记得|麻烦|你|要)*(?:定个?|设个?|加个?)?(?:一个|个)?(?:提醒|叫|通知|喊|跟|告诉)(?:我(?!的))(?:一?声|一下|说一声)?[\s,，:：]*|[\s,，]*(?:请|帮我)*(?:定个?|设个?|加个?)(?:一个|个)?提醒[\s,，:：]*/,
  ja: /^リマインダー[:：、]\s*|(?:の?を|よう(?:に)?|って|と|こと(?:を)?|だと|んだと|の)?(?:リマイ?ンド|リマインダー|思い出させ)[^、。]*[。]?$|(?:よう(?:に)?|って|だ?と|こと[をと]?|のを)(?:知らせ|教え|言っ|声(?:を)?かけ|通知|お知らせ)[^、。]*[。]?$/,
};
const REMINDS = /\br[ei]mind|\balarm\b|\bnudge\b|\bwake me\b|提醒|リマイ?ンド|思い出させ/i;
const SAYS: Readonly<Record<Language, string>> = {
  en: "Remind me:",
  zh: "提醒我：",
  ja: "リマインド：",
};
const REMINDED = /^(?:Remind me:|提醒我：|リマインド：)\s*(.+)$/s;

/** A wish for a time, or a reminder whose time has come; undefined for anything else. */
export function atATime(whole: Clause, nearest: string, context: PlanContext): Reading | undefined {
  const request = whole.typed(whole.text).trim().replace(IS_FINE, "");
  const reminded = REMINDED.exec(request)?.[1];
  if (reminded !== undefined) return reminder(context.language, reminded);
  const asks = ASKS.test(request) && !isOrder(request);
  const isQuestion = QUESTION.test(request) || asks;
  if (isQuestion || NOT.test(request) || OTHERWISE.test(nearest)) return undefined;
  const [timed, once] = ["schedule", "remind"].map((name) => rowOf(name, context.rows));
  const every = timed && everyIn(request);
  if (timed && every !== undefined)
    return steps([
      stepOf(
        timed,
        { ...every, every: every.cron, wish: then(every.wish, context.language) },
        context.language,
      ),
    ]);
  const isMeant = nearest === "remind" || REMINDS.test(request);
  const found = isMeant ? onceIn(request) : undefined;
  const wish = then(found?.wish ?? "", context.language);
  return once && found && wish !== ""
    ? steps(onceSteps(once, { ...found, wish }, context))
    : undefined;
}

const steps = (made: Step[]): Reading => ({ kind: "steps", steps: made });

/** "…してくれるようにできる?": the order in it. */
const ASKED_JA =
  /([えけせてねべめれいきしちにひみりっん])て(?:くれ|もらえ|ほし)[るい]?(?:ように)?(?:(?:設定)?でき(?:る|ますか|ません?か)|して|お願い|頼む)?(?:ください|ほしい|くれる|もらえる)?[\s?？]*(?:お願い(?:します)?)?$/;

/** What is to be done then; to be told something is a wish for the same words. */
function then(wish: string, language: Language): string {
  const asked = language === "ja" ? wish.replace(ASKED_JA, "$1て") : wish;
  if (asked !== wish) return then(asked, language);
  const rest = wish.replace(REMINDER[language], " ").trim();
  const own = rest.replace(/^[\s,，、:：-]+|[\s.。,，、!！?？-]+$/g, "");
  return rest === wish.trim() || own === "" ? wish.trim() : `${SAYS[language]} ${own}`;
}

function reminder(language: Language, words: string): Reading {
  const before = tell(language, "yourReminder");
  return { kind: "talk", rule: "reminder", text: before + quoted(language, words) };
}

function onceSteps(row: IntentRow, { at, wish }: Once, { language, rows }: PlanContext): Step[] {
  const list = rowOf("schedule-list", rows);
  const look: Step = {
    rule: "show-time",
    task: tell(language, "lookUpTime"),
    call: (offer) => timeCall(list, offer),
    say: () => "",
  };
  const find = (seen: string) => {
    const now = momentIn(seen);
    const moment = now === undefined ? undefined : at(now);
    return moment === undefined ? undefined : { every: cronAt(moment), wish };
  };
  return lookThen(look, row, {}, language, { find, none: (seen) => isOver(language, seen) });
}

/** The list of jobs tells the time, by the clock that they follow. */
const timeCall = (list: IntentRow | undefined, offer: Offer) =>
  (list && callOf(list, {}, offer)) ?? offer.shell?.("date '+%F %H:%M'");

function isOver(language: Language, result: string): string {
  return tell(language, "isOver", { result: quoted(language, result) });
}

/** A wish for a time that is not said, or not in words that fit the fields of a schedule. */
export function timeless(_: Clause, { language }: PlanContext): Reading {
  const reason = tell(language, "timeless");
  return { kind: "decline", reason };
}
