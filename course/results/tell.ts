// course/results/tell · a task of `npm test` that consists of parts: a line for each as soon as it has ended, and their sum.
import { writeFileSync } from "node:fs";

/** What became of one part of a task. */
export interface Part {
  /** "s05_todo_write spec" */
  title: string;
  counts: { passed: number; failed: number; skipped: number };
  ms: number;
  isCached: boolean;
  /** What is printed below the line when something failed. */
  lines: readonly string[];
}

/** `npm test` shows a line of a task that begins so, without this, as soon as it comes; course/scripts/test.mjs knows it, too. */
const SHOWN = "task-line ";

/** Tells of parts, and at the end of their sum: on the screen, and to `npm test` where it asks by $COUNT_FILE. */
export function createTelling(print: (line: string) => void, file = process.env.COUNT_FILE) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const show = (line: string) => print(file ? SHOWN + line : line);
  return {
    part(part: Part) {
      show(lineOf(part));
      if (part.counts.failed > 0)
        for (const line of part.lines.flatMap((text) => text.split("\n"))) show(`  | ${line}`);
      sum.passed += part.counts.passed;
      sum.failed += part.counts.failed;
      sum.skipped += part.counts.skipped;
    },
    /** Gives the exit code. */
    end(): number {
      if (file) writeFileSync(file, JSON.stringify(sum));
      else print(totalOf(sum));
      return sum.failed > 0 ? 1 : 0;
    },
  };
}

function lineOf({ title, counts, ms, isCached }: Part): string {
  const time = isCached ? "cached" : `${(ms / 1000).toFixed(1)} s`;
  return `${counts.failed > 0 ? "!" : " "} ${title.padEnd(28)} ${time.padStart(8)}  ${totalOf(counts)}`;
}

/** As `npm test` ends. */
const totalOf = ({ passed, failed, skipped }: Part["counts"]) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
