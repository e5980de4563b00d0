// course/bench/start · a start with a prompt and a tool: npm start's launcher, tsx, and pi where it is installed.
import { execFile } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { createPractice } from "../../practice/api/handler.ts";
import { listen } from "../../practice/api/server.ts";
import { ROOT } from "../base/root.ts";
import { listChapters } from "../chapters/list.ts";
import { type Figure, median } from "./figures.ts";

const run = promisify(execFile);
const ROUNDS = 7;
const PROMPT = "What files are here?";

/** Milliseconds from the command to its end, in turn, against one server; `pi` is looked up in PATH. */
export async function startFigures(): Promise<Figure[]> {
  const newest = listChapters(ROOT).at(-1) ?? "";
  const tsx = import.meta.resolve("tsx");
  const commands: Record<string, string[]> = {
    launcher: [join(ROOT, "course/scripts/start.mjs"), newest, "-p", PROMPT],
    tsx: ["--import", tsx, join(ROOT, newest, "code.ts"), "-p", PROMPT],
  };
  const pi = findPi();
  if (pi !== undefined) commands.pi = [pi, ...PI_WORDS, "-p", PROMPT];
  const times = await measureAll(commands);
  const { launcher = Number.NaN, tsx: byTsx = Number.NaN, pi: ofPi } = times;
  const figures: Figure[] = [
    { name: `${newest}, a prompt with a tool, by tsx`, value: byTsx, unit: "ms" },
    { name: `${newest}, the same, by npm start's launcher`, value: launcher, unit: "ms" },
  ];
  if (ofPi === undefined) return figures;
  return [
    ...figures,
    { name: "pi, the same prompt and server", value: ofPi, unit: "ms" },
    {
      name: "the launcher, as a part of pi's time",
      value: launcher / ofPi,
      unit: "×",
      target: 0.3,
    },
  ];
}

const PI_WORDS = [
  ...["--no-session", "--extension", join(ROOT, "course/bench/pi-provider.js")],
  ...["--provider", "practice", "--model", "practice-1"],
];

/** The program itself, so that it runs on the Node that measures. */
function findPi(): string | undefined {
  const places = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, "pi"));
  const found = places.find(existsSync);
  return found && realpathSync(found);
}

async function measureAll(commands: Record<string, string[]>) {
  const server = await listen(createPractice());
  const folder = await mkdtemp(join(tmpdir(), "bench-start-"));
  await writeFile(join(folder, "README.md"), "# Start\n");
  const { PATH, HOME } = process.env;
  const own = { PI_OFFLINE: "1", PI_CODING_AGENT_DIR: join(folder, "pi") };
  const key = { ANTHROPIC_API_KEY: "bench", ANTHROPIC_BASE_URL: server.url };
  const options = { cwd: folder, env: { PATH, HOME, ...key, ...own } };
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
