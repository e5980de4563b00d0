// course/chapters/specs · how many promises the specs make, and how many of them the chapter before already keeps.
import { type Chapter, textOf } from "./files.ts";

/** The tests of all specs, and those among them that cannot fail on the chapter before. */
export interface SpecCount {
  tests: number;
  inherited: number;
}

/** The tests of one chapter's spec. */
export const countIn = (chapter: Chapter): SpecCount => {
  const found = [...textOf(chapter, "spec.test.ts").matchAll(/^test(\.inherited)?\(/gm)];
  return { tests: found.length, inherited: found.filter(([, mark]) => mark).length };
};

/** The sum over all chapters. */
export const countSpecs = (chapters: Chapter[]): SpecCount =>
  chapters.map(countIn).reduce(
    (sum, { tests, inherited }) => ({
      tests: sum.tests + tests,
      inherited: sum.inherited + inherited,
    }),
    { tests: 0, inherited: 0 },
  );
