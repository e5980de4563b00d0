// course/build/texts · the sentences of a chapter's new files: what the system prompt gains, and what the model is told.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { say } from "../base/say.ts";
import { fullLines, isCounted, listFiles } from "../chapters/files.ts";
import { declarationOf } from "./hints.ts";

/** A text in capitals, such as PLAN_RULE: a string, or several that are joined. */
const TEXT = /^(?:export )?const ([A-Z][A-Z_]+)(?:: \w+)? =\s*(?:\[\s*)?["'`]/gm;
const WORDS = 5;

/** What is said above them. */
export const textsHead = () =>
  say`THE TEXTS of the solution, for the system prompt and for the model (yours may say it otherwise, where the spec does not compare the words)`;

const newFiles = (chapter: string, before: string | undefined): string[] =>
  listFiles(chapter).filter(
    (file) => isCounted(file) && !(before !== undefined && existsSync(join(before, file))),
  );

/** The texts of at least a few words in the files that the chapter before does not have, as they stand in the code. */
export function textsOf(chapter: string, before: string | undefined): string[] {
  return newFiles(chapter, before).flatMap((file) => {
    const names = [...readFileSync(join(chapter, file), "utf8").matchAll(TEXT)];
    return names.flatMap(([, name = ""]) => {
      const lines = declarationOf(chapter, `${file}#${name}`) ?? [];
      const isSentence = lines.join(" ").split(/\s+/).length >= WORDS + 3; // "const NAME ="
      return isSentence ? ["", `${file}:`, ...lines] : [];
    });
  });
}

/** How much is to be written, in one sentence: the length of what the solution has and the chapter before does not. */
export function sizeOf(chapter: string, before: string | undefined): string {
  const files = newFiles(chapter, before);
  const lines = files.reduce(
    (sum, file) => sum + fullLines(readFileSync(join(chapter, file), "utf8")),
    0,
  );
  const news = files.length === 1 ? say`1 new file` : say`${files.length} new files`;
  return say`The solution has ${lines} lines in ${news} (${files.join(", ")}), and a few in files that are there already. Reading the chapter is the shorter part.`;
}
