// course/measure/main · npm run measure: what the designs claim, beside what can be measured offline.
import { cacheRows } from "./cache.ts";
import { fileRows } from "./files.ts";
import { textOf } from "./row.ts";
import { skillRows } from "./skills.ts";

const LEGEND = `
M: the design that s21 follows. P: the design that s22 follows. The numbers are those of their points.
yes, no: whether it is as much as was claimed, in this case.
Tokens are estimates of shared/tokens.ts, cached ones are counted by the practice API.
What a look and a silent day cost is on the pages of s24, in sessions; inner tools come with their chapter.`;

console.log(textOf([...(await fileRows()), ...(await skillRows()), ...(await cacheRows())]));
console.log(LEGEND);
