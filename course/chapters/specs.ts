// course/chapters/specs · how many promises the specs make, and how many of them the chapter before already keeps.
import { type Chapter, textOf } from "./files.ts";

/** The tests of some specs, and those among them that cannot fail on the chapter before. */
export interface SpecCount {
  tests: number;
  inherited: number;
}

export function countSpecs(chapters: Chapter[]): SpecCount {
  const specs = chapters.map((chapter) => textOf(chapter, "spec.test.ts"));
  const found = specs.flatMap((text) => [...text.matchAll(/^test(\.inherited)?\(/gm)]);
  return { tests: found.length, inherited: found.filter(([, mark]) => mark).length };
}
