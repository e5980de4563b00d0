// site/build/notes · what a chapter's pages say of the lines that they quote.
import {
  indented,
  indentsOf,
  plainLines,
  sameLines,
  splitAtSkips,
} from "../../course/readme/code.ts";
import { type Block, type Prose, parseReadme } from "../../course/readme/parse.ts";
import type { Note } from "../views/data.ts";

/** A note whose words are still Markdown. */
export interface Quoted {
  /** As the page names it. */
  file: string;
  places: Note["places"];
  words: string[];
}

/** All that a page says of lines that it quotes from files; `source` gives the text behind a name. */
export function quotedIn(page: string, source: (name: string) => string | undefined): Quoted[] {
  const { blocks, prose } = parseReadme(page);
  return blocks.flatMap((block, at) => {
    const quotes = quotesOf(block);
    const text = quotes && source(quotes.file);
    const places = quotes && text && placesOf(quotes.lines, text.replace(/\n$/, "").split("\n"));
    if (!quotes || !places) return [];
    return { file: quotes.file, places, words: wordsBeside(block, blocks[at + 1], prose) };
  });
}

/** What a block quotes: lines of a file, or what an edit puts into the draft after the one that it names. */
function quotesOf({ language, info, lines }: Block): { file: string; lines: string[] } | undefined {
  if (language === "ts" && info !== "") return { file: info, lines };
  if (language !== "diff" || !info.startsWith("drafts/")) return undefined;
  const after = lines.flatMap((line) =>
    line === "…" ? "// …" : /^[ +]/.test(line) ? line.slice(1) : [],
  );
  return { file: nextDraft(info), lines: after };
}

/** Only the number: "drafts/3_read.ts" is followed by "drafts/4". */
const nextDraft = (file: string) =>
  file.replace(/^drafts\/(\d).*$/, (_, number) => `drafts/${Number(number) + 1}`);

/** Where lines of a page are in a file, a place for each part between `// …`; undefined when one is not there. */
export function placesOf(page: string[], source: string[]): Note["places"] | undefined {
  const block = plainLines(page);
  for (const indent of indentsOf(block, source)) {
    const found = placesAt(
      block.map((line) => indented(line, indent)),
      source,
    );
    if (found) return found;
  }
  return undefined;
}

function placesAt(block: string[], source: string[]): Note["places"] | undefined {
  const places: Note["places"] = [];
  for (const { lines } of splitAtSkips(block)) {
    const from = places.at(-1)?.[1] ?? 0;
    const at = source.findIndex(
      (_, line) => line >= from && sameLines(lines, source, line) === lines.length,
    );
    if (at < 0) return undefined;
    places.push([at + 1, at + lines.length]);
  }
  return places;
}

/** The paragraph before a block and the one after it; one that ends with a colon belongs to what follows it. */
function wordsBeside(block: Block, next: Block | undefined, prose: Prose[]): string[] {
  const paragraphs = prose.filter(({ text }) => !/^(#|\||<)/.test(text));
  const end = block.line + block.lines.length + 1;
  const before = prose.findLast(({ line }) => line < block.line);
  const after = prose.find(({ line }) => line > end);
  const isNear = after && after.line < (next?.line ?? Number.POSITIVE_INFINITY);
  const isOfNext = after && /[:：]\s*$/.test(after.text);
  return [before, isNear && !isOfNext ? after : undefined].flatMap((one) =>
    one && paragraphs.includes(one) ? one.text : [],
  );
}
