// course/bench/start · a start with a prompt and a tool: npm start's launcher, and tsx.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createPractice } from "../../practice/api/handler.ts";
import { listen } from "../../practice/api/server.ts";
import { ROOT } from "../base/root.ts";
import { listChapters } from "../chapters/list.ts";
import { type Figure, median } from "./figures.ts";

const run = promisify(execFile);
const ROUNDS = 7;
const PROMPT = "What files are here?";

/** Milliseconds from the command to its end, in turn, against one server. */
export async function startFigures(): Promise<Figure[]> {
  const newest = listChapters(ROOT).at(-1) ?? "";
  const commands: Record<string, string[]> = {
    "npm start's launcher": [join(ROOT, "course/scripts/start.mjs"), newest, "-p", PROMPT],
    tsx: ["--import", import.meta.resolve("tsx"), join(ROOT, newest, "code.ts"), "-p", PROMPT],
  };
  return Object.entries(await measureAll(commands)).map(([by, value]) => ({
    name: `${newest}, a prompt with a tool, by ${by}`,
    value,
    unit: "ms",
  }));
}

async function measureAll(commands: Record<string, string[]>) {
  const server = await listen(createPractice());
  const folder = await mkdtemp(join(tmpdir(), "bench-start-"));
  await writeFile(join(folder, "README.md"), "# Start\n");
  const { PATH, HOME } = process.env;
  const key = { ANTHROPIC_API_KEY: "bench", ANTHROPIC_BASE_URL: server.url };
  const options = { cwd: folder, env: { PATH, HOME, ...key } };
  const times = Object.fromEntries(Object.keys(commands).map((name) => [name, [] as number[]]));
  for (let round = -2; round < ROUNDS; round++) {
    for (const [name, args] of Object.entries(commands)) {
      const started = performance.now();
      const running = run(process.execPath, args, options);
      running.child.stdin?.end();
      const { stdout } = await running;
      if (!stdout.includes("README.md")) throw new Error(`${name} did not answer: ${stdout}`);
      if (round >= 0) times[name]?.push(performance.now() - started);
    }
  }
  await rm(folder, { recursive: true });
  await server.close();
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
}
