// s17 · autonomy/worker – how far a mate has come with tasks: what it has, what it has used, and what it is told.
import { clock } from "../../shared/clock.ts";
import { asWords } from "../../shared/messages.ts";
import { oneLine } from "../../shared/text.ts";
import type { Claimed, Task } from "../tasks/tasks.ts";
import type { MateHandle } from "../team/team.ts";
import type { Effect } from "../tools.ts";

/** So many tasks a mate claims. After them its messages are long, and somebody should look at its work. */
const MAX_TASKS = 20;
/** About 200 requests of 25,000 tokens each. Somebody should look at what a mate does with so many. */
const MAX_TOKENS = 5_000_000;
/** So long it may wait. Waiting costs nothing, but it keeps a name and one of sixteen places. */
const IDLE_MS = 30 * 60_000;

/** What a mate may still do when its tokens are used up. */
const WHEN_USED_UP: (Effect | undefined)[] = ["completes", "releases", "tells"];
const USED_UP =
  "Your budget of tokens is used up. Complete the task if it is done. If it is not, say what is done and what is not; it is given back when your turn ends.";
/** Said once to a mate that ends its turn before its task. */
const REMINDER =
  "Your task is still open. If it is done, call complete_task. If you cannot do it, call release_task and say why. If you wait for an answer, say so, and end your turn.";

/** A mate that works on tasks. */
export interface Worker {
  mate: MateHandle;
  /** The task that it has claimed, as the store has told. */
  task: Task | undefined;
  /** True in a turn in which it has claimed a task, or that a task has begun. */
  isAtTask: boolean;
  /** How many it has claimed. */
  taken: number;
  /** The ids of those that it has given back. It does not take them again by itself. */
  left: Set<string>;
  /** True after a turn that failed or was interrupted, until another one went well. */
  rests: boolean;
  /** True while a turn that may begin with a task waits in its queue, or runs. */
  isOffered: boolean;
  /** When it began to wait, by the clock that nobody sets. */
  idleSince: number;
}

export const newWorker = (mate: MateHandle): Worker => ({
  mate,
  task: undefined,
  isAtTask: false,
  taken: 0,
  left: new Set(),
  rests: false,
  isOffered: false,
  idleSince: clock.elapsed(),
});

/** True when it may take a task now. While mail waits for it or a plan is wanted of it, it is held. */
export const isFree = ({ mate, task, rests }: Worker): boolean =>
  !task && !rests && !mate.progress.isLeaving && !mate.isHeld();

export const isWaiting = ({ mate, isOffered }: Worker): boolean =>
  !isOffered && !mate.progress.running;

/** Says why, when it has waited for too long. One that is held waits for somebody, so it may wait four times as long. */
export function idleTime(worker: Worker): string | undefined {
  const limit = worker.mate.isHeld() ? 4 * IDLE_MS : IDLE_MS;
  const isOver = clock.elapsed() - worker.idleSince >= limit;
  return isOver && isWaiting(worker) ? `I have waited for ${limit / 60_000} minutes.` : undefined;
}

const hasTokens = ({ mate }: Worker) => mate.progress.tokens < MAX_TOKENS;

/** Says what it has used when it may take no other task; with `now`, when it may not go on with the one that it has. */
export function spent(worker: Worker, now = false): string | undefined {
  const isLeft = hasTokens(worker) && (now || worker.taken < MAX_TASKS);
  return isLeft ? undefined : `my budget is used up: ${usedBy(worker)}`;
}

const usedBy = ({ taken, mate }: Worker) =>
  `${taken} of ${MAX_TASKS} tasks, ${mate.progress.tokens} of ${MAX_TOKENS} tokens`;

/** What the list of mates says about it. */
export function statusOf(worker: Worker): string {
  const has = worker.task ? [`has ${named(worker.task)}`] : [];
  const rests = worker.rests ? ["takes no task before it gets mail"] : [];
  return [...has, ...rests, `${worker.taken} of ${MAX_TASKS} tasks`].join(", ");
}

/** Ends a turn that uses too many tokens: its other calls are refused. And it claims no task too many. */
export function refuse(worker: Worker, effect: Effect | undefined): { denied: string } | undefined {
  if (effect === "claims" && spent(worker) !== undefined)
    return {
      denied: `Your budget is used up: ${usedBy(worker)}. Claim nothing, and end your turn.`,
    };
  const isOver = worker.task !== undefined && !hasTokens(worker);
  return isOver && !WHEN_USED_UP.includes(effect) ? { denied: USED_UP } : undefined;
}

/** Keeps it from forgetting its task at the end of the turn in which it got it. One that leaves may call nothing. */
export function remind({ isAtTask, task, mate }: Worker) {
  return isAtTask && task && !mate.progress.isLeaving
    ? { again: [REMINDER], atMost: 1 }
    : undefined;
}

/** One line, whatever the file says. */
export const named = ({ id, subject }: Task): string => `${id}: ${oneLine(subject)}`;

/** The words of a task are data from a file. They begin a turn, in which the gate judges every call, as in any other. */
export function promptOf({ task, from }: Pick<Claimed, "task" | "from">): string {
  const lines = [`Task ${task.id} is yours: ${oneLine(task.subject)}`];
  if (task.description !== "") lines.push(task.description);
  if (from !== undefined)
    lines.push(`It was claimed by ${from}, whose session has ended. Look at what is done already.`);
  lines.push("Do it, then call complete_task. If you cannot, call release_task and say why.");
  return asWords(lines.join("\n"));
}
