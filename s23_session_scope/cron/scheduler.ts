// s14 · cron/scheduler – fires the jobs whose time has come, and follows each to the first reply of its turn.
import { join } from "node:path";
import { clock } from "../../shared/clock.ts";
import {
  type Asking,
  type Consent,
  type ConsentOptions,
  createConsent,
  readsOf,
} from "../../shared/consent.ts";
import { createQueue, type Queue } from "../../shared/queue.ts";
import { localTime } from "../../shared/schedule.ts";
import { type Attempt, createAttempt } from "../../shared/tellOnce.ts";
import { note, type Outcome, type Submission } from "../../shared/terminal.ts";
import { capped } from "../../shared/text.ts";
import type { Reads } from "../../shared/trust.ts";
import type { Inbox } from "../inbox.ts";
import { acknowledged, type CronJob, delivered, failed, isReady } from "./job.ts";
import { createJobStore, FILE, type JobStore } from "./store.ts";
import { headline, promptOf } from "./turn.ts";

const TICK_MS = 1000;
/** How long another program may take to fire a job before the person is told. */
const PATIENCE_MS = 60_000;

/** The turn of a job. */
interface CronTurn {
  id: string;
  prompt: string;
  hasReply: boolean;
}

export interface Scheduler {
  store: JobStore;
  consent: Consent<CronJob>;
  /** The jobs in the file, whether they may fire or not. */
  reads: Reads;
  inbox: Inbox;
  submit(submission: Submission): void;
  /** Runs the actions on the jobs one after the other. */
  inOrder: Queue;
  /** The jobs that this program has submitted and whose turn has not ended. They do not fire again. */
  submitted: Set<string>;
  turn: CronTurn | undefined;
  /** The jobs whose turns are done with, until the store says so, too. */
  over: Set<string>;
  /** Runs an action that must not throw: a problem is printed, but not again each second. */
  attempt: Attempt;
  isTicking: boolean;
  /** Since when jobs are due that another program does not fire. */
  waitingSince: Date | undefined;
  stopTicking(): void;
}

export function createScheduler(cwd: string, inbox: Inbox, submit: Scheduler["submit"]): Scheduler {
  const store = createJobStore(cwd);
  const options: ConsentOptions<CronJob> = {
    what: "cron jobs",
    path: join(cwd, FILE),
    fileOf: () => FILE,
    contentOf: ({ cron, recurring, prompt }) => [cron, recurring, prompt],
    lineOf: ({ id, cron, recurring, prompt }) =>
      `${id}: ${cron}${recurring ? " (again and again)" : ""}: ${prompt}`,
  };
  return {
    store,
    consent: createConsent(options),
    reads: readsOf(options, store.durable),
    inbox,
    submit,
    inOrder: createQueue(),
    submitted: new Set(),
    turn: undefined,
    over: new Set(),
    attempt: createAttempt("[cron]"),
    isTicking: false,
    waitingSince: undefined,
    stopTicking() {},
  };
}

/** Looks for jobs to fire, now and every second. */
export async function startTicking(state: Scheduler): Promise<void> {
  state.stopTicking = clock.every(TICK_MS, () => void tick(state));
  await tick(state);
}

/** Asks the person about the jobs in a file that git tracks. Until they are allowed, they do not fire. */
export async function askAbout({ store, consent }: Scheduler, asking: Asking): Promise<void> {
  await consent.allowed(await store.durable().catch(() => []), asking); // the tick reports an error
}

/** Jobs that are not done yet stay in the file, and the next program in this folder fires them. */
export async function stopTicking(state: Scheduler): Promise<void> {
  state.stopTicking();
  await state.inOrder(() => state.attempt("stop", () => state.store.close()));
}

/** A tick that takes long is not followed by another one before it has ended. */
async function tick(state: Scheduler): Promise<void> {
  if (state.isTicking) return;
  state.isTicking = true;
  await state.inOrder(() => state.attempt("tick", () => fireAll(state)));
  state.isTicking = false;
}

async function fireAll(state: Scheduler) {
  const now = new Date(clock.now());
  await fire(state, state.store.inMemory(), now);
  await settle(state);
  await fire(state, await state.store.ours(), now);
  await state.attempt("wait", () => tellOfWaiting(state, now));
}

/** A program that holds the jobs and does not fire them may hang, or be busy with a long turn: the person learns of it. */
async function tellOfWaiting(state: Scheduler, now: Date) {
  const jobs = await state.store.others();
  const late = jobs.filter((job) => job.state === "waiting" && job.due <= now);
  state.waitingSince = late.length === 0 ? undefined : (state.waitingSince ?? now);
  const since = (state.waitingSince ?? now).getTime();
  if (now.getTime() - since < PATIENCE_MS) return;
  const ids = capped(
    late.map(({ id }) => id),
    3,
  ).join(", ");
  throw new Error(
    `${ids}: due, but another program in this folder fires the jobs, and has not done it. If it hangs, end it.`,
  );
}

/** Submits a turn for each job that is ready. Nothing is written yet: until its turn begins, it is only late. */
async function fire(state: Scheduler, jobs: CronJob[], now: Date) {
  const ready = jobs.filter((job) => !state.submitted.has(job.id) && isReady(job, now));
  const due = await state.consent.allowed(ready);
  for (const { id } of due.sort((one, other) => one.due.getTime() - other.due.getTime())) {
    state.submitted.add(id);
    state.submit({
      source: "cron",
      prompt: () => state.inOrder(() => begin(state, id)),
      ended: (outcome) => end(state, outcome),
    });
  }
}

/** When the turn begins: its prompt, after the store knows of it. Undefined for a job that was cancelled meanwhile. */
async function begin(state: Scheduler, id: string): Promise<string | undefined> {
  const now = new Date(clock.now());
  await state.attempt("begin", async () => {
    const job = await state.store.change(id, (job) => (isReady(job, now) ? delivered(job) : job));
    if (job?.state !== "delivered" || !state.consent.isAllowed(job)) return;
    state.turn = { id, prompt: promptOf(job, now), hasReply: false };
    note(headline(job, now), "magenta");
  });
  if (state.turn === undefined) state.submitted.delete(id); // if it is still due, the next tick submits it again
  return state.turn?.prompt;
}

/** The first reply of the turn acknowledges the job. */
export async function acknowledge(state: Scheduler): Promise<void> {
  const { turn } = state;
  if (turn === undefined || turn.hasReply) return;
  turn.hasReply = true;
  state.over.add(turn.id);
  await state.inOrder(() => settle(state));
}

/**
 * When the turn has ended. Only one that failed before a reply is repeated: Ctrl-C means that the person does not want
 * it, and a turn that was done without a reply was refused by a hook. If the program ends, the job stays delivered, and
 * the next program repeats it.
 */
function end(state: Scheduler, outcome: Outcome | "left"): void {
  const { turn } = state;
  state.turn = undefined;
  if (turn === undefined) return;
  const { id, prompt, hasReply } = turn;
  if (outcome === "left" && !hasReply) return;
  if (outcome === "failed" && !hasReply) {
    state.inbox.takeBack(prompt);
    void state.inOrder(() => state.attempt("repeat", () => repeatLater(state, id)));
    return;
  }
  state.over.add(id);
  void state.inOrder(() => state.attempt("settle", () => settle(state)));
}

/** Times of a recurring job that have passed since it fired, for example during a long turn, do not count. */
async function settle(state: Scheduler) {
  const results = await Promise.allSettled([...state.over].map((id) => settleOne(state, id)));
  const failure = results.find(({ status }) => status === "rejected");
  if (failure?.status === "rejected") throw failure.reason;
}

async function settleOne({ store, over, submitted, turn }: Scheduler, id: string) {
  await store.change(id, (job) => acknowledged(job, new Date(clock.now())));
  over.delete(id);
  if (turn?.id !== id) submitted.delete(id);
}

async function repeatLater(state: Scheduler, id: string) {
  state.submitted.delete(id); // if the next line fails, it is still delivered, and the next tick submits it again
  const job = await state.store.change(id, (job) => failed(job, new Date(clock.now())));
  if (job?.notBefore === undefined) return;
  note(`[cron] ${id} had no reply; again at ${localTime(job.notBefore)}`, "yellow");
}
