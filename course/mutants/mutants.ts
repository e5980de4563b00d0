// course/mutants/mutants · planted mistakes: small edits of a chapter, each of which its spec should find.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const mutant = z.strictObject({
  /** What goes wrong, in a few words; no two in a chapter are the same. */
  breaks: z.string().min(1),
  /** From the chapter's folder; what is beside it, such as ../shared/lock.ts, is another for the mutant alone. */
  file: z.string(),
  /** A piece of the file that occurs in it exactly once, and the text that replaces it. */
  old: z.string().min(1),
  new: z.string(),
  /** The promise that finds it, by its number in the spec. */
  by: z.int().positive().optional(),
  /** It is the edit of "Break it" on the chapter's page, which quotes that these promises fail; the first is `by`. */
  onPage: z.array(z.int().positive()).min(1).optional(),
  /** Why none does. */
  left: z.string().min(1).optional(),
});
export type Mutant = z.infer<typeof mutant>;

const mutants = z.array(mutant);

/** The file with the mutants of a chapter. */
export const fileOf = (chapter: string, root: string): string =>
  join(root, "course", "mutants", "lists", `${chapter.slice(0, 3)}.json`);

/** The mutants of a chapter, by the name of its folder; none when it has no list. */
export function mutantsOf(chapter: string, root: string): Mutant[] {
  const file = fileOf(chapter, root);
  return existsSync(file) ? mutants.parse(JSON.parse(readFileSync(file, "utf8"))) : [];
}

/** The text of the mutant's file with the mistake in it. Throws unless the old piece is there exactly once. */
export function mutated(text: string, { file, old, new: mistake }: Mutant): string {
  const [before, after, ...more] = text.split(old);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(
      `${file} has ${JSON.stringify(old)} ${text.split(old).length - 1} times, not once`,
    );
  return `${before}${mistake}${after}`;
}

/** How many of a chapter's mutants its spec finds, and how many there are. */
export function shareOf(chapter: string, root: string): { found: number; all: number } {
  const all = mutantsOf(chapter, root);
  return { found: all.filter(({ by }) => by !== undefined).length, all: all.length };
}
