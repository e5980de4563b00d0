// practice/brain/words · how the brain speaks: one sentence in three languages, and results quoted as they are.

import { isShell } from "./blocks.ts";
import { spoken, tell } from "./tell.ts";
import type { Call, Language } from "./types.ts";

/** How many lines of a result an answer quotes. */
const QUOTED_LINES = 30;
const QUOTED_LETTERS = 3000;

/** A result as a quotation behind a colon: short ones in the line, long ones in a block that says what it leaves out. */
export function quoted(language: Language, result: string): string {
  if (!result.includes("\n") && result.length <= 200 && !result.includes("`"))
    return `${spoken(language) === "en" ? " " : ""}\`${result}\``;
  const lines = result.split("\n");
  const shown = wholeLines(lines.slice(0, QUOTED_LINES).join("\n"), QUOTED_LETTERS);
  const fence = result.includes("```") ? "~~~~" : "```";
  const rest =
    shown.length < result.length
      ? `\n${leftOut(language, shown.split("\n").length, lines.length)}`
      : "";
  return `\n${fence}\n${shown}\n${fence}${rest}`;
}

/** What a tool of the agent's own has brought, without the question behind it that a real model would think about. */
export const dataOf = (tool = "", result = ""): string =>
  tool.startsWith("mcp__ego__") ? result.replace(/^([\s\S]+)\n\n---\n[\s\S]*$/, "$1") : result;

/** As many lines as there is room for; of a first line that is too long, its beginning. */
export function wholeLines(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.lastIndexOf("\n", most);
  return (end > 0 ? text.slice(0, end) : text.slice(0, most)).replace(/[\uD800-\uDBFF]$/, "");
}

function leftOut(language: Language, shown: number, all: number): string {
  return tell(language, "firstLinesOfResult", { shown, all });
}

/** What was done, and the tool's own answer as the evidence; of a command that printed nothing, that it did. */
export function answered(language: Language, done: string, result: string): string {
  if (result === "(no output)") return sentences(language, [done, printedNothing(language)]);
  const said = tell(language, "toolSaid");
  return done + said + (ownWords(language, result) ?? quoted(language, result));
}

function printedNothing(language: Language): string {
  return tell(language, "commandPrintedNothing");
}

/** English sentences of tools, in the other languages. */
const SENTENCES: readonly [form: RegExp, zh: string, ja: string][] = [
  [/^wrote (\d+) bytes to (.+)$/, "已向 $2 写入 $1 字节。", "$2 に $1 バイト。"],
  [
    /^edited (.+) \((\d+) replacements?(?:\(s\))?\)$/,
    "已在 $1 里替换 $2 处。",
    "$1 の $2 か所を置き換え。",
  ],
  [/^(?:renamed )?'(.+)' -> '(.+)'$/, "$1 → $2", "$1 → $2"],
];

function ownWords(language: Language, result: string): string | undefined {
  const own = spoken(language);
  if (own === "en") return undefined;
  const found = SENTENCES.find(([form]) => form.test(result));
  return found && result.replace(found[0], found[own === "zh" ? 1 : 2]);
}

/** Sentences in a row; a full-width sign has its space in itself. */
export function sentences(language: Language, said: string[]): string {
  return said.filter((sentence) => sentence !== "").join(spoken(language) === "en" ? " " : "");
}

/** The colon behind a name, as the language writes it. */
export function colon(language: Language): string {
  return tell(language, "colon");
}

/** Names in a row, as the language writes it. */
export function row(language: Language, names: string[]): string {
  return names.join(spoken(language) === "en" ? ", " : "、");
}

/** What of a request is left, in the words for each step. */
export function notDone(language: Language, tasks: string[]): string {
  return tell(language, "notDoneTasks", {
    what: tasks.join("; "),
    what2: tasks.join("；"),
    what3: tasks.join("、"),
  });
}

/** Whether a result was taken out of the conversation to make it shorter, so that only this note is left. */
export function isLeftOut(result: string): boolean {
  return /^\[Result left out[^\n]*\]$/.test(result);
}

/** Whether nothing came back; only a shell says so in words. */
export function isEmpty(result: string, call?: Call): boolean {
  return result === "" || (result === "(no output)" && (call === undefined || isShell(call)));
}

/** The line in which a tool says that it left something out. */
export function cutMark(result: string): string | undefined {
  return /^(?:… \(.+\)|\[?\.\.\..*(?:truncated|omitted|left out|more).*)$/m.exec(result)?.[0];
}
