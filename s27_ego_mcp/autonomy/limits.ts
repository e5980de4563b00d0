// s17 · autonomy/limits – what ends the work of an unwatched mate: tasks, tokens, waiting; and a reminder before that.
import { clock } from "../../shared/clock.ts";
import type { MateHandle } from "../team/team.ts";
import type { Effect } from "../tools.ts";
import { isWaiting, type Worker } from "./core.ts";

/** So many tasks a mate claims. After them its messages are long, and its work is worth a look. */
const MAX_TASKS = 20;
/** About 200 requests of 25,000 tokens each. What a mate does with so many is worth a look. */
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

/** What a mate has used. */
export interface Use {
  /** How many tasks it has claimed. */
  taken: number;
  /** True in a turn in which it has claimed a task, or that a task has begun. */
  isAtTask: boolean;
  /** When it began to wait, by a clock that is never set back. */
  idleSince: number;
}

export const newUse = (): Use => ({ taken: 0, isAtTask: false, idleSince: clock.elapsed() });

const hasTokens = ({ progress }: MateHandle) => progress.tokens < MAX_TOKENS;

/** Says what it has used, when it may take no other task. */
export const spent = (mate: MateHandle, use: Use): string | undefined =>
  use.taken < MAX_TASKS ? outOfTokens(mate, use) : usedUp(mate, use);

/** Says what it has used, when it may not even go on with the task that it has. */
export const outOfTokens = (mate: MateHandle, use: Use): string | undefined =>
  hasTokens(mate) ? undefined : usedUp(mate, use);

const usedUp = ({ progress }: MateHandle, { taken }: Use) =>
  `budget is used up: ${taken} of ${MAX_TASKS} tasks, ${progress.tokens} of ${MAX_TOKENS} tokens`;

/** Keeps it from forgetting its task at the end of the turn in which it got it. One that leaves may call nothing. */
export const remind = ({ task, mate }: Worker, isAtTask: boolean) =>
  isAtTask && task && !mate.progress.isLeaving ? { again: [REMINDER], atMost: 1 } : undefined;

/** Says why, when it has waited for too long. One that is held waits for an answer, so it may wait four times as long. */
export function waitedTooLong(worker: Worker, { idleSince }: Use): string | undefined {
  const limit = worker.mate.isHeld() ? 4 * IDLE_MS : IDLE_MS;
  const isOver = clock.elapsed() - idleSince >= limit;
  return isOver && isWaiting(worker) ? `I have waited for ${limit / 60_000} minutes.` : undefined;
}

/** Ends a turn that uses too many tokens: its other calls are refused. And it claims no task too many. */
export function refuse({ mate, task }: Worker, use: Use, effect: Effect | undefined) {
  const used = effect === "claims" ? spent(mate, use) : undefined;
  if (used !== undefined) return { denied: `Your ${used}. Claim nothing, and end your turn.` };
  const isOver = task !== undefined && !hasTokens(mate) && !WHEN_USED_UP.includes(effect);
  return isOver ? { denied: USED_UP } : undefined;
}

export const countOf = ({ taken }: Use): string => `${taken} of ${MAX_TASKS} tasks`;

export function dismiss(mate: MateHandle, why: string): void {
  const content = `${why} I have left the team; for more work spawn another mate.`;
  void mate.dismiss({ type: "message", content });
}
