// course/deep/main · what takes too long for `npm test`: specs on later and planted chapters, every "Break it", long runs, translations, another Node.
import { listChapters } from "../chapters.ts";
import { ROOT } from "../root.ts";
import { type Counts, sumOf } from "../spec/verdicts.ts";
import { runBreaks } from "./break-its.ts";
import { runLong } from "./long-runs.ts";
import { smokeOnOtherNode } from "./other-node.ts";
import { deepPairs, judgePairs } from "./pairs.ts";
import { judgePlanted } from "./planted.ts";
import { replayTranslations } from "./translations.ts";

const chapters = listChapters(ROOT);
process.env.TEST_DEPTH = "20"; // specs and unit tests read it
const isAll = process.argv.includes("--all");
const print = console.log;

/** What starts many agents: two specs at a time, and then three kinds of runs that are one process after another. */
async function runAgents(): Promise<Counts[]> {
  return [
    await judgePairs(deepPairs(chapters, ROOT, isAll), print),
    await judgePlanted(chapters, ROOT, print),
    ...(await Promise.all([
      runBreaks(chapters, ROOT, print),
      replayTranslations(chapters, ROOT, print),
      smokeOnOtherNode(chapters, print),
    ])),
  ];
}

const [long, agents] = await Promise.all([runLong(print), runAgents()]);
const counts = [long, ...agents];
const { passed, failed, skipped } = sumOf(counts);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed > 0 ? 1 : 0;
