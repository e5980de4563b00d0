// course/mutants/run · plants each mutant of a chapter, and looks whether the chapter's spec finds it.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisesOf } from "../build/promises.ts";
import { noteEdit } from "../chapters/edited.ts";
import type { Counts } from "../spec/report.ts";
import { runPairs } from "../spec/run.ts";
import { hung, type Row } from "../trials/row.ts";
import { runRows } from "../trials/run.ts";
import { fileOf, type Mutant, mutantsOf, mutated } from "./mutants.ts";

type Print = (line: string) => void;

/** A mutant, and the promise that was found broken with it. */
interface Planted {
  mutant: Mutant;
  /** The folder of its chapter. */
  chapter: string;
  /** The trial of the promises that its list names; none where no promise finds it. */
  row: Row;
  by?: number;
  /** Why it could not be planted or judged. */
  problem?: string;
}

/** The trials of the mutants of some chapters whose lists name a promise; `place` is an empty folder for notes of the edits. */
export const mutantRows = (chapters: string[], root: string, place: string): Row[] =>
  plantedIn(chapters, root, place)
    .filter(({ mutant }) => mutant.by !== undefined)
    .map(({ row }) => row);

/**
 * Plants the mutants of some chapters and tries each with the promise that its list names; what that one does not find is
 * tried with the whole spec. `print` gets a line for each that is not as its list says, and the share of each chapter.
 */
export async function judgeMutants(
  chapters: string[],
  root: string,
  print: Print,
  write = false,
): Promise<Counts> {
  const place = await mkdtemp(join(tmpdir(), "mutants-"));
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    const all = plantedIn(chapters, root, place);
    await tryNamed(all);
    for (const one of all.filter(isOpen)) await tryWhole(one);
    for (const name of chapters) {
      const planted = all.filter(({ chapter }) => chapter === join(root, name));
      const wrong = planted.filter((one) => problemOf(one) !== undefined);
      for (const one of wrong) print(`! ${name}: ${one.mutant.breaks}: ${problemOf(one)}`);
      const found = planted.filter(({ by }) => by !== undefined).length;
      print(`${name}: its spec finds ${found} of ${planted.length} planted mistakes`);
      counts.passed += planted.length - wrong.length;
      counts.failed += wrong.length;
      if (write) await writeList(planted, fileOf(name, root));
    }
  } finally {
    await rm(place, { recursive: true });
  }
  return counts;
}

const plantedIn = (chapters: string[], root: string, place: string): Planted[] =>
  chapters.flatMap((name) =>
    mutantsOf(name, root).map((mutant, at) => {
      const chapter = join(root, name);
      return { mutant, chapter, row: rowOf(mutant, chapter, join(place, `${name}-${at}`)) };
    }),
  );

/** A crash of the agent is no find, because every promise ends with it. What a page quotes is the report of a promise that fails, so that one may not hang either. */
function rowOf(mutant: Mutant, chapter: string, place: string): Row {
  const { file, old, new: mistake, breaks, by, onPage } = mutant;
  const numbers = onPage ?? (by === undefined ? [] : [by]);
  const promises = promisesOf(chapter);
  const on = join(place, basename(chapter));
  return {
    spec: chapter,
    on,
    only: numbers.map((number) => promises[number - 1] ?? `promise ${number}`),
    expect: { exactly: [], not: onPage === undefined ? "hanging" : "failing" },
    made: { programs: [chapter], words: [file, old, mistake], files: PLANTING },
    prepare: () => plant(mutant, chapter, on),
    title: `${basename(chapter)}: ${breaks}`,
  };
}

/** What makes the edit. */
const PLANTING = ["mutants/run.ts", "mutants/mutants.ts", "chapters/edited.ts"].map((path) =>
  join(import.meta.dirname, "..", path),
);

/** Notes the edit in `place`, which then stands for the chapter with it. */
async function plant(mutant: Mutant, chapter: string, place: string): Promise<void> {
  const path = join(chapter, mutant.file);
  await noteEdit(place, { chapter, path, text: mutated(await readFile(path, "utf8"), mutant) });
}

/** Runs the promises that the lists name: on the mutants, and on the chapters as they are. */
async function tryNamed(all: Planted[]): Promise<void> {
  const named = all.filter(({ mutant }) => mutant.by !== undefined);
  const asTheyAre = [...new Set(named.map(({ chapter }) => chapter))].map((spec): Row => {
    const some = named.filter(({ chapter }) => chapter === spec);
    return {
      spec,
      on: spec,
      only: [...new Set(some.flatMap(({ row }) => row.only ?? []))],
      expect: "all",
    };
  });
  const outcomes = await runRows([...asTheyAre, ...named.map(({ row }) => row)]);
  const isRight = (wanted: Row) =>
    outcomes.some(({ row, counts }) => row === wanted && counts.failed === 0);
  for (const row of asTheyAre)
    for (const one of named.filter(({ chapter }) => chapter === row.spec)) {
      const outcome = outcomes.find((other) => other.row === one.row);
      if (!isRight(row)) one.problem = `promise ${one.mutant.by} is broken without it`;
      else if (outcome?.tests.length === 0 && !outcome.isCached)
        one.problem = `its list does not fit any more: ${outcome.lines[0]?.slice(`${one.row.title}: `.length)}`;
      else if (isRight(one.row) && one.mutant.by !== undefined) one.by = one.mutant.by;
    }
}

/** Runs the whole spec, up to the first broken promise. */
async function tryWhole(one: Planted): Promise<void> {
  const { chapter, row } = one;
  await plant(one.mutant, chapter, row.on);
  const [report] = await runPairs([{ spec: chapter, on: row.on }], { bail: true });
  const found = report?.tests.find((test) => test.verdict === "failed" || hung(test));
  if (found !== undefined) one.by = promisesOf(chapter).indexOf(found.name) + 1;
  else if (report?.tests.some(({ verdict }) => verdict === "broken"))
    one.problem = "it cannot be judged: the agent crashes";
}

const isOpen = ({ by, problem }: Planted) => by === undefined && problem === undefined;

/** What is not as the list says. */
function problemOf({ mutant, by, problem }: Planted): string | undefined {
  if (problem !== undefined) return problem;
  const { left } = mutant;
  if (by !== undefined && left !== undefined) return `promise ${by} finds it, so it is not left`;
  if (by === mutant.by) return left === undefined && by === undefined ? NOT_FOUND : undefined;
  if (by !== undefined) return `promise ${by} finds it, not ${mutant.by ?? "none"}`;
  return `promise ${mutant.by} does not find it`;
}

const NOT_FOUND = "no promise finds it, and no reason is given";

async function writeList(planted: Planted[], file: string): Promise<void> {
  const list = planted.map(({ mutant: { by: _, left, ...mutant }, by }) =>
    by !== undefined ? { ...mutant, by } : { ...mutant, ...(left !== undefined && { left }) },
  );
  await writeFile(file, `${JSON.stringify(list, undefined, 2)}\n`);
}
