// course/deep/long-runs · property tests with many more random cases, crash tests with many more crashes.
import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseRecord } from "../json.ts";
import { ROOT } from "../root.ts";
import type { Counts } from "../spec/verdicts.ts";

const LIMIT_MS = "600000";

/** Runs every unit test of a chapter that reads TEST_DEPTH, on the newest chapter; `print` takes what vitest says of a failure. */
export async function runLong(chapters: string[], print: (line: string) => void): Promise<Counts> {
  const files = (await Promise.all(chapters.map((name) => deepTests(join(ROOT, name))))).flat();
  if (files.length === 0) return { passed: 0, failed: 0, skipped: 0 };
  const folder = await mkdtemp(join(tmpdir(), "long-"));
  const report = join(folder, "report.json");
  const output = await vitest([
    ...files,
    "--project=newest",
    "--project=own",
    "--passWithNoTests",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ]);
  const counts = countsOf(await readFile(report, "utf8").catch(() => "{}"));
  await rm(folder, { recursive: true });
  print(`long runs of ${files.length} files: ${counts.passed} passed, ${counts.failed} not`);
  if (counts.failed > 0) print(output);
  return counts;
}

async function deepTests(folder: string): Promise<string[]> {
  const paths = (await readdir(folder))
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => join(folder, name));
  const texts = await Promise.all(paths.map((path) => readFile(path, "utf8")));
  return paths.filter((_, at) => texts[at]?.includes("TEST_DEPTH"));
}

function vitest(args: string[]): Promise<string> {
  const path = join(ROOT, "node_modules/vitest/vitest.mjs");
  const env = { ...process.env, COUNT_FILE: "" };
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

/** A report that cannot be read is a failure. */
function countsOf(text: string): Counts {
  const report = parseRecord(text) ?? {};
  const number = (key: string) => (typeof report[key] === "number" ? report[key] : 0);
  const passed = number("numPassedTests");
  return { passed, failed: number("numFailedTests") || (passed === 0 ? 1 : 0), skipped: 0 };
}
