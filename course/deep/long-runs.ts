// course/deep/long-runs · unit tests that `npm test` leaves out, or repeats less: many more random cases, orders and crashes.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { glob } from "tinyglobby";
import { ROOT } from "../base/root.ts";
import type { Counts } from "../spec/report.ts";
import { authorTests } from "../unit/author-tests.ts";

const LIMIT_MS = "600000";

/** What TEST_DEPTH is here: how much more often than in `npm test` tests repeat what they repeat. 40 orders of a story become 1,000, or 5,000. */
export const DEPTHS = { short: 25, all: 125 } as const;

const SHORT = ["course/{spec/hang,deep/soak}.deep.test.ts", "s[0-9][0-9]_*/team/story.test.ts"];

/** How agents that hang are found, a long session, the stories of teams, told in many orders, and the tests of what only authors change. */
export const shortTests = async (): Promise<string[]> => [
  ...(await glob(SHORT, { cwd: ROOT })).sort(),
  ...authorTests(ROOT, true),
];

/** All that read TEST_DEPTH, or run only here. */
export async function allTests(): Promise<string[]> {
  const paths = await glob(["{s[0-9][0-9]_*,shared,practice,course}/**/*.test.ts"], {
    cwd: ROOT,
    ignore: ["**/node_modules/**", "**/fixtures/**", "**/spec.test.ts"],
  });
  const isDeep = async (path: string) =>
    path.endsWith(".deep.test.ts") ||
    (await readFile(join(ROOT, path), "utf8")).includes("TEST_DEPTH");
  const deep = await Promise.all(paths.map(isDeep));
  return [...new Set([...paths.filter((_, at) => deep[at]), ...authorTests(ROOT, true)])].sort();
}

/** Runs some unit tests, at this depth where one is given; `print` gets what vitest says of a failure. A run that leaves no count has failed. */
export async function runLong(
  files: string[],
  depth: number | undefined,
  print: (line: string) => void,
): Promise<Counts> {
  if (files.length === 0) return { passed: 0, failed: 0, skipped: 0 };
  const folder = await mkdtemp(join(tmpdir(), "long-"));
  const count = join(folder, "count.json");
  const { hasPassed, output } = await vitest(files, {
    ...process.env,
    COUNT_FILE: count,
    ...(depth !== undefined && { TEST_DEPTH: `${depth}` }),
    UNIT_WORKERS: `${availableParallelism()}`,
  });
  const text = await readFile(count, "utf8").catch(() => '{"passed":0,"failed":1,"skipped":0}');
  await rm(folder, { recursive: true });
  const counts: Counts = JSON.parse(text);
  const failed = counts.failed || (hasPassed ? 0 : 1);
  if (failed > 0) print(output);
  return { ...counts, failed };
}

/** So many bytes of what vitest prints are kept. */
const MOST_OUTPUT = 64_000_000;
const OPTIONS = ["--reporter=default", "--reporter=./course/unit/count-reporter.ts"];

async function vitest(files: string[], env: NodeJS.ProcessEnv) {
  const path = join(ROOT, "node_modules/vitest/vitest.mjs");
  const command = [path, "run", "--root", ROOT, `--testTimeout=${LIMIT_MS}`, ...files, ...OPTIONS];
  const options = { cwd: ROOT, env, maxBuffer: MOST_OUTPUT };
  const run = promisify(execFile)(process.execPath, command, options);
  const { stdout, stderr } = await run.catch((error) => error);
  return { hasPassed: run.child.exitCode === 0, output: `${stdout}${stderr}` };
}
