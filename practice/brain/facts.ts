// practice/brain/facts · what is known for a value: the person's words, and what the calls since have brought.
import { isDeeper } from "../json/depth.ts";
import { type Fields, isFields, listOf } from "../json/fields.ts";
import { readTurn } from "./conversation.ts";
import type { Outcome } from "./types.ts";

/** What a property may be, the surest first. */
export interface Facts {
  /** The person's last words. */
  words: string;
  /** Said of the property, or brought by a result under its name. */
  named(name: string): unknown[];
  /** What fits a property of such a name, though nothing says that it is meant. */
  likely(name: string): unknown[];
  /** The whole texts of the results since, the last first. */
  results: string[];
}

/** `answer` is what would be said instead of a value. */
export function readFacts(words: string, body?: unknown, answer = ""): Facts {
  const { outcomes, earlier } = readTurn(body);
  const done = outcomes.filter(({ text, failed }) => text !== undefined && !failed).reverse();
  const texts = done.map(({ text = "" }) => unnumbered(text));
  const said = [words, ...earlier.map(({ request }) => request).reverse()];
  return {
    words,
    results: texts.filter(Boolean),
    named: once((name) => [
      ...said.flatMap((text) => saidOf(text, name)),
      ...done.flatMap((outcome) => broughtBy(outcome, name)),
      ...texts.flatMap((text) => saidOf(text, name)),
    ]),
    likely: once((name) => likelyFor(name, { words, answer, texts, done })),
  };
}

/** A value is tried in many places: what is known of a name is looked up once. */
function once(find: (name: string) => unknown[]): (name: string) => unknown[] {
  const known = new Map<string, unknown[]>();
  return (name) => {
    const found = known.get(name) ?? find(name);
    known.set(name, found);
    return found;
  };
}

/** `dueDate`, `due_date` and `due-date` as the words they are made of. */
const wordsIn = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

const VALUE =
  '(?:"(?<quoted>[^"]*)"|“(?<curly>[^”]*)”|「(?<corner>[^」]*)」|`(?<code>[^`]*)`|(?<list>\\[[^\\]\\n]*\\])|(?<bare>(?:[^\\s,;，。；、"]|(?<=\\d),(?=\\d{3}))+))';
const JOINT = "(?:\\s*(?:[:=：]|\\bis\\b|\\bare\\b|\\bwas\\b|\\bto\\b|是|为|は|を)\\s*|\\s+)";
const CALLED =
  "(?:\\b(?:called|named)\\s+|\\bmy name is\\s+|(?:名叫|叫做|名字叫|名字是|我叫|名前は)\\s*)";
/** They begin what is said of something else. */
const NO_VALUE =
  /^(?:a|an|and|are|as|at|by|for|from|has|in|is|it|of|on|or|that|the|then|there|this|to|was|which|with)$/i;

/** What a text says that a property is: "population 130000", "the city is Bern", "called Bob", "36 years". */
function saidOf(text: string, name: string): unknown[] {
  const parts = wordsIn(name);
  if (parts.length === 0 || text === "") return [];
  const key = parts.map(escaped).join("[ _-]?");
  const forms = [new RegExp(`(?<![\\p{L}\\p{N}])${key}s?["']?${JOINT}${VALUE}`, "giu")];
  if (/^(?:name|title|label)$/.test(parts.at(-1) ?? "") || parts.join("") === "username")
    forms.push(new RegExp(`${CALLED}${VALUE}`, "giu"));
  const counted = /^age$/.test(key) ? "years?" : `${key.replace(/s$/, "")}s?`;
  const counts = new RegExp(`(?<bare>-?\\d+(?:[.,]\\d+)*)[ -]${counted}(?![\\p{L}\\p{N}])`, "giu");
  return [...forms, counts].flatMap((form) =>
    [...text.matchAll(form)].flatMap(({ groups = {} }) => valuesOf(groups)),
  );
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A value as the text it is written as, and as the number, the truth or the list that it may be. */
function valuesOf({ quoted, curly, corner, code, list, bare }: Record<string, string | undefined>) {
  const text = quoted ?? curly ?? corner ?? code;
  if (text !== undefined) return [text];
  if (list !== undefined) return [asJson(list)].filter((value) => value !== undefined);
  const plain = (bare ?? "").replace(/[.!?:)]+$/, "");
  if (plain === "" || NO_VALUE.test(plain)) return [];
  const number = Number(plain.replace(/(?<=\d),(?=\d{3})/g, "").replace(/%$/, ""));
  const truth = { true: true, yes: true, false: false, no: false }[plain.toLowerCase()];
  return [
    ...(Number.isNaN(number) ? [] : [number]),
    ...(truth === undefined ? [] : [truth]),
    plain,
  ];
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Not JSON: a text as it is.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** What a call was made with, and what its result has, under the name. */
function broughtBy({ call, text = "" }: Outcome, name: string): unknown[] {
  const key = wordsIn(name).join("");
  const isName = (other: string) => wordsIn(other).join("") === key;
  const result = /^\s*[[{]/.test(text) ? asJson(text) : undefined;
  return [...under(result, isName), ...under(call.input, isName)];
}

/** All values under a name, however deep, the outer ones first. */
function under(value: unknown, isName: (name: string) => boolean): unknown[] {
  if (isDeeper(value)) return [];
  const found: unknown[] = [];
  let level: unknown[] = [value];
  while (level.length > 0) {
    const fields: Fields[] = level.filter(isFields);
    found.push(
      ...fields.flatMap((one) =>
        Object.entries(one).flatMap(([name, part]) => (isName(name) ? [part] : [])),
      ),
    );
    level = [...fields.flatMap((one) => Object.values(one)), ...level.flatMap(listOf)];
  }
  return found;
}

const PATH = /^(?:path|file|filepath|filename)$/;
const CONTENT = /^(?:content|contents|body|data|text|output)$/;
const ANSWER =
  /^(?:answer|summary|response|result|report|explanation|message|conclusion|reply|description|output|text|reasoning)$/;
const ASKED =
  /^(?:query|question|prompt|request|task|topic|search|input|subject|text|message|description)$/;
const MANY =
  /^(?:files?|filenames?|paths?|names?|entries|items|lines|list|results?|todos?|tasks?)$/;

interface Sources {
  words: string;
  answer: string;
  texts: string[];
  done: Outcome[];
}

/** By the kind of thing that such a property holds. */
function likelyFor(name: string, { words, answer, texts, done }: Sources): unknown[] {
  const parts = wordsIn(name);
  const last = parts.at(-1) ?? "";
  const is = (form: RegExp) => form.test(last) || form.test(parts.join(""));
  const texted = texts.filter((text) => text.trim() !== "");
  const inputs = done.flatMap(({ call }) => Object.entries(call.input));
  const paths = inputs.flatMap(([key, value]) => (PATH.test(wordsIn(key).join("")) ? [value] : []));
  return [
    ...(is(PATH) ? paths : []),
    ...(is(MANY) ? listsIn(texted) : []),
    ...(is(CONTENT) && done.length > 0 ? texted : []),
    ...(is(ANSWER) && done.length > 0 ? [answer] : []),
    ...(is(ASKED) ? [words] : []),
    ...(is(ANSWER) ? [answer] : []),
  ].filter((value) => value !== "");
}

/** The results as lists of lines; those first whose lines are names, then those of several lines. */
function listsIn(texts: string[]): string[][] {
  const lists = texts.map(linesOf);
  const isOfNames = (lines: string[]) => lines.every((line) => !/\s/.test(line));
  const rank = (lines: string[]) => (isOfNames(lines) ? 0 : 2) + (lines.length > 1 ? 0 : 1);
  return lists.toSorted((one, other) => rank(one) - rank(other));
}

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

const NUMBER = /^\s*\d+(?:\t|→|$)/;

/** Tools that read a file put numbers before its lines. */
function unnumbered(text: string): string {
  const lines = text.trimEnd().split("\n");
  const isNumbered = lines.length > 0 && lines.every((line) => NUMBER.test(line));
  if (!isNumbered || !/[\t→]/.test(text)) return text.trimEnd();
  return lines
    .map((line) => line.replace(NUMBER, ""))
    .join("\n")
    .trimEnd();
}
