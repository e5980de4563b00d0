// practice/brain/intents/mention · where a text stands: the lines of files that hold it.

import { filesOf, spansOf } from "../clauses.ts";
import { mentionCommand } from "../shell.ts";
import { tell } from "../tell.ts";
import type { Clause, Language, PlanContext, Reading, Step } from "../types.ts";
import { quoted } from "../words.ts";
import { counted, linesOf, nothing } from "./search.ts";

const MARKERS = [/\btodos?\b/i, /\bfixmes?\b/i];
const BEFORE_PLACE =
  /\b(?:in|inside|under|within|of|at|from|through|below|folder|directory|search|grep|the|my|our|your)\s*$/i;

/** "Search for cork", "where is cork mentioned?": the lines with these letters, large or small. */
export function mention(clause: Clause, { language }: PlanContext): Reading | undefined {
  const names = filesOf(clause);
  const texts = [...spansOf(clause, "literal"), ...spansOf(clause, "skill-name")].map(
    ({ text }) => text,
  );
  // "Which files use console.log?" has a text that looks like a name.
  let literal = texts[0] ?? (names.length === 1 ? names.shift() : undefined);
  const [place = ".", other] = names;
  const marker = MARKERS.filter((form) => form.test([clause.text, ...names, ...texts].join(" ")));
  const isMarker = (one: string) => /^(?:todo|fixme)s?$/i.test(one);
  if (marker.length > 1 && texts.every(isMarker)) {
    const where = names.find((name) => !isMarker(name)) ?? ".";
    const steps = ["TODO", "FIXME"].map((one) => mentionStep(language, one, where));
    return { kind: "steps", steps };
  }
  // A bare word is a place only behind a word such as "in".
  const there = clause.tokens.find(({ span, role }) => role === "name" && span?.text === place);
  const isPlace = there === undefined || /[./]/.test(place) || language !== "en";
  if (!isPlace && !BEFORE_PLACE.test(clause.text.slice(0, there.start)))
    return { kind: "decline", reason: "" };
  const [own] = spansOf(clause, "literal");
  if (own?.kind === "free" && own.text === literal)
    literal = literal.replace(/^(?:an?|the) (?=\S)/i, "");
  const sought = texts.length > 1 ? severalIn(clause, texts) : listedIn(clause, literal);
  if (sought === undefined || other !== undefined) return undefined;
  if (!sought.every((text) => text !== "" && !text.includes("\n"))) return undefined;
  return { kind: "steps", steps: sought.map((text) => mentionStep(language, text, place)) };
}

const AND = /\s*(?:,|、|\band\b|\bor\b|和|与|跟|及|以及|还有|或者?|と|や|、)\s*/i;
const ONLY_AND = new RegExp(`^(?:${AND.source})$`, "i");

/** Several texts with "and" between them. */
function severalIn({ text, tokens }: Clause, texts: string[]): string[] | undefined {
  const marks = tokens.filter(({ role }) => role === "literal");
  const isRow = marks.every(
    ({ end }, at) =>
      at === marks.length - 1 || ONLY_AND.test(text.slice(end, marks[at + 1]?.start)),
  );
  return isRow && marks.length === texts.length ? texts : undefined;
}

/** "TODO and FIXME" without quotes are two words to look for. */
function listedIn(clause: Clause, text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const isFree = spansOf(clause, "literal").some(
    (span) => span.text === text && span.kind === "free" && span.raw === text,
  );
  // A single sign is what is left of the words around it.
  if (isFree && /^\p{Script=Han}$/u.test(text)) return undefined;
  const words = text.split(AND);
  return isFree && words.every((word) => /^[\w-]+$/.test(word)) ? words : [text];
}

/** "Find the TODO comments." */
export function todoComments(clause: Clause, { language }: PlanContext): Reading {
  const [place = "."] = filesOf(clause);
  const said = [...new Set(clause.text.toUpperCase().match(/TODO|FIXME|XXX|HACK/g) ?? ["TODO"])];
  return { kind: "steps", steps: said.map((text) => mentionStep(language, text, place)) };
}

function mentionStep(language: Language, text: string, place: string): Step {
  return {
    rule: "find-text",
    task: tell(language, "findWhereStands", { text }),
    call: (offer) => offer.shell?.(mentionCommand(text, place)),
    say: (result) => {
      const found = quoted(language, result);
      if (nothing(result)) return tell(language, "noLineWith", { text, found });
      const count = counted(result, linesOf(result).length);
      return tell(language, "foundText", { count, text, found });
    },
  };
}
