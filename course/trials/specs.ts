// course/trials/specs · the table of `npm test`: each spec on its own chapter, and in the part that still grows on the chapter before.
import { join } from "node:path";
import type { Row } from "./row.ts";

/** The last chapter of each part of the course. */
const PARTS_END = ["s06", "s11", "s14", "s20", "s27"];

/** The rows of these chapters, of all there are. */
export function specRows(asked: readonly string[], chapters: string[], root: string): Row[] {
  return asked.flatMap((name) => {
    const isGrowing = partOf(name) === partOf(chapters.at(-1) ?? name);
    return [...(isGrowing ? beforeRows([name], chapters, root) : []), ownRow(name, root)];
  });
}

/** Those on the chapter before in the parts that are finished: they seldom change, and `npm run test:deep` runs them. */
export function finishedRows(chapters: string[], root: string): Row[] {
  const isFinished = (name: string) => partOf(name) !== partOf(chapters.at(-1) ?? name);
  return beforeRows(chapters.filter(isFinished), chapters, root);
}

const ownRow = (name: string, root: string): Row => ({
  spec: join(root, name),
  on: join(root, name),
  expect: "all",
});

const beforeRows = (names: string[], chapters: string[], root: string): Row[] =>
  names.flatMap((name) =>
    chapters
      .filter((other) => other < name)
      .slice(-1)
      .map((before) => ({ spec: join(root, name), on: join(root, before), expect: "none" })),
  );

const partOf = (chapter: string): number =>
  PARTS_END.findIndex((last) => chapter.slice(0, last.length) <= last);
