// course/trials/run · runs a table of trials, as many at a time as there are cores; what has not changed is not run again.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { ROOT } from "../base/root.ts";
import { messageOf } from "../base/text.ts";
import { BRAIN, isUnchanged, keyOf } from "../results/key.ts";
import { findResult, keepResult, pruneResults } from "../results/store.ts";
import type { PairReport } from "../spec/report.ts";
import { runPairs } from "../spec/run.ts";
import { judgeRow, nameOf, type Outcome, type Row } from "./row.ts";

/** How a table is run. */
export interface Running {
  /** How much more often than usual a spec repeats what it repeats. */
  depth?: number;
  /** How many specs run at once; default: as many as there are cores. */
  workers?: number;
  /** Nothing is taken from earlier runs. */
  isFresh?: boolean;
  /** Called for each row when it is judged. */
  ended?(outcome: Outcome): void;
}

/** What runs a spec, besides the modules that it imports. */
const HARNESS = ["course/spec", "course/bundle", "course/fixtures", "skills"].map((path) =>
  join(ROOT, path),
);

/** Runs the rows; gives an outcome for each, in no order. No row may have the spec and the agent of another. */
export async function runRows(rows: readonly Row[], running: Running = {}): Promise<Outcome[]> {
  const { depth, workers = availableParallelism(), isFresh = false, ended = () => {} } = running;
  const outcomes: Outcome[] = [];
  const tell = (outcome: Outcome) => {
    outcomes.push(outcome);
    ended(outcome);
  };
  const keys = new Map<Row, string | undefined>();
  for (const row of rows) keys.set(row, await keyOfRow(row, depth));
  const left = rows.filter((row) => {
    const kept = isFresh ? undefined : findResult(keys.get(row));
    if (kept) tell({ ...earlier(row, kept), isCached: true });
    return kept === undefined;
  });
  const ready: Row[] = [];
  for (const row of left) {
    const problem = await prepare(row);
    if (problem === undefined) ready.push(row);
    else tell(unprepared(row, problem));
  }
  if (ready.length === 0) return outcomes;
  await runPairs(ready, {
    workers,
    ...(depth !== undefined && { depth }),
    ended(report) {
      const row = ready.find(({ spec, on }) => spec === report.spec && on === report.on);
      if (row === undefined) return;
      const outcome = outcomeOf(row, report);
      const { counts, lines } = outcome;
      const key = keys.get(row);
      if (counts.failed === 0 && isUnchanged(key)) keepResult(key, { ...counts, lines });
      tell(outcome);
    },
  });
  pruneResults();
  return outcomes;
}

/** Makes the agent of a row, where it has to be made; gives what is wrong if it cannot be. */
const prepare = (row: Row): Promise<string | undefined> =>
  row.prepare?.().then(() => undefined, messageOf) ?? Promise.resolve(undefined);

const unprepared = (row: Row, problem: string): Outcome => ({
  ...{ row, tests: [], ms: 0, isCached: false },
  counts: { passed: 0, failed: 1, skipped: 0 },
  lines: [`${nameOf(row)}: ${problem}`],
});

const earlier = (
  row: Row,
  { passed, skipped, lines }: NonNullable<ReturnType<typeof findResult>>,
) => ({
  ...{ row, lines, tests: [], ms: 0 },
  counts: { passed, failed: 0, skipped },
});

const outcomeOf = (row: Row, report: PairReport): Outcome => ({
  ...judgeRow(row, report),
  ...{ row, tests: report.tests, ms: report.ms ?? 0, isCached: false },
});

/** All that the outcome depends on: the agent, the spec with all it is written with, and how it is run. */
export function keyOfRow(
  { spec, on, only, expect, made }: Row,
  depth = 1,
): Promise<string | undefined> {
  const { programs = made ? [] : [on], words = [], files = [] } = made ?? {};
  const how = { only, expect, depth, real: process.env.SPEC_REAL };
  return keyOf({
    words: ["spec", JSON.stringify(how), ...words],
    modules: [join(spec, "spec.test.ts"), join(import.meta.dirname, "run.ts")],
    files: [...HARNESS, ...files],
    programs,
    unused: [BRAIN],
  });
}
