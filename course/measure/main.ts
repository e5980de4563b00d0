// course/measure/main · npm run measure: what the designs claim, beside what can be measured offline.
import { rows } from "./rows.ts";
import { LEGEND, tableOf } from "./table.ts";

console.log(`${tableOf(await rows())}\n\n${LEGEND}`);
