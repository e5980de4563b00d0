// practice/brain/rows/listed · which entry of a list a wish names by its words: the only one that has them all, or none.
import type { Book } from "../examples.ts";
import { tokensOf } from "../tokens.ts";
import type { Clause } from "../types.ts";

/** A line of a list with an id in it. */
export interface Entry {
  id: string;
  line: string;
  words: string[];
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

/** The words of a wish that do not belong to how such wishes are said: the entry must have each. */
export function wantedIn({ tokens }: Clause, intent: string, { words }: Book): string[] {
  const own = tokens.flatMap(({ word, span }) => {
    if (span !== undefined) return wordsOf(span.raw);
    const there = words().get(word);
    return there && (there.has(intent) || there.size >= FILLER) ? [] : [word];
  });
  return own.filter((one) => /[\p{L}\p{N}]/u.test(one));
}
