// course/deep/soak · 500 turns of the newest chapter with everything in them and two kills: the history stays valid, nothing is left, and the memory is flat.
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { brokenRule } from "../../practice/validation/validate.ts";
import { ROOT } from "../base/root.ts";
import { removeFolder } from "../spec/folder.ts";
import { newestFolder } from "../unit/newest-tests.ts";
import {
  type Beginning,
  close,
  grown,
  killIn,
  leave,
  type Program,
  play,
  type Sample,
  samplesOf,
  startProgram,
} from "./soak.ts";
import {
  type Act,
  actsOf,
  GO_ON,
  KILLED_IN_CALL,
  KILLED_WAITING,
  LEFT_RUNNING,
  opening,
} from "./soak-acts.ts";
import {
  endSurvivors,
  keptIn,
  leftoversIn,
  locksIn,
  onTheWire,
  survivorsLater,
  survivorsOf,
} from "./soak-remains.ts";

const TURNS = 500;
/** Each program begins with a turn of its own, two are killed in one, and commands run when the last one ends. */
const SPECIAL = 6;
/** Turns before the first kill, and between the two. The last program has the rest: its memory is looked at. */
const UNTIL_KILL = 60;
/**
 * So many bytes may be used more in the last third of the last program's turns than in the first third. Compiled code
 * and what is kept by design, such as the list of commands that have ended, take 2 MB. A copy of the history for each
 * turn takes more than 30 MB.
 */
const MOST_GROWTH = 6_000_000;
/** Connections to the model, a lock that is being released, and so on, come and go. */
const MOST_HANDLES = 4;
const MOST_FILES = 2;
const LIMIT_MS = 1_800_000; // a safety net: what takes long on a busy machine is no failure

/** The order of the turns; SOAK_SEED=7 gives another one. */
function seedOf({ SOAK_SEED: seed = "20" } = process.env): number {
  if (/^\d{1,9}$/.test(seed)) return Number(seed);
  throw new Error(`SOAK_SEED is ${JSON.stringify(seed)}; it must be a number such as 7.`);
}

/** The first two programs. Gives the second one, after its end. */
async function playUntilKills(setting: Beginning, acts: Act[]): Promise<Program> {
  const first = await startProgram(setting);
  await play(first, [opening(0), ...acts.slice(0, UNTIL_KILL)]);
  expect(await killIn(first, KILLED_IN_CALL, false)).toEqual([]);
  expect(await survivorsLater(setting.mark)).toEqual([]);

  const second = await startProgram({ ...setting, after: first });
  await play(second, [opening(1), ...acts.slice(UNTIL_KILL)]);
  const results = second.parts.model.toolResults().map(({ content }) => content);
  expect(results).toContainEqual(expect.stringMatching(/^before/));
  expect(results).toContainEqual(expect.stringContaining("not known whether this call has run"));
  expect(results).toContainEqual(expect.stringContaining("so it did not run"));
  expect(await killIn(second, KILLED_WAITING, true)).toEqual([]);
  expect(await survivorsLater(setting.mark)).toEqual([]);
  return second;
}

/** What is left of a program that has ended, and how it was just before. */
async function remainsOf(program: Program, mark: string) {
  const { folder } = program.parts;
  const { what, handles = [], children, files } = samplesOf(program).at(-1) ?? {};
  return {
    last: what,
    timers: handles.filter((kind) => kind === "Timeout"),
    pipes: handles.filter((kind) => kind === "PipeWrap").length,
    children,
    files: files?.filter((path) => path.startsWith(folder)),
    survivors: await survivorsLater(mark),
    locks: locksIn(folder),
    leftovers: leftoversIn(folder),
    problems: await close(program),
    errors: program.parts.process.errors(), // Node warns there of listeners that pile up
  };
}

/** Nothing: only stdin, stdout and stderr were open. */
const NOTHING = {
  ...{ last: "end", timers: [], pipes: 3, children: [], files: [] },
  ...{ survivors: [], locks: [], leftovers: [], problems: [], errors: "" },
};

function expectFlat(samples: Sample[]): void {
  const growth = grown(samples, ({ heapUsed, external }) => heapUsed + external);
  const each = samples.map(({ heapUsed, external }) => ((heapUsed + external) / 1e6).toFixed(1));
  expect(growth, `MB after every few turns: ${each.join(", ")}`).toBeLessThan(MOST_GROWTH);
  expect(grown(samples, ({ handles }) => handles.length)).toBeLessThanOrEqual(MOST_HANDLES);
  expect(grown(samples, ({ files }) => files.length)).toBeLessThanOrEqual(MOST_FILES);
}

/** The lead's history on the disk is what was sent, with the reply to it; and the API takes it. */
function expectKept({ cast, parts }: Program): void {
  const kept = keptIn(parts.folder);
  const { request, reply } = cast.last() ?? {};
  const said = { role: "assistant", content: reply?.text };
  expect(onTheWire(kept)).toEqual(onTheWire([...(request?.messages ?? []), said]));
  const messages = [...kept, { role: "user", content: "and on" }];
  const rule = brokenRule({ ...request, messages }, { version: "2023-06-01", counting: false });
  expect(rule).toBeUndefined();
}

async function soak(setting: Beginning): Promise<void> {
  const acts = actsOf(seedOf());
  expect(acts.length + SPECIAL).toBe(TURNS);
  const killed = await playUntilKills(setting, acts.slice(0, 2 * UNTIL_KILL));
  const program = await startProgram({ ...setting, after: killed });
  const rest = acts.slice(2 * UNTIL_KILL);
  const samples = await play(program, [opening(2), ...rest, LEFT_RUNNING]);
  const { folder } = program.parts;
  expect(locksIn(folder)).toContainEqual(expect.stringMatching(/^\.sessions\/.*\.lock$/));
  expect(survivorsOf(setting.mark)).toContainEqual(expect.stringContaining("sleep 1000"));
  expect(await leave(program)).toEqual({ code: 0, signal: null });
  expect(await remainsOf(program, setting.mark)).toEqual(NOTHING);
  expectFlat(samples);
  expectKept(program);

  const kept = onTheWire(keptIn(folder));
  const again = await startProgram({ ...setting, after: program });
  await play(again, [GO_ON]);
  const sent = onTheWire(again.cast.last()?.request.messages ?? []);
  expect(sent.slice(0, kept.length)).toEqual(kept);
  await leave(again);
  expect(await remainsOf(again, setting.mark)).toEqual(NOTHING);
  await removeFolder(folder);
}

test.skipIf(!existsSync("/proc/self/environ"))(
  `${TURNS} turns with mates, jobs, commands, servers, faults, interrupts and two kills end with a valid history, flat memory and nothing left (seed ${seedOf()})`,
  async () => {
    const [mark, notes] = [randomUUID(), await mkdtemp(join(tmpdir(), "soak-"))];
    try {
      await soak({ chapter: newestFolder(ROOT), mark, notes });
    } finally {
      endSurvivors(mark);
      await removeFolder(notes);
    }
  },
  LIMIT_MS,
);
