// practice/brain/project/named · the names of functions and variables that a wish speaks of.
import { filesOf, spansOf } from "../clauses.ts";
import { isWord } from "../examples.ts";
import type { Clause, Language } from "../types.ts";

const NAME = /^(?!(?:it|this|that|them|one|the|a|an)$)[A-Za-z_]\w*$/i;

/** In order: what stands in slots or quotes, else the words that only code has; of Chinese and Japanese, every Latin word. */
export function namesOf(clause: Clause, language: Language): string[] {
  const spans = ["literal", "skill-name", "name"].flatMap((role) => spansOf(clause, role));
  const given = spans
    .map(({ text }) => text.replace(/\(\)$/, ""))
    .filter((text) => NAME.test(text));
  const files = filesOf(clause).filter((file) => !NAME.test(file));
  const typed = files.reduce((text, file) => text.replaceAll(file, " "), typedIn(clause));
  const words = typed.match(/[A-Za-z_]\w*/g) ?? [];
  const isName = (word: string) =>
    /[a-z][A-Z]|_/.test(word) ||
    (language === "en" ? !isWord(word) : !/^(?:todo|test|git)$/i.test(word));
  const at = (name: string) => typedIn(clause).search(new RegExp(`\\b${name}\\b`));
  return [...new Set([...given, ...words.filter(isName)])].toSorted((a, b) => at(a) - at(b));
}

const CHANGED =
  /["'`]?\b([A-Za-z_]\w*)["'`]?\s+(?:to|into|as|->|→|=>|(?:should|must) (?:be called|become|be)|is now|instead of)\s+["'`]?([A-Za-z_]\w*)/i;

/** The name that is there and the one that is to be. */
export function oldAndNew(clause: Clause, language: Language): string[] {
  const of = (slot: string) => clause.tokens.find((token) => token.slot === slot)?.span?.text ?? "";
  const slots = [of("old"), of("new")];
  if (slots.every((name) => NAME.test(name))) return slots;
  const changed = language === "en" ? CHANGED.exec(typedIn(clause)) : null;
  const names = changed === null ? namesOf(clause, language) : changed.slice(1);
  return names.every((name) => NAME.test(name)) ? names.slice(0, 2) : [];
}

/** The words as they were typed, those in slots too. */
const typedIn = ({ text, tokens, typed }: Clause): string =>
  tokens.map(({ span, start, end }) => span?.raw ?? typed(text.slice(start, end))).join(" ");
