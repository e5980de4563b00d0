// course/deep/main · what takes too long for `npm test`: specs on later and planted chapters, every "Break it", long runs, translations, another Node.
import { ROOT } from "../base/root.ts";
import { listChapters } from "../chapters/list.ts";
import { sumOf } from "../judge/verdicts.ts";
import { judgeMutants } from "../mutants/run.ts";
import { runBreaks } from "./break-its.ts";
import { judgeDrafts } from "./drafts.ts";
import { runLong } from "./long-runs.ts";
import { judgeNothing } from "./nothing.ts";
import { smokeOnOtherNode } from "./other-node.ts";
import { deepPairs, judgePairs } from "./pairs.ts";
import { judgePlanted } from "./planted.ts";
import { replayTranslations } from "./translations.ts";

const chapters = listChapters(ROOT);
const isAll = process.argv.includes("--all");
const print = console.log;

/** Each spec on other chapters, one per core at a time. */
const runSpecs = async () => [
  await judgePairs(deepPairs(chapters, ROOT, isAll), print),
  await judgePlanted(chapters, ROOT, print),
  await judgeDrafts(chapters, ROOT, print),
  await judgeNothing(chapters, ROOT, print),
  await judgeMutants(chapters, ROOT, print),
];

/** One process after another, beside the specs and the long runs. */
const runOthers = async () => [
  await runBreaks(chapters, ROOT, print),
  await smokeOnOtherNode(chapters, print),
  await replayTranslations(chapters, ROOT, print),
];

const counts = (await Promise.all([runLong(print), runSpecs(), runOthers()])).flat();
const { passed, failed, skipped } = sumOf(counts);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed > 0 ? 1 : 0;
