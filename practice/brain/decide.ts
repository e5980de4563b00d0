// practice/brain/decide · which intent a wish has, by the examples it is like, and what stands in the places of their slots.
import { align } from "./align.ts";
import { isChange, isOrder } from "./asking.ts";
import type { Book } from "./examples.ts";
import { KIND } from "./folders.ts";
import { actOf, kindOf, type Row } from "./intents/table.ts";
import { kept } from "./kept.ts";
import { nearOf, type Ranked } from "./nearness.ts";
import { kindsIn } from "./numbers.ts";
import { bare, SLOTS, type Slot, type Token, textOf } from "./tokens.ts";
import type { Clause } from "./types.ts";

export interface Decision {
  /** undefined: none is near enough, or two are. */
  intent: string | undefined;
  /** The likeliest, best first. */
  ranked: Ranked[];
}

/** How likely an intent is to be, for it to be done. */
export const LIKELY: Record<Row["kind"], number> = {
  looks: 0.6,
  changes: 0.7,
  talk: 0.6,
  model: 0.5,
  none: 0.3,
};
/** How near its examples must be. */
const NEAR = 0.3;
/** Looking for a text with a word left out finds something else. */
const SEARCH = /^search-text$/;

/** Intents in which somebody's own words stand, whatever they are. */
const OPEN = /^(?:plan|delegate|remind|schedule|background-run|rename-symbol|task-\w+)$/;

/** The intent of a wish, where one is near enough. */
export function decide(clause: Pick<Clause, "tokens" | "text">, book: Book): Decision {
  const orders = isOrder(clause.text);
  const same = book.exact(clause.tokens) ?? book.exact(bare(clause.tokens));
  if (same !== undefined && !(orders && kindOf(same) === "none"))
    return { intent: same, ranked: [{ intent: same, score: 1, nearest: [1] }] };
  const all = book.rank(clause.tokens);
  // "b.txt は?" says nothing of what is to be done.
  if (clause.tokens.every(({ word, slot }) => slot === "file" || /^[はも?]$/.test(word)))
    if (clause.tokens.some(({ slot }) => slot === undefined))
      return { intent: undefined, ranked: all };
  const ranked = orders ? all.filter(({ intent }) => kindOf(intent) !== "none") : all;
  const [best] = ranked;
  if (best === undefined) return { intent: undefined, ranked };
  const kind = kindOf(best.intent);
  const isSame = isNothing(kind)
    ? ({ intent }: Ranked) => isNothing(kindOf(intent))
    : ({ intent }: Ranked) => actOf(intent) === actOf(best.intent);
  const likely = ranked.filter(isSame).reduce((sum, { score }) => sum + score, 0);
  const strange = strangers(clause.tokens, best.intent, book);
  // A verb that changes something, in what would only look.
  const isOwn = (word: string) => book.words().get(word)?.has(best.intent) === true;
  const isChanged = clause.tokens.some(({ word }) => isChange(word) && !isOwn(word));
  if ((kind === "looks" || isChat(best.intent)) && isChanged) return { intent: undefined, ranked };
  const isMeant = nearOf(best.nearest) >= NEAR && likely >= LIKELY[kind];
  const isPlain = OPEN.test(best.intent) || strange.length === 0;
  const isSure =
    kind === "changes" ? agree(ranked, isSame) && isPlain : isPlain || !SEARCH.test(best.intent);
  return { intent: isMeant && isSure ? best.intent : undefined, ranked };
}

/** Whether it is only talk, and about nothing that somebody names. */
const isChat = (intent: string) => kindOf(intent) === "talk" && !ABOUT.test(intent);
const ABOUT = /^(?:remember|recall|forget|show-plan)$/;

/** Whether the two examples that are nearest of all are of what is meant. */
function agree(ranked: readonly Ranked[], isMeant: (one: Ranked) => boolean): boolean {
  const nearest = (is: boolean) =>
    ranked
      .filter((one) => isMeant(one) === is)
      .flatMap((one) => one.nearest)
      .sort((one, other) => other - one);
  return (nearest(true)[1] ?? 0) > (nearest(false)[0] ?? 0);
}

/** Whether nothing is done for it. */
const isNothing = (kind: Row["kind"]) => kind === "model" || kind === "none";

/** In how many intents a word must be to say nothing of any. */
const FILLER = 20;

/** Words that say nothing by themselves. */
const LITTLE =
  /^(?:it|them|this|that|these|those|the|an|my|in|on|to|of|for|with|and|then|please|just|now|here|there|is|me)$/;

/** Words that no example of the intent has, and that say something. */
export function strangers(tokens: readonly Token[], intent: string, book: Book): Token[] {
  const words = book.words();
  return tokens.filter(({ word, slot }) => {
    const there = words.get(word);
    const isOwn = there !== undefined && (there.size >= FILLER || there.has(intent));
    return slot === undefined && !isOwn && /[a-z]{2}/.test(word) && !LITTLE.test(word);
  });
}

/** Slots that may be filled with words that have no looks of their own. */
const FILLED = new Set<Slot>(["text", "old", "new", "name", "folder", "file", "wish"]);
const ROLE: Partial<Record<Slot, string>> = {
  text: "literal",
  old: "literal",
  new: "literal",
  folder: "name",
  file: "name",
  wish: "wish",
  name: "skill-name",
};

/** How well an example must fit, for words without looks of their own to stand in its slots. */
const FITS = 0.5;

/** The clause with the slots of the example that fits it best; as it was where no example does. */
export function fill(clause: Clause, intent: string, book: Book): Clause {
  const given = new Set(clause.tokens.map(({ slot }) => slot && SLOTS[slot]));
  const { row, filled: fitting } = bestRow(clause.tokens, intent, book);
  const filled = new Map(fitting);
  for (const [place, [from, to]] of filled) {
    const slot = row[place]?.slot;
    const isBare = to - from > 1 || clause.tokens[from]?.slot === undefined;
    // Where the wish has a command, its words are never put into another slot: it is run as it was typed, or not at all.
    const isOrder = isBare && clause.tokens.slice(from, to).some(({ role }) => role === "order");
    if (slot !== undefined && isBare && (isOrder || given.has(SLOTS[slot]))) filled.delete(place);
  }
  return filledClause(clause, row, filled);
}

/** An example of an intent beside a wish, and what stands in its slots. */
interface Fitting {
  row: readonly Token[];
  filled: ReadonlyMap<number, [number, number]>;
}

const bestRow = (tokens: readonly Token[], intent: string, book: Book): Fitting =>
  bestRowsOf(book)({ tokens, intent });

const bestRowsOf = kept(
  (book: Book) =>
    kept(
      ({ tokens, intent }: { tokens: readonly Token[]; intent: string }) =>
        search(tokens, intent, book),
      ({ tokens, intent }) => `${intent}\n${textOf(tokens)}`,
    ),
  (book) => book,
);

/** The example that fits best; the wish itself, without slots, where none fits well enough. */
function search(tokens: readonly Token[], intent: string, { rowsOf, words }: Book): Fitting {
  const own = rowsOf(intent);
  const weigh = weigher(words());
  let score = kindOf(intent) === "changes" ? FITS : FITS - 0.2;
  let best: Fitting = { row: tokens, filled: new Map() };
  for (const row of own) {
    const aligned = align(tokens, row, weigh);
    if (aligned.score <= score) continue;
    score = aligned.score;
    best = { row, filled: aligned.filled };
  }
  return best;
}

/** How much a word says: the fewer intents have it, the more. */
const weigher =
  (words: ReturnType<Book["words"]>) =>
  ({ word, slot }: Token): number =>
    slot === undefined
      ? Math.log(1 + 90 / (words.get(word)?.size ?? 0.5)) * (isSign(word) ? 0.6 : 1)
      : 1.5;

const isSign = (word: string) => /^[^a-z0-9]$/.test(word);

/** The clause with one mark for what stands in each slot. */
function filledClause(
  clause: Clause,
  row: readonly Token[],
  filled: ReadonlyMap<number, [number, number]>,
): Clause {
  let at = 0;
  let text = "";
  const tokens: Token[] = [];
  const keep = (till: number) => {
    const start = clause.tokens[at - 1]?.end ?? 0;
    const by = text.length - start;
    text += clause.text.slice(start, clause.tokens[till]?.start ?? clause.text.length);
    for (const token of clause.tokens.slice(at, till))
      tokens.push({ ...token, start: token.start + by, end: token.end + by });
    at = till;
  };
  for (const [place, [from, to]] of [...filled].sort(([, [one]], [, [other]]) => one - other)) {
    const slot = row[place]?.slot;
    keep(from);
    const taken = clause.tokens.slice(from, to);
    const token = slot && taken.length > 0 ? tokenIn(clause, slot, taken) : undefined;
    if (token === undefined) continue;
    const mark =
      token.span === undefined || taken.length > 1 || taken[0]?.slot === undefined
        ? String.fromCharCode(FILLED_MARK + place)
        : token.word;
    tokens.push({ ...token, word: mark, start: text.length, end: text.length + 1 });
    text += mark;
    at = to;
  }
  keep(clause.tokens.length);
  return { ...clause, text, tokens };
}

/** Behind the marks of what is known by its looks. */
const FILLED_MARK = 0xf000;

/** Japanese words that hold a sentence together, and name nothing. */
const PARTICLES =
  /^(?:[をにはがのとでもへやよねか]|って|という|です|から|まで|して|した|する|ト|ください)+$/;

/** One token for what stands in a slot; a span keeps its own kind, but for its place among the texts. */
function tokenIn(clause: Clause, slot: Slot, taken: readonly Token[]): Token | undefined {
  const [first, more] = taken;
  const last = taken.at(-1);
  if (first === undefined || last === undefined) return undefined;
  if (more === undefined && (first.slot !== undefined || !FILLED.has(slot))) {
    if (first.span === undefined) return undefined;
    return SLOTS[first.slot ?? "it"] === SLOTS[slot] ? { ...first, slot } : first;
  }
  const raw = clause.typed(clause.text.slice(first.start, last.end));
  if (PARTICLES.test(raw) || (slot === "folder" && KIND.test(raw))) return undefined;
  // "in javascript" names no file.
  if (slot === "file" && first.slot === undefined && kindsIn(raw).length > 0) return undefined;
  const kind = slot === "file" || slot === "folder" ? "file" : slot === "wish" ? "task" : "free";
  return {
    ...first,
    word: raw,
    slot,
    span: { kind, text: raw, raw },
    role: ROLE[slot] ?? "literal",
  };
}
