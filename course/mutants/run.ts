// course/mutants/run · plants each mutant of a chapter in a copy of it, and looks whether the chapter's spec finds it.
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisesOf } from "../build/promises.ts";
import { copyOf } from "../chapters/copy.ts";
import type { Counts, SpecTest } from "../spec/report.ts";
import { runPairs } from "../spec/run.ts";
import { fileOf, type Mutant, mutantsOf, mutated } from "./mutants.ts";

type Print = (line: string) => void;

/** So many specs run at once: more than there are cores, because an agent that hangs needs none. */
const WORKERS = availableParallelism() + 1;

/** How long a promise waits for an agent before it counts as hanging, in ms. Many of the agents with a mistake do hang. */
const WAIT_MS = 20_000;
const WAIT_PLANTED_MS = 8_000;

/** How often a promise tries to find a mutant: some, such as a lost race, do not show each time. */
const TRIES = 3;

/** A mutant in a copy of its chapter, and the promise that was found broken there. */
interface Planted {
  mutant: Mutant;
  /** The folders of its chapter and of the copy. */
  chapter: string;
  on: string;
  by?: number;
  /** Why it could not be planted or judged. */
  problem?: string;
}

/** How thorough a run is: what no named promise finds is tried with the whole spec, and the lists get the numbers of the promises. */
export interface Thorough {
  isWhole?: boolean;
  write?: boolean;
  /** The specs have just passed on their own chapters, as after `npm test`: they are not run there again. */
  hasPassed?: boolean;
}

/** Plants the mutants of some chapters; `print` gets a line for each that is not as its list says, and the share of each chapter. */
export async function judgeMutants(
  chapters: string[],
  root: string,
  print: Print,
  { isWhole = false, write = false, hasPassed = false }: Thorough = {},
): Promise<Counts> {
  const place = await mkdtemp(join(tmpdir(), "mutants-"));
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    const all = await Promise.all(
      chapters.flatMap((name) =>
        mutantsOf(name, root).map((mutant, at) => plant(mutant, join(root, name), at, place)),
      ),
    );
    for (let tries = 0; tries < TRIES; tries++) await tryNamed(all, hasPassed);
    if (isWhole) await inParallel(all.filter(isOpen), tryWhole);
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

/** Copies the chapter and makes the edit there. */
async function plant(mutant: Mutant, chapter: string, at: number, place: string): Promise<Planted> {
  const folder = join(place, `${basename(chapter)}-${at}`);
  await mkdir(folder);
  const on = await copyOf(chapter, folder, basename(chapter));
  const planted = { mutant, chapter, on };
  const [, beside] = /^\.\.\/(\w+)\//.exec(mutant.file) ?? [];
  if (beside !== undefined) await unlinked(join(dirname(chapter), beside), join(folder, beside));
  try {
    const file = join(on, mutant.file);
    await writeFile(file, mutated(await readFile(file, "utf8"), mutant));
    return planted;
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return { ...planted, problem: `its list does not fit any more: ${words}` };
  }
}

/** Puts a copy of a folder where a link leads to it. */
async function unlinked(folder: string, link: string): Promise<void> {
  await rm(link);
  await cp(folder, link, { recursive: true });
}

/** Runs the promise that the list names, alone: on the mutant, and on the chapter as it is, unless it `hasPassed` there. */
async function tryNamed(all: Planted[], hasPassed: boolean): Promise<void> {
  const named = all.flatMap((one) => {
    const sentence = promisesOf(one.chapter)[(one.mutant.by ?? 0) - 1];
    return isOpen(one) && sentence !== undefined ? [{ one, sentence }] : [];
  });
  if (named.length === 0) return;
  const chapters = hasPassed ? [] : [...new Set(named.map(({ one }) => one.chapter))];
  const asTheyAre = chapters.map((spec) => {
    const some = named.filter(({ one }) => one.chapter === spec);
    return { spec, on: spec, only: [...new Set(some.map(({ sentence }) => sentence))] };
  });
  const planted = named.map(({ one: { chapter, on }, sentence }) => {
    return { spec: chapter, on, only: [sentence] };
  });
  const reports = [
    ...(hasPassed ? [] : await runPairs(asTheyAre, { workers: WORKERS, waitLimit: WAIT_MS })),
    ...(await runPairs(planted, { workers: WORKERS, waitLimit: WAIT_PLANTED_MS })),
  ];
  const isKept = (folder: string, sentence: string) =>
    reports
      .filter(({ on }) => on === folder)
      .every(({ tests }) =>
        tests.some(({ name, ...test }) => name === sentence && !isBroken(test)),
      );
  for (const { one, sentence } of named) {
    const { by } = one.mutant;
    if (!hasPassed && !isKept(one.chapter, sentence))
      one.problem = `promise ${by} is broken without it`;
    else if (!isKept(one.on, sentence) && by !== undefined) one.by = by;
  }
}

/** Runs the whole spec, up to the first broken promise. */
async function tryWhole(one: Planted): Promise<void> {
  const pair = { spec: one.chapter, on: one.on };
  const [report] = await runPairs([pair], { waitLimit: WAIT_MS, bail: true });
  const name = report?.tests.find(isBroken)?.name;
  if (name !== undefined) one.by = promisesOf(one.chapter).indexOf(name) + 1;
  else if (report?.tests.some(({ verdict }) => verdict === "broken"))
    one.problem = "it cannot be judged: the agent crashes";
}

/** An agent that hangs does not keep its promise either; a crash says nothing, because every promise ends with it. */
const isBroken = ({ verdict, message = "" }: Omit<SpecTest, "name">) =>
  verdict === "failed" || (verdict === "broken" && /^Waited \d+ s for /m.test(message));

const isOpen = ({ by, problem }: Planted) => by === undefined && problem === undefined;

/** What is not as the list says. */
function problemOf({ mutant, chapter, by, problem }: Planted): string | undefined {
  if (problem !== undefined) return problem;
  const { left } = mutant;
  if (by !== undefined && left !== undefined) return `promise ${by} finds it, so it is not left`;
  if (by === mutant.by) return left === undefined && by === undefined ? NOT_FOUND : undefined;
  if (by !== undefined) return `promise ${by} finds it, not ${mutant.by ?? "none"}`;
  const short = basename(chapter).slice(0, 3);
  return `promise ${mutant.by} does not find it; npm run course -- mutants ${short} looks for one that does`;
}

const NOT_FOUND = "no promise finds it, and no reason is given";

async function writeList(planted: Planted[], file: string): Promise<void> {
  const list = planted.map(({ mutant: { by: _, left, ...mutant }, by }) =>
    by !== undefined ? { ...mutant, by } : { ...mutant, ...(left !== undefined && { left }) },
  );
  await writeFile(file, `${JSON.stringify(list, undefined, 2)}\n`);
}

async function inParallel<Item>(items: Item[], action: (item: Item) => Promise<void>) {
  const left = [...items];
  const work = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await action(item);
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
}
