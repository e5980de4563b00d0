// course/deep/soak · a session of many turns with everything in it: played, killed, taken up again, and ended.
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { FIXTURES } from "../base/root.ts";
import { median } from "../bench/figures.ts";
import * as acts from "../spec/acts.ts";
import { startParts } from "../spec/agent.ts";
import { type Closing, finish } from "../spec/ending.ts";
import { type Parts, situation } from "../spec/state.ts";
import { createTrack } from "../spec/track.ts";
import { type Act, GO_ON } from "./soak-acts.ts";
import { type Cast, createCast } from "./soak-cast.ts";

/** A safety net: what takes so long does not come. */
const LIMIT_MS = 60_000;
/** The memory is looked at after so many turns. */
const SAMPLE_EVERY = 8;
const LOOK_AGAIN_MS = 2;
const PROBE = new URL("soak-probe.mjs", import.meta.url).href;

const SKILL = "---\nname: greet\ndescription: How to greet\n---\nSay hello.\n";
const SERVER = {
  command: "node",
  args: [join(FIXTURES, "mcp", "misbehaving.mjs"), "crash"],
};
const FILES = {
  ".gitignore": ".*\nnotes\nwork.txt\n",
  ".mcp.json": JSON.stringify({ mcpServers: { s: SERVER } }),
  "notes/0.txt": "nothing yet\n",
  "skills/greet/SKILL.md": SKILL,
};

const sample = z.object({
  what: z.enum(["start", "sample", "end"]),
  pid: z.number(),
  /** Bytes after two collections of garbage; at the end without them. */
  heapUsed: z.number(),
  external: z.number(),
  rss: z.number(),
  /** What keeps the program alive, by kind. */
  handles: z.array(z.string()),
  /** What its open files are. */
  files: z.array(z.string()),
  /** The programs that it has started and that run. */
  children: z.array(z.string()),
});
export type Sample = z.infer<typeof sample>;

/** One program of the soak. */
export interface Program {
  parts: Parts;
  cast: Cast;
  probe: string;
  /** What must still come to the lead. */
  pending: Set<string>;
  /** Whether the last turn was interrupted or has failed. Then news that came in it comes again with the next one. */
  isStopped: boolean;
}

/** How a program is started. */
export interface Beginning {
  chapter: string;
  /** Is in the environment of all that the program starts. */
  mark: string;
  /** Where the probe writes to. */
  notes: string;
  /** The program before, in whose folder it goes on. */
  after?: Program;
}

/** Starts the agent, with the probe in it. */
export async function startProgram({ chapter, mark, notes, after }: Beginning): Promise<Program> {
  const known = { parts: after?.parts };
  const cast = createCast(
    () => known.parts?.state.source === "person",
    () => known.parts?.watch.changed(),
  );
  const probe = join(notes, `${after ? basename(after.probe, ".jsonl") : ""}i.jsonl`);
  const env = {
    TZ: "UTC",
    MAX_REQUESTS: "1000000",
    CONTEXT_TOKENS: "36000",
    NODE_OPTIONS: `--expose-gc --import ${PROBE}`,
    SOAK_PROBE: probe,
    SOAK_MARK: mark,
  };
  const going = after && {
    beside: after.parts,
    args: ["--resume"],
    now: new Date(after.parts.control.now()).toISOString(),
  };
  const parts = await startParts(
    { chapter, limit: LIMIT_MS, track: createTrack() },
    (request) => cast.reply(request),
    {
      files: FILES,
      git: true,
      yes: true,
      env,
      side: { summary: "SUMMARY: much was done." },
      ...going,
    },
  );
  known.parts = parts;
  return { parts, cast, probe, pending: new Set(), isStopped: false };
}

/** Plays the turns, and gives what the memory was meanwhile. Throws when a turn ends otherwise than it should. */
export async function play(program: Program, all: Act[]): Promise<Sample[]> {
  for (const [at, act] of all.entries()) {
    await perform(program, act);
    if (at % SAMPLE_EVERY === 0) await measure(program);
  }
  await settle(program);
  return samplesOf(program).filter(({ what }) => what === "sample");
}

async function perform(program: Program, act: Act): Promise<void> {
  const { parts, pending } = program;
  const { deed, news } = act;
  if (deed === "advance" || deed === "wait out a fault") await settle(program); // nobody's time is to run out
  await begin(program, act);
  await during(program, deed);
  const outcome = await acts.ended(parts);
  check(program, act, outcome);
  program.isStopped = outcome !== "done";
  if (deed === "advance") await acts.advance(parts, "1m");
  if (news) pending.add(news);
}

async function during(program: Program, deed: Act["deed"]): Promise<void> {
  const { parts } = program;
  if (deed === "wait out a fault") return waitOut(program);
  if (deed === "interrupt in a call") await acts.sees(parts, "> bash sleep");
  if (deed === "interrupt") await isAsked(program);
  if (deed?.startsWith("interrupt")) await acts.interrupt(parts);
}

/** How a turn with a fault ends is told in the table of faults (course/unit/fault-matrix). */
function check({ parts, cast }: Program, { prompt, deed }: Act, outcome: string): void {
  if (deed === "wait out a fault") return;
  const expected = deed?.startsWith("interrupt") ? "interrupted" : "done";
  if (outcome === expected && cast.hasAsked()) return;
  throw new Error(`The turn "${prompt}" ended as ${outcome}.\n${situation(parts)}`);
}

/** Types the prompt of a turn. */
export async function begin({ parts, cast }: Program, act: Act): Promise<void> {
  await parts.watch.until("a prompt", () => isWaiting(parts));
  cast.begin(act);
  await acts.type(parts, act.prompt);
}

/** The clock goes on only when the fault has come: a retry waits for a second, a silent call ends after three minutes. */
async function waitOut({ parts, cast }: Program): Promise<void> {
  const kind = await parts.watch.until("the fault", () => cast.last()?.reply.fault?.kind);
  if (kind.startsWith("stall")) await acts.advance(parts, "4m");
  await acts.advance(parts, "1s");
}

/** Waits for the request that gets the last answer: before it, another turn may still run. */
const isAsked = ({ parts, cast }: Program) =>
  parts.watch.until("the last request", () => cast.hasAsked() || undefined);

const isWaiting = ({ state, process }: Parts): true | undefined =>
  (state.phase === "waiting" && process.received() >= state.announced) || undefined;

/** Waits until all has come that was to come, and the prompt waits. */
async function settle(program: Program): Promise<void> {
  const { parts, cast, pending } = program;
  if (program.isStopped && pending.size > 0) await perform(program, GO_ON);
  for (const news of pending) {
    await parts.watch.until(`"${news}" to come to the lead`, () => cast.hasCome(news) || undefined);
    pending.delete(news);
  }
  await parts.watch.until("the prompt", () => isWaiting(parts));
}

/** Has the agent collect its garbage and write down what it has. */
async function measure(program: Program): Promise<void> {
  await settle(program);
  const before = samplesOf(program);
  const [start] = before;
  if (start === undefined) throw new Error("The probe has not started.");
  process.kill(start.pid, "SIGUSR2");
  await until(() => samplesOf(program).length > before.length);
}

/** The file of the probe, so far. */
export const samplesOf = ({ probe }: Program): Sample[] =>
  readFileSync(probe, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => sample.parse(JSON.parse(line)));

/** Waits until the probe has written. */
async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + LIMIT_MS;
  while (!isSo()) {
    if (performance.now() > end)
      throw new Error(`The probe wrote nothing in ${LIMIT_MS / 1000} s.`);
    await pause(LOOK_AGAIN_MS);
  }
}

/** How much more there was in the last third of the samples than in the first one. */
export function grown(samples: Sample[], size: (sample: Sample) => number): number {
  const part = Math.ceil(samples.length / 3);
  const [first, last] = [samples.slice(0, part), samples.slice(-part)];
  return median(last.map(size)) - median(first.map(size));
}

/** Plays a turn in which the program is killed: by its own call, or by us when the last answer was asked for. */
export async function killIn(program: Program, act: Act, byUs: boolean): Promise<string[]> {
  const { parts } = program;
  await begin(program, act);
  if (byUs) await isAsked(program);
  else await parts.watch.until("the program to be killed", () => parts.process.exit());
  await acts.kill(parts);
  return close(program);
}

/** Types /exit, and gives how the program ended. */
export async function leave({ parts }: Program) {
  await parts.watch.until("a prompt", () => isWaiting(parts));
  parts.state.ending = "spec";
  parts.process.write("/exit");
  return parts.watch.until("the agent to end by itself", () => parts.process.exit());
}

/** Frees what was around a program; gives what was wrong with it and with its requests. */
export async function close({ parts }: Program): Promise<string[]> {
  const { broken, crash, failed }: Closing = await finish(parts, false);
  return [...broken, ...crash, ...failed];
}
