// s17 · autonomy/core – a mate without work takes the next task, and whatever ends its work gives the task back.
import { createRuns } from "../../shared/queue.ts";
import { explain, note } from "../../shared/terminal.ts";
import { type Task, type TaskStore, workTools } from "../tasks/tasks.ts";
import { LEAD, type MateExtra, type MateHandle, type Team } from "../team/team.ts";
import { named, promptOf } from "./words.ts";

/** A mate, as the board sees it. */
export interface Worker {
  mate: MateHandle;
  /** The task that it has, as the store has told. */
  task: Task | undefined;
  /** The ids of tasks that it has released. It does not take them again by itself. */
  handedBack: Set<string>;
  /** True after a turn that failed or was interrupted, until another one went well. */
  rests: boolean;
  /** True while a turn that may begin with a task waits in its queue. */
  isOffered: boolean;
}

/** What surrounds the core. */
export interface Around {
  /** Called before each look at the board. Must not throw. */
  beforeLook(): Promise<void>;
  /** Whether a mate that is free is offered a turn for a task that is ready. */
  mayTake(worker: Worker): boolean;
  /** Called when a mate has got a task. */
  hasClaimed(worker: Worker): void;
  /** Calls `giveBack`, and decides what happens when that throws. */
  giveBack(board: Board, worker: Worker, why: string): Promise<void>;
  report(error: unknown): undefined;
}

export interface Board {
  team: Team;
  store: TaskStore;
  around: Around;
  workers: Set<Worker>;
  /** Looks at the board, one look after the other. */
  wake(): void;
}

export function openBoard(team: Team, store: TaskStore, around: Around): Board {
  const wake = createRuns(() => look(board).catch(around.report));
  const board: Board = { team, store, around, workers: new Set(), wake };
  store.onChange((task) => follow(board, task));
  return board;
}

export function join(board: Board, mate: MateHandle): Worker {
  const handedBack = new Set<string>();
  const worker: Worker = { mate, task: undefined, handedBack, rests: false, isOffered: false };
  board.workers.add(worker);
  return worker;
}

/** What a mate gets for its work on tasks, and what the team tells of it. */
export const extraOf = (board: Board, worker: Worker): MateExtra => ({
  tools: workTools(board.store),
  turnEnded: (failure) => turnEnded(board, worker, failure),
  left: () => leave(board, worker),
});

/** The store tells of each change in this program: whose is the task, now? */
function follow({ workers, around, wake }: Board, task: Task): void {
  for (const worker of workers) {
    const isIts = task.status === "in_progress" && task.owner === worker.mate.name;
    if (!isIts && worker.task?.id !== task.id) continue;
    explain(`[tasks] ${worker.mate.name}: ${task.id} is ${isIts ? "claimed" : task.status}`);
    if (task.status === "pending") worker.handedBack.add(task.id);
    if (isIts && worker.task?.id !== task.id) around.hasClaimed(worker);
    worker.task = isIts ? task : undefined;
  }
  wake();
}

/** Offers what is ready to the mates that are free: a turn, not the task. Nothing is claimed yet. */
async function look({ team, store, around, workers }: Board): Promise<void> {
  await around.beforeLook();
  const free = [...workers].filter(isFree);
  if (free.length === 0 || team.isEnding) return;
  const tasks = new Set(await store.claimable());
  for (const worker of free) {
    const task = [...tasks].find(({ id }) => !worker.handedBack.has(id));
    if (task === undefined || !around.mayTake(worker)) continue;
    tasks.delete(task); // one task wakes one mate, not the whole team
    worker.isOffered = true;
    void worker.mate.submit(() => take(store, worker).catch(around.report));
  }
}

/** A mate is held while a letter waits for it, or while a plan is wanted of it. */
function isFree(worker: Worker): boolean {
  const { mate, task, rests } = worker;
  return isWaiting(worker) && !task && !rests && !mate.progress.isLeaving && !mate.isHeld();
}

export const isWaiting = ({ mate, isOffered }: Worker): boolean =>
  !isOffered && !mate.progress.running;

/** The turn begins. What the look has seen may be gone: the claim decides, under the lock of the store. */
async function take(store: TaskStore, worker: Worker): Promise<string | undefined> {
  worker.isOffered = false; // what changes while it claims is worth another offer
  if (!isFree(worker)) return undefined;
  const isNew = ({ id }: Task) => !worker.handedBack.has(id);
  const claimed = await store.claimNext(callerOf(worker), isNew);
  if (claimed === undefined) return undefined; // so there is no turn, and no request
  note(`takes ${named(claimed.task)}`, "magenta");
  return promptOf(claimed);
}

/** After a turn that failed, a mate rests until a letter has begun a turn that went well. */
async function turnEnded(board: Board, worker: Worker, failure: string | undefined) {
  worker.rests = failure !== undefined;
  if (failure !== undefined)
    await board.around.giveBack(board, worker, `my turn was stopped: ${failure}`);
  board.wake();
}

/** It has left the team, or the program ends. */
async function leave(board: Board, worker: Worker): Promise<void> {
  board.workers.delete(worker);
  const why = board.team.isEnding ? "the program ended" : "I leave the team";
  await board.around.giveBack(board, worker, why);
  board.wake();
}

/** The one way out: releases the task of a mate that does not go on with it, and tells the lead. */
export async function giveBack({ team, store }: Board, worker: Worker, why: string): Promise<void> {
  const { task, mate } = worker;
  if (task === undefined) return;
  await store.release(task.id, callerOf(worker));
  if (worker.task === task) worker.task = undefined; // `follow` does not see a mate that has left
  const content = `${named(task)} is free again, because ${why}. I do not take it again by myself. What is done of it is in the files.`;
  await team.post.send({ from: mate.name, to: LEAD, type: "error", content });
}

const callerOf = ({ mate }: Worker) => ({ name: mate.name, signal: new AbortController().signal });
