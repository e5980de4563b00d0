// course/deep/soak · 500 turns of the newest chapter with everything in them and two kills: the history stays valid, nothing is left, and the memory is flat.
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { brokenRule } from "../../practice/validation/validate.ts";
import { ROOT } from "../base/root.ts";
import { median } from "../bench/figures.ts";
import { removeFolder } from "../spec/folder.ts";
import { newestFolder } from "../unit/newest-tests.ts";
import { close, killIn, leave, play, type Sample, samplesOf, startProgram, until } from "./soak.ts";
import {
  actsOf,
  GO_ON,
  KILLED_IN_CALL,
  KILLED_WAITING,
  LEFT_RUNNING,
  opening,
} from "./soak-acts.ts";
import { keptIn, leftoversIn, locksIn, onTheWire, survivorsOf } from "./soak-remains.ts";

/** Another order of the turns: SOAK_SEED=7. */
const SEED = Number(process.env.SOAK_SEED ?? 20);
const TURNS = 500;
/** Turns before the first kill, and between the two. The third program has the rest: its memory is looked at. */
const UNTIL_KILL = 60;
/**
 * So much may the heap grow from the first third of the last program's turns to the last third. Compiled code and what
 * is kept by design, such as the list of ended commands, take about 2 MB. One copy of the history for each turn, of
 * about 100 KB, would take 20 MB.
 */
const MOST_GROWTH = 5_000_000;

const third = (samples: Sample[], at: 0 | 2) =>
  samples.slice(Math.floor((samples.length * at) / 3), Math.ceil((samples.length * (at + 1)) / 3));
const grown = (samples: Sample[], size: (sample: Sample) => number) =>
  median(third(samples, 2).map(size)) - median(third(samples, 0).map(size));

test.skipIf(!existsSync("/proc/self/environ"))(
  `${TURNS} turns with mates, jobs, commands, servers, faults, interrupts and two kills end with a valid history, flat memory and nothing left (seed ${SEED})`,
  async () => {
    const mark = randomUUID();
    const notes = await mkdtemp(join(tmpdir(), "soak-"));
    const setting = { chapter: newestFolder(ROOT), mark, notes };
    const isQuiet = () => survivorsOf(mark).length === 0;
    const acts = actsOf(SEED);
    expect(acts.length + [opening, opening, opening, 1, 2, 3].length).toBe(TURNS);

    const first = await startProgram(setting);
    await play(first, [opening(0), ...acts.slice(0, UNTIL_KILL)]);
    expect(await killIn(first, KILLED_IN_CALL, false)).toEqual([]);
    await until(isQuiet);

    const second = await startProgram({ ...setting, after: first });
    await play(second, [opening(1), ...acts.slice(UNTIL_KILL, 2 * UNTIL_KILL)]);
    const results = second.parts.model.toolResults().map(({ content }) => content);
    expect(results).toContainEqual(expect.stringContaining("not known whether this call has run"));
    expect(results).toContainEqual(expect.stringContaining("so it did not run"));
    expect(await killIn(second, KILLED_WAITING, true)).toEqual([]);
    await until(isQuiet);

    const last = await startProgram({ ...setting, after: second });
    const samples = await play(last, [opening(2), ...acts.slice(2 * UNTIL_KILL), LEFT_RUNNING]);
    const { folder } = last.parts;
    const runs = { locks: locksIn(folder), programs: survivorsOf(mark) };
    expect(runs.locks).toContainEqual(expect.stringMatching(/^\.sessions\/.*\.lock$/));
    expect(runs.programs).toContainEqual(expect.stringContaining("sleep 1000"));
    const exit = await leave(last);
    const end = samplesOf(last).at(-1);
    const { request, reply } = last.cast.last() ?? { request: undefined, reply: undefined };
    const kept = keptIn(folder);
    const growth = grown(samples, ({ heapUsed, external }) => heapUsed + external);
    console.log(
      `heap: ${(growth / 1e6).toFixed(1)} MB more in the last third of ${samples.length} looks`,
    );
    expect({
      exit,
      problems: await close(last),
      survivors: survivorsOf(mark),
      locks: locksIn(folder),
      leftovers: leftoversIn(folder),
      atEnd: end?.what,
      timers: end?.handles.filter((kind) => kind === "Timeout"),
      pipes: end?.handles.filter((kind) => kind === "PipeWrap").length,
      children: end?.children,
      files: end?.files.filter((path) => path.startsWith(folder)),
      isFlat: {
        memory: growth <= MOST_GROWTH || growth,
        files: grown(samples, ({ files }) => files.length) <= 2,
        handles: grown(samples, ({ handles }) => handles.length) <= 4,
      },
      broken: brokenRule(
        { ...request, messages: [...kept, { role: "user", content: "and on" }] },
        { version: "2023-06-01", counting: false },
      ),
      kept: onTheWire(kept),
    }).toEqual({
      exit: { code: 0, signal: null },
      problems: [],
      survivors: [],
      locks: [],
      leftovers: [],
      atEnd: "end",
      timers: [],
      pipes: 3,
      children: [],
      files: [],
      isFlat: { memory: true, files: true, handles: true },
      broken: undefined,
      kept: onTheWire([...(request?.messages ?? []), { role: "assistant", content: reply?.text }]),
    });

    const again = await startProgram({ ...setting, after: last });
    await play(again, [GO_ON]);
    expect(onTheWire(again.cast.last()?.request.messages.slice(0, kept.length) ?? [])).toEqual(
      onTheWire(kept),
    );
    await leave(again);
    expect(await close(again)).toEqual([]);
    await Promise.all([removeFolder(folder), removeFolder(notes)]);
  },
  600_000,
);
