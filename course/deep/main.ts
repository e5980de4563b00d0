// course/deep/main · `npm run test:deep [-- --all [--shard 2/6]]`: what `npm test` leaves out.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../base/root.ts";
import { readWords } from "../base/usage.ts";
import { listChapters } from "../chapters/list.ts";
import { sumOf } from "../judge/verdicts.ts";
import { createTelling } from "../results/tell.ts";
import type { Counts } from "../spec/report.ts";
import type { Outcome } from "../trials/row.ts";
import { runRows } from "../trials/run.ts";
import { specRows } from "../trials/specs.ts";
import { allTests, DEPTHS, runLong, shortTests } from "./long-runs.ts";
import { smokeOnOtherNode } from "./other-node.ts";
import { partOf, readShard } from "./shard.ts";
import { deepTable, type Group } from "./table.ts";
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

/** The trials of a group. Those of the planted chapter repeat more with --all: it is enough when one agent, the newest, is tried for long. */
const trials = ({ name, rows, depth }: Group) =>
  part(name, async (print) => {
    const ended = ({ counts, lines }: Outcome) => {
      if (counts.failed > 0) lines.forEach(print);
    };
    const running = { ended, isFresh: all, ...(all && depth !== undefined && { depth }) };
    const outcomes = await runRows(partOf(rows, shard), running);
    return sumOf(outcomes.map(({ counts }) => counts));
  });

const place = await mkdtemp(join(tmpdir(), "deep-"));
try {
  const own = { name: "specs, with real processes", rows: specRows(chapters, chapters, ROOT) };
  const table = deepTable(chapters, ROOT, place);
  for (const group of all ? [own, ...table] : table) await trials(group);
  const files = partOf(all ? await allTests() : await shortTests(), shard);
  await part("long unit tests", (print) => runLong(files, all ? DEPTHS.all : DEPTHS.short, print));
  const languages = all ? (["en", "zh", "ja"] as const) : (["zh", "ja"] as const);
  await part("sessions of translations", (print) =>
    replayPages(partOf(["", ...chapters], shard), languages, print, all),
  );
  if (all) await part("another Node", (print) => smokeOnOtherNode(partOf(chapters, shard), print));
} finally {
  await rm(place, { recursive: true });
}
process.exitCode = telling.end();
