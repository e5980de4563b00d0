// course/scripts/test · npm test: every check through turbo's cache, a line for each, and one count at the end.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { ensureInstalled, fail, ownEnvironment, requireNode, root } from "./install.mjs";
import { RESULT, SHOWN } from "./task.mjs";

const HELP = `npm test [-- OPTIONS]

Types, format, inheritance, READMEs, unit tests, specs and replays; what has not changed is not run again.
  --times     prints where the time went
  --verbose   prints all that the tasks print
npm run test:deep runs what takes longer: planted mistakes, drafts, translated sessions.
  --all           all of it, long, and with a process for each agent
  --shard 2/6     of that the second of six parts`;

/** The one that ends soonest, and then the long ones; turbo begins those of the root in this order, those of packages in none. */
const TASKS = ["format", "unit", "specs", "replays", "courseUnit", "sharedUnit", "check"]
  .concat("practiceUnit", "types")
  .map((name) => `//#${name}`);

const started = Date.now();
requireNode();
const flags = readFlags();
if (flags.help) console.log(HELP);
else {
  ensureInstalled("all");
  const installed = Date.now() - started;
  if (flags.deep) deep(flags);
  else await normal(installed);
}

function readFlags() {
  const flag = { type: "boolean", default: false };
  const names = ["help", "deep", "all", "times", "verbose"];
  const options = {
    ...Object.fromEntries(names.map((name) => [name, flag])),
    shard: { type: "string" },
  };
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return fail(`${error.message}\n${HELP}`);
  }
}

/** What `npm test` leaves out. */
function deep({ all, shard }) {
  const main = join(root, "course", "deep", "main.ts");
  const words = [...(all ? ["--all"] : []), ...(shard === undefined ? [] : ["--shard", shard])];
  const child = start(["--import", "tsx", main, ...words], "inherit");
  child.on("exit", (code) => {
    process.exitCode = code === null ? 1 : code;
  });
}

async function normal(installed) {
  const atOnce = availableParallelism() + 1; // one more, because tasks wait for processes and for the clock now and then
  const turbo = createRequire(join(root, "package.json")).resolve("turbo/bin/turbo");
  const options = ["--continue=always", "--output-logs=full", "--log-order=stream", "--ui=stream"];
  const words = [turbo, "run", ...TASKS, ...options, `--concurrency=${atOnce}`];
  console.log(`${TASKS.length} tasks, ${atOnce} at once. Each says when it has ended.`);
  const child = start(words, ["ignore", "pipe", "pipe"]);
  const results = [];
  const said = [];
  const fromCache = new Set();
  const read = (line) => {
    const [, place, text] = /^(\S+?:\w+): ?(.*)$/.exec(plain(line)) ?? [];
    if (text?.startsWith("cache hit")) fromCache.add(place);
    if (text?.startsWith(SHOWN)) return console.log(text.slice(SHOWN.length));
    if (text?.startsWith(RESULT)) {
      const result = { place, ...JSON.parse(text.slice(RESULT.length)) };
      results.push({ ...result, isCached: fromCache.has(place) });
      console.log(lineOf(results.at(-1)));
    } else if (flags.verbose) console.log(line);
    else if (place === undefined) said.push(line);
  };
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on("line", read);
  const code = await new Promise((resolve) => child.on("close", resolve));
  finish(results, { code, said, installed });
}

function finish(results, { code, said, installed }) {
  for (const result of results.filter(({ failed }) => failed > 0)) {
    const head = `${result.name} failed, its last lines:`;
    console.log(["", head, ...(result.output ?? [])].join("\n  | "));
  }
  const sum = (key) => results.reduce((total, result) => total + (result[key] || 0), 0);
  const died = code !== 0 && sum("failed") === 0; // a task that died before it could count, or turbo itself
  if (died) console.log(["turbo ended badly:", ...said.slice(-40)].join("\n  | "));
  if (flags.times) console.log(timesOf(results, installed));
  const failed = sum("failed") + (died ? 1 : 0);
  const skipped = sum("skipped") > 0 ? `, ${sum("skipped")} skipped` : "";
  console.log(`${sum("passed")} passed, ${failed} failed${skipped}`);
  process.exitCode = failed > 0 ? 1 : 0;
}

function plain(line) {
  return line.replaceAll(/\u001b\[[0-9;]*m/g, "");
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`.padStart(8);
}

function lineOf(result) {
  const { passed, failed, skipped = 0, ms, isCached } = result;
  const counts = `${passed} passed${failed > 0 ? `, ${failed} failed` : ""}${skipped > 0 ? `, ${skipped} skipped` : ""}`;
  const mark = failed > 0 ? "!" : " ";
  return `${mark} ${result.name.padEnd(28)} ${isCached ? "  cached" : seconds(ms)}  ${counts}`;
}

/** Where the time went: of this run, and of the run that filled the cache. */
function timesOf(results, installed) {
  const tasks = results.toSorted((a, b) => b.ms - a.ms);
  const slowest = results.flatMap(({ slowest = [] }) => slowest).toSorted((a, b) => b.ms - a.ms);
  return [
    "",
    `${seconds(Date.now() - started)}  in all, on ${availableParallelism()} cores with Node ${process.version}`,
    `${seconds(installed)}  of it to install`,
    `${seconds(results.filter(({ isCached }) => !isCached).reduce((sum, { ms }) => sum + ms, 0))}  all tasks one after the other`,
    ...tasks.map((task) => `${seconds(task.ms)}  ${task.name}${task.isCached ? " (cached)" : ""}`),
    ...(slowest.length > 0 ? ["the slowest unit tests:"] : []),
    ...slowest.slice(0, 10).map(({ ms, name }) => `${seconds(ms)}  ${name}`),
    "",
  ].join("\n");
}

function start(args, stdio) {
  const env = {
    ...ownEnvironment(),
    COURSE_NODE: process.version, // another version of Node may give another result
    TURBO_NO_UPDATE_NOTIFIER: "1",
    DO_NOT_TRACK: "1",
    GOGC: "400", // esbuild and the compiler tidy their memory less often: a quarter of the work of a bundle
  };
  return spawn(process.execPath, args, { cwd: root, env, stdio });
}
