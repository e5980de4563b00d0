// course/build/promises · the sentences that a spec judges, in its order.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { say, spoken } from "../base/say.ts";
import { draftsOf } from "../chapters/drafts.ts";
import { hintsOf, inLanguage } from "./hints.ts";

/** The sentence of a test, also of an inherited one; a spec writes it as one string of any quotes. */
const SENTENCE =
  /^test(?:\.inherited)?\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`)/gm;

/** The promises of the spec in a chapter's folder. Sentences that a spec makes from a table are not among them. */
export function promisesOf(chapter: string): string[] {
  return sentencesIn(readFileSync(join(chapter, "spec.test.ts"), "utf8"));
}

/** Those of the core, which the last draft of the chapter keeps; undefined for a chapter without drafts. */
export function coreOf(chapter: string): string[] | undefined {
  const { keeps } = draftsOf(chapter).at(-1) ?? {};
  const promises = promisesOf(chapter);
  return keeps?.flatMap((number) => promises[number - 1] ?? []);
}

/** How many promises are the core, and how many come after it. */
export function countedPromises(chapter: string): string {
  const all = promisesOf(chapter).length;
  const core = coreOf(chapter)?.length ?? 0;
  if (core === 0 || core === all) return `${all}`;
  return say`${all}: * the core, ${core}, an evening; the rest, ${all - core}, a weekend`;
}

/** A promise in the person's language; undefined in English, and where hints.json does not have it. */
export const ownWords = (chapter: string, promise: string): string | undefined =>
  inLanguage(hintsOf(chapter).get(promise), spoken())?.name;

/** All of them in the person's language, each with its number, and a star for those of the core. */
export function numbered(chapter: string): string[] {
  const core = coreOf(chapter) ?? [];
  return promisesOf(chapter).map((promise, at) => {
    const mark = core.includes(promise) ? "*" : " ";
    return `${mark}${String(at + 1).padStart(2)}. ${ownWords(chapter, promise) ?? promise}`;
  });
}

/** Lines that end in a promise, each followed by the promise in the person's language. */
export function inOwnWords(chapter: string, lines: string[]): string[] {
  return lines.flatMap((line) => {
    const promise = promisesOf(chapter).find((one) => line.endsWith(` ${one}`));
    const own = promise && ownWords(chapter, promise);
    return own ? [line, `       ${own}`] : [line];
  });
}

/** The same of the text of any test file. */
export const sentencesIn = (text: string): string[] =>
  [...text.matchAll(SENTENCE)].map(([, double, single, tick]) =>
    (double ?? single ?? tick ?? "").replaceAll(/\\(.)/g, "$1"),
  );
