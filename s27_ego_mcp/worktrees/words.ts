// s18 · worktrees/words – what an agent reads when a call is refused because of a worktree.
import { GONE } from "../../shared/gitLoss.ts";
import { oneLine } from "../../shared/text.ts";
import type { Task, TaskStore } from "../tasks/tasks.ts";
import { folderOf } from "./repository.ts";

/** Follows the reason why an agent has no place to work. */
export const STUCK =
  "Until that is mended, you cannot read, write or run anything. Nothing was done in another folder instead. Release the task, and say what is wrong. If a worktree is gone, the person takes it out of the tasks: /worktrees remove NAME";

/** Of a task that is not completed: who is at it, and what to do about that. */
export async function stateOf(store: TaskStore, task: Task): Promise<string> {
  if (task.status === "pending") return "and not done. Complete the task first.";
  const who = await store.whoHas(task);
  const owner = oneLine(task.owner ?? "somebody");
  if (who === "this session" || who === "another session")
    return `and ${owner} works on it. Complete the task first.`;
  return `and ${owner} has it, in ${who}. If nobody works on it any more, the person frees it: /tasks free ${task.id}`;
}

/** What to do about work that a removal would lose. */
export const wouldLose = (name: string, loss: string[]) =>
  `It has ${loss.join("; ")}. Commit and merge what is to be kept.${loss.some((one) => one.startsWith(GONE)) ? cutShort(name) : ""} Only the person can discard the rest: /worktrees remove ${name} --discard`;

const cutShort = (name: string) =>
  ` Do not commit the deletion of a file that nobody wanted to delete: a removal may have been cut short. This brings such files back: git -C ${folderOf(name)} restore .`;
