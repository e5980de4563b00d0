// course/judge/wording · an agent from elsewhere may say things in its own words: that is noted, and no broken promise.
import { AsyncLocalStorage } from "node:async_hooks";
import { expect as strict } from "vitest";
import type { MessageRequest } from "../../practice/protocol/reply.ts";
import { withoutMiddle } from "../../shared/text.ts";
import { isRecord } from "../base/json.ts";
import type { Translation } from "../spec/elsewhere.ts";
import { isExpectation } from "../spec/errors.ts";
import type { SeenResult } from "../spec/model.ts";
import { factsIn, hasFacts, looseRegExp } from "./facts.ts";
import { namesOf } from "./offered.ts";

/** What an agent has said in its own words, and what it was sent. */
export interface Words {
  toolResults(): readonly SeenResult[];
  requests(): readonly MessageRequest[];
  /** Its stdout and its stderr. */
  screen(): string;
  /** The paths of what is in its folder now. */
  paths(): string[];
}

/** The words of the agents of one test. */
export interface Wording {
  /** The agents of the test. */
  speakers: Words[];
  /** Takes the texts in what the spec puts in: a script, files, a prompt. */
  learn(value: unknown): void;
  /** Whether the screen has the facts of a wanted text, in words of the agent's own; if so, that is noted. */
  isOnScreen(wanted: string | RegExp, screen: string): boolean;
  /** What of a wanted text must be on the screen, in whatever words. */
  adviceOn(wanted: string | RegExp, screen: string): string;
  /** The differences in wording so far, one line each. */
  notes(): string[];
  /** Where the agent's tools have other names than the spec's. */
  translation: Translation | undefined;
  texts: Set<string>;
  noted: Set<string>;
}

/** The wording of the test that is running; chapters have none: theirs must be exact. */
export const wordingNow = new AsyncLocalStorage<Wording>();

/** A wording without agents. */
export function createWording(): Wording {
  const wording: Wording = {
    speakers: [],
    translation: undefined,
    texts: new Set(),
    noted: new Set(),
    learn: (value) => collect(value, wording.texts),
    isOnScreen(wanted, screen) {
      const known = { texts: knownTo(wording), names: new Set<string>() };
      const own = ownWords(screen, wording.texts);
      if (own === "" || !fits(wanted, inSpecNames(wording, screen), known)) return false;
      note(wording, wanted, ownLines(wording, screen));
      return true;
    },
    adviceOn(wanted, screen) {
      if (typeof wanted === "string" && [...wording.texts].some((text) => text.includes(wanted)))
        return ""; // the model's own words
      if (ownWords(screen, wording.texts) === "")
        return "The agent has printed nothing of its own here. Any words will do that say the same.";
      const known = { texts: wording.texts, names: new Set<string>() };
      const facts = typeof wanted === "string" ? factsIn(wanted, known) : [];
      const list = facts.map((fact) => JSON.stringify(fact)).join(", ");
      return list === "" ? "" : `Any words will do that have this in them: ${list}.`;
    },
    notes: () => [...wording.noted],
  };
  return wording;
}

/** What the spec has put in, and the names of the files, which a spec may have made itself. */
const knownTo = ({ texts, speakers }: Wording): string[] => [
  ...texts,
  ...speakers.flatMap((one) => one.paths()),
];

/** All texts in a value, keys of files included. */
function collect(value: unknown, texts: Set<string>): void {
  if (typeof value === "string" && value !== "") texts.add(value);
  if (Array.isArray(value)) for (const part of value) collect(part, texts);
  else if (isRecord(value))
    for (const [key, part] of Object.entries(value)) {
      if (/[./]/.test(key)) texts.add(key);
      collect(part, texts);
    }
}

/** What of a screen the agent has said itself: neither the model's words nor the person's. */
export function ownWords(screen: string, texts: Iterable<string>): string {
  const known = [...texts].filter((text) => text.length > 1).sort((a, b) => b.length - a.length);
  const rest = known.reduce((left, text) => left.replaceAll(text.trim(), " "), screen);
  return /\p{L}/u.test(rest) ? rest.trim() : "";
}

const inSpecNames = ({ translation }: Wording, text: string): string =>
  translation?.text(text) ?? text;

/** The lines of a screen that the agent has said itself, as they are. */
const ownLines = ({ texts }: Wording, screen: string): string =>
  screen
    .split("\n")
    .filter((line) => ownWords(line, texts) !== "")
    .join("\n");

type KnownNow = Parameters<typeof factsIn>[1];

/** Whether a text has the facts of what was wanted. */
function fits(wanted: string | RegExp, text: string, known: KnownNow): boolean {
  if (text.trim() === "") return false;
  if (typeof wanted === "string") return wanted !== "" && hasFacts(text, factsIn(wanted, known));
  return text.search(looseRegExp(wanted, known)) >= 0;
}

/**
 * Where no fact is wanted, the agent must at least say something in words that it was not given: "bert bert" is the
 * output of a command, and not another way to say that the output was left out.
 */
function saysMore(wanted: string | RegExp, said: string, known: KnownNow): boolean {
  if (wantsFacts(wanted, known)) return true;
  const given = new Set([...known.texts].flatMap(wordsOf));
  return wordsOf(said).some((word) => !given.has(word));
}

const wantsFacts = (wanted: string | RegExp, known: KnownNow): boolean =>
  factsIn(typeof wanted === "string" ? wanted : wanted.source, known).length > 0;

const wordsOf = (text: string): string[] => text.match(/\p{L}{2,}/gu) ?? [];

function note(wording: Wording, wanted: string | RegExp, said: string) {
  const shown = typeof wanted === "string" ? JSON.stringify(wanted) : String(wanted);
  const isScreen = wording.speakers.some((one) => one.screen() === said);
  const words = (isScreen && ownLines(wording, said)) || said;
  const quoted = withoutMiddle(JSON.stringify(words), MOST_CHARACTERS);
  wording.noted.add(`${shown} was expected, the agent says ${quoted}`);
}

const MOST_CHARACTERS = 200;

/** The expectations that may differ in wording. All others, and everything after `.not`, are as strict as ever. */
const MATCHERS = [
  "toBe",
  "toEqual",
  "toStrictEqual",
  "toMatchObject",
  "toContain",
  "toContainEqual",
  "toMatch",
] as const;

const isLenient = (name: unknown): name is (typeof MATCHERS)[number] =>
  MATCHERS.some((one) => one === name);

/**
 * vitest's `expect`; for an agent from elsewhere an expectation about its own words holds when the facts in them do,
 * and the difference is noted.
 */
export const expect = new Proxy(strict, {
  apply(target, _, [actual, message]: [unknown, string | undefined]) {
    const assertion = target(actual, message);
    const wording = wordingNow.getStore();
    if (wording === undefined) return assertion;
    return new Proxy(assertion, {
      get(inner, name) {
        const value: unknown = Reflect.get(inner, name);
        if (typeof value !== "function" || !isLenient(name)) return value;
        return (...args: unknown[]) => {
          try {
            return Reflect.apply(value, inner, args);
          } catch (error) {
            if (isExpectation(error) && holdsLoosely(wording, actual, name, args[0])) return;
            throw error;
          }
        };
      },
    });
  },
});

/** A pair of what was wanted and what came instead. */
type Difference = [wanted: string | RegExp, said: string];

function holdsLoosely(
  wording: Wording,
  actual: unknown,
  name: (typeof MATCHERS)[number],
  wanted: unknown,
): boolean {
  if (!isOwnSpeech(wording, actual)) return false;
  const known = { texts: knownTo(wording), names: namesOf(wording.speakers) };
  const differences: Difference[] = [];
  const loose = (text: string | RegExp, isPart: boolean) => ({
    asymmetricMatch(said: unknown) {
      if (typeof said !== "string" || !isSaid(wording, said)) return said === text;
      if (isStrictly(text, said, isPart)) return true;
      if (!fits(text, inSpecNames(wording, said), known)) return false;
      if (!saysMore(text, said, known)) return false;
      differences.push([text, said]);
      return true;
    },
  });
  try {
    const isPart = name === "toContain" || name === "toMatch";
    const expected = loosened(wanted, (text, within) => loose(text, isPart || within));
    const isList = Array.isArray(actual);
    if ((name === "toContain" && isList) || name === "toContainEqual")
      strict(actual).toContainEqual(expected);
    else if (name === "toMatchObject") strict(actual).toMatchObject(Object(expected));
    else strict(actual).toEqual(expected);
  } catch (error) {
    if (isExpectation(error)) return false;
    throw error;
  }
  for (const [text, said] of differences) note(wording, text, said);
  return differences.length > 0;
}

function isStrictly(wanted: string | RegExp, said: string, isPart: boolean): boolean {
  if (typeof wanted !== "string") return said.search(wanted) >= 0;
  return isPart ? said.includes(wanted) : said === wanted;
}

/** What was wanted, with every text in it loosened. */
function loosened(
  wanted: unknown,
  loose: (text: string | RegExp, isPart: boolean) => unknown,
): unknown {
  if (typeof wanted === "string") return wanted === "" ? wanted : loose(wanted, false);
  if (wanted instanceof RegExp) return loose(wanted, true);
  if (Array.isArray(wanted)) return wanted.map((part) => loosened(part, loose));
  if (!isRecord(wanted)) return wanted;
  if ("asymmetricMatch" in wanted) return loosenedMatcher(wanted, loose);
  return Object.fromEntries(
    Object.entries(wanted).map(([key, value]) => [key, loosened(value, loose)]),
  );
}

/** `expect.stringContaining`, `expect.stringMatching` and `expect.objectContaining`; others stay as they are. */
function loosenedMatcher(
  matcher: Record<string, unknown>,
  loose: (text: string | RegExp, isPart: boolean) => unknown,
): unknown {
  const { sample } = matcher;
  const kind = String(matcher);
  if (kind === "StringContaining" && typeof sample === "string") return loose(sample, true);
  if (kind === "StringMatching" && sample instanceof RegExp) return loose(sample, true);
  if (kind === "ObjectContaining" && isRecord(sample))
    return strict.objectContaining(Object(loosened(sample, loose)));
  return matcher;
}

/** Whether a value is made of what the agent said: a text, a list of texts, or tool results. */
function isOwnSpeech(wording: Wording, value: unknown): boolean {
  if (typeof value === "string") return isSaid(wording, value);
  if (Array.isArray(value)) return value.length > 0 && value.every(isSpeechPart);
  return isResult(value);
}

const isSpeechPart = (value: unknown) =>
  value === undefined || typeof value === "string" || isResult(value);

const isResult = (value: unknown): boolean => isRecord(value) && "tool_use_id" in value;

/** Whether a text is one of the agent's own: a tool result, a system prompt, or whole lines of them or of its screen. */
function isSaid({ speakers }: Wording, text: string): boolean {
  const systems = speakers.flatMap((one) => one.requests().map(({ system }) => system ?? ""));
  if (systems.some((system) => text === JSON.stringify(system))) return true;
  const said = speakers.flatMap((one) => [
    one.screen(),
    ...one.toolResults().map(({ content }) => content),
  ]);
  const lines = new Set([...said, ...systems.map(textOfSystem)].flatMap(linesOf));
  const own = linesOf(text);
  return own.length > 0 && own.every((line) => lines.has(line));
}

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

const textOfSystem = (system: NonNullable<MessageRequest["system"]>): string =>
  typeof system === "string" ? system : system.map(({ text }) => text).join("\n");
