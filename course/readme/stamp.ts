// course/readme/stamp · which English text a translation was made from: the last lines of its file.
import { createHash } from "node:crypto";
import { withoutMinutes } from "./minutes.ts";
import { parseReadme, replaceMarked, sectionsOf } from "./parse.ts";

const OF = /^<!-- of: ([0-9a-f]{64}) -->$/m;
const PARTS = /^<!-- sections: ([0-9a-f ]*) -->\n/m;

export interface Stamp {
  /** sha256 of the English file. */
  of: string;
  /** A short hash of what is before the first section, and of each section. */
  parts: string[];
}

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The stamp at the end of a translation, if it has one there. */
export function stampOf(text: string): Stamp | undefined {
  const of = OF.exec(text);
  if (!of?.[1] || text.slice(of.index + of[0].length).trim() !== "") return undefined;
  return { of: of[1], parts: PARTS.exec(text)?.[1]?.split(" ") ?? [] };
}

/** The text with a stamp that says: made from this English text. */
export function stamped(text: string, english: string): string {
  const bare = text.replace(OF, "").replace(PARTS, "").trimEnd();
  const parts = partHashes(english).join(" ");
  return `${bare}\n\n<!-- sections: ${parts} -->\n<!-- of: ${sha256(english)} -->\n`;
}

/** The parts of the English text that are not what the stamp was made from; generated text does not count. */
export function movedParts(stamp: Stamp, english: string): string[] {
  const names = ["the beginning", ...sectionsOf(parseReadme(english)).map(({ text }) => text)];
  const now = partHashes(english);
  if (now.length !== stamp.parts.length) return ["the sections themselves"];
  return names.filter((_, at) => now[at] !== stamp.parts[at]);
}

/** The marks around generated text. */
const GENERATED = [
  "changes",
  "drafts",
  "chapters",
  "map",
  "joins",
  "check",
  "specs",
  "mutants",
  "terms",
];

/** Generated text is left out, because it is generated for each language. */
function partHashes(english: string): string[] {
  const timeless = withoutMinutes(english);
  const bare = GENERATED.reduce((text, mark) => replaceMarked(text, mark, ""), timeless);
  const readme = parseReadme(bare);
  const starts = [1, ...sectionsOf(readme).map(({ line }) => line)];
  return starts.map((start, at) => {
    const end = starts[at + 1] ?? readme.lines.length + 1;
    return sha256(
      readme.lines
        .slice(start - 1, end - 1)
        .join("\n")
        .trim(),
    ).slice(0, 10);
  });
}
