import { mkdtemp } from "node:fs/promises";
import { ROOT } from "./base/root.ts";
import { listChapters } from "./chapters/list.ts";
import { deepTable } from "./deep/table.ts";
import { runRows } from "./trials/run.ts";
const [,, pattern=""] = process.argv;
const rows = deepTable(listChapters(ROOT), ROOT, await mkdtemp("/tmp/deep-")).flatMap(g=>g.rows).filter(r=>new RegExp(pattern).test(r.title??""));
console.log(rows.length);
await runRows(rows,{workers:2, ended:o=>console.log(o.counts.failed? "FAIL":"ok", o.row.title, o.lines.join("\n"))});
