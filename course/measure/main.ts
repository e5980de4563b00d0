// course/measure/main · npm run measure: what the designs claim, beside what can be measured offline.
import { beatRows } from "./beats.ts";
import { cacheRows } from "./cache.ts";
import { egoRows } from "./ego.ts";
import { fileRows } from "./files.ts";
import { textOf } from "./row.ts";
import { skillRows } from "./skills.ts";

const LEGEND = `M, P, N, E: the designs that s21, s22, s23 to s25, and s26 and s27 follow. The numbers are those of their points.
yes, no: whether it is as much as was claimed, in this case.
Tokens are estimates of shared/tokens.ts, cached ones are counted by the practice API.`;

/** What belongs to which chapter; `npm run measure -- s22` prints only that of s22. */
const ROWS = { s22: [fileRows, skillRows, cacheRows], s24: [beatRows], s27: [egoRows] };
const [asked = ""] = process.argv.slice(2);
const texts: string[] = [];
for (const [chapter, all] of Object.entries(ROWS))
  for (const rowsOf of asked === "" || asked === chapter ? all : [])
    texts.push(textOf(await rowsOf()));
console.log([...texts, LEGEND].join("\n\n"));
