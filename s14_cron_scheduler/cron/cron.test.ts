import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clock } from "../../shared/clock.ts";
import type { Outcome, Submission } from "../../shared/terminal.ts";
import { type Agent, contextOf } from "../loop.ts";
import { createCron, newId } from "./cron.ts";
import type { Job } from "./job.ts";
import {
  acknowledge,
  createScheduler,
  inOrder,
  type Scheduler,
  startLooking,
  stopLooking,
} from "./scheduler.ts";
import { FILE } from "./store.ts";

let folder = "";
const programs: Program[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cron-"));
});
afterEach(async () => {
  for (const { state } of programs.splice(0)) await stopLooking(state);
  await rm(folder, { recursive: true });
});

interface Program {
  state: Scheduler;
  queue: Submission[];
}

async function startProgram(): Promise<Program> {
  const queue: Submission[] = [];
  const state = createScheduler(folder, (submission) => queue.push(submission));
  const program = { state, queue };
  programs.push(program);
  await startLooking(state);
  return program;
}

/** Moves the clock, and waits until all programs have looked. */
async function pass(ms: number) {
  clock.advance(ms);
  for (const { state } of programs) await settled(state);
}

const settled = (state: Scheduler) => inOrder(state, async () => {});

/** Runs the turn of the first prompt in the queue, as the terminal does. */
async function runTurn({ state, queue }: Program, outcome: Outcome, hasReply = outcome === "done") {
  const submission = queue.shift();
  const prompt = await submission?.prompt();
  if (prompt === undefined) return undefined;
  if (hasReply) await acknowledge(state);
  submission?.ended?.(outcome);
  await settled(state);
  return prompt;
}

const job = (id: string, more: Partial<Job> = {}): Job => ({
  id,
  cron: "* * * * *",
  prompt: "Look.",
  recurring: false,
  createdAt: new Date(0),
  due: new Date(0),
  state: "waiting",
  failures: 0,
  ...more,
});
const save = (...jobs: Job[]) =>
  writeFile(join(folder, FILE), JSON.stringify({ version: 1, jobs }));
const MINUTE = 60_000;

test("of two programs in a folder one fires, and the other does when the first has ended", async () => {
  await save(job("cron_00000001", { recurring: true }));
  const [one, other] = [await startProgram(), await startProgram()];
  expect([one.queue.length, other.queue.length]).toEqual([1, 0]);
  expect(await runTurn(one, "done")).toContain("Look.");
  await stopLooking(one.state);
  await pass(2 * MINUTE);
  expect([one.queue.length, other.queue.length]).toEqual([0, 1]);
});

test("a lock that cannot be removed is reported, and does not keep the program from ending", async () => {
  const lines = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await save(job("cron_00000001"));
  const { state } = await startProgram();
  await writeFile(join(folder, ".scheduled_tasks.lock", "a.txt"), "");
  await expect(stopLooking(state)).resolves.toBeUndefined();
  expect(lines.mock.calls.join()).toContain("[cron] ENOTEMPTY");
  lines.mockRestore();
});

test("a program that has lost its lock begins no turn that still waits", async () => {
  await save(job("cron_00000001"));
  const program = await startProgram();
  await program.state.held?.release();
  program.state.held = { isLost: () => true, release: async () => {} };
  expect(await runTurn(program, "done")).toBeUndefined();
  await pass(1000); // it gets the lock again, because no other program has it
  expect(await runTurn(program, "done")).toContain("Look.");
});

test("a prompt that waits while another program does its job begins no turn", async () => {
  await save(job("cron_00000001", { recurring: true }));
  const program = await startProgram();
  await save(job("cron_00000001", { recurring: true, due: new Date(clock.now() + MINUTE) }));
  expect(await runTurn(program, "done")).toBeUndefined();
  expect(await program.state.file.jobs()).toMatchObject([{ state: "waiting" }]);
});

test("a prompt whose turn another program has begun begins no second turn", async () => {
  await save(job("cron_00000001"));
  const program = await startProgram();
  await save(job("cron_00000001", { state: "delivered" }));
  expect(await runTurn(program, "done")).toBeUndefined();
  expect(await program.state.file.jobs()).toMatchObject([{ state: "delivered" }]);
});

test("an interrupted turn whose end cannot be written keeps no job in memory waiting", async () => {
  await save(job("cron_00000001"));
  const program = await startProgram();
  await program.state.memory.update(() => [
    job("cron_00000002", { due: new Date(clock.now() + 1) }),
  ]);
  await runTurn(program, "interrupted");
  await writeFile(join(folder, FILE), "{");
  await pass(MINUTE);
  expect(await runTurn(program, "done")).toContain("cron_00000002");
});

test("with a file that cannot be read, the jobs in memory are still listed, and the reason", async () => {
  await writeFile(join(folder, FILE), "{");
  const { cron } = createCron(folder, { submit() {}, askPerson: async () => undefined });
  const agent: Agent = Object({ cwd: folder });
  const run = (name: string, input: unknown) => {
    const tool = cron.tools?.find((one) => one.name === name);
    return tool?.run(input, contextOf(agent, new AbortController().signal));
  };
  await run("schedule_cron", { cron: "0 9 * * *", prompt: "Look.", durable: false });
  const text = await run("list_crons", {});
  expect(text).toMatch(/^cron_.*: Look\.\n\.scheduled_tasks\.json cannot be used/);
  expect(text).toContain("It is now");
});

test("a turn that the person interrupts is done with, but not if the program ends then", async () => {
  await save(job("cron_00000001"), job("cron_00000002"));
  const program = await startProgram();
  await runTurn(program, "interrupted");
  await pass(1000);
  expect(await program.state.file.jobs()).toMatchObject([{ id: "cron_00000002" }]);
  await runTurn(program, "interrupted");
  await stopLooking(program.state);
  expect(await program.state.file.jobs()).toMatchObject([{ state: "delivered" }]);
  expect((await startProgram()).queue).toHaveLength(1);
});

test("a turn that fails after its first reply is not repeated", async () => {
  await save(job("cron_00000001"));
  const program = await startProgram();
  await runTurn(program, "failed", true);
  expect(await program.state.file.jobs()).toEqual([]);
});

test("a turn that a hook refuses has no reply, so it is repeated", async () => {
  await save(job("cron_00000001"));
  const program = await startProgram();
  await runTurn(program, "done", false);
  expect(await program.state.file.jobs()).toMatchObject([{ state: "pending", failures: 1 }]);
  await pass(MINUTE);
  expect(await runTurn(program, "done")).toContain("failed before a reply: 1");
});

test("while the disk cannot be written nothing is submitted, and afterwards nothing is lost", async () => {
  await save(job("cron_00000001"));
  const program = await startProgram();
  const { file } = program.state;
  const full = async () => {
    throw new Error("ENOSPC: no space left on device");
  };
  program.state.file = { ...file, update: full };
  expect(await runTurn(program, "done")).toBeUndefined(); // its beginning could not be written
  await pass(1000);
  expect(program.queue).toEqual([]);
  program.state.file = file;
  await pass(1000);
  expect(await runTurn(program, "done")).toContain("Look.");
  expect(await file.jobs()).toEqual([]);
});

test("a turn that has had its reply is not repeated because the disk was full then", async () => {
  await save(job("cron_00000001"));
  const program = await startProgram();
  const { file } = program.state;
  const full = async () => {
    throw new Error("ENOSPC: no space left on device");
  };
  const [submission] = program.queue.splice(0);
  expect(await submission?.prompt()).toContain("Look.");
  program.state.file = { ...file, update: full };
  await expect(acknowledge(program.state)).rejects.toThrow("ENOSPC");
  submission?.ended?.("done");
  await pass(1000);
  program.state.file = file;
  await pass(1000);
  await pass(1000);
  expect(program.queue).toEqual([]);
  expect(await file.jobs()).toEqual([]);
});

test("fifty jobs fire in the order of their times, once each, after a month", async () => {
  const later = (at: number) => new Date(clock.now() + (50 - at) * MINUTE);
  const ids = Array.from({ length: 50 }, (_, at) => `cron_${String(at).padStart(8, "0")}`);
  await save(...ids.map((id, at) => job(id, { recurring: true, due: later(at) })));
  const program = await startProgram();
  await pass(31 * 24 * 60 * MINUTE);
  await pass(MINUTE);
  const order: string[] = [];
  for (const { prompt } of program.queue) order.push((await prompt()) ?? "");
  expect(order.map((prompt) => /cron_\d{8}/.exec(prompt)?.[0])).toEqual(ids.toReversed());
});

test("an id that a job has already is drawn again", () => {
  const drawn = ["00000001", "00000002", "00000003"];
  const taken = ["cron_00000001", "cron_00000002"];
  expect(newId(taken, () => drawn.shift() ?? "")).toBe("cron_00000003");
  expect(newId([])).toMatch(/^cron_[0-9a-f]{8}$/);
});

/** A program that is killed at its n-th write of the file, before or after it: then nothing of it ever happens again. */
function killedAt(write: number, when: "before" | "after") {
  const queue: Submission[] = [];
  const state = createScheduler(folder, (submission) => queue.push(submission));
  const { update } = state.file;
  let left = write;
  let die = (_: "killed") => {};
  const dead = new Promise<"killed">((resolve) => {
    die = resolve;
  });
  state.file.update = async (change) => {
    const isLast = left-- === 0;
    if (!isLast || when === "after") await update(change);
    if (!isLast) return;
    die("killed");
    await new Promise(() => {});
  };
  return { state, queue, dead };
}

/** The whole life of two jobs, until the program is killed. Gives "whole" if it is not. */
async function live(program: Program, seen: { hasReply: boolean }): Promise<"whole"> {
  await startLooking(program.state);
  while (program.queue.length > 0) {
    const submission = program.queue.shift();
    const prompt = await submission?.prompt();
    if (prompt?.includes("cron_00000001")) seen.hasReply = true; // now the model replies
    await acknowledge(program.state);
    submission?.ended?.("done");
    await settled(program.state);
  }
  return "whole";
}

test.each(["before", "after"] as const)(
  "a kill %s any write loses no job that has had no reply",
  async (when) => {
    let end: "whole" | "killed" = "killed";
    let writes = 0;
    for (; end === "killed"; writes++) {
      await save(job("cron_00000001"), job("cron_00000002", { recurring: true }));
      const seen = { hasReply: false };
      const killed = killedAt(writes, when);
      end = await Promise.race([live(killed, seen), killed.dead]);
      killed.state.stopLooking();
      await killed.state.held?.release();
      const next = await startProgram();
      const prompts = await Promise.all(next.queue.map(({ prompt }) => prompt()));
      if (!seen.hasReply) expect(prompts.join()).toContain("cron_00000001");
      expect(await next.state.file.jobs()).toContainEqual(
        expect.objectContaining({ id: "cron_00000002" }),
      );
      await stopLooking(next.state);
    }
    expect(writes).toBeGreaterThan(5);
  },
);
