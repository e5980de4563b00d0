// s17 · autonomy/owed – a task that could not be released is tried again, and one that its mate has lost is forgotten.
import { describeError } from "../../shared/errors.ts";
import { LEAD } from "../team/team.ts";
import { type Board, giveBack, isWaiting, type Worker } from "./core.ts";
import { named } from "./words.ts";

/** Whose task could not be released yet, and why it is given back. */
export type Owed = Map<Worker, string>;

/** Never rejects: what cannot be released now is tried again before each look. */
export async function giveBackOrOwe(owed: Owed, board: Board, worker: Worker, why: string) {
  try {
    await giveBack(board, worker, why);
    owed.delete(worker);
  } catch (error) {
    await forgetLost(owed, board, worker).catch(() => {}); // what cannot be read is not lost
    if (worker.task === undefined || owed.has(worker)) return;
    owed.set(worker, why);
    const reason = `${describeError(error)} It is tried again. I do not go on with it, because ${why}.`;
    await tellLead(board, worker, `could not be released yet, and nobody can take it: ${reason}`);
  }
}

async function tellLead({ team }: Board, { task, mate }: Worker, words: string) {
  const content = `${task && named(task)} ${words}`;
  await team.post.send({ from: mate.name, to: LEAD, type: "error", content });
}

/** Before a look: what could not be released is tried again, and what a mate has lost is forgotten. */
export async function settle(owed: Owed, board: Board): Promise<void> {
  for (const [worker, why] of owed)
    if (isWaiting(worker) || !board.workers.has(worker))
      await giveBackOrOwe(owed, board, worker, why);
  for (const worker of board.workers) if (isWaiting(worker)) await forgetLost(owed, board, worker);
}

/** A person may have deleted the file of its task, or changed it. The files count. */
async function forgetLost(owed: Owed, { store }: Board, worker: Worker): Promise<void> {
  const { task, mate } = worker;
  const isIts = task && (await store.taskOf(mate.name))?.id === task.id;
  if (worker.task === task && !isIts) worker.task = undefined;
  if (worker.task === undefined) owed.delete(worker);
}
