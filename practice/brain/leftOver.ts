// practice/brain/leftOver · what a person named and a plan does not touch: a change that leaves a part of the wish out is none.
import { kindsIn } from "./numbers.ts";
import { isName } from "./spans.ts";
import type { Clause, Offer, Outcome, Said, Step } from "./types.ts";

/**
 * Whether the wish names a file, a text or a number that none of these steps uses: then a part of the wish would be lost.
 * Of a program only numbers are looked for, because a text stands in its code with other quotes.
 */
export function leavesOut(clause: Clause, steps: readonly Step[], offer: Offer): boolean {
  const calls = steps.map((step) => step.call(offer, []));
  // What a step does once others have answered is not known yet.
  if (calls.some((call) => call === undefined)) return false;
  const done = plain([...steps.map(({ task }) => task), ...calls.flatMap(textsOf)].join("\n"));
  const isProgram = steps.some(({ rule }) => rule === "write-program");
  return clause.tokens.some(({ slot, span, word }) => {
    const text = span === undefined ? (slot === "number" ? word : "") : isProgram ? "" : span.text;
    // A particle such as "について" was taken for a text by mistake.
    if (span?.kind === "free" && /^[\p{Script=Hiragana}\p{P}]{0,1}$/u.test(text)) return !isProgram;
    return !done.includes(plain(text));
  });
}

function textsOf(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [String(value)];
  return Object.values(value).flatMap(textsOf);
}

/** A text without quotes, spaces, a leading "./" and a trailing "/": so `a b/` in a command is the same as "a b" in the wish. */
const plain = (text: string) => text.replace(/['"\\\s]|^\.\/|\/$/g, "").toLowerCase();

const SAYS_FILE = /\b(?:file|folder|directory|dir)s?\b|文件|目录|ファイル|フォルダ|ディレクトリ/i;

/** Whether a word that does not look like a name was taken for one, and nobody has said or seen such a file. */
export function takesWordForFile(
  filled: Clause,
  clause: Clause,
  earlier: readonly Said[],
): boolean {
  if (SAYS_FILE.test(clause.text)) return false;
  const known = new Set(clause.tokens.flatMap(({ span }) => span?.text ?? []));
  return filled.tokens.some(({ slot, span }) => {
    if (span === undefined || (slot !== "file" && slot !== "folder")) return false;
    if (kindsIn(span.text).length > 0) return false;
    return !known.has(span.text) && !isName(span.text) && !isSeen(span.text, earlier);
  });
}

/** Whether a result of the conversation, or what was said in it, has this name. */
export function isSeen(name: string, earlier: readonly Said[]): boolean {
  return earlier.some(
    ({ request, outcomes = [] }) =>
      request.includes(name) || outcomes.some(({ text = "" }: Outcome) => text.includes(name)),
  );
}
