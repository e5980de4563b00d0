// s17 · autonomy/office – what is known of the mates and their tasks, and how a task is given back.
import { describeError } from "../../shared/errors.ts";
import type { Task, TaskStore } from "../tasks/tasks.ts";
import { LEAD, type Team } from "../team/team.ts";
import { named, type Worker } from "./worker.ts";

export interface Office {
  team: Team;
  store: TaskStore;
  workers: Set<Worker>;
  /** Whose task could not be released yet, and why it is given back. */
  owed: Map<Worker, string>;
  /** How often a task was changed in this program. */
  changes: number;
  isLooking: boolean;
  /** Set when something has happened since the look that runs has begun. */
  looksAgain: boolean;
  /** Prints a problem, once: not at each look. */
  tell(problem: string): void;
  stopClock: (() => void) | undefined;
}

export const callerOf = ({ mate }: Worker) => ({
  name: mate.name,
  signal: new AbortController().signal,
});

/** Releases the task of a mate that does not go on with it, and tells the lead. Never rejects. */
export async function giveBack(office: Office, worker: Worker, why: string): Promise<void> {
  const { task, mate } = worker;
  if (task === undefined) return;
  const said = await release(office, worker, task, why);
  if (said === undefined) return;
  const content = `${named(task)} ${said}`;
  await office.team.post.send({ from: mate.name, to: LEAD, type: "error", content });
}

/** Gives what the lead is told about the task. */
async function release(office: Office, worker: Worker, task: Task, why: string) {
  try {
    await office.store.release(task.id, callerOf(worker));
  } catch (error) {
    return owe(office, worker, why, error);
  }
  if (worker.task === task) worker.task = undefined;
  office.owed.delete(worker);
  return `is free again, because ${why}. I do not take it again by myself. What is done of it is in the files.`;
}

/** Keeps in mind what could not be released, unless it is not its task any more. The lead hears of it once. */
async function owe(office: Office, worker: Worker, why: string, error: unknown) {
  await forgetLost(office, worker).catch(() => {}); // what cannot be read is not lost
  if (worker.task === undefined || office.owed.has(worker)) return undefined;
  office.owed.set(worker, why);
  return `could not be released yet, and nobody can take it: ${describeError(error)} It is tried again. I do not go on with it, because ${why}.`;
}

/** A person may have deleted the file of its task, or changed it. The files count. */
export async function forgetLost({ store, owed }: Office, worker: Worker): Promise<void> {
  const { task, mate } = worker;
  const isIts = task && (await store.taskOf(mate.name))?.id === task.id;
  if (worker.task === task && !isIts) worker.task = undefined;
  if (worker.task === undefined) owed.delete(worker);
}

export const report = (office: Office, error: unknown): void => office.tell(describeError(error));
