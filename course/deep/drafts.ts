// course/deep/drafts · each draft keeps exactly the promises that its package.json names.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { promisesOf } from "../build/promises.ts";
import { type Draft, draftsOf } from "../chapters/drafts.ts";
import type { Counts } from "../spec/report.ts";
import { runPairs } from "../spec/run.ts";

/** How long a promise waits for an agent, in ms: one that the draft is said to keep, and one that it is not. */
const WAIT_KEPT_MS = 20_000;
const WAIT_BROKEN_MS = 5_000;

/** Runs the spec of each chapter on its drafts; `print` gets one line per draft. */
export async function judgeDrafts(
  chapters: string[],
  root: string,
  print: (line: string) => void,
): Promise<Counts> {
  const drafts = chapters.flatMap((name) => draftsOf(join(root, name)));
  const isKept = ({ keeps }: Draft, at: number) => keeps.includes(at + 1);
  const passed = [
    ...(await passedOf(drafts, root, isKept, WAIT_KEPT_MS)),
    ...(await passedOf(drafts, root, (draft, at) => !isKept(draft, at), WAIT_BROKEN_MS)),
  ];
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const draft of drafts) {
    const names = passed.filter(({ on }) => on === join(root, draft.name)).map(({ name }) => name);
    const kept = keptBy(draft, names);
    const isSo = kept.join() === draft.keeps.join();
    const said = `${draft.name} keeps ${kept.join(", ") || "nothing"}`;
    print(isSo ? said : `! ${said}, not ${draft.keeps.join(", ") || "nothing"}: edit "keeps"`);
    counts[isSo ? "passed" : "failed"]++;
  }
  return counts;
}

/** Runs some promises on the drafts, and gives those that passed. */
async function passedOf(
  drafts: Draft[],
  root: string,
  isMeant: (draft: Draft, at: number) => boolean,
  waitLimit: number,
): Promise<{ on: string; name: string }[]> {
  const pairs = drafts.map((draft) => ({
    spec: draft.chapter,
    on: join(root, draft.name),
    only: promisesOf(draft.chapter).filter((_, at) => isMeant(draft, at)),
  }));
  const inVain = waitLimit === WAIT_BROKEN_MS; // such a promise needs no core for most of its time
  const workers = availableParallelism() + (inVain ? 3 : 1);
  const some = pairs.filter(({ only }) => only.length > 0);
  if (some.length === 0) return [];
  const reports = await runPairs(some, { workers, waitLimit });
  return reports.flatMap(({ on, tests }) =>
    tests.filter(({ verdict }) => verdict === "passed").map(({ name }) => ({ on, name })),
  );
}

/** The numbers of the promises that passed. */
function keptBy({ chapter }: Draft, passed: string[]): number[] {
  return promisesOf(chapter).flatMap((sentence, at) => (passed.includes(sentence) ? [at + 1] : []));
}
