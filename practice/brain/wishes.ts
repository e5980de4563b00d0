// practice/brain/wishes · what people say for each thing they want, 26 times or more in each language, and how much of it the brain acts on.
import type { Figure } from "../bench/bench.ts";
import { ask } from "./heldOut.ts";
import en from "./wishes/en.json" with { type: "json" };
import ja from "./wishes/ja.json" with { type: "json" };
import zh from "./wishes/zh.json" with { type: "json" };

/** Phrasings by intent and language, written without looking at the rules. Their variable parts are in brackets, with their kind: [file:notes/1.md]. */
export const WISHES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  en,
  zh,
  ja,
};

/** The kinds of a variable part. */
export const KINDS =
  "file folder text old new pattern number time every wish command name topic language it".split(
    " ",
  );

/** Intents that lead to no call: talk, what takes a real model, and what must change nothing. */
const WITHOUT_CALL = new Set(
  "greeting thanks bye who-are-you what-can-you-do how-are-you help joke time-or-date weather-or-news opinion essay translate big-work question-about-change negated conditional".split(
    " ",
  ),
);

/** A phrasing as a person types it. */
export const typed = (wish: string): string => wish.replace(/\[\w+:([^\]]*)\]/g, "$1");

/** The share of the phrasings of each language, for what takes a call, that lead to none, where the tools of s05 are offered. */
export function wishFigures(): Figure[] {
  return Object.entries(WISHES).map(([language, intents]) => {
    const wishes = Object.entries(intents).flatMap(([intent, all]) =>
      WITHOUT_CALL.has(intent) ? [] : all,
    );
    const acted = wishes.filter((wish) => (ask(typed(wish)).calls ?? []).length > 0);
    const value = (100 * (wishes.length - acted.length)) / wishes.length;
    return {
      name: `wishes, ${language}, tools of s05: without a call`,
      value,
      unit: "%",
      target: 40,
    };
  });
}
