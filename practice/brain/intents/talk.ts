// practice/brain/intents/talk · greetings, thanks, and what the practice model says about itself.

import { languageOf, says } from "../clauses.ts";
import { saidOfAgent } from "../context.ts";
import { numbered, type Offered } from "../numbered.ts";
import { tell } from "../tell.ts";
import type { Clause, Intent, Language, PlanContext, Reading, Said } from "../types.ts";
import { quoted, row, sentences } from "../words.ts";
import { DEEDS, freshName, sentenceOf } from "./leads.ts";

/** An intent that is answered with the same words each time. */
export const saying =
  (rule: "thanks" | "how-are-you" | "joke" | "acknowledged" | "leave"): Intent =>
  (_, { language }) => ({ kind: "talk", rule, text: tell(language, rule) });

export function bye(_: Clause, { language }: PlanContext): Reading {
  const text = sentences(language, [tell(language, "goodbye"), tell(language, "leave")]);
  return { kind: "talk", rule: "bye", text };
}

/** The person's last request, word for word. */
export function justAsked(_: Clause, { language, earlier }: PlanContext): Reading {
  const last = earlier.at(-1)?.request;
  const text =
    last === undefined
      ? tell(language, "firstRequest")
      : tell(language, "yourLastRequest") + quoted(language, last);
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
  const own = saidOfAgent(clause.text, context.offer);
  if (own !== "") return { kind: "talk", rule: "context", text: own };
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
  return tell(language, "noNumber", { number: request.trim() });
}

/** What it says to everything it has no rule for; with a reason, that stands first. */
export function decline(language: Language, reason = ""): string {
  if (reason === "") return tell(language, "noRuleForThis");
  return sentences(language, [reason, tell(language, "didNothing")]);
}
