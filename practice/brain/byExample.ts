// practice/brain/byExample · a sentence about memory as its examples read it, where no form of words does.
import { readClauses } from "./clauses.ts";
import { decide, fill, strangers } from "./decide.ts";
import { bookOf } from "./examples.ts";
import { ROWS } from "./rows/rows.ts";
import { LONGEST } from "./sentences.ts";

/** What stands in the slot of an example of this intent, "" where nothing does; undefined for a sentence of another intent. */
export function slotByExample(sentence: string, intent: "remember" | "recall"): string | undefined {
  const read = sentence.length > LONGEST ? undefined : readClauses(sentence);
  if (read?.whole === undefined) return undefined;
  const book = bookOf(read.language, ROWS);
  if (decide(read.whole, book).intent !== intent) return undefined;
  const { tokens } = fill(read.whole, intent, book);
  const text = tokens.find(({ slot, span }) => slot === "text" && span !== undefined)?.span?.text;
  // A file beside it, or words that no example has: something else is meant.
  const isOther = tokens.some(({ role }) => role === "name");
  const isKnown = text !== undefined || strangers(tokens, intent, book).length === 0;
  return isKnown && !isOther ? (text ?? "") : undefined;
}
