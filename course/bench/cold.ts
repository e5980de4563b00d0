// course/bench/cold · a cold start: one request to s02, over the SDK's own start.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "../base/root.ts";
import { type Figure, median } from "./figures.ts";

const run = promisify(execFile);
const ROUNDS = 7;
/** Loaded into the measured process: when that process ends, it writes its peak memory, in kilobytes, to a file. */
export const PEAK = `import { writeFileSync } from "node:fs";
process.on("exit", () => writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS)));`;

/** Wall time and memory of `s02 -p`, beside a file that only imports the SDK, both through tsx. */
export async function coldFigures(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "cold-"));
  const baseline = join(ROOT, "course/bench/only-sdk.ts");
  const chapter = join(ROOT, "s02_tool_use/code.ts");
  await writeFile(join(folder, "README.md"), "# Cold\n");
  await writeFile(join(folder, "peak.mjs"), PEAK);
  const times = { baseline: [] as number[], chapter: [] as number[] };
  let memory = 0;
  for (let round = -1; round < ROUNDS; round++) {
    const base = await measure(folder, [baseline]);
    const own = await measure(folder, [chapter, "-p", "Read the file README.md"]);
    if (round < 0) continue;
    times.baseline.push(base.ms);
    times.chapter.push(own.ms);
    memory = Math.max(memory, own.peak);
  }
  await rm(folder, { recursive: true });
  const [base, own] = [median(times.baseline), median(times.chapter)];
  return [
    { name: "tsx on a file that imports the SDK", value: base, unit: "ms" },
    { name: "cold one-shot of s02, two requests", value: own, unit: "ms" },
    { name: "cold one-shot of s02, as a multiple", value: own / base, unit: "×", target: 1.3 },
    { name: "peak memory of that one-shot", value: memory, unit: "MB" },
  ];
}

async function measure(cwd: string, args: string[]) {
  const peakFile = join(cwd, "peak.txt");
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, PRACTICE: "1", PEAK_FILE: peakFile };
  const tsx = join(ROOT, "node_modules/tsx/dist/cli.mjs");
  const hook = ["--import", join(cwd, "peak.mjs")];
  const started = performance.now();
  await run(process.execPath, [tsx, ...hook, ...args], { cwd, env });
  const ms = performance.now() - started;
  return { ms, peak: Number(await readFile(peakFile, "utf8")) / 1024 };
}
