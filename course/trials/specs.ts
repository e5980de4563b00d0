// course/trials/specs · the table of `npm test`: each spec on its own chapter, and the newest one on the chapter before.
import { join } from "node:path";
import type { Row } from "./row.ts";

/** The rows of these chapters, of all there are. */
export const specRows = (asked: readonly string[], chapters: string[], root: string): Row[] =>
  asked.flatMap((name) => [
    ...(name === chapters.at(-1) ? beforeRows(chapters, root).slice(-1) : []),
    ownRow(name, root),
  ]);

/** All but the newest one on the chapter before: they seldom change, and `npm run test:deep` runs them. */
export const finishedRows = (chapters: string[], root: string): Row[] =>
  beforeRows(chapters, root).slice(0, -1);

const ownRow = (name: string, root: string): Row => ({
  spec: join(root, name),
  on: join(root, name),
  expect: "all",
});

const beforeRows = (chapters: string[], root: string): Row[] =>
  chapters.slice(1).map((name, at) => ({
    spec: join(root, name),
    on: join(root, chapters[at] ?? name),
    expect: "none",
  }));
