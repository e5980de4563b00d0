// course/build/promises · the sentences that a spec judges, in its order.
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The sentence of a test, also of an inherited one; a spec writes it as one string of any quotes. */
const SENTENCE =
  /^test(?:\.inherited)?\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`)/gm;

/** The promises of the spec in a chapter's folder. Sentences that a spec makes from a table are not among them. */
export function promisesOf(chapter: string): string[] {
  return sentencesIn(readFileSync(join(chapter, "spec.test.ts"), "utf8"));
}

/** The same, each with its number. */
export const numbered = (chapter: string): string[] =>
  promisesOf(chapter).map((promise, at) => `${String(at + 1).padStart(3)}. ${promise}`);

/** The same of the text of any test file. */
export const sentencesIn = (text: string): string[] =>
  [...text.matchAll(SENTENCE)].map(([, double, single, tick]) =>
    (double ?? single ?? tick ?? "").replaceAll(/\\(.)/g, "$1"),
  );
