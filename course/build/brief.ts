// course/build/brief · what a chapter's README says before one has seen its code: the problem, sessions, the contract.
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { readmeName } from "../base/languages.ts";
import { say, spoken } from "../base/say.ts";
import { placesOf } from "../readme/form.ts";
import { parseReadme, type Readme, sectionsOf } from "../readme/parse.ts";
import { BUILD_IT, PROBLEM, REAL_ONE, TRY_IT } from "../readme/sections.ts";

/** A box of the section "Build it" whose summary begins so, as "Hint: how do I …?" or "Four hints", holds hints. Only the summary is shown here. */
const HINT = /^(?:\w+ )?hints?\b|^(?:.条)?提示|^(?:\d+ つの)?ヒント/i;

/**
 * The lines of the brief: first what is to be built, with the lines of `contract`, then the opening of the chapter,
 * which a reader of its README knows.
 */
export function briefOf(chapter: string, contract: string[] = []): string[] {
  const readme = parseReadme(readFileSync(pageOf(chapter), "utf8"));
  const [title = "", ...rest] = readme.lines;
  const intro = rest.slice(0, (sectionsOf(readme)[0]?.line ?? 1) - 2);
  return [
    "",
    title.replace(/^# /, ""),
    ...tidy(intro.map(readingTime)),
    ...section(readme, BUILD_IT, withoutHints),
    ...contract,
    "",
    say`If you have not read the chapter, read its opening first; it follows here.`,
    ...section(readme, PROBLEM),
    ...whereToRead(readme, chapter),
    ...section(readme, TRY_IT, withoutHints),
  ];
}

/** The page in the person's language. */
const pageOf = (chapter: string) => join(chapter, readmeName(spoken()));

/** What the spec asks for in detail is in a section that also shows parts of the solution, so it is only named here. */
function whereToRead(readme: Readme, chapter: string): string[] {
  const found = placesOf(sectionsOf(readme), spoken())[REAL_ONE];
  if (found === undefined) return [];
  const title = found.text;
  return [
    "",
    title.toUpperCase(),
    "",
    say`Read "${title}" in ${basename(chapter)}/${basename(pageOf(chapter))} before you build: formats, limits and names are there. It also shows parts of the solution.`,
  ];
}

/** The chapter's title and its section "Build it", without hints and without the commands for one chapter alone. */
export function contractOf(chapter: string): string[] {
  const readme = parseReadme(readFileSync(pageOf(chapter), "utf8"));
  const title = (readme.lines[0] ?? "").replace(/^# /, "");
  const [, , ...lines] = section(readme, BUILD_IT, (all) => withoutCommands(withoutHints(all)));
  return ["", title.toUpperCase(), ...lines];
}

function withoutCommands(lines: string[]): string[] {
  return lines
    .join("\n")
    .replaceAll(/^```sh\n[\s\S]*?^```\n?/gm, "")
    .split("\n");
}

function section(
  readme: Readme,
  place: number,
  show: (lines: string[]) => string[] = (lines) => lines,
): string[] {
  const found = placesOf(sectionsOf(readme), spoken())[place];
  if (found === undefined) return [];
  const lines = readme.lines.slice(found.line, found.end - 1);
  const shown = show(withoutPictures(lines)).map(inBrief).map(withoutLinks);
  return ["", found.text.toUpperCase(), ...tidy(shown)];
}

/** A terminal shows no pictures; the sentence before one may announce it, so it is named. */
function withoutPictures(lines: string[]): string[] {
  let isPicture = false;
  return lines.flatMap((line) => {
    const begins = line.startsWith("```mermaid");
    if (begins) isPicture = true;
    const isShown = !isPicture;
    if (isPicture && line === "```") isPicture = false;
    if (begins || /^(!\[|<img )/.test(line)) return [say`(a picture in the README)`];
    return isShown ? [line] : [];
  });
}

/** The head of a page says how long it takes to read. */
const readingTime = (line: string): string =>
  line.replace(/^\*About (\d+ minutes)\./, "*About $1 to read; how long building takes is below.");

/** What a page says of its own form, said of the brief. */
const inBrief = (line: string): string =>
  line.replace("the table above says which ones draft 3 already keeps", DRAFTS_BELOW);

const DRAFTS_BELOW = "the list below says which ones each draft already keeps";

/** Boxes are opened, except for hints. */
function withoutHints(lines: string[]): string[] {
  let isHint = false;
  return lines.flatMap((line) => {
    const summary = /<summary>(.*?)<\/summary>/.exec(line)?.[1];
    if (summary !== undefined) isHint = HINT.test(summary);
    if (line.includes("</details>")) {
      const wasHint = isHint;
      isHint = false;
      return wasHint ? [] : [""];
    }
    if (isHint && summary !== undefined) return [say`${inTerminal(summary)} (a box in the README)`];
    if (isHint) return [];
    return [summary === undefined ? inTerminal(line) : `--- ${inTerminal(summary)} ---`];
  });
}

const inTerminal = (line: string) => line.replaceAll(/<\/?code>/g, "`");

/** A terminal follows no link: of one to another page of the course only the text is left, of others also the address. */
const withoutLinks = (line: string): string =>
  line
    .replaceAll(/\[([^\]]+)\]\((https?:[^)]+)\)/g, "$1 ($2)")
    .replaceAll(/\[([^\]]+)\]\(\.\.?\/[^)]+\)/g, "$1");

/** At most one empty line in a row, and one before the first. */
function tidy(lines: string[]): string[] {
  const text = lines
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
  return text === "" ? [] : ["", ...text.split("\n")];
}
