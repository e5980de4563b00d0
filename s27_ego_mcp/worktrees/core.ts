// s18 · worktrees/core – an agent works in the folder of its task, and the folder goes only when no work goes with it.
import { basename, join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import { describeError } from "../../shared/errors.ts";
import type { HookEvents } from "../hooks.ts";
import type { Task, TaskStore } from "../tasks/tasks.ts";
import type { Team } from "../team/team.ts";
import { type Effect, effectOf, type ToolContext } from "../tools.ts";
import { exclusively, openTasksOf, tasksIn, unbindTasks } from "./binding.ts";
import { branchOf, folderOf, lossOf } from "./repository.ts";
import { STUCK, stateOf, wouldLose } from "./words.ts";

/** What surrounds the core. */
export interface Around {
  /** Throws unless the folder is there, and is the worktree that it should be. */
  check(name: string): Promise<unknown>;
  /** Why a call may not be made with the task that its agent has. */
  whyNot(call: Anthropic.ToolUseBlock, context: ToolContext): Promise<string | undefined>;
  /** A call, as it is made from the worktree in which it runs. */
  lead(call: Anthropic.ToolUseBlock, context: ToolContext): Led;
  /** Throws when something else is in the way of a removal. */
  checkRemoval(name: string, asker: Asker): Promise<void>;
  /** Deletes the folder, never the branch. With `force`, whatever is in it goes, too. */
  remove(name: string, force: boolean): Promise<void>;
  /** Called when it is gone. */
  hasRemoved(name: string, signal: AbortSignal): Promise<void>;
}

export type Led = Pick<HookEvents["PreToolUse"], "call" | "context">;

export interface Places {
  /** The main folder: where the program was started. */
  cwd: string;
  store: TaskStore;
  team: Team;
  around: Around;
  /** By the name of an agent: where the last task that it had is worked on, and in which turn, which the signal stands for. */
  leases: Map<string, { signal: AbortSignal; worktree: string | undefined }>;
}

/** Who asks for a removal: the model, in a turn of the lead, or the person. */
export interface Asker {
  signal: AbortSignal;
  isPerson: boolean;
}

/** What an agent works on in this session, as the files say. */
export async function tasksOf({ store }: Places, owner: string): Promise<Task[]> {
  const { tasks } = await store.list();
  const own: Task[] = [];
  for (const task of tasks.values()) {
    const isIts = task.status === "in_progress" && task.owner === owner;
    if (isIts && (await store.whoHas(task)) === "this session") own.push(task);
  }
  return own;
}

/**
 * The worktree in which an agent works; undefined is the main folder. Its tasks decide. When it has completed or released
 * them, it stays until its turn has ended: other calls of the same reply were meant for there.
 */
export async function worktreeOf(places: Places, { agent, signal }: ToolContext) {
  const last = places.leases.get(agent.name);
  const tasks = await tasksOf(places, agent.name).catch((error: unknown) => {
    if (last?.worktree === undefined) return []; // it has worked in no worktree
    throw error;
  });
  const [first, ...others] = tasks;
  if (others.some(({ worktree }) => worktree !== first?.worktree))
    throw new Error(
      `Your tasks are worked on in different folders: ${tasks.map(({ id }) => id).join(", ")}. Complete or release all but one.`,
    );
  if (first) places.leases.set(agent.name, { signal, worktree: first.worktree });
  const lease = places.leases.get(agent.name);
  return lease?.signal === signal ? lease.worktree : undefined;
}

/** Such calls read, write or run something where the agent works. */
const AT_PLACE: (Effect | undefined)[] = ["reads", "works"];

/** Leads a call to where its agent works. What cannot run there is refused: it must not run elsewhere instead. */
export async function place(places: Places, { call, context }: HookEvents["PreToolUse"]) {
  const { around } = places;
  try {
    const denied = await around.whyNot(call, context);
    if (denied !== undefined) return { denied };
    const worktree = await worktreeOf(places, context);
    // a subagent has no task; its context comes from the agent that has called it
    const cwd = worktree === undefined ? context.cwd : join(places.cwd, folderOf(worktree));
    if (cwd === places.cwd) return undefined;
    await around.check(basename(cwd));
    return around.lead(call, { ...context, cwd, roots: [cwd] });
  } catch (error) {
    if (!AT_PLACE.includes(effectOf(call, context))) return undefined;
    return { denied: `${describeError(error)} ${STUCK}` };
  }
}

/** Removes a worktree. Throws when it is in use, or when work would be lost, unless that is to be discarded. */
export async function removeOne(places: Places, name: string, asker: Asker, discards = false) {
  const { cwd, around } = places;
  const { signal } = asker;
  await around.check(name);
  return exclusively(places, signal, async () => {
    await around.check(name);
    await checkUnused(places, name, asker);
    await around.checkRemoval(name, asker);
    const loss = discards ? [] : await lossOf(cwd, name, signal);
    if (loss.length > 0) throw new Error(`${name} was not removed. ${wouldLose(name, loss)}`);
    await around.remove(name, discards);
    await unbindTasks(places, name, signal);
    await around.hasRemoved(name, signal);
    return `Removed ${folderOf(name)}. The branch ${branchOf(name)} stays.`;
  });
}

/** Throws while an agent works there, or will. */
export async function checkUnused(places: Places, name: string, asker: Asker): Promise<void> {
  const tasks = await tasksIn(places);
  const [task] = openTasksOf(tasks, name).filter(
    ({ status }) => !asker.isPerson || status === "in_progress",
  );
  if (task)
    throw new Error(
      `${task.id} is bound to the worktree ${name}, ${await stateOf(places.store, task)}`,
    );
  const agents = agentsIn(places, name, asker);
  if (agents.length > 0)
    throw new Error(
      `${agents.join(", ")} works in ${name} until the turn has ended. Try it after that.`,
    );
}

/** Those whose turn has not ended. The lead counts only when it asks itself. */
export function agentsIn({ leases, team }: Places, name: string, asker?: Asker): string[] {
  return [...leases].flatMap(([agent, { signal, worktree }]) => {
    const running = team.mates.get(agent.toLowerCase())?.progress.running;
    const isThere = running?.signal === signal || asker?.signal === signal;
    return worktree === name && isThere ? [agent] : [];
  });
}
