// practice/brain/values · a value for a JSON schema, from the words of a request and from what its calls brought.
import { type Fields, listOf } from "../json/fields.ts";
import { isOfFormat } from "../json/formats.ts";
import { type Known, smallestValue } from "../json/schema.ts";
import { type Facts, readFacts } from "./facts.ts";

const QUOTED = /"([^"]+)"|“([^”]+)”|「([^」]+)」|`([^`]+)`/g;

/**
 * A value that is valid for the schema: what is known (said of a property, brought by a call, quoted, a number),
 * then its default, and the smallest there is for everything else. Null for a schema that no finite value fits.
 */
export function valueFrom(schema: unknown, known: string | Facts): unknown {
  const facts = typeof known === "string" ? readFacts(known) : known;
  try {
    return smallestValue(schema, knownOf(facts));
  } catch (error) {
    // A schema that no finite value fits: nothing would be right.
    if (error instanceof Error) return null;
    throw error;
  }
}

/** What is quoted and what is a number is used once each, in the order of the properties. */
function knownOf(facts: Facts): Known {
  const loose = [
    ...[...facts.words.matchAll(QUOTED)].map((match) => match.slice(1).find(Boolean) ?? ""),
    ...numbersIn(facts.words.replaceAll(QUOTED, "")),
  ];
  /** By the place that uses it; a place that is tried again has the same. */
  const users = new Map<unknown, string>();
  const placeOf = (path: readonly string[]) => path.join("/");
  const unused = (path: readonly string[]) =>
    loose.filter((value) => (users.get(value) ?? placeOf(path)) === placeOf(path));
  return {
    guesses: (schema, path) => guessesFor(schema, { facts, path, loose: unused(path) }),
    taken: (value, path) => {
      if (loose.some((one) => one === value) && !users.has(value)) users.set(value, placeOf(path));
    },
    isWanted: (schema, path) => {
      const name = path.at(-1) ?? "";
      return facts.named(name).length > 0 && schema !== false;
    },
  };
}

const numbersIn = (text: string): number[] =>
  [...text.matchAll(/-?\d+(?:,\d{3})*(?:\.\d+)?/g)].map(([digits]) =>
    Number(digits.replaceAll(",", "")),
  );

interface Place {
  facts: Facts;
  path: readonly string[];
  loose: unknown[];
}

function* guessesFor(schema: Fields, { facts, path, loose }: Place): Generator<unknown> {
  const name = path.findLast((part) => !/^\d+$/.test(part)) ?? "";
  const isItem = name !== path.at(-1);
  if ("const" in schema) return;
  if (Array.isArray(schema.enum)) {
    yield* chosen(schema.enum, [facts.words, ...facts.results]);
    return;
  }
  const types = [schema.type].flat();
  const isText = types.includes("string");
  const ofFormat = (value: unknown) =>
    typeof value !== "string" || isOfFormat(schema.format, value);
  if (name !== "" && !isItem) yield* facts.named(name).filter(ofFormat);
  if (isText || types.includes("number") || types.includes("integer"))
    yield* loose.filter(ofFormat);
  if ("default" in schema) yield schema.default;
  if (name === "") return;
  if (!isItem || isText) yield* facts.likely(name).filter(ofFormat);
  if (isText && schema.format === undefined && !isItem) yield* facts.results;
}

/** The choices that the texts name, those of the first text before the others. */
function chosen(choices: unknown[], texts: string[]): unknown[] {
  const isNamed = (choice: unknown, text: string) =>
    typeof choice === "string" && choice !== "" && names(text, choice);
  return texts.flatMap((text) => listOf(choices).filter((choice) => isNamed(choice, text)));
}

/** Whether a text has the word, as a whole where its writing has words. */
function names(text: string, word: string): boolean {
  const plain = (one: string) => one.toLowerCase().replace(/[_-]/g, " ");
  const [where, what] = [plain(text), plain(word)];
  const isWord = (char = "") => /[a-z\d]/.test(char);
  for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, at + 1)) {
    const isCut = isWord(where[at - 1]) && isWord(what[0]);
    const end = at + what.length;
    if (!isCut && !(isWord(where[end]) && isWord(what.at(-1)))) return true;
  }
  return false;
}
