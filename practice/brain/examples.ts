// practice/brain/examples · the examples of each intent, as they stand in examples/, ready to be compared with a request.
import en from "./examples/en.json" with { type: "json" };
import ja from "./examples/ja.json" with { type: "json" };
import zh from "./examples/zh.json" with { type: "json" };
import { actOf } from "./intents/table.ts";
import { kept } from "./kept.ts";
import { isFolderName } from "./names.ts";
import { type Example, ranker } from "./nearness.ts";
import type { IntentRow } from "./rows/row.ts";
import { bare, SLOTS, type Slot, type Token, tokensOf } from "./tokens.ts";
import type { Language } from "./types.ts";

const MARKED = /\[([a-z]+):([^[\]]*)\]/g;
const isSlot = (kind: string): kind is Slot => Object.hasOwn(SLOTS, kind);

/** The person's words of an example, without the marks. */
export const wordsOf = (phrasing: string): string => phrasing.replace(MARKED, "$2");

/** Which slot a mark becomes; undefined: its text stays words. */
type Take = (kind: Slot, text: string) => Slot | undefined;

/** An example with its slots. */
function rowOf(phrasing: string, take: Take): Token[] {
  const slots: Slot[] = [];
  const text = phrasing.replace(MARKED, (_, kind: string, words: string) => {
    const slot = isSlot(kind) ? take(kind, words) : undefined;
    if (slot === undefined) return words;
    slots.push(slot);
    return String.fromCharCode(0xe000 + slots.length - 1);
  });
  return tokensOf(text, (mark) => ({ slot: slots[mark.charCodeAt(0) - 0xe000] ?? "text" }));
}

/** Every slot but those whose words tell the intents apart. */
function whole(kind: Slot, text: string): Slot | undefined {
  if (kind === "topic" || kind === "language") return undefined;
  if (kind !== "file" && kind !== "folder") return kind;
  return isFolderName(text.replace(/^\W|\W$/g, "")) ? "folder" : "file";
}

/** As a request has them: there a time is only words, and a name is known by its looks. */
function seen(kind: Slot, text: string): Slot | undefined {
  if (kind === "every" || kind === "time") return undefined;
  if (kind !== "name") return whole(kind, text);
  if (/^\W.*\W$/.test(text)) return "text";
  return /\.\w+$/.test(text) ? "file" : undefined;
}

/** A row as one text: the same for the same words and kinds of slots. */
export function keyOf(row: readonly Token[]): string {
  let key = "";
  for (const { slot, word } of row)
    if (word !== "?" && word !== ":") key += ` ${slot === undefined ? word : SLOTS[slot]}`;
  return key;
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
  const words = kept(
    () => wordsIn(phrasings, whole),
    () => "",
  );
  const rows = kept(
    (act: string) => examples.filter(({ intent }) => actOf(intent) === act).map(({ row }) => row),
    (act) => act,
  );
  return {
    rank: ranker(examples, language),
    rowsOf: (intent) => rows(actOf(intent)),
    exact: exactOf(examples, searchable(flat.map(({ phrasing }) => phrasing))),
    words: () => words(undefined),
  };
}

/** An example whose words are read when they are asked for. */
const readLater = (intent: string, phrasing: string): Example => ({
  intent,
  get row() {
    return rowOf(phrasing, whole);
  },
  get seen() {
    return rowOf(phrasing, seen);
  },
});

/** Stands between texts that are changed all at once. */
const BETWEEN = "\u0001";

/** Texts as tokens are written: each word of an example's rows stands in its text. */
const searchable = (phrasings: readonly string[]): string[] =>
  phrasings.join(BETWEEN).normalize("NFKC").toLowerCase().replaceAll("’", "'").split(BETWEEN);

/** The words outside slots, each with the intents that have it. */
function wordsIn(phrasings: Phrasings, take: Take): ReadonlyMap<string, ReadonlySet<string>> {
  const words = new Map<string, Set<string>>();
  for (const [intent, own] of phrasings)
    for (const { word, slot } of rowOf(own.join("\n"), take)) {
      if (slot !== undefined) continue;
      const intents = words.get(word);
      if (intents === undefined) words.set(word, new Set([intent]));
      else intents.add(intent);
    }
  return words;
}

/** What was typed as it is counts more than what is left of it. */
function exactOf(examples: readonly Example[], texts: readonly string[]): Book["exact"] {
  return kept((row) => {
    const key = keyOf(row);
    const words = row.flatMap(({ slot, word }) =>
      slot !== undefined || word === "?" || word === ":" ? [] : [word],
    );
    words.sort((one, other) => other.length - one.length); // the longest is in the fewest
    const near = examples.filter((_, at) => words.every((word) => texts[at]?.includes(word)));
    const having = (form: (row: readonly Token[]) => readonly Token[]) =>
      near.flatMap((own) =>
        [own.row, own.seen].some((one) => keyOf(form(one)) === key) ? own.intent : [],
      );
    return mostly(having((own) => own)) ?? mostly(having(bare));
  }, keyOf);
}

/** How much of the examples with the same key are to be one intent's. */
const MOSTLY = 2 / 3;

/** The intent that most of them are. */
function mostly(intents: readonly string[]): string | undefined {
  return intents.find((intent) => {
    const same = intents.filter((other) => actOf(other) === actOf(intent));
    return same.length / intents.length >= MOSTLY;
  });
}

const EXAMPLES: Readonly<Record<Language, Readonly<Record<string, readonly string[]>>>> = {
  en,
  zh,
  ja,
};

/** The examples of a language by intent. */
export const phrasingsOf = (language: Language): Phrasings => Object.entries(EXAMPLES[language]);

const booksOf = kept(
  (rows: readonly IntentRow[]) =>
    kept(
      (language: Language) => {
        const own = rows.flatMap(({ rule, intent = rule, examples }) =>
          examples === undefined ? [] : [[intent, examples[language]] as const],
        );
        return bookFrom([...phrasingsOf(language), ...own], language);
      },
      (language) => language,
    ),
  (rows) => rows,
);

/** A language's examples and those of rows: read at its first request, and once. */
export const bookOf = (language: Language, rows: readonly IntentRow[]): Book =>
  booksOf(rows)(language);

const vocabularyOf = kept(
  (language: Language) => wordsIn(phrasingsOf(language), (kind) => kind),
  (language) => language,
);

/** Whether a language's examples have the word outside slots. */
export const isKnown = (word: string, language: Language): boolean =>
  vocabularyOf(language).has(word);

/** Whether a language's examples have these letters or signs anywhere. */
export const isThere = (text: string, language: Language): boolean =>
  phrasingsOf(language).some(([, own]) => own.some((phrasing) => phrasing.includes(text)));

/** In how many intents a word is that is hardly somebody's own name or text. */
const COMMON = 8;
const FOLDER = /^(?:notes|src|docs|data|lib|images|logs|skills)$/i;

/** Whether the examples of several intents have the English word outside their slots: hardly somebody's own name or text. */
export function isWord(word: string): boolean {
  const intents = vocabularyOf("en").get(word.toLowerCase());
  return (intents?.size ?? 0) >= COMMON && !FOLDER.test(word);
}
