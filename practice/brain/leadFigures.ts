// practice/brain/leadFigures · how often a decline leads on to what was wanted, by its first two leads, for wishes that no example has.
import type { Figure } from "../bench/bench.ts";
import { followsNone } from "./asking.ts";
import { languageOf, readClauses } from "./clauses.ts";
import { decide } from "./decide.ts";
import { learnedOf, learnFrom, phrasingsOf, wordsOf } from "./examples.ts";
import { TOOLS } from "./heldOut.ts";
import { keysOf, needsModel, SENTENCES } from "./intents/leads.ts";
import { actOf, kindOf } from "./intents/table.ts";
import { chosen } from "./numbered.ts";
import { readOffer } from "./offer.ts";
import { planFor } from "./plan.ts";
import { ROWS } from "./rows/rows.ts";
import type { Language } from "./types.ts";

export interface Led {
  intent: string;
  wish: string;
  text: string;
  isRight: boolean;
}

/** How many declined wishes of a language it takes, and which of each intent's may be among them. */
const COUNT = 40;
const PLACES = [5, 11, 17];

const ROW_TOOLS = ROWS.map(({ tools, input }) => ({
  name: tools[0],
  input_schema: {
    properties: Object.fromEntries(
      Object.entries(input).map(([names, value]) => [names.split("|")[0], { type: typeof value }]),
    ),
  },
}));
const toolOf = (name: string, ...keys: string[]) => ({
  name,
  input_schema: { properties: Object.fromEntries(keys.map((key) => [key, { type: "string" }])) },
});
const OFFER = readOffer({
  tools: [
    ...TOOLS,
    ...ROW_TOOLS.filter(({ name }) => name !== "bash"),
    toolOf("task", "description"),
    toolOf("load_skill", "name"),
    toolOf("compact"),
  ],
});

/** Wishes that are declined without the examples that are the same, spread over the intents; not those whose negation or condition must change nothing. */
export function ledOn(language: Language): Led[] {
  const wishes = PLACES.flatMap((place) =>
    phrasingsOf(language).flatMap(([intent, { [place]: wish = "[it:]" }]) =>
      wish.includes("[it:") ? [] : [{ intent, wish: wordsOf(wish) }],
    ),
  ).filter(({ intent, wish }) => kindOf(intent) !== "none" && languageOf(wish) === language);
  const own = new Set(wishes.map(({ wish }) => wish));
  const others = phrasingsOf(language).map(
    ([intent, all]) => [intent, all.filter((each) => !own.has(wordsOf(each)))] as const,
  );
  const learned = learnFrom(others, language);
  const led = wishes.flatMap(({ intent, wish }) => {
    const plan = planFor(wish, { earlier: [], offer: OFFER, rows: ROWS, learned });
    const { text = "", rule } = plan.kind === "talk" ? plan : { rule: "" };
    const isGuarded = text.includes(followsNone(language));
    return rule === "decline" && !isGuarded
      ? [{ intent, wish, text, isRight: leads(text, intent, language) }]
      : [];
  });
  return led.slice(0, COUNT);
}

/** Whether one of the first two leads is like the intent, or it is said that no rule can do it. */
function leads(text: string, intent: string, language: Language): boolean {
  const [plainly = ""] = needsModel(language, intent).split(/[:：]/);
  if (kindOf(intent) === "model" && text.includes(plainly)) return true;
  const forms = keysOf(intent).map((key) => formOf(SENTENCES[key]?.[language] ?? ""));
  return ["1", "2"].some((number) => {
    const lead = chosen(number, text) ?? "";
    return forms.some((form) => form.test(lead)) || actIn(lead, language) === actOf(intent);
  });
}

/** What a part of the wish, offered as it was typed, is taken for. */
function actIn(lead: string, language: Language): string | undefined {
  const whole = readClauses(lead)?.whole;
  const { intent } = whole ? decide(whole, learnedOf(language, ROWS)) : { intent: undefined };
  return intent === undefined ? undefined : actOf(intent);
}

/** What a sentence is with anything in its slots. */
const formOf = (sentence: string) => {
  const parts = sentence.split(/\{.*?\}/).map((part) => part.replace(/[.?*`]/g, "\\$&"));
  return new RegExp(`^${parts.join("\\S.*")}$`);
};

/** For each language the share of those declines whose first two leads are no help. */
export function leadFigures(): Figure[] {
  return (["en", "zh", "ja"] as const).map((language) => {
    const led = ledOn(language);
    const missed = led.filter(({ isRight }) => !isRight);
    const name = `declines, ${language}: not led on`;
    return { name, value: (100 * missed.length) / (led.length || 1), unit: "%", target: 20 };
  });
}
