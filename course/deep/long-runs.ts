// course/deep/long-runs · the property tests of the newest chapter again, with many more random cases.
import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseRecord } from "../json.ts";
import { ROOT } from "../root.ts";
import type { Counts } from "./pairs.ts";

const FACTOR = "20";
const LIMIT_MS = "600000";

/** Runs every unit test of `chapter` that reads PROPERTY_FACTOR; `print` takes what vitest says of a failure. */
export async function runLong(chapter: string, print: (line: string) => void): Promise<Counts> {
  const files = await propertyTests(join(ROOT, chapter));
  if (files.length === 0) return { passed: 0, failed: 0, skipped: 0 };
  const folder = await mkdtemp(join(tmpdir(), "long-"));
  const report = join(folder, "report.json");
  const output = await vitest([
    ...files,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ]);
  const counts = countsOf(await readFile(report, "utf8").catch(() => "{}"));
  await rm(folder, { recursive: true });
  print(
    `property tests of ${chapter}, ${FACTOR} times as long: ${counts.passed} passed, ${counts.failed} not`,
  );
  if (counts.failed > 0) print(output);
  return counts;
}

async function propertyTests(folder: string): Promise<string[]> {
  const paths = (await readdir(folder))
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => join(folder, name));
  const texts = await Promise.all(paths.map((path) => readFile(path, "utf8")));
  return paths.filter((_, at) => texts[at]?.includes("PROPERTY_FACTOR"));
}

function vitest(args: string[]): Promise<string> {
  const path = join(ROOT, "node_modules/vitest/vitest.mjs");
  const env = { ...process.env, PROPERTY_FACTOR: FACTOR, COUNT_FILE: "" };
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
