// course/check/tests · a unit test stands once, in the chapter whose mechanism it tests.
import type { Fault } from "../base/fault.ts";
import { type Chapter, isUnitTest } from "../chapters/files.ts";

/** The unit tests that an earlier chapter has, byte for byte. */
export function copiedTestFaults(chapters: Chapter[]): Fault[] {
  return chapters.flatMap((chapter, at) =>
    [...chapter.files].flatMap(([file, text]) => {
      const earlier = chapters.slice(0, at).find((one) => one.files.get(file)?.equals(text));
      if (!isUnitTest(file) || !earlier) return [];
      const copy = `${chapter.name}/${file}`;
      const says = `is a copy of the test in ${earlier.name}, which runs on the newest chapter, too`;
      return [{ file: copy, line: 1, says, mend: `rm ${copy}` }];
    }),
  );
}
