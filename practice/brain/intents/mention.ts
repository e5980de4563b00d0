// practice/brain/intents/mention · where a text stands: the lines of files that hold it.

import { filesOf, spansOf } from "../clauses.ts";
import { mentionCommand } from "../shell.ts";
import { tell } from "../tell.ts";
import type { Clause, Language, PlanContext, Reading, Step } from "../types.ts";
import { quoted } from "../words.ts";
import { counted, linesOf, nothing } from "./search.ts";

const BEFORE_PLACE =
  /\b(?:in|inside|under|within|of|at|from|through|below|folder|directory|search|grep|the|my|our|your)\s*$/i;
const AND = /\s*(?:,|、|\band\b|\bor\b|和|与|跟|及|以及|还有|或者?|と|や)\s*/i;

/** "Search for cork", "where is cork mentioned?": the lines with these letters, large or small. */
export function mention(clause: Clause, { language }: PlanContext): Reading | undefined {
  const names = filesOf(clause);
  const [literal, second] = spansOf(clause, "literal");
  // "Which files use console.log?" has a text that looks like a name.
  const given = literal?.text ?? (names.length === 1 ? names.shift() : undefined);
  const [place = ".", other] = names;
  if (given === undefined || second !== undefined || other !== undefined) return undefined;
  // A bare word is a place only behind a word such as "in".
  const there = clause.tokens.find(({ span, role }) => role === "name" && span?.text === place);
  const isPlace = there === undefined || /[./]/.test(place) || language !== "en";
  if (!isPlace && !BEFORE_PLACE.test(clause.text.slice(0, there.start)))
    return { kind: "decline", reason: "" };
  const isFree = literal?.kind === "free";
  const text = isFree ? given.replace(/^(?:an?|the) (?=\S)/i, "") : given;
  // Several words without quotes may each be meant; a single sign is what is left of the words around it.
  if (isFree && (AND.test(text) || /^\p{Script=Han}$/u.test(text))) return undefined;
  if (text === "" || text.includes("\n")) return undefined;
  return { kind: "steps", steps: [mentionStep(language, text, place)] };
}

/** "Find the TODO comments." */
export function todoComments(clause: Clause, { language }: PlanContext): Reading {
  const [place = "."] = filesOf(clause);
  return { kind: "steps", steps: [mentionStep(language, "TODO", place)] };
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
