// course/build/brief · what a chapter's README says before one has seen its code: the problem, the idea, sessions, the contract.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BUILD_IT, IDEA, PROBLEM } from "../readme/languages.ts";
import { parseReadme, type Readme, sectionsOf } from "../readme/parse.ts";

const TRY_IT = 4;
/** A box of the section "Build it" whose summary begins so is a hint, and not shown here. */
const HINT = /^Hint\b/;

/** The lines of the brief. */
export function briefOf(chapter: string): string[] {
  const readme = parseReadme(readFileSync(join(chapter, "README.md"), "utf8"));
  const [title = "", ...rest] = readme.lines;
  const intro = rest.slice(0, (sectionsOf(readme)[0]?.line ?? 1) - 2);
  return [
    "",
    title.replace(/^# /, ""),
    ...tidy(intro),
    ...section(readme, PROBLEM, prose),
    ...section(readme, IDEA, prose),
    ...section(readme, TRY_IT, withoutHints),
    ...section(readme, BUILD_IT, withoutHints),
  ];
}

/** The chapter's title and its section "Build it", without hints and without the commands for one chapter alone. */
export function contractOf(chapter: string): string[] {
  const readme = parseReadme(readFileSync(join(chapter, "README.md"), "utf8"));
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

function section(readme: Readme, place: number, show: (lines: string[]) => string[]): string[] {
  const found = sectionsOf(readme)[place];
  if (found === undefined) return [];
  const lines = readme.lines.slice(found.line, found.end - 1);
  return ["", found.text.toUpperCase(), ...tidy(show(lines))];
}

/** Without pictures, which a terminal cannot show. */
function prose(lines: string[]): string[] {
  let isPicture = false;
  return lines.filter((line) => {
    if (line.startsWith("```mermaid")) isPicture = true;
    const isShown = !isPicture;
    if (line === "```") isPicture = false;
    return isShown;
  });
}

/** Boxes are opened, hints left out. */
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
    if (isHint) return [];
    return [summary ?? line];
  });
}

/** At most one empty line in a row, and one before the first. */
function tidy(lines: string[]): string[] {
  const text = lines
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
  return text === "" ? [] : ["", ...text.split("\n")];
}
