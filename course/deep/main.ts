// course/deep/main · `npm run test:deep [-- --all [--shard 2/6]]`: what `npm test` leaves out.
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { DOZEN, playInPage } from "../../site/scripts/deep.mjs";
import { ROOT } from "../base/root.ts";
import { readWords } from "../base/usage.ts";
import { listChapters } from "../chapters/list.ts";
import { createTelling } from "../results/tell.ts";
import type { Counts } from "../spec/report.ts";
import { runRows } from "../trials/run.ts";
import { specRows } from "../trials/specs.ts";
import { tellGroups } from "../trials/told.ts";
import { allTests, DEPTHS, runLong, shortTests } from "./long-runs.ts";
import { smokeOnOtherNode } from "./other-node.ts";
import { partOf, readShard } from "./shard.ts";
import { type DeepGroup, deepTable } from "./table.ts";
import { replayPages } from "./translations.ts";

const USAGE = "npm run test:deep [-- --all [--shard 2/6]]";
const options = { all: { type: "boolean", default: false }, shard: { type: "string" } } as const;
const { all, shard: words } = readWords({ args: process.argv.slice(2), options }, USAGE).values;
const shard = readShard(words);
if (all) process.env.SPEC_REAL = "1"; // every agent is a process of its own, which proves what stands in for one

const chapters = listChapters(ROOT);
const telling = createTelling(console.log);

/** Runs a part and tells how it went; its lines are shown when something failed. */
async function part(title: string, work: (print: (line: string) => void) => Promise<Counts>) {
  const lines: string[] = [];
  const began = Date.now();
  const counts = await work((line) => lines.push(line));
  telling.part({ title, counts, ms: Date.now() - began, isCached: false, lines });
}

/** Runs the trials of all groups together, so that the long ones of one don't keep the cores of the others waiting. */
async function trials(asked: DeepGroup[], depth?: number): Promise<void> {
  const groups = asked.map(({ name, rows }) => ({ name, rows: partOf(rows, shard) }));
  const rows = groups.flatMap(({ rows }) => rows);
  const ended = tellGroups(groups, telling.part);
  const workers = 2 * availableParallelism(); // an agent with a mistake is waited for half of the time
  await runRows(rows, { ended, workers, isFresh: all, ...(depth !== undefined && { depth }) });
}

const place = await mkdtemp(join(tmpdir(), "deep-"));
try {
  const own = { name: "specs, with real processes", rows: specRows(chapters, chapters, ROOT) };
  const groups: DeepGroup[] = [...(all ? [own] : []), ...deepTable(chapters, ROOT, place)];
  const isLong = ({ depth }: DeepGroup) => all && depth !== undefined;
  const allTrials = async () => {
    await trials(groups.filter((group) => !isLong(group)));
    for (const group of groups.filter(isLong)) await trials([group], group.depth);
  };
  const files = partOf(all ? await allTests() : await shortTests(), shard);
  const newest = partOf(["--project=newest"], shard);
  const languages = all ? (["en", "zh", "ja"] as const) : (["zh", "ja"] as const);
  const folders = partOf(["", ...chapters], shard);
  const depth = all ? DEPTHS.all : DEPTHS.short;
  await Promise.all([
    part("long unit tests", (print) => runLong(files, depth, print)),
    allTrials(),
    part("unit tests on the newest chapter", (print) => runLong(newest, undefined, print)),
    part("sessions of translations", (print) => replayPages(folders, languages, print, all)),
    part("sessions in a page", (print) => playInPage(partOf(DOZEN, shard), print)),
  ]); // each waits for programs and for the clock now and then; the longest file of tests takes as long as all trials
  if (all) await part("another Node", (print) => smokeOnOtherNode(partOf(chapters, shard), print));
} finally {
  await rm(place, { recursive: true });
}
process.exitCode = telling.end();
