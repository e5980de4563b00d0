// course/bench/memory · how much memory a whole agent needs at its peak, after few turns and after many.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../base/root.ts";
import type { Figure } from "./figures.ts";

/** Loaded into the measured process: when that process ends, it writes its peak memory, in kilobytes, to a file. */
const PEAK = `import { writeFileSync } from "node:fs";
process.on("exit", () => writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS)));`;

/** The agent of s08 with the practice model and a small window, one prompt per line. */
export async function memoryFigures(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  const figures: Figure[] = [];
  for (const turns of [20, 200])
    figures.push({
      name: `peak memory of ${turns} turns of s08`,
      value: await peakOf(folder, turns),
      unit: "MB",
    });
  await rm(folder, { recursive: true });
  return figures;
}

async function peakOf(cwd: string, turns: number): Promise<number> {
  const [hook, peakFile] = [join(cwd, "peak.mjs"), join(cwd, "peak.txt")];
  await writeFile(hook, PEAK);
  await writeFile(join(cwd, "note.md"), "a line of a note\n".repeat(100));
  const { PATH, HOME } = process.env;
  const settings = {
    PRACTICE: "1",
    CONTEXT_TOKENS: "8000",
    MAX_REQUESTS: "2000",
    PEAK_FILE: peakFile,
  };
  const tsx = join(ROOT, "node_modules/tsx/dist/cli.mjs");
  const chapter = join(ROOT, "s08_context_compact/code.ts");
  const child = spawn(process.execPath, [tsx, "--import", hook, chapter], {
    cwd,
    env: { PATH, HOME, ...settings },
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.stdin.end("Read note.md\n".repeat(turns));
  await new Promise((resolve, reject) => child.on("error", reject).on("exit", resolve));
  return Number(await readFile(peakFile, "utf8")) / 1024;
}
