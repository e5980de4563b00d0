// course/spec/run · runs a chapter's spec on an agent, and judges the whole of it.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { UsageError } from "../chapters.ts";
import { isRecord, parseRecord } from "../json.ts";
import { ROOT } from "../root.ts";
import type { Verdict } from "./errors.ts";

/** What became of one test of a spec. */
export interface SpecTest {
  name: string;
  verdict: Verdict;
  /** Why the test cannot fail on the chapter before. */
  inherited?: string;
  /** What was wrong. */
  message?: string;
}

const VITEST = join(ROOT, "node_modules", "vitest", "vitest.mjs");
const CONFIG = join(import.meta.dirname, "vitest.config.ts");

/**
 * Runs the spec of one folder on the agent of another, in a process of its own.
 * A spec that cannot be loaded is one broken test. Throws a UsageError when the folder has no spec, an Error when vitest leaves no report.
 */
export async function runSpecs(folders: {
  spec: string;
  on: string;
}): Promise<{ tests: SpecTest[] }> {
  const spec = resolve(folders.spec);
  if (!existsSync(join(spec, "spec.test.ts"))) throw new UsageError(`${spec} has no spec.test.ts.`);
  const place = await mkdtemp(join(tmpdir(), "run-specs-"));
  const report = join(place, "report.json");
  const args = [VITEST, "run", "--root", ROOT, "--config", CONFIG, "--dir", spec];
  const env = { ...withoutVitest(process.env), SPEC_ON: resolve(folders.on), NO_COLOR: "1" };
  try {
    const said = await run([...args, "--outputFile", report], env);
    if (!existsSync(report)) throw new Error(`vitest left no report:\n${said}`);
    return { tests: readReport(await readFile(report, "utf8")) };
  } finally {
    await rm(place, { recursive: true });
  }
}

/** Must not throw: vitest's exit code only repeats what its report says. */
function run(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((done) => {
    execFile(process.execPath, args, { cwd: ROOT, env }, (_, stdout, stderr) => {
      done(`${stdout}${stderr}`);
    });
  });
}

/** A vitest inside a vitest is still the outer one to whoever reads these. */
const withoutVitest = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(environment).filter(([name]) => !/^VITEST|^(NODE_ENV|TEST)$/.test(name)),
  );

function readReport(text: string): SpecTest[] {
  const files = records(parseRecord(text)?.testResults);
  return files.flatMap((file) => {
    const tests = records(file.assertionResults).map(readTest);
    if (tests.length > 0) return tests;
    return [{ name: "the spec can be loaded", verdict: "broken", message: String(file.message) }];
  });
}

const records = (value: unknown) => (Array.isArray(value) ? value : []).filter(isRecord);

function readTest(test: Record<string, unknown>): SpecTest {
  const { inherited, problem, verdict } = isRecord(test.meta) ? test.meta : {};
  const thrown = Array.isArray(test.failureMessages) ? test.failureMessages.join("\n") : "";
  const message = typeof problem === "string" ? problem : thrown;
  return {
    name: String(test.title),
    verdict: verdictOf(test.status, verdict),
    ...(typeof inherited === "string" ? { inherited } : {}),
    ...(message === "" ? {} : { message }),
  };
}

/** A test that vitest failed without our verdict ran into its time limit, or is not one of ours. */
function verdictOf(status: unknown, judged: unknown): Verdict {
  if (status === "passed") return "passed";
  if (status !== "failed") return "skipped";
  if (judged === "failed" || judged === "passed") return "failed";
  return "broken";
}
