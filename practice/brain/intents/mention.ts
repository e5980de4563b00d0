// practice/brain/intents/mention · where a text stands: the lines of files that hold it.
import { filesOf, spansOf } from "../clauses.ts";
import { mentionCommand } from "../shell.ts";
import type { Clause, Language, PlanContext, Reading, Step } from "../types.ts";
import { pick, quoted } from "../words.ts";
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
  if (marker.length > 1 && texts.every((one) => /^(?:todo|fixme)s?$/i.test(one)))
    return {
      kind: "steps",
      steps: ["TODO", "FIXME"].map((one) => mentionStep(language, one, ".")),
    };
  // A word that no "in" stands before is no place.
  const there = clause.tokens.find(({ span, role }) => role === "name" && span?.text === place);
  const isPlace = there === undefined || /[./]/.test(place) || language !== "en";
  if (!isPlace && !BEFORE_PLACE.test(clause.text.slice(0, there.start)))
    return { kind: "decline", reason: "" };
  if (literal === undefined || texts.length > 1 || other !== undefined) return undefined;
  const [own] = spansOf(clause, "literal");
  if (own?.kind === "free" && own.text === literal)
    literal = literal.replace(/^(?:an?|the) (?=\S)/i, "");
  const isLine = literal !== "" && !literal.includes("\n");
  return isLine ? { kind: "steps", steps: [mentionStep(language, literal, place)] } : undefined;
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
    task: pick(
      language,
      `find where \`${text}\` stands`,
      `查找 \`${text}\` 出现的位置`,
      `\`${text}\` がある場所の検索`,
    ),
    call: (offer) => offer.shell?.(mentionCommand(text, place)),
    say: (result) => {
      const found = quoted(language, result);
      if (nothing(result))
        return pick(
          language,
          `No line with \`${text}\` was found:${found}`,
          `没有找到含有 \`${text}\` 的行：${found}`,
          `\`${text}\` を含む行は見つかりません：${found}`,
        );
      const count = counted(result, linesOf(result).length);
      return pick(
        language,
        `${count} found with \`${text}\`, large or small letters:${found}`,
        `含有 \`${text}\` 的行（不分大小写）：${count} 行：${found}`,
        `\`${text}\` を含む行（大文字・小文字は区別しません）：${count} 行：${found}`,
      );
    },
  };
}
