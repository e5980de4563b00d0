// course/build/promises · the sentences that a spec judges, in its order.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { draftsOf } from "../chapters/drafts.ts";

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

/** All of them, each with its number, and a star for those of the core. */
export function numbered(chapter: string): string[] {
  const core = coreOf(chapter) ?? [];
  return promisesOf(chapter).map(
    (promise, at) =>
      `${core.includes(promise) ? "*" : " "}${String(at + 1).padStart(2)}. ${promise}`,
  );
}

/** How many promises are the core, and how many come after it. */
export function countedPromises(chapter: string): string {
  const all = promisesOf(chapter).length;
  const core = coreOf(chapter)?.length ?? 0;
  if (core === 0 || core === all) return `${all}`;
  return `${all}: * the core, ${core}, an evening; the rest, ${all - core}, a weekend`;
}

/** The same of the text of any test file. */
export const sentencesIn = (text: string): string[] =>
  [...text.matchAll(SENTENCE)].map(([, double, single, tick]) =>
    (double ?? single ?? tick ?? "").replaceAll(/\\(.)/g, "$1"),
  );
