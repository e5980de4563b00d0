// course/judge/command · `course spec s02 [--on my_s02] [--watch]`: a spec run, in lines.
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { say, spoken } from "../base/say.ts";
import { readWords, UsageError, usageOf } from "../base/usage.ts";
import { coreOf, inOwnWords, promisesOf } from "../build/promises.ts";
import { agentFolder, draftAt, isDraftName } from "../chapters/drafts.ts";
import { chapterFolder, chapterRange } from "../chapters/list.ts";
import { STAGES } from "../spec/elsewhere.ts";
import type { SpecTest } from "../spec/report.ts";
import { runSpecs } from "../spec/run.ts";
import { launchFileOf } from "./elsewhere.ts";
import { obstacleOf } from "./obstacle.ts";
import { judgeRange } from "./range.ts";
import { coreLine, createTeller, firstWrong } from "./verdicts.ts";
import { watchFolder } from "./watchFolder.ts";

/** How the command is called, what it does, and more. */
export const SPEC_HELP = say`course spec CHAPTER [--on FOLDER] [--watch] [--only N | --core] [--should-fail] [--json]

Runs a chapter's spec: the promises of its README, judged from outside. For CHAPTER, upto-s06 or s02-s06 means
several: their specs run in order, until a promise is broken.
  --on FOLDER     judges the agent of another chapter, or of any folder, such as my_s05; with a launch.json
                  an agent in any language: docs/judge/README.md
  --watch         judges again whenever a file of the agent changes; shows the first broken promise
  --only N        judges one promise, by its number in the list
  --core          judges the promises of the core: those that the chapter's last draft keeps
  --should-fail   each test must fail there: for the chapter before
  --json          the same for programs
Example: npm run course -- spec s05 --on my_s05 --watch`;

const USAGE = usageOf(SPEC_HELP);

type Print = (line: string) => void;
type Run = typeof runSpecs;
type Asked = ReturnType<typeof readArgs>;

/**
 * Runs the command; `print` takes its lines. Returns the exit code: 0, or 1 when something is wrong. With --watch it
 * does not return. Throws a UsageError for what cannot be run.
 */
export async function specCommand(
  args: string[],
  root: string,
  print: Print,
  run: Run = runSpecs,
): Promise<number> {
  const asked = readArgs(args, root);
  const { range } = asked;
  if (!asked.watch && range) return judgeAll({ ...asked, range }, print, run);
  if (!asked.watch) return judgeOnce(asked, print, run);
  print(say`Watching ${asked.on}. Ctrl-C ends it.`);
  for await (const _ of watchFolder(asked.on)) await judgeBriefly(asked, print, run);
  print(say`${asked.on} is gone.`);
  return 1;
}

/** Each test is printed when it has run: an agent that is slow or silent would otherwise show nothing for minutes. */
async function judgeOnce(asked: Asked, print: Print, run: Run): Promise<number> {
  const { spec, on, only, shouldFail, json } = asked;
  const obstacle = await obstacleOf(on);
  if (obstacle !== undefined) throw new UsageError(obstacle);
  const { linesOf, ending } = createTeller(shouldFail, promisesOf(spec));
  const told = new Set<string>();
  const tell = (test: SpecTest) => {
    if (json || told.has(test.name)) return;
    told.add(test.name);
    inOwnWords(spec, linesOf(test)).forEach(print);
  };
  const stage = await stageLine(on);
  if (stage !== undefined && !json) print(stage);
  const { tests } = await run({ spec, on }, only, tell, json ? "en" : spoken());
  tests.forEach(tell); // what did not run as a test: a spec that could not be loaded
  const { lines, code, counts } = ending(tests);
  if (json) print(JSON.stringify({ spec, on, shouldFail, ...counts, tests }, undefined, 2));
  else [...lines, ...coreLine(shouldFail ? [] : tests, coreOf(spec))].forEach(print);
  if (stage !== undefined && !json && code !== 0) print(advice());
  return code;
}

/** Judges an agent by the specs of several chapters. */
async function judgeAll(
  { range, on }: Asked & { range: string[] },
  print: Print,
  run: Run,
): Promise<number> {
  const obstacle = await obstacleOf(on);
  if (obstacle !== undefined) throw new UsageError(obstacle);
  const stage = await stageLine(on);
  if (stage !== undefined) print(stage);
  const code = await judgeRange({ specs: range, on }, print, run);
  if (stage !== undefined && code !== 0) print(advice());
  return code;
}

/** What the author of an agent from elsewhere can do about what went wrong. */
const advice = () =>
  say`What to do about it: docs/judge/README.md, Symptoms. One promise alone: add --only N, its number in the list above.`;

/** What an agent from elsewhere is judged by. */
async function stageLine(on: string): Promise<string | undefined> {
  const own = await launchFileOf(on);
  if (own === undefined) return undefined;
  const more = STAGES.slice(STAGES.indexOf(own.speaks) + 1).map((stage) => `"${stage}"`);
  const name = basename(on);
  if (more.length === 0) return say`${name} speaks "${own.speaks}".`;
  return say`${name} speaks "${own.speaks}"; what needs ${more.join(say` or `)} is not judged.`;
}

/** For somebody who is writing: what is in the way of all tests, or the first broken promise in full. */
async function judgeBriefly({ range, spec, on, only }: Asked, print: Print, run: Run) {
  const obstacle = await obstacleOf(on);
  if (obstacle !== undefined) return print(`\n${obstacle}`);
  if (range) {
    print("");
    await judgeRange({ specs: range, on }, print, run);
    return;
  }
  const { tests } = await run({ spec, on }, only);
  print("");
  const lines = inOwnWords(spec, firstWrong(tests, promisesOf(spec)));
  for (const line of [...lines, ...coreLine(tests, coreOf(spec))]) print(line);
}

function readArgs(args: string[], root: string) {
  const flag = { type: "boolean", default: false } as const;
  const options = {
    on: { type: "string" },
    only: { type: "string" },
    core: flag,
    watch: flag,
    json: flag,
    "should-fail": flag,
  } as const;
  const { values, positionals } = readWords({ args, allowPositionals: true, options }, USAGE);
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new UsageError(say`Usage: ${USAGE}`);
  // npm runs scripts in the root, and says here where the person is.
  const base = process.env.INIT_CWD;
  const range = rangeOf(name, root, values);
  const agent = agentFolder(isDraftName(name) ? name : (range?.[0] ?? name), root, base);
  const spec = draftAt(agent)?.chapter ?? range?.[0] ?? specFolder(name, root, base);
  const on = values.on === undefined ? agent : agentFolder(values.on, root, base);
  const { watch, json } = values;
  const only = wantedOf(spec, values);
  return { range, spec, on, only, watch, json, shouldFail: values["should-fail"] };
}

/** The chapters that are meant when one word names several. They are judged on one agent, with nothing but --watch. */
function rangeOf(
  name: string,
  root: string,
  values: Record<string, string | boolean | undefined>,
): string[] | undefined {
  const specs = chapterRange(name, root);
  if (specs === undefined) return undefined;
  const other = ["only", "core", "json", "should-fail"].find((option) => values[option]);
  if (other !== undefined)
    throw new UsageError(say`--${other} needs one chapter, and ${name} means several.`);
  if (values.on === undefined)
    throw new UsageError(
      say`${name} means several chapters: say with --on which agent they judge.`,
    );
  return specs;
}

/** The folder whose spec is meant. A folder that somebody builds in has none: it is judged by the chapter's. */
function specFolder(name: string, root: string, base: string | undefined): string {
  const folder = chapterFolder(name, root, base);
  if (existsSync(join(folder, "spec.test.ts"))) return folder;
  const short = /(?:upto_)?s\d\d/.exec(basename(folder))?.[0]?.replace("_", "-");
  const hint = short
    ? say` A chapter's spec judges it: npm run course -- spec ${short} --on ${name}.`
    : "";
  const rename = /^s\d\d_/.test(basename(folder))
    ? say` Only the chapters' own folders begin with "${short}_": call yours my_${short}.`
    : "";
  throw new UsageError(`${say`${name} has no spec.test.ts.`}${hint}${rename}`);
}

/** The promises that are asked for; undefined for all. */
function wantedOf(spec: string, { only, core }: { only?: string; core: boolean }) {
  if (only !== undefined && core) throw new UsageError(say`--only or --core. Usage: ${USAGE}`);
  if (only !== undefined) return [promiseAt(spec, only)];
  if (!core) return undefined;
  const promises = coreOf(spec);
  if (promises !== undefined) return promises;
  throw new UsageError(
    say`${basename(spec)} has no drafts, so no promises of a core: without --core, all are judged.`,
  );
}

function promiseAt(spec: string, number: string): string {
  const promises = promisesOf(spec);
  const promise = promises[Number(number) - 1];
  if (promise === undefined)
    throw new UsageError(
      say`${basename(spec)} has the promises 1 to ${promises.length}, not ${number}.`,
    );
  return promise;
}
