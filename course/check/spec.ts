// course/check/spec · a chapter's spec on the chapter itself, on the one before and on the newest.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { listChapters } from "../chapters.ts";
import { runPairs } from "../deep/pairs.ts";
import { ROOT } from "../root.ts";

const chapters = listChapters(ROOT);
const spec = process.argv[2] ?? "";
const at = chapters.indexOf(spec);
const others = new Set([spec, chapters[at - 1], chapters.at(-1)]);
const targets = chapters.filter((chapter) => others.has(chapter));
const pairs = targets.map((on) => ({
  spec: join(ROOT, spec),
  on: join(ROOT, on),
  shouldFail: on < spec,
}));
const counts = await runPairs(pairs, console.log);
const file = process.env.COUNT_FILE;
if (file) writeFileSync(file, JSON.stringify(counts));
process.exitCode = counts.failed > 0 ? 1 : 0;
