// course/measure/main · npm run measure: what the designs claim, beside what can be measured offline.
import { messageOf } from "../base/text.ts";
import { stop } from "./record.ts";
import { rows } from "./rows.ts";
import { LEGEND, tableOf } from "./table.ts";

process.once("SIGINT", () => stop.abort());

try {
  console.log(`${tableOf(await rows())}\n\n${LEGEND}`);
} catch (error) {
  const { aborted } = stop.signal;
  console.error(aborted ? "Interrupted." : `Nothing was measured: ${messageOf(error)}`);
  process.exitCode = aborted ? 130 : 1;
}
