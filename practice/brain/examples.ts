// practice/brain/examples · the examples of each intent, as they stand in examples/, ready to be compared with a request.
import en from "./examples/en.json" with { type: "json" };
import ja from "./examples/ja.json" with { type: "json" };
import zh from "./examples/zh.json" with { type: "json" };
import { actOf } from "./intents/table.ts";
import { isFolderName } from "./names.ts";
import { type Example, ranker } from "./nearness.ts";
import type { IntentRow } from "./rows/row.ts";
import { bare, SLOTS, type Slot, type Token, tokensOf } from "./tokens.ts";
import type { Language } from "./types.ts";

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

/** A row as one text: the same for the same words and kinds of slots. */
export function keyOf(row: readonly Token[]): string {
  let key = "";
  for (const { slot, word } of row)
    if (word !== "?" && word !== ":") key += ` ${slot === undefined ? word : SLOTS[slot]}`;
  return key;
}

/** An example with all its slots, and a second row with fewer where some are not known by their looks. */
export function rowsOf(phrasing: string): Token[][] {
  const isSame = [...phrasing.matchAll(MARKED)].every(
    ([, kind = "", text = ""]) => !isSlot(kind) || whole(kind, text) === byLooks(kind, text),
  );
  const row = rowOf(phrasing, whole);
  return isSame ? [row] : [row, rowOf(phrasing, byLooks)];
}

export interface Book {
  rank: ReturnType<typeof ranker>;
  /** The examples, each with all its slots, of what is done as this intent is. */
  rowsOf(intent: string): readonly (readonly Token[])[];
  /** The intent of the examples that are this row. */
  exact(row: readonly Token[]): string | undefined;
  /** The words outside slots, each with the intents that have it. */
  words(): ReadonlyMap<string, ReadonlySet<string>>;
}

export type Phrasings = readonly (readonly [intent: string, phrasings: readonly string[]])[];

/** Examples that are read as far as they are needed. */
export function bookFrom(phrasings: Phrasings, language: Language): Book {
  const flat = phrasings.flatMap(([intent, own]) => own.map((phrasing) => ({ intent, phrasing })));
  const examples = flat.map(({ intent, phrasing }) => readLater(intent, phrasing));
  let words: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  return {
    rank: ranker(examples, language),
    rowsOf: rowsIn(examples),
    exact: exactOf(examples, searchable(flat.map(({ phrasing }) => phrasing))),
    words: () => {
      words ??= wordsIn(examples);
      return words;
    },
  };
}

/** An example whose words are read when they are first asked for. */
function readLater(intent: string, phrasing: string): Example {
  let rows: Token[][] | undefined;
  return {
    intent,
    get rows() {
      rows ??= rowsOf(phrasing);
      return rows;
    },
  };
}

/** Stands between texts that are changed all at once. */
const BETWEEN = "\u0001";

/** Texts as tokens are written: each word of an example's rows stands in its text. */
const searchable = (phrasings: readonly string[]): string[] =>
  phrasings.join(BETWEEN).normalize("NFKC").toLowerCase().replaceAll("’", "'").split(BETWEEN);

/** The words outside slots, each with the intents that have it. */
function wordsIn(examples: readonly Example[]): Map<string, Set<string>> {
  const words = new Map<string, Set<string>>();
  for (const { intent, rows } of examples)
    for (const { word, slot } of rows[0] ?? []) {
      if (slot !== undefined) continue;
      const intents = words.get(word);
      if (intents === undefined) words.set(word, new Set([intent]));
      else intents.add(intent);
    }
  return words;
}

/** What was typed as it is counts more than what is left of it. */
function exactOf(examples: readonly Example[], texts: readonly string[]): Book["exact"] {
  const known = new Map<string, string | undefined>();
  return (row) => {
    const key = keyOf(row);
    if (known.has(key)) return known.get(key);
    if (known.size >= MAX_KNOWN) known.clear();
    const words = row.flatMap(({ slot, word }) =>
      slot !== undefined || word === "?" || word === ":" ? [] : [word],
    );
    const near = examples.filter((_, at) => words.every((word) => texts[at]?.includes(word)));
    const having = (form: (row: readonly Token[]) => readonly Token[]) =>
      near.flatMap(({ intent, rows }) =>
        rows.flatMap((own) => (keyOf(form(own)) === key ? [intent] : [])),
      );
    const found = mostly(having((own) => own)) ?? mostly(having(bare));
    known.set(key, found);
    return found;
  };
}

/** So many answers are kept: one request is read many times. */
const MAX_KNOWN = 1000;

/** How much of the examples with the same key are to be one intent's. */
const MOSTLY = 2 / 3;

/** The intent that most of them are. */
function mostly(intents: readonly string[]): string | undefined {
  return intents.find((intent) => {
    const same = intents.filter((other) => actOf(other) === actOf(intent));
    return same.length / intents.length >= MOSTLY;
  });
}

/** The rows of the examples of what is done as an intent is, each with all its slots. */
function rowsIn(examples: readonly Example[]): Book["rowsOf"] {
  const made = new Map<string, readonly (readonly Token[])[]>();
  return (intent) => {
    const act = actOf(intent);
    const there = made.get(act);
    if (there !== undefined) return there;
    const own = examples.filter((example) => actOf(example.intent) === act);
    const rows = own.flatMap(({ rows: [row] }) => (row === undefined ? [] : [row]));
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

const books = new WeakMap<readonly IntentRow[], Map<Language, Book>>();

/** A language's examples and those of rows: read at its first request, and once. */
export function bookOf(language: Language, rows: readonly IntentRow[]): Book {
  const there = books.get(rows) ?? new Map<Language, Book>();
  books.set(rows, there);
  const known = there.get(language);
  if (known !== undefined) return known;
  const own = rows.flatMap(({ rule, intent = rule, examples }) =>
    examples === undefined ? [] : [[intent, examples[language]] as const],
  );
  const made = bookFrom([...phrasingsOf(language), ...own], language);
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

/** In how many intents a word is that is hardly somebody's own name or text. */
const COMMON = 8;
let common: ReadonlySet<string> | undefined;
const FOLDER = /^(?:notes|src|docs|data|lib|images|logs|skills)$/i;

/** Whether the examples of several intents have the English word outside their slots: hardly somebody's own name or text. */
export function isWord(word: string): boolean {
  common ??= new Set(
    [...vocabularyOf(phrasingsOf("en"))].flatMap(([word, count]) =>
      count >= COMMON ? [word] : [],
    ),
  );
  return common.has(word.toLowerCase()) && !FOLDER.test(word);
}
