// practice/brain/extract · the nearest a fixed rule comes to a summary: lines quoted from a text, marked as an extract.
import { tell } from "./tell.ts";
import type { Call, Language } from "./types.ts";
import { colon, isEmpty, isLeftOut, quoted } from "./words.ts";

const QUOTED_PARTS = 8;
const LONGEST_PART = 200;

/** The first line of an extract that stands by itself. */
export const extractHead = (language: Language): string => tell(language, "extractOf");

/** An extract of a result that holds a file's text: headings, definitions and first sentences, each quoted. */
export function extract(language: Language, file: string, text: string, call?: Call): string {
  if (isEmpty(text, call)) return tell(language, "textIsEmpty", { file, text });
  const lines = text.split("\n").length;
  const head = tell(language, "extractPicked", { file, lines });
  return `${head}${sections(language, text)}`;
}

function sections(language: Language, text: string): string {
  const parts: [string, string[]][] = [
    [tell(language, "headings"), headingsOf(text)],
    [tell(language, "definitions"), definitionsOf(text)],
    [tell(language, "firstSentences"), sentencesOf(text)],
  ];
  const filled = parts.filter(([, found]) => found.length > 0);
  if (filled.length === 0) return quoted(language, text.split("\n").slice(0, 5).join("\n"));
  return filled
    .map(
      ([title, found]) =>
        `\n${title}${colon(language)}\n${found.map((part) => `- ${part}`).join("\n")}`,
    )
    .join("");
}

/** The lines an extract quotes, for a file that is to hold them. */
export function keyLines(text: string): string[] {
  if (isEmpty(text) || isLeftOut(text)) return [];
  const found = [...headingsOf(text), ...definitionsOf(text), ...sentencesOf(text)];
  return found.length > 0
    ? found
    : text
        .split("\n")
        .filter((line) => line.trim() !== "")
        .slice(0, 3);
}

function headingsOf(text: string): string[] {
  return linesLike(text, /^#{1,6}\s+\S/).filter((line) => !line.startsWith("#!"));
}

const DEFINITION =
  /^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:def|class|function|interface|type|fn|func|struct)\s+[\w$]+|^(?:export\s+)?const\s+\w+\s*=\s*(?:async\s*)?\(|^[\w-]+\(\)\s*\{/;

function definitionsOf(text: string): string[] {
  return linesLike(text, DEFINITION);
}

/** First sentences of prose; of anything that looks like code or data, nothing. */
function sentencesOf(text: string): string[] {
  const paragraphs = text.replace(/^```[\s\S]*?^```/gm, "").split(/\n\s*\n/);
  const prose = paragraphs.map(withoutHeadings).filter(isProse);
  return prose.slice(0, 3).map((paragraph) => cutPart(firstSentence(paragraph)));
}

function withoutHeadings(paragraph: string): string {
  const lines = paragraph.split("\n").filter((line) => !/^#{1,6}\s/.test(line));
  return lines.join("\n").trim();
}

function isProse(paragraph: string): boolean {
  const words =
    /^[\p{L}\p{N}"“「*_[]/u.test(paragraph) && !/[{}]|[;=]\s*$|^(?:import|from)\s/m.test(paragraph);
  return words && definitionsOf(paragraph).length === 0 && !/^\w+(?:\.\w+)*\(/.test(paragraph);
}

/** A sentence may run over lines; a paragraph without any gives its first line. */
function firstSentence(paragraph: string): string {
  const sentence = /^[\s\S]*?(?:[.!?](?=\s|$)|[。!?])/u.exec(paragraph)?.[0];
  return sentence?.replaceAll("\n", " ") ?? paragraph.split("\n")[0] ?? "";
}

function linesLike(text: string, expression: RegExp): string[] {
  const found = text.split("\n").filter((line) => expression.test(line));
  return found.slice(0, QUOTED_PARTS).map((line) => cutPart(line.trim()));
}

function cutPart(part: string): string {
  return part.length > LONGEST_PART ? `${part.slice(0, LONGEST_PART)}…` : part;
}
