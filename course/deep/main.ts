// course/deep/main · what is too long for `npm test`: all pairs of spec and chapter, every "Break it", long property runs, and another Node.
import { join } from "node:path";
import { listChapters } from "../chapters.ts";
import { ROOT } from "../root.ts";
import { runBreaks } from "./break-its.ts";
import { runLong } from "./long-runs.ts";
import { smokeOnOtherNode } from "./other-node.ts";
import { type Counts, runPairs } from "./pairs.ts";

/** Every spec on the chapter before it, on its own and on all later ones. */
function allPairs(chapters: string[]) {
  return chapters.flatMap((spec, at) =>
    chapters.slice(Math.max(0, at - 1)).map((on) => ({
      spec: join(ROOT, spec),
      on: join(ROOT, on),
      shouldFail: on < spec,
    })),
  );
}

const chapters = listChapters(ROOT);
const counts: Counts[] = [
  await runPairs(allPairs(chapters), console.log),
  await runBreaks(chapters, ROOT, console.log),
  await runLong(chapters.at(-1) ?? "", console.log),
  await smokeOnOtherNode(chapters, console.log),
];
const sum = (key: keyof Counts) => counts.reduce((total, count) => total + count[key], 0);
const skipped = sum("skipped") > 0 ? `, ${sum("skipped")} skipped` : "";
console.log(`${sum("passed")} passed, ${sum("failed")} failed${skipped}`);
process.exitCode = sum("failed") > 0 ? 1 : 0;
