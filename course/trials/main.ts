// course/trials/main · the specs of `npm test`, all or those of the chapters that are named: a line for each chapter.
import { basename } from "node:path";
import { ROOT } from "../base/root.ts";
import { listChapters, ownChapter } from "../chapters/list.ts";
import { createTelling } from "../results/tell.ts";
import { runRows } from "./run.ts";
import { specRows } from "./specs.ts";
import { tellGroups } from "./told.ts";

const chapters = listChapters(ROOT);
const named = process.argv.slice(2).map((name) => basename(ownChapter(name, ROOT)));
const groups = (named.length > 0 ? named : chapters).map((name) => {
  return { name: `${name} spec`, rows: specRows([name], chapters, ROOT) };
});
const telling = createTelling(console.log);
const rows = groups.flatMap(({ rows }) => rows);
await runRows(rows, { ended: tellGroups(groups, telling.part) });
process.exitCode = telling.end();
