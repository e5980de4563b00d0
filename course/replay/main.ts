// course/replay/main · replays pages as a task of `npm test`, all English ones or those that are named, and leaves its count in $COUNT_FILE.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../base/root.ts";
import { listChapters } from "../chapters/list.ts";
import { replay } from "./command.ts";

const pages = ["", ...listChapters(ROOT)]
  .flatMap((folder) => ["README.md", "details.md"].map((name) => join(ROOT, folder, name)))
  .filter((path) => existsSync(path));
const named = process.argv.slice(2);
const counts = await replay(named.length > 0 ? named : pages, ROOT, console.log, {
  base: ROOT,
  isCached: true,
});
const file = process.env.COUNT_FILE;
if (file) writeFileSync(file, JSON.stringify(counts));
process.exitCode = counts.failed > 0 ? 1 : 0;
