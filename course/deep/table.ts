// course/deep/table · the trials of `npm run test:deep`: which specs run on which agents besides their own, and what must come of it.
import { join } from "node:path";
import { FIXTURES } from "../base/root.ts";
import { promisesOf } from "../build/promises.ts";
import { type Draft, draftsOf } from "../chapters/drafts.ts";
import { mutantRows } from "../mutants/run.ts";
import type { Row } from "../trials/row.ts";
import { finishedRows } from "../trials/specs.ts";
import type { Group } from "../trials/told.ts";
import { plantedRows } from "./planted.ts";

/** Rows that belong together. */
export interface DeepGroup extends Group {
  /** With --all, how much more often than usual the specs repeat what they repeat. */
  depth?: number;
}

/** All of them; `place` is an empty folder for copies of chapters. */
export const deepTable = (chapters: string[], root: string, place: string): DeepGroup[] => [
  { name: "specs on the chapter before, finished parts", rows: finishedRows(chapters, root) },
  {
    name: "specs on a planted chapter",
    rows: plantedRows(chapters, root, join(place, "planted")),
    depth: 20,
  },
  { name: "drafts", rows: chapters.flatMap((name) => draftsOf(join(root, name)).map(draftRow)) },
  { name: "an agent that does nothing", rows: chapters.map((name) => echoRow(join(root, name))) },
  { name: "planted mistakes", rows: mutantRows(chapters, root, place) },
];

/** A draft keeps what its package.json names, and not the first of the others. */
function draftRow({ name, chapter, keeps }: Draft): Row {
  const promises = promisesOf(chapter);
  const isKept = (_: string, at: number) => keeps.includes(at + 1);
  const kept = promises.filter(isKept);
  const broken = promises.find((sentence) => !kept.includes(sentence));
  return {
    spec: chapter,
    on: join(chapter, "..", name),
    only: [...kept, ...(broken === undefined ? [] : [broken])],
    expect: { exactly: kept, not: "any" },
    title: `draft ${name} keeps ${keeps.join(", ")}`,
  };
}

/** The promises of s01 that an agent keeps which only prints what the model says, by their numbers; of later chapters it keeps none. */
const ECHO_KEEPS: readonly number[] = [6, 8, 19, 20, 23];

function echoRow(spec: string): Row {
  const isFirst = /s01_\w+$/.test(spec);
  const promises = promisesOf(spec);
  const kept = ECHO_KEEPS.flatMap((number) => promises[number - 1] ?? []);
  return {
    spec,
    on: join(FIXTURES, "echo"),
    expect: { exactly: isFirst ? kept : [], not: "any" },
    made: { words: [] }, // its program is among the fixtures, on which every trial depends
  };
}
