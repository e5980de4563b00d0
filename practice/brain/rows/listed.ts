// practice/brain/rows/listed · which entry of a list a wish names by its words: the only one that fits, or none.
import type { Book } from "../examples.ts";
import { tokensOf } from "../tokens.ts";
import type { Clause } from "../types.ts";

/** A line of a list with an id in it. */
export interface Entry {
  id: string;
  line: string;
  words: string[];
}

/** The words of a wish. */
export interface Wanted {
  all: string[];
  /** Those that do not belong to how such wishes are said: the entry must have each. */
  needed: string[];
}

const ID = /(?<![\w-])(?:task|cron|bg)_\w+/i;
/** What a list adds to the subject of an entry. */
const REMARKS =
  /, worktree [\w.-]+(?=$|\s\()|\s\((?:blocked by|[^()]*session)[^()]*\)$|\s\(log: [^()]*\)$|^ (?:\([^()]*\)|running for \d+ s)/g;

export const idIn = (text: string): string | undefined => ID.exec(text)?.[0];

export function entriesIn(list: string): Entry[] {
  return list.split("\n").flatMap((line) => {
    const found = ID.exec(line);
    if (found === null) return [];
    const subject = line.slice(found.index + found[0].length).replace(REMARKS, "");
    const [, number = ""] = found[0].split("_");
    return [{ id: found[0], line, words: [...wordsOf(subject), number] }];
  });
}

const wordsOf = (text: string): string[] => tokensOf(text, () => ({})).map(({ word }) => word);

/** In how many intents a word must be to name no thing. */
const FILLER = 20;

export function wantedIn({ tokens }: Clause, intent: string, { words }: Book): Wanted {
  const wanted: Wanted = { all: [], needed: [] };
  for (const { word, span } of tokens) {
    const own = span === undefined ? [word] : wordsOf(span.raw);
    const there = span === undefined ? words().get(word) : undefined;
    const isManner = there !== undefined && (there.has(intent) || there.size >= FILLER);
    wanted.all.push(...own);
    if (!isManner) wanted.needed.push(...own.filter((one) => /[\p{L}\p{N}]/u.test(one)));
  }
  return wanted;
}

/** Writing, writes and write are one word; so are tests and test. */
const stem = (word: string): string =>
  word.length > 3 ? word.replace(/(?:ing|ed|es|e|s)$/, "") : word;

const has = (words: readonly string[], word: string): boolean =>
  words.some((other) => stem(other) === stem(word));

/** The entries that have all the words; of several the one whose own words are all said, if the others have fewer. */
export function fitting({ all, needed }: Wanted, entries: readonly Entry[]): Entry[] {
  const near = entries.filter(({ words }) => needed.every((word) => has(words, word)));
  if (near.length < 2) return near;
  const named = near.filter(({ words }) => words.slice(0, -1).every((word) => has(all, word)));
  const longest = best(named, ({ words }) => words.length);
  return longest.length === 1 ? longest : near;
}

/** The entries that have most of what is said, of those that fit. */
export const closest = ({ all }: Wanted, entries: readonly Entry[]): Entry[] =>
  best(entries, ({ words }) => words.filter((word) => has(all, word)).length);

function best(entries: readonly Entry[], count: (entry: Entry) => number): Entry[] {
  const most = Math.max(1, ...entries.map(count));
  return entries.filter((entry) => count(entry) === most);
}

/** The ids of the tasks that these words may mean. */
export function tasksCalled(words: string, list: string): string[] {
  const own = idIn(words);
  if (own !== undefined) return [own];
  const all = wordsOf(words).filter((word) => !SMALL.test(word));
  const fit = all.length === 0 ? [] : fitting({ all, needed: all }, entriesIn(list));
  return fit.map(({ id }) => id);
}

const SMALL = /^(?:the|a|an|my|our|task|tasks|is|are|done|を|の|に)$/;
