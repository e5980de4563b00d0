// course/readme/parse · a README as blocks, headings and paragraphs, each with its line.

/** A fenced block: ```LANGUAGE INFO. `line` is that of the opening fence, counted from 1. */
export interface Block {
  language: string;
  info: string;
  line: number;
  lines: string[];
}

export interface Heading {
  level: number;
  text: string;
  line: number;
}

/** Prose: a paragraph, an item of a list or a row of a table. */
export interface Paragraph {
  text: string;
  line: number;
}

export interface Readme {
  lines: string[];
  blocks: Block[];
  headings: Heading[];
  paragraphs: Paragraph[];
  /** The line of a fence that is never closed. */
  unclosed?: number;
}

const FENCE = /^\s*(`{3,})\s*(\S*)\s*(.*?)\s*$/;
const OPENING_MARK = /^<!-- (changes|chapters|map) -->$/;
const CLOSING_MARK = /^<!-- \/(changes|chapters|map) -->$/;

/** Reads the part of Markdown that the course writes. */
export function parseReadme(text: string): Readme {
  const lines = text.split("\n");
  const readme: Readme = { lines, blocks: [], headings: [], paragraphs: [] };
  const prose = takeBlocks(readme);
  takeProse(readme, prose);
  return readme;
}

/** Collects the fenced blocks; returns the lines with the blocks blanked out. */
function takeBlocks(readme: Readme): string[] {
  let open: { block: Block; fence: string } | undefined;
  const prose = readme.lines.map((text, at) => {
    const [, fence = "", language = "", info = ""] = FENCE.exec(text) ?? [];
    if (open) {
      if (fence !== "" && fence.length >= open.fence.length && language === "") open = undefined;
      else open.block.lines.push(text);
      return "";
    }
    if (fence === "") return text;
    const block = { language, info, line: at + 1, lines: [] };
    readme.blocks.push(block);
    open = { block, fence };
    return "";
  });
  if (open) readme.unclosed = open.block.line;
  return prose;
}

function takeProse(readme: Readme, prose: string[]) {
  let current: Paragraph | undefined;
  let isGenerated = false;
  for (const [at, text] of prose.entries()) {
    const line = at + 1;
    const heading = /^(#{1,6})\s+(.*?)\s*$/.exec(text);
    if (OPENING_MARK.test(text)) isGenerated = true;
    if (CLOSING_MARK.test(text)) isGenerated = false;
    if (heading) {
      readme.headings.push({ level: heading[1]?.length ?? 1, text: heading[2] ?? "", line });
    }
    if (heading || isGenerated || text.trim() === "" || text.startsWith("<!--")) {
      current = undefined;
    } else if (current === undefined || /^\s*([-*|>]|\d+\.)\s?/.test(text)) {
      current = { text, line };
      readme.paragraphs.push(current);
    } else current.text += ` ${text.trim()}`;
  }
}

/** The lines with blanks in place of fenced blocks other than pictures, generated text and comments. */
export function proseLines({ lines, blocks }: Readme): string[] {
  const blank = new Set<number>();
  for (const { language, line, lines: held } of blocks) {
    if (language !== "mermaid") for (const at of held.keys()) blank.add(line + at);
  }
  let isGenerated = false;
  return lines.map((text, at) => {
    if (OPENING_MARK.test(text)) isGenerated = true;
    if (CLOSING_MARK.test(text)) isGenerated = false;
    return isGenerated || blank.has(at) || text.startsWith("<!--") ? "" : text;
  });
}

/** The last lines of a translation, which are not displayed. */
const STAMP = /^<!-- (of|sections): .*-->$/;

/** How many lines are outside of <details>; the stamp of a translation and the empty line before it do not count. */
export function visibleLines({ lines }: Readme): number {
  let depth = 0;
  let count = 0;
  const end = lines.findLastIndex((line) => line !== "" && !STAMP.test(line)) + 1;
  for (const line of lines.slice(0, end)) {
    depth += line.split("<details").length - 1;
    if (depth === 0) count++;
    depth -= line.split("</details>").length - 1;
  }
  return count;
}

/** The headings of level 2 with the line where the next one stands. */
export function sectionsOf(readme: Readme): (Heading & { end: number })[] {
  const found = readme.headings.filter(({ level }) => level === 2);
  return found.map((heading, at) => ({
    ...heading,
    end: found[at + 1]?.line ?? readme.lines.length + 1,
  }));
}

/** A paragraph's own words: without code, addresses and tags. */
export const wordsOnly = (text: string): string =>
  text
    .replaceAll(/`[^`]*`/g, " ")
    .replaceAll(/\]\([^)]*\)/g, "] ")
    .replaceAll(/https?:\S+/g, " ")
    .replaceAll(/<[^>]*>/g, " ");

/** What stands between `<!-- NAME -->` and `<!-- /NAME -->`, without the line ends at the marks. */
export function betweenMarks(text: string, name: string): string | undefined {
  return partsOf(text, name)?.body;
}

/** The text with another body between the marks; the same text when it has no such marks. */
export function replaceMarked(text: string, name: string, body: string): string {
  const parts = partsOf(text, name);
  return parts ? `${parts.head}${body}${parts.tail}` : text;
}

function partsOf(text: string, name: string) {
  const open = `<!-- ${name} -->\n`;
  const close = `\n<!-- /${name} -->`;
  const start = text.indexOf(open);
  const end = text.indexOf(close, start + open.length - 1);
  if (start < 0 || end < 0) return undefined;
  const at = start + open.length;
  return { head: text.slice(0, at), body: text.slice(at, end), tail: text.slice(end) };
}
