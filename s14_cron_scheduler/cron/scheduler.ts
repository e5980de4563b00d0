// s14 · cron/scheduler – fires the jobs whose time has come, and follows each to the first reply of its turn.
import { join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import { clock } from "../../shared/clock.ts";
import { describeError } from "../../shared/errors.ts";
import { type Held, hold } from "../../shared/lock.ts";
import { note, type Outcome, type Submission } from "../../shared/terminal.ts";
import { acknowledged, delivered, failed, fired, isReady, type Job } from "./job.ts";
import { localTime } from "./schedule.ts";
import { createFileShelf, createMemoryShelf, type Shelf } from "./store.ts";
import { announce, promptOf, takeBack } from "./turn.ts";

const LOOK_MS = 1000;

/** The turn of a job. */
interface CronTurn {
  id: string;
  prompt: string;
  hasReply: boolean;
}

export interface Scheduler {
  cwd: string;
  submit(submission: Submission): void;
  file: Shelf;
  memory: Shelf;
  /** The lock of this folder, while this program has it: then it fires the durable jobs. */
  held: Held | undefined;
  /** The jobs that this program has submitted and whose turn has not ended. They do not fire again. */
  submitted: Set<string>;
  turn: CronTurn | undefined;
  /** The jobs that the next look acknowledges: their turns were interrupted, or their replies could not be recorded. */
  dismissed: string[];
  /** The history of the agent. */
  messages: Anthropic.MessageParam[];
  /** The last action on the jobs. The next one waits for it. */
  last: Promise<unknown>;
  /** The problem that was printed last. */
  told: string;
  stopLooking(): void;
}

export function createScheduler(cwd: string, submit: Scheduler["submit"]): Scheduler {
  return {
    cwd,
    submit,
    file: createFileShelf(cwd),
    memory: createMemoryShelf(),
    held: undefined,
    submitted: new Set(),
    turn: undefined,
    dismissed: [],
    messages: [],
    last: Promise.resolve(),
    told: "",
    stopLooking() {},
  };
}

/** Looks for jobs to fire, now and every second. */
export async function startLooking(state: Scheduler): Promise<void> {
  state.stopLooking = clock.every(LOOK_MS, () => void look(state));
  await look(state);
}

/** Jobs that are not done yet stay in the file, and the next program in this folder fires them. */
export async function stopLooking(state: Scheduler): Promise<void> {
  state.stopLooking();
  await inOrder(state, async () => {
    await state.held?.release().catch((error: unknown) => tell(state, describeError(error)));
    state.held = undefined;
  });
}

/** Runs the actions on the jobs one after the other. */
export function inOrder<Result>(state: Scheduler, action: () => Promise<Result>): Promise<Result> {
  const result = state.last.then(action);
  state.last = result.catch(() => {}); // its own caller gets the error
  return result;
}

/** Must not throw: a problem is printed once, and the next look tries again. */
function look(state: Scheduler): Promise<void> {
  return inOrder(state, async () => {
    try {
      const now = new Date(clock.now());
      await fire(state, state.memory, now);
      await dismiss(state, now);
      if (await isOwner(state)) await fire(state, state.file, now);
      state.told = "";
    } catch (error) {
      tell(state, describeError(error));
    }
  });
}

/** One program in a folder fires its durable jobs: the one that has the lock. When it ends or dies, another takes over. */
async function isOwner(state: Scheduler): Promise<boolean> {
  if ((await state.file.jobs()).length === 0) return false;
  if (state.held?.isLost()) state.held = undefined;
  state.held ??= await hold(join(state.cwd, ".scheduled_tasks"));
  return state.held !== undefined;
}

/** Submits a prompt for each job that is ready. The state is written first, so that a crash cannot lose one. */
async function fire(state: Scheduler, shelf: Shelf, now: Date) {
  const isDue = (job: Job) => !state.submitted.has(job.id) && isReady(job, now);
  const due = (await shelf.jobs()).filter(isDue);
  if (due.length === 0) return;
  await shelf.update((jobs) => jobs.map((job) => (isDue(job) ? fired(job) : job)));
  for (const { id } of due.sort((one, other) => one.due.getTime() - other.due.getTime())) {
    state.submitted.add(id);
    state.submit({
      source: "cron",
      prompt: () => inOrder(state, () => begin(state, id)),
      ended: (outcome) => end(state, outcome),
    });
  }
}

/** When the turn begins: gives its prompt, or undefined if the job was cancelled meanwhile. Must not throw. */
async function begin(state: Scheduler, id: string): Promise<string | undefined> {
  try {
    let isPending = false; // otherwise it is in a turn of another program, or has had it
    const step = (job: Job) => {
      isPending = job.state === "pending";
      return delivered(job);
    };
    const job = (await isOurs(state, id)) ? await change(state, id, step) : undefined;
    if (job === undefined || !isPending) {
      state.submitted.delete(id);
      return undefined;
    }
    const now = new Date(clock.now());
    state.turn = { id, prompt: promptOf(job, now), hasReply: false };
    note(announce(job, now), "magenta");
    return state.turn.prompt;
  } catch (error) {
    state.submitted.delete(id); // if the job is still there, the next look submits it again
    tell(state, describeError(error));
    return undefined;
  }
}

/** False when another program has taken the lock over: it fires the job itself. */
async function isOurs({ memory, held }: Scheduler, id: string): Promise<boolean> {
  const isHere = (await memory.jobs()).some((job) => job.id === id);
  return isHere || held?.isLost() === false;
}

/** The first reply of the turn acknowledges the job. */
export async function acknowledge(state: Scheduler): Promise<void> {
  const { turn } = state;
  if (turn === undefined || turn.hasReply) return;
  turn.hasReply = true;
  await inOrder(state, () => settle(state, turn.id));
}

/** When the turn has ended, whatever its outcome. */
function end(state: Scheduler, outcome: Outcome): void {
  const { turn } = state;
  state.turn = undefined;
  if (turn === undefined) return;
  const { id, hasReply } = turn;
  if (!hasReply && outcome === "interrupted") {
    state.dismissed.push(id);
    return;
  }
  if (!hasReply) takeBack(state.messages, turn.prompt);
  void inOrder(state, async () => {
    try {
      await (hasReply ? settle(state, id) : restore(state, id));
    } catch (error) {
      tell(state, describeError(error));
      if (hasReply) return void state.dismissed.push(id);
    }
    state.submitted.delete(id); // a job that could not be restored is still delivered, so it fires again
  });
}

/** A recurring job waits for its next time. Times that have passed since, for example during a long turn, do not count. */
async function settle(state: Scheduler, id: string) {
  const now = new Date(clock.now());
  const isSettled = (job: Job) => job.state === "waiting" && job.due > now;
  await change(state, id, (job) => (isSettled(job) ? job : acknowledged(job, now)));
}

/** A turn without a reply is tried again, later each time, until one succeeds or the job is cancelled. */
async function restore(state: Scheduler, id: string) {
  const job = await change(state, id, (job) => failed(job, new Date(clock.now())));
  if (job?.notBefore === undefined) return;
  note(`[cron] ${id} had no reply; again at ${localTime(job.notBefore)}`, "yellow");
}

/**
 * Ctrl-C means that the person has seen the prompt and does not want it. The end of the program interrupts a turn, too;
 * so this is done at the next look, when it is clear that the program goes on.
 */
async function dismiss(state: Scheduler, now: Date) {
  let problem: unknown;
  for (const id of state.dismissed.splice(0)) {
    try {
      await change(state, id, (job) => acknowledged(job, now));
      state.submitted.delete(id);
    } catch (error) {
      state.dismissed.push(id);
      problem = error;
    }
  }
  if (problem !== undefined) throw problem;
}

/** Changes one job, and gives it as it is then; undefined when it is gone. A step that gives undefined removes it. */
export async function change(
  state: Scheduler,
  id: string,
  step: (job: Job) => Job | undefined,
): Promise<Job | undefined> {
  const isHere = (await state.memory.jobs()).some((job) => job.id === id);
  let changed: Job | undefined;
  await (isHere ? state.memory : state.file).update((jobs) => {
    const job = jobs.find((one) => one.id === id);
    changed = job && step(job);
    if (changed === job) return jobs;
    return jobs.flatMap((one) => (one === job ? (changed ?? []) : one));
  });
  return changed;
}

function tell(state: Scheduler, problem: string) {
  if (state.told !== problem) note(`[cron] ${problem}`, "yellow");
  state.told = problem;
}
