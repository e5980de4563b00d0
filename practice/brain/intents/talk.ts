// practice/brain/intents/talk · greetings, thanks, and what the practice model says about itself.

import { languageOf, says } from "../clauses.ts";
import { numbered, type Offered } from "../numbered.ts";
import { tell } from "../tell.ts";
import type { Clause, Intent, Language, PlanContext, Reading, Said } from "../types.ts";
import { pick, quoted, row, sentences } from "../words.ts";
import { DEEDS, freshName, sentenceOf } from "./leads.ts";

/** An intent that is answered with the same words each time. */
const saying =
  (rule: string, ...words: [en: string, zh: string, ja: string]): Intent =>
  (_, { language }) => ({ kind: "talk", rule, text: pick(language, ...words) });

export const thanks = saying(
  "thanks",
  "You're welcome. It was all in the rules.",
  "不客气，照规则办事而已。",
  "どういたしまして。ルールどおりに動いただけです。",
);

export const howAreYou = saying(
  "how-are-you",
  "Same as ever: I'm a set of rules, and rules don't have bad days. What shall we do?",
  "老样子：我是一套规则，规则没有心情不好的时候。要做点什么？",
  "いつもどおりです。ルールに調子の悪い日はありません。何をしましょうか？",
);

export const joke = saying(
  "joke",
  "A model without rules and rules without a model walk into a bar. Only one of them gets the joke, and it isn't me.",
  "有人问规则引擎：“你会讲笑话吗？”它说：“会，就这一个。”",
  "ルールエンジンに聞きました。「冗談は言える？」「はい。これ 1 つだけ」",
);

export const acknowledged = saying(
  "acknowledged",
  "All right. I did nothing; nothing was asked. What's next?",
  "好的。没有要做的事，我就什么也没做。接下来呢？",
  "わかりました。頼まれたことはないので、何もしていません。次は何をしましょうか？",
);

export function bye(_: Clause, { language }: PlanContext): Reading {
  const goodbye = tell(language, "goodbye");
  return { kind: "talk", rule: "bye", text: sentences(language, [goodbye, howToLeave(language)]) };
}

export function leave(_: Clause, { language }: PlanContext): Reading {
  return { kind: "talk", rule: "leave", text: howToLeave(language) };
}

/** How the person ends the program; a model cannot. */
function howToLeave(language: Language): string {
  return tell(language, "howToLeave");
}

/** The person's last request, word for word. */
export function justAsked(_: Clause, { language, earlier }: PlanContext): Reading {
  const last = earlier.at(-1)?.request;
  const before = tell(language, "yourLastRequest");
  const first = tell(language, "firstRequest");
  const text = last === undefined ? first : before + quoted(language, last);
  return { kind: "talk", rule: "just-asked", text };
}

export function greeting(_: Clause, context: PlanContext): Reading {
  const { language, earlier } = context;
  const hello = tell(language, "hello");
  const again = tell(language, "whatShallWeDo");
  const text = sentences(language, [hello, earlier.length === 0 ? whoIAm(context) : again]);
  return { kind: "talk", rule: "greeting", text };
}

export function identity(clause: Clause, context: PlanContext): Reading {
  const tools = says(clause, /\btools?\b|工具|ツール/i) ? toolsOf(context) : "";
  const text = [whoIAm(context), tools].filter(Boolean).join("\n");
  return { kind: "talk", rule: "identity", text };
}

function whoIAm(context: PlanContext): string {
  const itself = tell(context.language, "whoIAm");
  const offered = deeds(context);
  const rest = offered.length === 0 ? toolsOf(context) : numbered(context.language, offered);
  return `${itself}\n${rest}`;
}

function toolsOf({ language, offer: { names } }: PlanContext): string {
  const all = names.length === 0 ? "–" : row(language, names);
  return tell(language, "myTools", { all });
}

/** So many of the deeds that the tools of all chapters can do, and of those that take the latest ones. */
const ALWAYS = 3;
const LATEST = 2;

function deeds(context: PlanContext): Offered[] {
  const { language, offer, tried } = context;
  const slots = { fresh: freshName("hello", context, "py"), name: offer.skills[0]?.name };
  const all = DEEDS.flatMap((deed) => {
    const request = sentenceOf(deed.lead, language, slots);
    const works = request !== undefined && tried(request) !== undefined;
    return works ? [{ request, shows: deed[language] }] : [];
  });
  return [...all.slice(0, ALWAYS), ...all.slice(ALWAYS).slice(-LATEST)];
}

/** For a number by itself, where nothing was offered by number. */
export function noList(request: string, earlier: readonly Said[]): string {
  const language = languageOf(earlier.at(-1)?.request ?? request);
  const number = request.trim();
  return tell(language, "noNumber", { number });
}

/** What it says to everything it has no rule for; with a reason, that stands first. */
export function decline(language: Language, reason = ""): string {
  const sorry = tell(language, "noRuleForThis");
  const short = tell(language, "didNothing");
  return reason === "" ? sorry : sentences(language, [reason, short]);
}
