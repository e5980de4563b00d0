// course/check/specs · how many promises of a spec the chapter before already keeps.
import { type Chapter, textOf } from "./chapters.ts";
import type { Fault } from "./fault.ts";

const MOST_PERCENT = 10;

/** The tests of all specs, and those among them that cannot fail on the chapter before. */
export interface SpecCount {
  tests: number;
  inherited: number;
}

const countIn = (chapter: Chapter): SpecCount => {
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

/** The sum in words. */
export const inheritedLine = ({ tests, inherited }: SpecCount): string =>
  `specs: ${tests} tests, ${inherited} of them inherited`;

/** Most promises must be new: a test that passes on the chapter before shows nothing about this one. */
export function inheritedFaults(chapters: Chapter[]): Fault[] {
  const { tests, inherited } = countSpecs(chapters);
  if (inherited * 100 <= tests * MOST_PERCENT) return [];
  const most = [...chapters].sort((a, b) => countIn(b).inherited - countIn(a).inherited)[0];
  const lines = textOf(most, "spec.test.ts").split("\n");
  const line = lines.findIndex((text) => text.startsWith("test.inherited(")) + 1;
  const says = `${inherited} of ${tests} spec tests are inherited; at most ${MOST_PERCENT} % may be`;
  const mend = `npm run course -- spec ${most?.short} says which; promise what the chapter adds`;
  return [{ file: `${most?.name}/spec.test.ts`, line, says, mend }];
}
