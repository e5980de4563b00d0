// practice/brain/values · the smallest value for a JSON schema, with what was said literally and the texts that calls brought.
import type { Fields } from "../json/fields.ts";
import { isOfFormat } from "../json/formats.ts";
import { smallestValue } from "../json/schema.ts";
import { readTurn } from "./conversation.ts";

/** What a value may be made of. */
export interface Facts {
  /** The person's last words. */
  words: string;
  /** The whole texts of the results since, the last first. */
  results: string[];
}

export function readFacts(words: string, body?: unknown): Facts {
  const done = readTurn(body).outcomes.filter(({ failed }) => !failed);
  const results = done.map(({ text = "" }) => unnumbered(text)).filter((text) => text !== "");
  return { words, results: results.reverse() };
}

const NUMBERED = /^ *\d+(?:\t|→|$)/;

/** Tools that read a file put numbers before its lines. */
function unnumbered(text: string): string {
  const lines = text.split("\n");
  const isRead = lines.every((line) => NUMBERED.test(line)) && /[\t→]/.test(text);
  return (isRead ? lines.map((line) => line.replace(NUMBERED, "")).join("\n") : text).trimEnd();
}

/**
 * A value that is valid for the schema: what is said of a property by its name, what is quoted, numbers and the results,
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

const QUOTED = /"([^"]+)"|“([^”]+)”|「([^」]+)」|`([^`]+)`/g;
const NUMBER = /-?\d+(?:,\d{3})*(?:\.\d+)?/g;

const numberOf = (digits: string): number => Number(digits.replaceAll(",", ""));

/** What is quoted and what is a number is used once each, in the order of the properties. */
function knownOf({ words, results }: Facts) {
  const loose: unknown[] = [
    ...[...words.matchAll(QUOTED)].map((match) => match.slice(1).find(Boolean)),
    ...(words.replaceAll(QUOTED, "").match(NUMBER) ?? []).map(numberOf),
  ];
  /** By the place that uses it; a place that is tried again has the same. */
  const users = new Map<unknown, string>();
  const isFree = (value: unknown, place: string) => (users.get(value) ?? place) === place;
  return {
    guesses(schema: Fields, path: readonly string[]): unknown[] {
      if ("const" in schema) return [];
      if (Array.isArray(schema.enum)) return chosen(schema.enum, words);
      const place = path.join("/");
      const said = saidOf(words, path.at(-1) ?? "");
      const free = loose.filter((value) => isFree(value, place));
      const own = "default" in schema ? [schema.default] : [];
      const ofFormat = (value: unknown) =>
        typeof value !== "string" || isOfFormat(schema.format, value);
      return [...said, ...free, ...own, ...broughtFor(schema, path, results)].filter(ofFormat);
    },
    taken(value: unknown, path: readonly string[]) {
      if (loose.includes(value) && !users.has(value)) users.set(value, path.join("/"));
    },
    isWanted: (schema: unknown, path: readonly string[]) =>
      schema !== false && saidOf(words, path.at(-1) ?? "").length > 0,
  };
}

/** A result as a text, or as the list of its lines; not as one of many, and never as the whole value. */
function broughtFor({ type }: Fields, path: readonly string[], results: string[]): unknown[] {
  const name = path.at(-1) ?? "";
  if (type === "array") return results.map((text) => text.split("\n")).toSorted(longerFirst);
  return type === "string" && !/^\d*$/.test(name) ? results : [];
}

const longerFirst = (one: string[], other: string[]) => other.length - one.length;

/** What words say right behind the name of a property: "population 130000", "the city is Bern". */
function saidOf(words: string, name: string): unknown[] {
  const key = name.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/[^\p{L}\p{N}]+/gu, "[ _-]?");
  if (!/\p{L}/u.test(key)) return [];
  const form = new RegExp(
    `(?<![\\p{L}\\p{N}])${key}(?:\\s*[:=：]\\s*|\\s+(?:is\\s+)?|[是为はを])(?:"([^"]*)"|(-?\\d+(?:,\\d{3})+|[^\\s"“「,;，。；、]+))`,
    "giu",
  );
  return [...words.matchAll(form)].flatMap(([, quote, bare = ""]) => {
    const plain = quote ?? bare.replace(/[.!?]+$/, "");
    const truth = { true: true, false: false }[plain];
    return [
      ...(truth === undefined ? [] : [truth]),
      ...(Number.isNaN(numberOf(plain)) ? [] : [numberOf(plain)]),
      plain,
    ];
  });
}

/** The choices that the words name. */
const chosen = (choices: unknown[], words: string): unknown[] =>
  choices.filter(
    (choice) =>
      typeof choice === "string" &&
      new RegExp(`(?<![a-z\\d])${escaped(choice).replace(/[_-]/g, "[ _-]")}(?![a-z\\d])`, "i").test(
        words,
      ),
  );

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
