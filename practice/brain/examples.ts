// practice/brain/examples · the examples of each intent, as they stand in examples/, and what is learned from them.
import en from "./examples/en.json" with { type: "json" };
import ja from "./examples/ja.json" with { type: "json" };
import zh from "./examples/zh.json" with { type: "json" };
import { actOf } from "./intents/table.ts";
import { type Kept, readKept } from "./kept.ts";
import keptEn from "./learned/en.json" with { type: "json" };
import keptJa from "./learned/ja.json" with { type: "json" };
import keptZh from "./learned/zh.json" with { type: "json" };
import { type Example, learn } from "./learned.ts";
import { isFolderName } from "./names.ts";
import type { IntentRow } from "./rows/row.ts";
import { bare, SLOTS, type Slot, type Token, tokensOf } from "./tokens.ts";
import type { Language } from "./types.ts";
import { ranker, type Weights } from "./weights.ts";

const MARKED = /\[([a-z]+):([^[\]]*)\]/g;
const QUOTES = /^["'“「『‘`].*["'”」』’`]$/;
const NAME = /[./~*]|^(?:readme|makefile|license|dockerfile|changelog)$/i;
const isSlot = (kind: string): kind is Slot => Object.hasOwn(SLOTS, kind);

/** The person's words of an example, without the marks. */
export const wordsOf = (phrasing: string): string => phrasing.replace(MARKED, "$2");

/** An example with its slots; `take` says which marks become one, the others stay words. */
function rowOf(phrasing: string, take: (kind: Slot, text: string) => Slot | undefined): Token[] {
  const slots: Slot[] = [];
  const text = phrasing.replace(MARKED, (_, kind: string, words: string) => {
    const slot = isSlot(kind) ? take(kind, words) : undefined;
    if (slot === undefined) return words;
    slots.push(slot);
    return String.fromCharCode(0xe000 + slots.length - 1);
  });
  return tokensOf(text, (mark) => ({ slot: slots[mark.charCodeAt(0) - 0xe000] ?? "text" }));
}

const isPath = (kind: Slot) => kind === "file" || kind === "folder";
const pathOf = (text: string): Slot => (isFolderName(text) ? "folder" : "file");

/** Every slot but those whose words tell the intents apart. */
function whole(kind: Slot, text: string): Slot | undefined {
  if (kind === "topic" || kind === "language") return undefined;
  return isPath(kind) ? pathOf(text.replace(/^\W|\W$/g, "")) : kind;
}

/** Only the slots that are known by their looks. */
function byLooks(kind: Slot, text: string): Slot | undefined {
  if (QUOTES.test(text)) return /\.\w{1,8}.$/.test(text) ? "file" : "text";
  if (text.includes("*")) return "pattern";
  if (isPath(kind)) return NAME.test(text) ? pathOf(text) : undefined;
  return ["pattern", "number", "command"].includes(kind) ? kind : undefined;
}

/** A short name of a row: the same for the same words and kinds of slots. */
export function keyOf(row: readonly Token[]): string {
  let key = 0x811c9dc5;
  for (const { slot, word } of row) {
    if (word === "?" || word === ":") continue;
    const part = slot === undefined ? word : SLOTS[slot];
    for (let at = 0; at < part.length; at++) key = Math.imul(key ^ part.charCodeAt(at), 0x01000193);
    key = Math.imul(key ^ 32, 0x01000193);
  }
  return (key >>> 0).toString(36);
}

function exampleOf(intent: string, phrasing: string): Example {
  const rows = [rowOf(phrasing, whole), rowOf(phrasing, byLooks)];
  return { intent, rows: keyOf(rows[0] ?? []) === keyOf(rows[1] ?? []) ? rows.slice(0, 1) : rows };
}

export interface Learned {
  weights: Weights;
  rank: ReturnType<typeof ranker>;
  /** The examples, each with all its slots, of what is done as this intent is. */
  rowsOf(intent: string): readonly (readonly Token[])[];
  /** The intent of each row, as `keyOf` writes it. */
  exact: ReadonlyMap<string, string>;
  /** The words outside slots, each with the intents that have it. */
  words: Pick<ReadonlyMap<string, ReadonlySet<string>>, "get">;
}

export type Phrasings = readonly (readonly [intent: string, phrasings: readonly string[]])[];

export function learnFrom(phrasings: Phrasings, language: Language) {
  const examples = phrasings.flatMap(([intent, own]) =>
    own.map((phrasing) => exampleOf(intent, phrasing)),
  );
  const words = new Map<string, Set<string>>();
  for (const { intent, rows } of examples)
    for (const { word, slot } of rows[0] ?? []) {
      if (slot !== undefined) continue;
      const intents = words.get(word) ?? new Set();
      words.set(word, intents.add(intent));
    }
  const keys = (form: (row: readonly Token[]) => readonly Token[]) =>
    examples.flatMap(({ intent, rows }) => rows.map((row) => [keyOf(form(row)), intent] as const));
  // What was typed as it is counts more than what is left of it.
  const exact = new Map([...mostly(keys(bare)), ...mostly(keys((row) => row))]);
  const weights = learn(examples, language);
  return { weights, rank: ranker(weights, language), rowsOf: rowsIn(phrasings), exact, words };
}

/** How much of the examples with the same key are to be one intent's. */
const MOSTLY = 2 / 3;

/** Each key with the intent that has most of it. */
function mostly(keys: readonly (readonly [key: string, intent: string])[]): [string, string][] {
  const counts = new Map<string, Map<string, number>>();
  for (const [key, intent] of keys) {
    const own = counts.get(key) ?? new Map<string, number>();
    counts.set(key, own.set(intent, (own.get(intent) ?? 0) + 1));
  }
  return [...counts].flatMap(([key, own]): [string, string][] => {
    const all = [...own.values()].reduce((sum, count) => sum + count, 0);
    const ofAct = (act: string) =>
      [...own].reduce((sum, [intent, count]) => sum + (actOf(intent) === act ? count : 0), 0);
    const best = [...own].find(([intent]) => ofAct(actOf(intent)) / all >= MOSTLY);
    return best === undefined ? [] : [[key, best[0]]];
  });
}

/** The rows of an intent's examples, made when they are first asked for. */
function rowsIn(phrasings: Phrasings): Learned["rowsOf"] {
  const made = new Map<string, readonly (readonly Token[])[]>();
  return (intent) => {
    const act = actOf(intent);
    const there = made.get(act);
    if (there !== undefined) return there;
    const rows = phrasings
      .filter(([other]) => actOf(other) === act)
      .flatMap(([, own]) => own.map((phrasing) => rowOf(phrasing, whole)));
    made.set(act, rows);
    return rows;
  };
}

const EXAMPLES: Readonly<Record<Language, Readonly<Record<string, readonly string[]>>>> = {
  en,
  zh,
  ja,
};

/** The examples of a language by intent. */
export const phrasingsOf = (language: Language): Phrasings => Object.entries(EXAMPLES[language]);

const KEPT: Readonly<Record<Language, Kept>> = { en: keptEn, zh: keptZh, ja: keptJa };
const learned = new WeakMap<readonly IntentRow[], Map<Language, Learned>>();

/** What is learned from a language's examples and those of rows: at its first request, and once. */
export function learnedOf(language: Language, rows: readonly IntentRow[]): Learned {
  const there = learned.get(rows) ?? new Map<Language, Learned>();
  learned.set(rows, there);
  const known = there.get(language);
  if (known !== undefined) return known;
  const own = rows.flatMap(({ rule, intent = rule, examples }) =>
    examples === undefined ? [] : [[intent, examples[language]] as const],
  );
  const phrasings = phrasingsOf(language);
  const made =
    own.length > 0
      ? learnFrom([...phrasings, ...own], language)
      : { ...readKept(KEPT[language], language), rowsOf: rowsIn(phrasings) };
  there.set(language, made);
  return made;
}

/** The words that examples have outside slots, with the number of intents that have each. */
export function vocabularyOf(phrasings: Phrasings): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [, own] of phrasings) {
    const words = own
      .join(" ")
      .replace(MARKED, " ")
      .toLowerCase()
      .match(/[a-z']+/g);
    for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

const vocabularies = new Map<Language, ReadonlyMap<string, number>>();

/** Whether a language's examples have the word outside slots. */
export function isKnown(word: string, language: Language): boolean {
  const words = vocabularies.get(language) ?? vocabularyOf(phrasingsOf(language));
  vocabularies.set(language, words);
  return words.has(word);
}

/** Whether a language's examples have these letters or signs anywhere. */
export const isThere = (text: string, language: Language): boolean =>
  phrasingsOf(language).some(([, own]) => own.some((phrasing) => phrasing.includes(text)));

let common: ReadonlySet<string> | undefined;
const FOLDER = /^(?:notes|src|docs|data|lib|images|logs|skills)$/i;

/** Whether the examples of several intents have the English word outside their slots: hardly somebody's own name or text. */
export function isWord(word: string): boolean {
  common ??= new Set(KEPT.en.common.split(" "));
  return common.has(word.toLowerCase()) && !FOLDER.test(word);
}
