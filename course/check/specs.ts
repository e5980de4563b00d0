// course/check/specs · most promises of the specs must be new.
import type { Fault } from "../base/fault.ts";
import { lineWith } from "../base/text.ts";
import { type Chapter, textOf } from "../chapters/files.ts";
import { countSpecs } from "../chapters/specs.ts";

const MOST_PERCENT = 10;

/** Most promises must be new: a test that passes on the chapter before shows nothing about this one. */
export function inheritedFaults(chapters: Chapter[]): Fault[] {
  const { tests, inherited } = countSpecs(chapters);
  if (inherited * 100 <= tests * MOST_PERCENT) return [];
  const count = (chapter: Chapter) => countSpecs([chapter]).inherited;
  const most = [...chapters].sort((a, b) => count(b) - count(a))[0];
  const line = lineWith(textOf(most, "spec.test.ts"), "test.inherited(");
  const says = `${inherited} of ${tests} spec tests are inherited; at most ${MOST_PERCENT} % may be`;
  const mend = `npm run course -- spec ${most?.short} says which; promise what the chapter adds`;
  return [{ file: `${most?.name}/spec.test.ts`, line, says, mend }];
}
