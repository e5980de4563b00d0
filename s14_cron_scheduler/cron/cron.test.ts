import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clock } from "../../shared/clock.ts";
import { stopTime } from "../../shared/fixtures/clock.ts";
import { makeRepository } from "../../shared/fixtures/repository.ts";
import { typedTurn } from "../../shared/fixtures/turns.ts";
import type { Outcome, Source, Submission } from "../../shared/terminal.ts";
import { createInbox, type Inbox } from "../inbox.ts";
import { type Agent, contextOf } from "../loop.ts";
import { createCron } from "./cron.ts";
import type { CronJob } from "./job.ts";
import {
  acknowledge,
  askAbout,
  createScheduler,
  type Scheduler,
  startTicking,
  stopTicking,
} from "./scheduler.ts";
import { FILE } from "./store.ts";

let folder = "";
const programs: Program[] = [];
beforeEach(async () => {
  stopTime(); // a look that the clock begins by itself would run beside the one of `pass`
  folder = await mkdtemp(join(tmpdir(), "cron-"));
});
afterEach(async () => {
  vi.restoreAllMocks();
  clock.setNow(Date.now()); // other tests use the same clock
  for (const { state } of programs.splice(0)) await stopTicking(state);
  await rm(folder, { recursive: true });
});

interface Program {
  state: Scheduler;
  queue: Submission[];
  /** What was taken back from the history. */
  takenBack: string[];
}

async function startProgram(): Promise<Program> {
  const queue: Submission[] = [];
  const takenBack: string[] = [];
  const inbox: Inbox = { ...createInbox(() => {}), takeBack: (note) => takenBack.push(note) };
  const state = createScheduler(folder, inbox, (submission) => queue.push(submission));
  const program = { state, queue, takenBack };
  programs.push(program);
  await startTicking(state);
  return program;
}

/** Moves the clock, and waits until all programs have looked. */
async function pass(ms: number) {
  clock.advance(ms);
  for (const { state } of programs) await settled(state);
}

const settled = ({ inOrder }: Scheduler) => inOrder(async () => {});

/** Runs the turn of the first prompt in the queue, as the terminal does. */
async function runTurn(
  { state, queue }: Program,
  outcome: Outcome | "left",
  hasReply = outcome === "done",
) {
  const submission = queue.shift();
  const prompt = await submission?.prompt();
  if (prompt === undefined) return undefined;
  if (hasReply) await acknowledge(state);
  submission?.ended?.(outcome);
  await settled(state);
  return prompt;
}

const job = (id: string, more: Partial<CronJob> = {}): CronJob => ({
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
const save = (...jobs: CronJob[]) =>
  writeFile(join(folder, FILE), JSON.stringify({ version: 1, jobs }));
const MINUTE = 60_000;

test("of two programs in a folder one fires, and the other does when the first has ended", async () => {
  await save(job("cron_00000001", { recurring: true }));
  const [one, other] = [await startProgram(), await startProgram()];
  expect([one.queue.length, other.queue.length]).toEqual([1, 0]);
  expect(await runTurn(one, "done")).toContain("Look.");
  await stopTicking(one.state);
  await pass(2 * MINUTE);
  expect([one.queue.length, other.queue.length]).toEqual([0, 1]);
});

test("a job that another program does not fire for a minute is told once, and again later if it happens again", async () => {
  const minute = Math.floor(Date.now() / MINUTE) * MINUTE; // else the next time of the job may come within the second below
  vi.spyOn(Date, "now").mockReturnValue(minute);
  clock.setNow(minute);
  await save(job("cron_00000001", { recurring: true }));
  const [busy] = [await startProgram(), await startProgram()];
  const lines = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const told = () => lines.mock.calls.join().match(/cron_00000001: due, but another/g)?.length ?? 0;
  await pass(MINUTE / 2);
  expect(told()).toBe(0);
  for (let second = 0; second < 3; second++) await pass(MINUTE);
  expect(told()).toBe(1);
  expect(await runTurn(busy, "done")).toContain("Look.");
  await pass(1000);
  for (let second = 0; second < 3; second++) await pass(MINUTE);
  expect(told()).toBe(2);
  lines.mockRestore();
});

test("what is no lock keeps no job from firing: a clone may bring it", async () => {
  await mkdir(join(folder, ".scheduled_tasks.lock"));
  await writeFile(join(folder, ".scheduled_tasks.lock", "x"), "");
  await save(job("cron_00000001"));
  expect((await startProgram()).queue).toHaveLength(1);
});

test("a lock that cannot be released is reported, and does not keep the program from ending", async () => {
  const lines = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const { state } = await startProgram();
  const close = async () => {
    throw new Error("EIO: i/o error");
  };
  state.store = { ...state.store, close };
  await expect(stopTicking(state)).resolves.toBeUndefined();
  expect(lines.mock.calls.join()).toContain("[cron] EIO");
  lines.mockRestore();
});

test("a prompt that waits while another program does its job begins no turn", async () => {
  await save(job("cron_00000001", { recurring: true }));
  const program = await startProgram();
  await save(job("cron_00000001", { recurring: true, due: new Date(clock.now() + MINUTE) }));
  expect(await runTurn(program, "done")).toBeUndefined();
  expect(await program.state.store.durable()).toMatchObject([{ state: "waiting" }]);
});

test("an interrupted turn whose end cannot be written keeps no job in memory waiting", async () => {
  await save(job("cron_00000001"));
  const program = await startProgram();
  const later = job("cron_00000002", { due: new Date(clock.now() + 1) });
  await program.state.store.add(() => later, false);
  await runTurn(program, "interrupted");
  await writeFile(join(folder, FILE), "{");
  await pass(MINUTE);
  expect(await runTurn(program, "done")).toContain("cron_00000002");
});

test("with a file that cannot be read, the jobs in memory are still listed, and the reason", async () => {
  await writeFile(join(folder, FILE), "{");
  const cron = createCron(
    folder,
    createInbox(() => {}),
    () => {},
  );
  const agent: Agent = Object({ cwd: folder });
  const run = (name: string, input: unknown) => {
    const tool = cron.tools?.find((one) => one.name === name);
    return tool?.run(input, contextOf(agent, new AbortController().signal, typedTurn()));
  };
  await run("schedule_cron", { cron: "0 9 * * *", prompt: "Look.", durable: false });
  const text = await run("list_crons", {});
  expect(text).toMatch(/^cron_.*: Look\.\n\.scheduled_tasks\.json cannot be used/);
  expect(text).toContain("It is now");
});

/** The file with these jobs comes with a repository. */
async function clone(...jobs: CronJob[]) {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await save(...jobs);
  makeRepository(folder, {});
}

/** A prompt of the person, who answers like this. */
const asking = (answer: string | undefined) => ({
  turn: typedTurn(async () => answer),
  signal: new AbortController().signal,
});

test("a job in a file that git tracks does not fire until the person has allowed it", async () => {
  await clone(job("cron_00000001", { recurring: true }));
  const program = await startProgram();
  for (const answer of [undefined, undefined]) {
    await askAbout(program.state, asking(answer));
    await pass(MINUTE);
    expect(program.queue).toEqual([]);
  }
  await askAbout(program.state, asking("y"));
  await pass(MINUTE);
  expect(await runTurn(program, "done")).toContain("Look.");
  await askAbout(program.state, asking("n")); // only its time is another one now
  await pass(MINUTE);
  expect(await runTurn(program, "done")).toContain("Look.");
});

test("a job that the person has refused does not fire, and another one does", async () => {
  await clone(job("cron_00000001"));
  const program = await startProgram();
  await askAbout(program.state, asking("n"));
  const own = await program.state.store.add(() => job("cron_00000002", { prompt: "Own." }), true);
  program.state.consent.own(own);
  await pass(MINUTE);
  expect(await runTurn(program, "done")).toContain("Own.");
  expect(program.queue).toEqual([]);
});

test("a job that another one has replaced while it waited for its turn begins no turn", async () => {
  await clone(job("cron_00000001"));
  const program = await startProgram();
  await askAbout(program.state, asking("y"));
  await pass(MINUTE);
  await save(job("cron_00000001", { prompt: "Foreign." }));
  expect(await runTurn(program, "done")).toBeUndefined();
  await pass(MINUTE);
  expect(program.queue).toEqual([]);
});

/** The tools of a session in the folder, and prompts of which each question gets the answer no. */
function session() {
  const questions: string[] = [];
  const inbox = createInbox(() => {});
  const queue: Submission[] = [];
  const cron = createCron(folder, inbox, (submission) => queue.push(submission));
  const agent: Agent = Object({ cwd: folder });
  const turn = typedTurn(async (question) => {
    questions.push(question);
    return "n";
  });
  const context = contextOf(agent, new AbortController().signal, turn);
  return {
    cron,
    queue,
    questions,
    run: async (name: string, input: unknown) =>
      (await cron.tools?.find((tool) => tool.name === name)?.run(input, context)) ?? "",
    submit: (source: Source) =>
      cron.hooks?.UserPromptSubmit?.({ prompt: "hello", source, context }),
  };
}

test("only a person is asked about the jobs that git tracks, and the model does not see their prompts", async () => {
  await clone(job("cron_0000000f", { prompt: "Foreign." }));
  const { questions, run, submit } = session();
  await submit("cron");
  await submit("background");
  expect(questions).toEqual([]);
  await submit("person");
  await submit("person");
  expect(questions).toEqual([expect.stringContaining("- cron_0000000f: * * * * *: Foreign.")]);
  expect(await run("list_crons", {})).toMatch(
    /^cron_0000000f .*, does not fire: it may have come with /,
  );
  expect(await run("list_crons", {})).not.toContain("Foreign");
  expect(await run("cancel_cron", { job_id: "cron_0000000f" })).toBe("Cancelled cron_0000000f");
});

test("a job that this session schedules fires without a question, though git tracks the file", async () => {
  await clone();
  const { cron, queue, questions, run, submit } = session();
  await run("schedule_cron", { cron: "* * * * *", prompt: "Own." });
  await cron.start?.();
  await submit("person");
  clock.advance(2 * MINUTE);
  await run("list_crons", {}); // after the look of the clock
  await cron.stop?.();
  expect(questions).toEqual([]);
  expect(queue).toHaveLength(1);
});

test("a turn that the person interrupts is done with; one that the program leaves is not", async () => {
  await save(job("cron_00000001"), job("cron_00000002"));
  const program = await startProgram();
  await runTurn(program, "interrupted");
  expect(await program.state.store.durable()).toMatchObject([{ id: "cron_00000002" }]);
  await runTurn(program, "left");
  for (let second = 0; second < 12; second++) await pass(1000); // another mechanism takes long to stop
  await stopTicking(program.state);
  expect(await program.state.store.durable()).toMatchObject([{ state: "delivered" }]);
  expect((await startProgram()).queue).toHaveLength(1);
});

test("a turn that fails after its first reply is not repeated", async () => {
  await save(job("cron_00000001"));
  const program = await startProgram();
  await runTurn(program, "failed", true);
  expect(await program.state.store.durable()).toEqual([]);
});

test("a turn that fails before its reply is repeated later, and its prompt is taken back", async () => {
  await save(job("cron_00000001"));
  const program = await startProgram();
  const prompt = await runTurn(program, "failed");
  expect(program.takenBack).toEqual([prompt]);
  expect(await program.state.store.durable()).toMatchObject([{ state: "pending", failures: 1 }]);
  await pass(MINUTE);
  expect(await runTurn(program, "done")).toContain("failed before a reply: 1");
});

test("a turn that a hook refuses ends without a reply and without an error, and is not repeated", async () => {
  await save(job("cron_00000001"), job("cron_00000002", { recurring: true }));
  const program = await startProgram();
  await runTurn(program, "done", false);
  await runTurn(program, "done", false);
  expect(await program.state.store.durable()).toMatchObject([
    { id: "cron_00000002", state: "waiting", failures: 0 },
  ]);
});

const full = async () => {
  throw new Error("ENOSPC: no space left on device");
};

test("while the disk cannot be written no turn begins, the reason is printed once, and nothing is lost", async () => {
  await save(job("cron_00000001"));
  const program = await startProgram();
  const { store } = program.state;
  const lines = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  program.state.store = { ...store, change: full };
  for (let second = 0; second < 3; second++) {
    expect(await runTurn(program, "done")).toBeUndefined(); // its beginning could not be written
    await pass(1000);
  }
  expect(lines.mock.calls.join().match(/ENOSPC/g)).toHaveLength(1);
  lines.mockRestore();
  program.state.store = store;
  expect(await runTurn(program, "done")).toContain("Look.");
  expect(await store.durable()).toEqual([]);
});

test("a turn that has had its reply is not repeated because the disk was full then", async () => {
  await save(job("cron_00000001"));
  const program = await startProgram();
  const { store } = program.state;
  const [submission] = program.queue.splice(0);
  expect(await submission?.prompt()).toContain("Look.");
  program.state.store = { ...store, change: full };
  await expect(acknowledge(program.state)).rejects.toThrow("ENOSPC");
  submission?.ended?.("done");
  await pass(1000);
  program.state.store = store;
  await pass(1000);
  await pass(1000);
  expect(program.queue).toEqual([]);
  expect(await store.durable()).toEqual([]);
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

/** A program that is killed at its n-th change, before or after it: then nothing of it ever happens again. */
function killedAt(write: number, when: "before" | "after") {
  const queue: Submission[] = [];
  const inbox = createInbox(() => {});
  const state = createScheduler(folder, inbox, (submission) => queue.push(submission));
  const { change } = state.store;
  let left = write;
  let die = (_: "killed") => {};
  const dead = new Promise<"killed">((resolve) => {
    die = resolve;
  });
  state.store.change = async (id, step) => {
    const isLast = left-- === 0;
    const changed = isLast && when === "before" ? undefined : await change(id, step);
    if (!isLast) return changed;
    die("killed");
    return new Promise(() => {});
  };
  return { state, queue, dead, takenBack: [] };
}

/** The whole life of two jobs, until the program is killed. Gives "whole" if it is not. */
async function live(program: Program, seen: { hasReply: boolean }): Promise<"whole"> {
  await startTicking(program.state);
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
      killed.state.stopTicking();
      await killed.state.store.close();
      const next = await startProgram();
      const prompts = await Promise.all(next.queue.map(({ prompt }) => prompt()));
      if (!seen.hasReply) expect(prompts.join()).toContain("cron_00000001");
      expect(await next.state.store.durable()).toContainEqual(
        expect.objectContaining({ id: "cron_00000002" }),
      );
      await stopTicking(next.state);
    }
    expect(writes).toBeGreaterThan(4);
  },
);
