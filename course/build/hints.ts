// course/build/hints · what helps to keep a promise, in three steps: the idea, the place, the code of the solution.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Language } from "../base/languages.ts";

const words = z.string().min(1);

/** The promise in another language, also for the table of drafts, and its hint. */
const translation = z.strictObject({ name: words, idea: words, place: words });

const hint = z.strictObject({
  idea: words,
  place: words,
  /** Declarations of the chapter, such as "todo.ts#remind". */
  code: z.array(z.string().regex(/^[\w/]+\.ts#\w+$/)).min(1),
  zh: translation.optional(),
  ja: translation.optional(),
});
export type Hint = z.infer<typeof hint>;

const hints = z.record(z.string(), hint);

/** The hints of a chapter by promise, from its hints.json; empty when it has none. Throws what zod throws when the file is wrong. */
export function hintsOf(chapter: string): Map<string, Hint> {
  const path = join(chapter, "hints.json");
  if (!existsSync(path)) return new Map();
  return new Map(Object.entries(hints.parse(JSON.parse(readFileSync(path, "utf8")))));
}

/** What a hint has in another language than English. */
export const inLanguage = (hint: Hint | undefined, language: Language) =>
  language === "en" ? undefined : hint?.[language];

/** The lines of a declaration at the top level of a chapter's file, with the comment above it; undefined when there is none. */
export function declarationOf(chapter: string, reference: string): string[] | undefined {
  const [file = "", name = ""] = reference.split("#");
  const path = join(chapter, file);
  if (!existsSync(path)) return undefined;
  const lines = readFileSync(path, "utf8").split("\n");
  const declared = new RegExp(
    String.raw`^(?:export )?(?:async )?(?:function|const|let|class|interface|type) ${name}\b`,
  );
  const start = lines.findIndex((line) => declared.test(line));
  if (start < 0) return undefined;
  const end = endOf(lines, start);
  return lines.slice(commentAbove(lines, start), end + 1);
}

/** A declaration ends before the next empty line that is followed by a line without indent, or at the end of the file. */
function endOf(lines: string[], start: number): number {
  for (let at = start; at < lines.length; at++) {
    const next = lines[at + 1];
    if (next === undefined) return at;
    if (next === "" && /^\S/.test(lines[at + 2] ?? "x")) return at;
  }
  return lines.length - 1;
}

function commentAbove(lines: string[], start: number): number {
  let at = start;
  while (at > 0 && /^(\/\*\*| \*|\/\/ )/.test(lines[at - 1] ?? "")) at--;
  return at;
}
