// course/bench/main · npm run bench: figures and their targets. A miss is printed; nothing fails.
import { practiceFigures } from "../../practice/bench/bench.ts";
import { trialFigures } from "../../practice/trials/trials.ts";
import { cachingFigures } from "./caching.ts";
import { table } from "./figures.ts";
import { startFigures } from "./start.ts";
import { teamFigures } from "./team.ts";

/** Read once, when the first chapter needs them: no limit, and an address that nothing asks. */
Object.assign(process.env, {
  ANTHROPIC_API_KEY: "bench",
  ANTHROPIC_BASE_URL: "http://bench.invalid",
  MAX_REQUESTS: "1000000",
});

const figures = [
  ...(await startFigures()),
  ...(await practiceFigures()),
  ...trialFigures(),
  ...(await teamFigures()),
  ...(await cachingFigures()),
];
if (process.argv.includes("--json")) {
  console.log(JSON.stringify({ node: process.version, figures }, undefined, 2));
} else {
  console.log(`Node ${process.version}, ${new Date().toISOString()}; --json for JSON\n`);
  console.log(table(figures));
}
process.exit(0);
