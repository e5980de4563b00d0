// course/judge/facts · which parts of an expected text are facts, and which are only one agent's way to say it.
// Facts are numbers, and what the spec itself put in: prompts, replies, inputs of tools, files, names.

/** The texts that a spec put in, and the names of the tools and their fields. */
export interface Known {
  texts: Iterable<string>;
  names: ReadonlySet<string>;
}

interface Piece {
  text: string;
  isFact: boolean;
}

/** A word with the punctuation inside it, a single sign, or white space. */
const TOKEN = /\s+|[\p{L}\p{N}_$@~/.-]*[\p{L}\p{N}_$/]|./gsu;
const WORD = /[\p{L}\p{N}]/u;
/** A single letter, as in "[x] look", is a sign and not a word. */
const LONGER_WORD = /[\p{L}\p{N}]{2}/u;
const NUMBER = /^\d+([./:]\d+)*$/;
/** A word that is not written by chance: a path, an identifier, a word of another script. */
const UNUSUAL = /[\d_/.@~$-]|[^\u0000-\u007f]/;

/** The facts in an expected text, in order. */
export const factsIn = (expected: string, known: Known): string[] =>
  piecesOf(expected, known).flatMap(({ text, isFact }) => (isFact ? [text] : []));

/** An expected text, cut into facts and the words between them. */
function piecesOf(expected: string, known: Known): Piece[] {
  const tokens = expected.match(TOKEN) ?? [];
  const texts = [...known.texts];
  const pieces: Piece[] = [];
  for (let at = 0; at < tokens.length; ) {
    const run = longestRun(tokens, at, texts);
    const isFact = run > 0 && isKnown(tokens, at, run, known.names);
    const length = isFact ? run : 1;
    const text = tokens.slice(at, at + length).join("");
    pieces.push({ text, isFact: isFact || NUMBER.test(text) || known.names.has(text) });
    at += length;
  }
  return pieces;
}

/** How many tokens from `at` on stand together in a known text; they begin and end with a word. */
function longestRun(tokens: readonly string[], at: number, texts: readonly string[]): number {
  if (!WORD.test(tokens[at] ?? "")) return 0;
  let longest = 0;
  for (let end = at + 1; end <= tokens.length; end++) {
    const text = tokens.slice(at, end).join("");
    if (!texts.some((known) => known.includes(text))) break;
    const isWordEnd = WORD.test(tokens[end - 1] ?? "");
    if (isWordEnd && texts.some((known) => hasWhole(known, text))) longest = end - at;
  }
  return longest;
}

/** One plain word may be there by chance, unless it is the only one of its line. */
function isKnown(tokens: readonly string[], at: number, run: number, names: ReadonlySet<string>) {
  const words = tokens.slice(at, at + run).filter((token) => WORD.test(token));
  const [word = ""] = words;
  return words.length > 1 || UNUSUAL.test(word) || names.has(word) || isAlone(tokens, at);
}

function isAlone(tokens: readonly string[], at: number): boolean {
  const before = tokens.slice(0, at).join("").split("\n").at(-1) ?? "";
  const after =
    tokens
      .slice(at + 1)
      .join("")
      .split("\n")[0] ?? "";
  return !LONGER_WORD.test(before) && !LONGER_WORD.test(after);
}

/** Whether the text stands in another one, not only as a part of longer words. */
function hasWhole(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1))
    if (!WORD.test(text[at - 1] ?? "") && !WORD.test(text[at + part.length] ?? "")) return true;
  return false;
}

/** Whether all facts stand in a text, in order. */
export function hasFacts(text: string, facts: readonly string[]): boolean {
  let at = 0;
  for (const fact of facts) {
    const found = indexOfWhole(text, fact, at);
    if (found < 0) return false;
    at = found + fact.length;
  }
  return true;
}

function indexOfWhole(text: string, part: string, from: number): number {
  for (let at = text.indexOf(part, from); at >= 0; at = text.indexOf(part, at + 1)) {
    const isNumberPart = /\d/.test(text[at - 1] ?? "") && /^\d/.test(part);
    const isNumberStart = /\d/.test(text[at + part.length] ?? "") && /\d$/.test(part);
    if (!isNumberPart && !isNumberStart) return at;
  }
  return -1;
}

/** What a regular expression is made of: an escape, a class, a sign with a meaning, or letters as they are. */
const PART =
  /\\[\s\S]|\[(?:\\.|[^\]\\])*\]|\(\?(?:<?[=!]|:|<\w+>)|[()|*+?^$.]|\{\d*,?\d*\}|[^\\[()|*+?^$.{]+|[{[]/g;
const LITERAL = /^(\\[^\w\s]|[^\\[()|*+?^$.{]+)$/;
/** It belongs to one letter. "Any text, 50,000 times" would take minutes to find nothing. */
const QUANTIFIER = /^([*+?]|\{\d*,?\d*\})$/;
const ANYTHING = "(?:[\\s\\S]*?)";

/** A regular expression that asks for the facts of another one and leaves its words open. */
export function looseRegExp({ source, flags }: RegExp, known: Known): RegExp {
  const parts = source.match(PART) ?? [];
  let loose = "";
  let literal = "";
  const flush = () => {
    for (const { text, isFact } of piecesOf(literal, known))
      loose += isFact ? escaped(text) : ANYTHING;
    literal = "";
  };
  for (const part of parts) {
    if (LITERAL.test(part)) {
      literal += part.replace(/^\\/, "");
      continue;
    }
    const letter = QUANTIFIER.test(part) ? literal.slice(-1) : "";
    literal = literal.slice(0, literal.length - letter.length);
    flush();
    const isOpen = letter !== "" && !part.startsWith("{");
    loose += isOpen ? ANYTHING : escaped(letter) + part;
  }
  flush();
  return new RegExp(loose.replaceAll(WILDCARDS, ANYTHING), flags);
}

/** Several wildcards in a row match the same as one, but take far longer to find that nothing matches. */
const WILDCARDS = /(?:\(\?:\[\\s\\S\]\*\?\)|\[\\s\\S\]\*\??|\.\*\??){2,}/g;

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
