// practice/brain/clauses · cuts a request into single wishes and reads each as a row of concepts.
import { asks, corrects } from "./asking.ts";
import { protectCommands } from "./commands.ts";
import { protectFolders } from "./folders.ts";
import { protectSkills, protectTasks } from "./handed.ts";
import { LEXICON, LONGEST_PHRASE } from "./lexicon.ts";
import { splitPasted } from "./pasted.ts";
import { protectTexts, VERB } from "./slots.ts";
import { isName, type Marked, mark, protectNames, protectQuotes, spanAt } from "./spans.ts";
import type { Clause, Language, Span, Token } from "./types.ts";

const VERB_CONCEPTS =
  "show print read explain write append replace delete run find count branch what who greet thanks bye introduce ability tools mention move copy delegate load review compact".split(
    " ",
  );

/** In characters, with and without what stands in quotes; real wishes of the kinds it knows are shorter. */
const LONGEST_REQUEST = 20_000;
const LONGEST_WORDS = 1500;

export interface Wishes {
  clauses: Clause[];
  language: Language;
  /** Whether a part of it is a question, and whether one name takes another's place. */
  isAsked: boolean;
  isCorrected: boolean;
}

/** Cuts and reads a request. Undefined when it is too long to be a request of this kind. */
export function readClauses(request: string): Wishes | undefined {
  if (request.length > LONGEST_REQUEST) return undefined;
  const pasted = splitPasted(request);
  const marked = protectQuotes(pasted?.words ?? request);
  if (pasted !== undefined)
    marked.text += ` ${mark(marked, { kind: "pasted", text: pasted.content, raw: pasted.content })}`;
  if (marked.text.length > LONGEST_WORDS || marked.spans.length > 40) return undefined;
  const handing = protectTasks(marked);
  protectCommands(marked);
  protectSkills(marked);
  protectNames(marked);
  protectFolders(marked);
  protectTexts(marked);
  const language = languageOf(handing + marked.text);
  const pieces = cut(marked.text, language).map((text) => ({ text, tokens: lex(text, marked) }));
  return {
    clauses: join(pieces, language, marked),
    language,
    isAsked: asks(marked.text, (text) => lex(text, marked)),
    isCorrected: corrects(marked.text),
  };
}

/** The language of the words, not of the names and quotes in them. */
export function languageOf(words: string): Language {
  if (/[\u3041-\u30ff]|[読説実覧検関変発図単]|終了|(?<![如任为几])何/.test(words)) return "ja";
  return /[\u3400-\u9fff]/.test(words) ? "zh" : "en";
}

const CUTS: Record<Language, RegExp> = {
  en: new RegExp(
    `\\s*(?:;|\\n|,?\\s*\\b(?:and then|and after that|after that|afterwards|then|finally|and finally)\\b,?|,\\s*next\\b,?|,?\\s+and\\s+(?=(?:(?:please|also|to|you|can you|could you)\\s+)*${VERB}\\b)|,\\s*(?=(?:(?:please|also|now|can you|could you)\\s+)*${VERB}\\b)|[.!?]\\s+)\\s*`,
    "i",
  ),
  zh: /\s*(?:[,、。;!?\n]|然后再?|接着再?|之后再?|随后再?|(?<![\uE000-\uF8FF的里中]\s*)最后再?(?!\s*[\d一二三四五六七八九十几]+\s*行)|并且|并|(?<!再)再(?!见)|(?<=\S)(?<!最|前|然|之|以|随)后(?!\s*[\d一二三四五六七八九十几]+\s*行|面|缀))\s*/,
  ja: /\s*(?:[、。,;!?\n]|そして|それから|その後で?|そのあとで?|(?:の|た)後で?(?=[、\s])|次に|最後に|(?<=て|で)から(?=.)|(?<=[しみきいっんけせえべめ](?:て|で))(?!\s*(?:ください|下さい|くれ|ほしい|欲しい|もら|いただ|い[るまた]|ある|あり|お|み[てる]|$)))\s*/,
};

const FIRST_OF_ALL = new RegExp(`^\\s*first(?: of all)?,?\\s+(?=${VERB}\\b)`, "i");

function cut(text: string, language: Language): string[] {
  return text
    .split(CUTS[language])
    .map((piece) => piece.replace(FIRST_OF_ALL, "").trim())
    .filter((piece) => piece !== "");
}

/** A piece without a verb belongs to its neighbour: the one before, in Japanese the one after. */
function join(pieces: Clause[], language: Language, marked: Marked): Clause[] {
  const clauses: Clause[] = [];
  let waiting = "";
  const make = (text: string): Clause => ({ text, tokens: lex(text, marked) });
  for (const piece of pieces) {
    const text = waiting === "" ? piece.text : `${waiting} ${piece.text}`;
    const before = clauses.at(-1);
    waiting = "";
    if (hasVerb(piece)) clauses.push(make(text));
    else if (language === "ja" || before === undefined) waiting = text;
    else clauses.splice(-1, 1, make(`${before.text} ${text}`));
  }
  if (waiting === "") return clauses;
  const before = clauses.pop();
  return [...clauses, make(before === undefined ? waiting : `${before.text} ${waiting}`)];
}

function hasVerb(piece: Clause): boolean {
  return piece.tokens.some(
    (token) =>
      token.span?.kind === "command" ||
      token.span?.kind === "unclear" ||
      token.concepts.some((concept) => VERB_CONCEPTS.includes(concept)),
  );
}

/** Reads words greedily, the longest known phrase first; what is not known keeps its place as "unknown". */
export function lex(text: string, marked: Marked): Token[] {
  const tokens: Token[] = [];
  const lower = text.toLowerCase();
  for (let at = 0; at < text.length; ) {
    const token = tokenAt(text, lower, at, marked);
    if (token.span !== undefined)
      tokens.push({ ...token, concepts: [roleOf(token.span, tokens.at(-1))] });
    else if (token.concepts.length > 0) tokens.push(token);
    at += token.text.length;
  }
  return tokens;
}

function tokenAt(text: string, lower: string, at: number, marked: Marked): Token {
  const character = text.slice(at, at + 1);
  const span = spanAt(marked, character);
  if (span !== undefined) return { concepts: [], text: character, span };
  if (/[\s.,;:!?()、。・"'~-]/.test(character)) return { concepts: [], text: character };
  const number = /^\d+/.exec(text.slice(at, at + 9))?.[0];
  if (number !== undefined) return { concepts: [`number:${number}`], text: number };
  for (let length = Math.min(LONGEST_PHRASE, text.length - at); length >= 1; length--) {
    const phrase = lower.slice(at, at + length);
    const concepts = LEXICON.get(phrase);
    if (concepts !== undefined && endsWord(lower, at + length)) return { concepts, text: phrase };
  }
  const word = /^[a-z][\w']*/i.exec(text.slice(at))?.[0] ?? character;
  return { concepts: ["unknown"], text: word };
}

function endsWord(lower: string, end: number): boolean {
  return !(
    /[a-z0-9]/.test(lower.slice(end - 1, end)) && /[a-z0-9_]/.test(lower.slice(end, end + 1))
  );
}

export function has(clause: Clause, ...concepts: string[]): boolean {
  return clause.tokens.some((token) =>
    concepts.some((concept) => token.concepts.includes(concept)),
  );
}

/** Whether every word is one of these, or changes nothing: the brain acts on no sentence it has not read whole. */
export function covers(clause: Clause, ...concepts: string[]): boolean {
  const allowed = ["filler", "you", "to", "from", "with", "named", "about", ...concepts];
  return clause.tokens.every((token) =>
    token.concepts.some(
      (concept) => allowed.includes(concept) || allowed.includes(concept.replace(/:.*/, "")),
    ),
  );
}

const ROLES = {
  file: "name",
  pattern: "pattern",
  free: "literal",
  command: "order",
  unclear: "unclear",
  pasted: "literal",
  task: "wish",
  skill: "skill-name",
} as const;

/** A quoted text is a name by its looks, or behind "file" or "called". */
function roleOf(span: Span, before: Token | undefined): string {
  if (span.kind !== "quote") return ROLES[span.kind];
  const called =
    before?.concepts.some((concept) => ["named", "file", "folder"].includes(concept)) === true;
  const short = span.text !== "" && span.text.length < 100 && !span.text.includes("\n");
  return isName(span.text) || (called && short) ? "name" : "literal";
}

/** The names of files in it, in order. */
export function filesOf(clause: Clause): string[] {
  return spansOf(clause, "name").map((span) => span.text);
}

/** What it holds of one role: name, literal, pattern or order. */
export function spansOf(clause: Clause, role: string): Span[] {
  return clause.tokens.flatMap((token) =>
    token.span !== undefined && token.concepts.includes(role) ? [token.span] : [],
  );
}

export function firstValue(clause: Clause, concept: string): string | undefined {
  return valuesOf(clause, concept)[0];
}

/** The values of concepts such as number:10 or kind:py, in order. */
export function valuesOf(clause: Clause, concept: string): string[] {
  return clause.tokens.flatMap((token) => {
    const found = token.concepts.find((name) => name.startsWith(`${concept}:`));
    return found === undefined ? [] : [found.slice(concept.length + 1)];
  });
}
