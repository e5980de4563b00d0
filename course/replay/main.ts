// course/replay/main · replays READMEs as a task of `npm test`, and leaves its count in $COUNT_FILE.
import { writeFileSync } from "node:fs";
import { ROOT } from "../base/root.ts";
import { replay } from "./command.ts";

const counts = await replay(process.argv.slice(2), ROOT, console.log, {
  base: ROOT,
  isCached: true,
});
const file = process.env.COUNT_FILE;
if (file) writeFileSync(file, JSON.stringify(counts));
process.exitCode = counts.failed > 0 ? 1 : 0;
