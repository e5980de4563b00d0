// practice/brain/extract · the nearest a fixed rule comes to a summary: lines quoted from a text, marked as an extract.
import { cut } from "./record.ts";
import { tell } from "./tell.ts";
import type { Call, Language } from "./types.ts";
import { isEmpty, isLeftOut, quoted } from "./words.ts";

const QUOTED_LINES = 8;
const LONGEST_LINE = 200;

/** The first line of an extract that stands by itself. */
export const extractHead = (language: Language): string => tell(language, "extractOf");

/** An extract of a result that holds a file's text. */
export function extract(language: Language, file: string, text: string, call?: Call): string {
  if (isEmpty(text, call)) return tell(language, "textIsEmpty", { file, text });
  const lines = text.split("\n").length;
  return `${tell(language, "extractPicked", { file, lines })}${quoted(language, keyLines(text).join("\n"))}`;
}

const HEADING = /^#{1,6}\s+\S/;
const DEFINITION =
  /^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:def|class|function|interface|type|fn|func|struct)\s+[\w$]+|^(?:export\s+)?const\s+\w+\s*=\s*(?:async\s*)?\(|^[\w-]+\(\)\s*\{/;

/** The lines an extract quotes: headings, definitions, and the first line of each paragraph. */
export function keyLines(text: string): string[] {
  if (isEmpty(text) || isLeftOut(text)) return [];
  const lines = text.split("\n").map((line) => line.trim());
  return lines
    .filter((line, at) => /\w|[^\x00-\x7f]/.test(line) && isKey(line, lines[at - 1] ?? ""))
    .slice(0, QUOTED_LINES)
    .map((line) => cut(line, LONGEST_LINE, "…"));
}

const isKey = (line: string, before: string): boolean =>
  before === "" || HEADING.test(line) || DEFINITION.test(line);
