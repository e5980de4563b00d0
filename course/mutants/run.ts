// course/mutants/run · plants each mutant of a chapter in a copy of it, and looks whether the chapter's spec finds it.
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisesOf } from "../build/promises.ts";
import { copyOf } from "../chapters/copy.ts";
import type { Counts, SpecTest } from "../spec/report.ts";
import { runPairs } from "../spec/run.ts";
import { fileOf, type Mutant, mutantsOf, mutated } from "./mutants.ts";

type Print = (line: string) => void;

/** So many specs run at once. */
const WORKERS = 2;

/** A mutant in a copy of its chapter, and the promise that was found broken there. */
interface Planted {
  mutant: Mutant;
  on: string;
  by?: number;
  /** Why it could not be planted. */
  problem?: string;
}

/**
 * Plants the mutants of some chapters; `print` gets a line for each that is not as its list says, and the share of each
 * chapter. With `write`, the lists get the numbers of the promises.
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
    await inParallel(chapters, async (chapter) => {
      const planted = await Promise.all(
        mutantsOf(chapter, root).map((mutant, at) => plant(mutant, chapter, root, at, place)),
      );
      await tryNamed(planted, join(root, chapter));
      await tryAll(planted, join(root, chapter));
      const wrong = planted.filter((one) => problemOf(one) !== undefined);
      for (const one of wrong) print(`! ${chapter}: ${one.mutant.breaks}: ${problemOf(one)}`);
      const found = planted.filter(({ by }) => by !== undefined).length;
      print(`${chapter}: its spec finds ${found} of ${planted.length} planted mistakes`);
      counts.passed += planted.length - wrong.length;
      counts.failed += wrong.length;
      if (write) await writeList(planted, fileOf(chapter, root));
    });
  } finally {
    await rm(place, { recursive: true });
  }
  return counts;
}

async function plant(
  mutant: Mutant,
  chapter: string,
  root: string,
  at: number,
  place: string,
): Promise<Planted> {
  const folder = join(place, `${chapter}-${at}`);
  await mkdir(folder);
  const on = await copyOf(join(root, chapter), folder, chapter);
  const [, beside] = /^\.\.\/(\w+)\//.exec(mutant.file) ?? [];
  if (beside !== undefined) await unlinked(join(root, beside), join(folder, beside));
  try {
    const file = join(on, mutant.file);
    await writeFile(file, mutated(await readFile(file, "utf8"), mutant));
    return { mutant, on };
  } catch (error) {
    return { mutant, on, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Puts a copy of a folder where a link leads to it. */
async function unlinked(folder: string, link: string): Promise<void> {
  await rm(link);
  await cp(folder, link, { recursive: true });
}

/** Runs the promise that the list names, alone: for all mutants that it should find at once, and for the chapter as it is. */
async function tryNamed(planted: Planted[], spec: string): Promise<void> {
  const sentences = promisesOf(spec);
  for (const [at, sentence] of sentences.entries()) {
    const some = planted.filter((one) => isOpen(one) && one.mutant.by === at + 1);
    if (some.length === 0) continue;
    const pairs = [spec, ...some.map(({ on }) => on)].map((on) => ({ spec, on }));
    const reports = await runPairs(pairs, { only: [sentence] });
    const broken = reports.filter(({ tests }) =>
      tests.some((test) => test.name === sentence && isBroken(test)),
    );
    const isFound = (folder: string) => broken.some(({ on }) => on === folder);
    for (const one of some) {
      if (isFound(spec)) one.problem = `promise ${at + 1} is broken without it`;
      else if (isFound(one.on)) one.by = at + 1;
    }
  }
}

/** Runs the whole spec, up to the first broken promise, on what no named promise has found. */
async function tryAll(planted: Planted[], spec: string): Promise<void> {
  const sentences = promisesOf(spec);
  for (const one of planted.filter(isOpen)) {
    const [report] = await runPairs([{ spec, on: one.on }], { bail: true });
    const name = report?.tests.find(isBroken)?.name;
    if (name !== undefined) one.by = sentences.indexOf(name) + 1;
    else if (report?.tests.some(({ verdict }) => verdict === "broken"))
      one.problem = "it cannot be judged: the agent crashes";
  }
}

/** An agent that hangs does not keep its promise either; a crash says nothing, because every promise ends with it. */
const isBroken = ({ verdict, message = "" }: SpecTest) =>
  verdict === "failed" || (verdict === "broken" && /^Waited \d+ s for /m.test(message));

const isOpen = ({ by, problem }: Planted) => by === undefined && problem === undefined;

/** What is not as the list says. */
function problemOf({ mutant, by, problem }: Planted): string | undefined {
  if (problem !== undefined) return problem;
  if (by === undefined)
    return mutant.left === undefined ? "no promise finds it, and no reason is given" : undefined;
  if (mutant.left !== undefined) return `promise ${by} finds it, so it is not left`;
  return by === mutant.by ? undefined : `promise ${by} finds it, not ${mutant.by ?? "none"}`;
}

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
