// s18 · worktrees/binding – which task has which worktree, and who changes that, one at a time.
import { join } from "node:path";
import { withLock } from "../../shared/lock.ts";
import type { StateFile } from "../../shared/stateFile.ts";
import type { BackgroundMechanism } from "../background/background.ts";
import type { Task } from "../tasks/tasks.ts";
import type { Places } from "./core.ts";
import { FOLDER } from "./repository.ts";

/** The worktrees, with what surrounds the core. */
export interface Worktrees extends Places {
  background: BackgroundMechanism;
  /** The names of those that only the person removes. */
  kept: StateFile<string[]>;
}

/** The tasks, the oldest first. */
export const tasksIn = async ({ store }: Places): Promise<Task[]> => [
  ...(await store.list()).tasks.values(),
];

/** The tasks that are still to be done in a worktree. */
export const openTasksOf = (tasks: Task[], name: string) =>
  tasks.filter(({ worktree, status }) => worktree === name && status !== "completed");

/** Throws unless a worktree can be given to the task. */
export function checkUnbound({ id, status, worktree }: Task): void {
  if (status === "completed") throw new Error(`${id} is completed already. Choose a pending task.`);
  if (status === "in_progress")
    throw new Error(
      `${id} is worked on already, in another folder. Choose a pending task, or release this one first.`,
    );
  if (worktree !== undefined)
    throw new Error(
      `${id} is bound to the worktree ${worktree} already. Claim it, and work there.`,
    );
}

/** Gives the worktree to a pending task. */
export const bindTask = ({ store }: Places, name: string, id: string, signal: AbortSignal) =>
  store.exclusively(async (files) => {
    const task = await store.get(id);
    checkUnbound(task);
    await files.write({ ...task, worktree: name });
  }, signal);

/** Takes it from all tasks that no agent works on. */
export const unbindTasks = ({ store }: Places, name: string, signal: AbortSignal) =>
  store.exclusively(async (files) => {
    for (const { worktree, ...task } of (await files.all()).values)
      if (worktree === name && task.status !== "in_progress") await files.write(task);
  }, signal);

/** One change of the worktrees at a time, also when two programs work in this folder. */
export const exclusively = <Result>(
  { cwd }: Places,
  signal: AbortSignal,
  action: () => Promise<Result>,
): Promise<Result> => withLock(join(cwd, FOLDER, ".changes"), action, signal);
