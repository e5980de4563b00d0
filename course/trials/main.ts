// course/trials/main · the specs of `npm test`, all or those of the chapters that are named: a line for each chapter.
import { basename } from "node:path";
import { ROOT } from "../base/root.ts";
import { listChapters, ownChapter } from "../chapters/list.ts";
import { sumOf } from "../judge/verdicts.ts";
import { createTelling } from "../results/tell.ts";
import type { Outcome } from "./row.ts";
import { runRows } from "./run.ts";
import { specRows } from "./specs.ts";

const chapters = listChapters(ROOT);
const named = process.argv.slice(2).map((name) => basename(ownChapter(name, ROOT)));
const rows = specRows(named.length > 0 ? named : chapters, chapters, ROOT);
const telling = createTelling(console.log);
const done = new Map<string, Outcome[]>();

/** The rows of a chapter are told together. */
function ended(outcome: Outcome) {
  const { spec } = outcome.row;
  const some = [...(done.get(spec) ?? []), outcome];
  done.set(spec, some);
  if (some.length < rows.filter((row) => row.spec === spec).length) return;
  telling.part({
    title: `${basename(spec)} spec`,
    counts: sumOf(some.map(({ counts }) => counts)),
    ms: some.reduce((sum, { ms }) => sum + ms, 0),
    isCached: some.every(({ isCached }) => isCached),
    lines: some.filter(({ counts }) => counts.failed > 0).flatMap(({ lines }) => lines),
  });
}

await runRows(rows, { ended });
process.exitCode = telling.end();
