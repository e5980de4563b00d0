// practice/brain/extractText · an extract as text, and the text read back.

import { stringOf } from "./blocks.ts";
import { languageOf } from "./clauses.ts";
import { extractHead } from "./extract.ts";
import { add, type Extract, empty, escaped, goneOutcome, parse, shortInput } from "./record.ts";
import { tell } from "./tell.ts";
import type { Outcome } from "./types.ts";
import { wholeLines } from "./words.ts";

const REQUESTS = 5;
const REQUEST_LETTERS = 200;
const RESULT_LETTERS = 300;
const LETTERS = 4000;
const FIRST_LINE =
  /^(?:\(An extract by the practice model\.\)|[(\uff08]练习模型所作的摘录。[)\uff09]|[(\uff08]練習用モデルによる抜粋。[)\uff09])\n/;

/** The lines, without the results of the oldest calls where all would be too long. */
export function writeText(extract: Extract): string {
  const language = languageOf(extract.requests.at(-1) ?? "");
  const heads = [
    extractHead(language),
    tell(language, "personAsked"),
    ...extract.requests
      .slice(-REQUESTS)
      .map((words) => `person: ${json(words, REQUEST_LETTERS, "…")}`),
    tell(language, "callsBefore"),
    `before: ${[...extract.before].map(([name, count]) => `${name} ${count}`).join(", ") || "0"}`,
    tell(language, "callsSince"),
  ];
  const calls = extract.outcomes.map(callLines);
  const answer =
    extract.answer === undefined ? [] : [`assistant: ${json(extract.answer, RESULT_LETTERS, "…")}`];
  for (let left = 0; ; left++) {
    const gone = leftOut(extract.outcomes.slice(0, left));
    const text = [...heads, ...gone, ...calls.slice(left), ...answer].join("\n");
    if (weightOf(text) <= LETTERS || left >= calls.length) return text.slice(0, LETTERS);
  }
}

/** The names of calls without room, or that there is a gap where they would be too many or have one already. */
function leftOut(outcomes: Outcome[]): string[] {
  if (outcomes.length === 0) return [];
  const names = outcomes.map(({ call }) => call.name).join(" ");
  const isGap = names.length > LETTERS / 8 || outcomes.some(({ gap }) => gap === true);
  return [isGap ? "gap: " : `left out: ${names}`];
}

/** In letters of English; those of other scripts take about three times the tokens. */
function weightOf(text: string): number {
  return text.length + 2 * (text.match(/[^\x00-\x7f]/g)?.length ?? 0);
}

function callLines({ call, text, failed, gap }: Outcome): string {
  const line = `${gap === true ? "gap: \n" : ""}call ${call.name}: ${shortInput(call.input)}`;
  if (text === undefined) return line;
  return `${line}\n${failed ? "error result" : "result"}: ${json(text, RESULT_LETTERS, "\n…")}`;
}

/** JSON text of the first letters, to the end of a line where one is in reach; at most twice as many when it is written. */
function json(text: string, most: number, end: string): string {
  for (let letters = most; ; letters >>= 1) {
    const start = wholeLines(text, letters);
    const written = escaped(start.length < text.length ? `${start}${end}` : text);
    if (written.length <= 2 * most || letters === 0) return written;
  }
}

const LINE = /^(person|before|left out|gap|assistant|call [\w.-]+|result|error result): (.*)$/;

/** The other way round; undefined for a text that is no extract. Lines of an unknown kind are headings. */
export function readText(written: string): Extract | undefined {
  if (!FIRST_LINE.test(written)) return undefined;
  const extract = empty();
  for (const line of written.split("\n")) {
    const [, kind, text = ""] = LINE.exec(line) ?? [];
    if (kind === "person") extract.requests.push(stringOf(parse(text)));
    else if (kind === "before")
      for (const [, name = "", count] of text.matchAll(/([\w.-]+) (\d+)/g))
        extract.before.set(name, Number(count));
    else if (kind === "left out") extract.outcomes.push(...text.split(" ").map(goneOutcome));
    else if (kind === "assistant" || kind?.endsWith("result"))
      add(extract, kind, stringOf(parse(text)));
    else if (kind !== undefined) add(extract, kind, text);
  }
  return extract;
}
