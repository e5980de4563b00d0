// practice/brain/intents/leads · sentences that are surely understood, by intent, with slots for the person's own words.

import type { Sentences } from "../rows/row.ts";
import { spoken, tell } from "../tell.ts";
import type { Language, PlanContext } from "../types.ts";
import data from "./leads.json" with { type: "json" };

export const SENTENCES: Readonly<Record<string, Sentences>> = data.sentences;
const NEAR: Readonly<Record<string, string>> = data.near;
const WHY: Readonly<Record<string, Sentences>> = data.why;

/** What the tools are for, those of the first chapters first, each with an example by the name of its sentence. */
export const DEEDS: readonly (Sentences & { lead: string })[] = data.deeds;

/** The names of the sentences for an intent, in order. */
export const keysOf = (intent: string): string[] => (NEAR[intent] ?? intent).split(" ");

/** By name, and never with what would not stand on one line, or would end its quotation. */
export type Slots = Readonly<Record<string, string | undefined>>;

const SLOT = /\{(\w+)(?:\|(\w+))?\}/g;

/** A sentence with the slots filled; undefined where there is none, or no text for a slot without one of its own. */
export function sentenceOf(key: string, language: Language, slots: Slots): string | undefined {
  const sentence = SENTENCES[key]?.[language];
  const texts = [...(sentence?.matchAll(SLOT) ?? [])].map(
    ([, name = "", own]) => slots[name] ?? own,
  );
  if (sentence === undefined || !texts.every((text) => text && !/[\n"“”「」`{}]/.test(text)))
    return undefined;
  return sentence.replace(SLOT, () => texts.shift() ?? "");
}

/** The name of a file that nobody has spoken of, so that nothing is written over. */
export function freshName(
  stem: string,
  { request, earlier }: Pick<PlanContext, "request" | "earlier">,
  ending: string,
): string {
  const said = JSON.stringify(earlier) + request;
  let number = [...said].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 900, 0);
  while (said.includes(`${stem}-${100 + number}`)) number = (number + 1) % 900;
  return `${stem}-${100 + number}.${ending}`;
}

/** For what no fixed rule can do, however it is said. */
export function needsModel(language: Language, intent: string): string {
  return tell(language, "needsModel", { why: (WHY[intent] ?? data.why.other)[spoken(language)] });
}

const REAL = /real model|真实的模型|実際のモデル/;

/** Said of what was declined, and once: it is beyond the rules, unless one of the requests that follow is what was meant. */
export function orRealModel(said: string, language: Language, isFollowed: boolean): string {
  if (REAL.test(said)) return "";
  const needs = tell(language, "needsRealModel");
  const unless = tell(language, "unlessOneOfThese");
  return isFollowed ? `${needs}${unless}` : `${needs}${tell(language, "fullStop")}`;
}
