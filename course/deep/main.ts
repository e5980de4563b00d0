// course/deep/main · what takes too long for `npm test`, after it: specs on later and planted chapters, every "Break it", long runs, translations, another Node.
import { ROOT } from "../base/root.ts";
import { listChapters } from "../chapters/list.ts";
import { sumOf } from "../judge/verdicts.ts";
import { judgeMutants } from "../mutants/run.ts";
import type { Counts } from "../spec/report.ts";
import { runBreaks } from "./break-its.ts";
import { judgeDrafts } from "./drafts.ts";
import { isStory, runLong } from "./long-runs.ts";
import { judgeNothing } from "./nothing.ts";
import { smokeOnOtherNode } from "./other-node.ts";
import { deepPairs, judgePairs } from "./pairs.ts";
import { judgePlanted } from "./planted.ts";
import { replayTranslations } from "./translations.ts";

const chapters = listChapters(ROOT);
const isAll = process.argv.includes("--all");
const print = console.log;

/** Prints how long a part has taken, beside the others. */
async function timed(name: string, part: Promise<Counts>): Promise<Counts> {
  const began = Date.now();
  const counts = await part;
  print(`[${Math.round((Date.now() - began) / 1000)} s] ${name}`);
  return counts;
}

const timedLong = (name: string, isMeant: (path: string) => boolean) =>
  timed(name, runLong(name, isMeant, print));

/** Each spec on other chapters, one per core at a time. */
const runSpecs = async () => [
  await timed("specs on later chapters", judgePairs(deepPairs(chapters, ROOT, isAll), print)),
  await timed("specs on a planted chapter", judgePlanted(chapters, ROOT, print)),
  await timed("drafts", judgeDrafts(chapters, ROOT, print)),
  await timed("agents that do nothing", judgeNothing(chapters, ROOT, print)),
  await timed("planted mistakes", judgeMutants(chapters, ROOT, print, { hasPassed: true })),
];

/** One process after another, beside the specs and the other long runs. */
const runOthers = async () => [
  await timed("Break it", runBreaks(chapters, ROOT, print)),
  await timed("another Node", smokeOnOtherNode(chapters, print)),
  await timed("translations", replayTranslations(chapters, ROOT, print)),
  await timedLong("stories of teams", isStory),
];

const long = timedLong("long unit tests", (path) => !isStory(path));
const counts = (await Promise.all([long, runSpecs(), runOthers()])).flat();
const { passed, failed, skipped } = sumOf(counts);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed > 0 ? 1 : 0;
