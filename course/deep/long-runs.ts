// course/deep/long-runs · property tests with many more random cases, crash tests with many more crashes.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { glob } from "tinyglobby";
import { parseRecord } from "../base/json.ts";
import { ROOT } from "../base/root.ts";
import type { Counts } from "../spec/report.ts";

const LIMIT_MS = "600000";
/** What TEST_DEPTH is here: how much more often than in `npm test` tests repeat what they repeat. */
export const DEPTH = 20;

/** The stories of teams, told in thousands of orders: more than a third of the time of all long runs, and apart from the others. */
export const isStory = (path: string): boolean => path.endsWith("/story.test.ts");

/**
 * Runs those of the unit tests that read TEST_DEPTH, or are only run here, whose path `isMeant`; `print` gets the count,
 * and what vitest says of a failure.
 */
export async function runLong(
  name: string,
  isMeant: (path: string) => boolean,
  print: (line: string) => void,
): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), "long-"));
  const report = join(folder, "report.json");
  const output = await vitest([
    ...(await deepTests()).filter(isMeant),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ]);
  const counts = countsOf(await readFile(report, "utf8").catch(() => "{}"));
  await rm(folder, { recursive: true });
  print(`${name}: ${counts.passed} passed, ${counts.failed} not`);
  if (counts.failed > 0) print(output);
  return counts;
}

async function deepTests(): Promise<string[]> {
  const paths = await glob(["{s[0-9][0-9]_*,shared,practice,course}/**/*.test.ts"], {
    cwd: ROOT,
    ignore: ["**/node_modules/**", "**/fixtures/**", "**/spec.test.ts"],
  });
  const isDeep = async (path: string) =>
    path.endsWith(".deep.test.ts") ||
    (await readFile(join(ROOT, path), "utf8")).includes("TEST_DEPTH");
  const deep = await Promise.all(paths.map(isDeep));
  return paths.filter((_, at) => deep[at]);
}

function vitest(args: string[]): Promise<string> {
  const path = join(ROOT, "node_modules/vitest/vitest.mjs");
  const env = { ...process.env, COUNT_FILE: "", TEST_DEPTH: String(DEPTH) };
  const command = [path, "run", "--root", ROOT, `--testTimeout=${LIMIT_MS}`, ...args];
  const child = spawn(process.execPath, command, {
    cwd: ROOT,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data) => {
      output += String(data);
    });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", () => resolve(output));
  });
}

/** What vitest's JSON report counts. One that can't be read is a failure, and so is a file whose tests could not begin. */
export function countsOf(text: string): Counts {
  const report = parseRecord(text) ?? {};
  const number = (key: string) => (typeof report[key] === "number" ? report[key] : 0);
  const failed = number("numFailedTests") || (report.success === true ? 0 : 1);
  return { passed: number("numPassedTests"), failed, skipped: 0 };
}
