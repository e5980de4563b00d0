// course/spec/run · runs specs on agents, in a process of their own.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { Language } from "../base/languages.ts";
import { ROOT } from "../base/root.ts";
import { LANGUAGE, say, spoken } from "../base/say.ts";
import { UsageError } from "../base/usage.ts";
import { encodePairs, PAIRS, type Pair, WAIT_LIMIT } from "./pairs.ts";
import { type PairReport, reportLine, type SpecTest } from "./report.ts";

const VITEST = join(ROOT, "node_modules", "vitest", "vitest.mjs");
const CONFIG = join(import.meta.dirname, "vitest.config.ts");
const REPORTER = join(import.meta.dirname, "reporter.ts");

/**
 * Runs the spec of one folder on the agent of another; with `only`, the promises of exactly these sentences. `told` is
 * called for each test as soon as it has run. What is said of a test is in `language`.
 * A spec that cannot be loaded is one broken test. Throws a UsageError when the folder has no spec, an Error when vitest leaves no report.
 */
export async function runSpecs(
  pair: Pair,
  only?: string[],
  told: (test: SpecTest) => void = () => {},
  language = spoken(),
): Promise<{ tests: SpecTest[] }> {
  const isMeant = ({ name }: SpecTest) => only?.includes(name) ?? true;
  const running: Running = { told: (test) => isMeant(test) && told(test), language };
  const [report] = await runPairs([pair], only === undefined ? running : { ...running, only });
  return { tests: (report?.tests ?? []).filter(isMeant) };
}

interface Running {
  /** How many specs run at once. */
  workers?: number;
  /** How much more often than usual a spec repeats what it repeats. */
  depth?: number;
  /** Called for each pair when its spec has run. */
  ended?(report: PairReport): void;
  /** Called for each test when it has run. */
  told?(test: SpecTest): void;
  /** Runs only the tests of these sentences. */
  only?: string[];
  /** Ends at the first promise that is not kept. */
  bail?: boolean;
  /** The limit of one wait on an agent, in ms, where many of them hang. */
  waitLimit?: number;
  /** What is said of a test is in this language; else in English, because programs may read it. */
  language?: Language;
}

/** Runs many specs on many agents. */
export async function runPairs(pairs: Pair[], running: Running = {}): Promise<PairReport[]> {
  const whole = pairs.map((pair) => ({ ...pair, spec: resolve(pair.spec), on: resolve(pair.on) }));
  const missing = whole.find(({ spec }) => !existsSync(join(spec, "spec.test.ts")));
  if (missing) throw new UsageError(say`${missing.spec} has no spec.test.ts.`);
  const { reports, said } = await runVitest(whole, running);
  const isThere = ({ spec, on }: Pair) => reports.some((one) => one.spec === spec && one.on === on);
  if (!whole.every(isThere)) throw new Error(`vitest left no report:\n${said}`);
  return reports;
}

/** Must not throw for a failed test: vitest's exit code only repeats what its reports say. */
async function runVitest(pairs: Pair[], running: Running) {
  const { workers = 1, depth, ended, told, only, bail, waitLimit, language = "en" } = running;
  const env = {
    ...withoutVitest(process.env),
    NO_COLOR: "1",
    [LANGUAGE]: language,
    SPEC_WORKERS: String(workers),
    ...(depth !== undefined && { TEST_DEPTH: String(depth) }),
    ...(waitLimit !== undefined && { [WAIT_LIMIT]: String(waitLimit) }),
  };
  const args = [VITEST, "run", "--config", CONFIG, "--reporter", REPORTER];
  if (only !== undefined) args.push("--testNamePattern", `^(${only.map(escaped).join("|")})$`);
  if (bail) args.push("--bail=1");
  const folder = await mkdtemp(join(tmpdir(), "pairs-"));
  const list = join(folder, "pairs.json");
  await writeFile(list, encodePairs(pairs));
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...env, [PAIRS]: list },
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const [, out, errors, lines] = child.stdio;
  const reports: PairReport[] = [];
  const said: string[] = [];
  for (const stream of [out, errors]) stream?.on("data", (data) => said.push(String(data)));
  if (!(lines instanceof Readable)) throw new Error("vitest's process has no pipe for the reports");
  createInterface({ input: lines }).on("line", (line) => {
    const report = reportLine.parse(JSON.parse(line));
    if ("test" in report) return told?.(report.test);
    reports.push(report);
    ended?.(report);
  });
  await new Promise((done, reject) => child.on("error", reject).on("close", done));
  await rm(folder, { recursive: true });
  return { reports, said: said.join("") };
}

/** A vitest that runs inside another one would otherwise read the variables of the outer one. */
const withoutVitest = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(environment).filter(([name]) => !/^VITEST|^(NODE_ENV|TEST)$/.test(name)),
  );

/** A sentence as a regular expression that matches it alone. */
const escaped = (sentence: string) => sentence.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
