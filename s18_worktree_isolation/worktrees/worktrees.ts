// s18 · worktrees – a git worktree for each task: who claims the task works there, on a branch of its own.
import { join } from "node:path";
import { z } from "zod";
import { describeError } from "../../shared/errors.ts";
import { withLock } from "../../shared/lock.ts";
import { makePlainFolder } from "../../shared/plainFiles.ts";
import { createStateFile, type StateFile } from "../../shared/stateFile.ts";
import { ask, note } from "../../shared/terminal.ts";
import { oneLine } from "../../shared/text.ts";
import type { Mechanism } from "../agent.ts";
import type { BackgroundMechanism } from "../background/background.ts";
import { type Task, type TaskBoard, WORKTREE } from "../tasks/tasks.ts";
import type { TeamMechanism } from "../team/team.ts";
import { type Decision, defineTool, harmless, type Tool } from "../tools.ts";
import { type Places, placement } from "./place.ts";
import {
  add,
  branchOf,
  checkFree,
  checkoutPrograms,
  checkRepository,
  FOLDER,
  folderOf,
  lossOf,
  remove,
  usable,
  worktreesIn,
} from "./repository.ts";

/** What the system prompt of the lead says about worktrees. */
export const WORKTREE_RULE =
  "When agents change files at the same time, give each task a folder of its own: create_task, then create_worktree with the id of the task. Who claims the task works in that worktree, on the branch wt/NAME, and commits there; the files of the main folder stay as they are. When the task is completed, look at the branch, merge it, and call remove_worktree, which refuses what would lose work. keep_worktree leaves a worktree to the person.";

const named = z
  .string()
  .regex(
    WORKTREE,
    "1 to 64 letters, digits, . _ -; it begins with a letter or digit, has no .., and ends neither in . nor in .lock",
  )
  .describe("The name of the worktree");

/** A worktree for each task. `place` is what every agent has: its calls run where its task is worked on. */
export interface WorktreeMechanism extends Mechanism {
  place: Mechanism;
}

interface Worktrees extends Places {
  team: TeamMechanism["team"];
  background: BackgroundMechanism;
  /** The names of those that only the person removes. */
  kept: StateFile<string[]>;
}

/** Who asks: the model, in a turn of the lead, or the person. */
interface Asker {
  signal: AbortSignal;
  isPerson: boolean;
}

/** The worktrees in `cwd`/.worktrees, for the agent that the person talks to. */
export function createWorktrees(
  cwd: string,
  { store }: TaskBoard,
  { team }: TeamMechanism,
  background: BackgroundMechanism,
): WorktreeMechanism {
  const schema = z.array(z.string().regex(WORKTREE)).max(10_000);
  const name = `${FOLDER}/.kept.json`; // no worktree has this name
  const kept = createStateFile({ cwd, name, schema, maxBytes: 1024 * 1024, empty: [] });
  const worktrees: Worktrees = { cwd, store, team, background, kept, leases: new Map() };
  return {
    place: placement(worktrees),
    tools: [createTool(worktrees), removeTool(worktrees), keepTool(worktrees)],
    commands: {
      worktrees: {
        description:
          "the worktrees; /worktrees remove NAME removes one, with --discard what is in it, too",
        run: (argument, signal) => command(worktrees, argument, { signal, isPerson: true }),
      },
    },
  };
}

function createTool(worktrees: Worktrees): Tool {
  return defineTool({
    name: "create_worktree",
    description:
      "Make a folder with the files of the last commit, on a new branch wt/NAME. With a task: who claims that task works there.",
    input: z.object({
      name: named,
      task_id: z.string().optional().describe("A pending task, such as task_1a2b3c4d"),
    }),
    judge: () => judgeCheckout(worktrees.cwd),
    run: ({ name, task_id }, { signal }) => create(worktrees, name, task_id, signal),
  });
}

/** A checkout loses nothing, and no hook runs in it. But git's configuration may name programs that it runs. */
async function judgeCheckout(cwd: string): Promise<Decision> {
  const programs = await checkoutPrograms(cwd);
  const reasons = programs.map((program) => ({
    text: `git runs a program for the checkout: ${program}`,
    grant: `create_worktree: ${program}`,
  }));
  return reasons.length > 0 ? { behaviour: "ask", reasons, paths: [] } : { behaviour: "allow" };
}

/** Everything is checked before anything is made. What comes in between then is told, and what is made stays. */
async function create(
  worktrees: Worktrees,
  name: string,
  taskId: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  const { cwd } = worktrees;
  const check = () => checkNew(worktrees, name, taskId);
  await check();
  await makePlainFolder(FOLDER, cwd);
  return exclusively(worktrees, signal, async () => {
    const isThere = await check();
    if (!isThere) await add(cwd, name, signal);
    const what = `${folderOf(name)}, on the branch ${branchOf(name)}`;
    const made = isThere
      ? `The worktree ${name} was there already: ${what}.`
      : `Made the worktree ${name}: ${what}. It has the files of the last commit; what is not committed here is not in it.`;
    if (taskId === undefined) return made;
    await bind(worktrees, name, taskId, signal).catch((error: unknown) => {
      throw new Error(
        `${made} But ${taskId} is not bound to it: ${describeError(error)} The worktree stays. Call create_worktree with its name and a pending task to bind it, or remove_worktree.`,
      );
    });
    return `${made} ${taskId} is bound to it: who claims the task works there.`;
  });
}

/** Gives true for a worktree that a task can still be bound to, such as one that was made just before a crash. */
async function checkNew({ cwd, store }: Worktrees, name: string, taskId: string | undefined) {
  await checkRepository(cwd);
  const tasks = [...(await store.list()).tasks.values()];
  const isThere =
    taskId !== undefined &&
    (await worktreesIn(cwd)).get(name) === branchOf(name) &&
    openOf(tasks, name).length === 0;
  if (isThere) await usable(cwd, name);
  else await checkFree(cwd, name);
  if (taskId !== undefined) whyNotBound(await store.get(taskId));
  return isThere;
}

const openOf = (tasks: Task[], name: string) =>
  tasks.filter(({ worktree, status }) => worktree === name && status !== "completed");

/** Throws unless a worktree can be given to the task. */
function whyNotBound({ id, status, worktree }: Task): void {
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

const bind = ({ store }: Worktrees, name: string, id: string, signal: AbortSignal) =>
  store.exclusively(async (files) => {
    const task = await store.get(id);
    whyNotBound(task);
    await files.write({ ...task, worktree: name });
  }, signal);

const unbind = ({ store }: Worktrees, name: string, signal: AbortSignal) =>
  store.exclusively(async (files) => {
    for (const { worktree, ...task } of (await files.all()).values)
      if (worktree === name && task.status !== "in_progress") await files.write(task);
  }, signal);

/** One change of the worktrees at a time, also when two programs work in this folder. */
const exclusively = <Result>(
  { cwd }: Worktrees,
  signal: AbortSignal,
  action: () => Promise<Result>,
): Promise<Result> => withLock(join(cwd, FOLDER, ".changes"), action, signal);

function removeTool(worktrees: Worktrees): Tool {
  return defineTool({
    name: "remove_worktree",
    description:
      "Remove a worktree whose work is committed and merged. Its branch stays. Refuses what would lose work.",
    input: z.object({ name: named }),
    judge: ({ name }) => ({
      behaviour: "ask",
      reasons: [{ text: `removes the folder ${folderOf(name)}`, grant: "remove_worktree" }],
      paths: [],
    }),
    run: ({ name }, { signal }) => removeOne(worktrees, name, { signal, isPerson: false }),
  });
}

async function removeOne(worktrees: Worktrees, name: string, asker: Asker, discards = false) {
  const { cwd, kept } = worktrees;
  const { signal, isPerson } = asker;
  await usable(cwd, name);
  return exclusively(worktrees, signal, async () => {
    await usable(cwd, name);
    await checkUnused(worktrees, name, asker);
    if (!isPerson && (await kept.read()).includes(name))
      throw new Error(
        `The worktree ${name} is kept. Only the person removes it: /worktrees remove ${name}`,
      );
    const loss = discards ? [] : await lossOf(cwd, name, signal);
    if (loss.length > 0) throw new Error(`${name} was not removed. ${wouldLose(name, loss)}`);
    await remove(cwd, name, discards);
    await unbind(worktrees, name, signal);
    await kept.update((names) => [names.filter((one) => one !== name), undefined], signal);
    return `Removed ${folderOf(name)}. The branch ${branchOf(name)} stays.`;
  });
}

const wouldLose = (name: string, loss: string[]) =>
  `It has ${loss.join("; ")}. Commit and merge what is to be kept. Only the person can discard the rest: /worktrees remove ${name} --discard`;

/** Throws while somebody or something works there, or will. */
async function checkUnused(worktrees: Worktrees, name: string, asker: Asker) {
  const tasks = [...(await worktrees.store.list()).tasks.values()];
  const open = openOf(tasks, name).filter(
    ({ status }) => !asker.isPerson || status === "in_progress",
  );
  const [task] = open;
  if (task)
    throw new Error(
      `${task.id} is bound to the worktree ${name}, and ${task.status === "pending" ? "not done" : `${oneLine(task.owner ?? "somebody")} works on it`}. Complete the task first.`,
    );
  const agents = agentsIn(worktrees, name, asker);
  if (agents.length > 0)
    throw new Error(
      `${agents.join(", ")} works in ${name} until the turn has ended. Try it after that.`,
    );
  const jobs = worktrees.background.runningBelow(join(worktrees.cwd, folderOf(name)));
  if (jobs.length > 0)
    throw new Error(
      `Commands run there: ${jobs.join("; ")}. Wait for them, or end them with stop_background.`,
    );
}

/** Those whose turn has not ended. The lead has one only while it asks itself. */
function agentsIn({ leases, team }: Worktrees, name: string, asker?: Asker): string[] {
  return [...leases].flatMap(([agent, { signal, worktree }]) => {
    const running = team.mates.get(agent.toLowerCase())?.progress.running;
    const isThere = running?.signal === signal || asker?.signal === signal;
    return worktree === name && isThere ? [agent] : [];
  });
}

function keepTool(worktrees: Worktrees): Tool {
  return defineTool({
    name: "keep_worktree",
    description:
      "Leave a worktree to the person: no task is bound to it any more, and remove_worktree does not remove it.",
    input: z.object({ name: named }),
    judge: harmless,
    run: ({ name }, { signal }) => keep(worktrees, name, { signal, isPerson: false }),
  });
}

async function keep(worktrees: Worktrees, name: string, asker: Asker): Promise<string> {
  const { cwd, kept } = worktrees;
  await usable(cwd, name);
  return exclusively(worktrees, asker.signal, async () => {
    await usable(cwd, name);
    await checkUnused(worktrees, name, { ...asker, isPerson: true });
    await kept.update((names) => [[...new Set([...names, name])], undefined], asker.signal);
    await unbind(worktrees, name, asker.signal);
    return `The worktree ${name} is kept: ${folderOf(name)}, on the branch ${branchOf(name)}. No task is bound to it. Only the person removes it.`;
  });
}

async function command(worktrees: Worktrees, argument: string, asker: Asker): Promise<void> {
  const [action = "", name = "", flag, ...rest] = argument.split(/\s+/).filter(Boolean);
  if (action === "") return note(await listed(worktrees, asker.signal));
  const isKnown =
    action === "remove" && rest.length === 0 && [undefined, "--discard"].includes(flag);
  if (!isKnown || !WORKTREE.test(name))
    return note(
      "Type /worktrees, or /worktrees remove NAME, or /worktrees remove NAME --discard.",
      "yellow",
    );
  try {
    note(await removed(worktrees, name, asker, flag !== undefined));
  } catch (error) {
    note(describeError(error), "yellow");
  }
}

/** The person sees what would be lost before it is. */
async function removed(worktrees: Worktrees, name: string, asker: Asker, discards: boolean) {
  const { cwd } = worktrees;
  if (!discards) return removeOne(worktrees, name, asker);
  await usable(cwd, name);
  const loss =
    (await lossOf(cwd, name, asker.signal)).join("; ") || "nothing that is not committed";
  const question = `Delete ${folderOf(name)} with what is in it? (${loss}; the branch ${branchOf(name)} stays) [y]es / [N]o`;
  const answer = (await ask(question, asker.signal)) ?? "";
  if (!/^y(es)?$/i.test(answer)) return `${name} was not removed.`;
  return removeOne(worktrees, name, asker, true);
}

async function listed(worktrees: Worktrees, signal: AbortSignal): Promise<string> {
  const names = [...(await worktreesIn(worktrees.cwd)).keys()].sort();
  const lines: string[] = [];
  for (const name of names) lines.push(`${name}: ${await lineOf(worktrees, name, signal)}`);
  return lines.join("\n") || "There are no worktrees.";
}

async function lineOf(worktrees: Worktrees, name: string, signal: AbortSignal): Promise<string> {
  const { cwd, store, kept } = worktrees;
  try {
    await usable(cwd, name);
    const tasks = [...(await store.list()).tasks.values()];
    const bound = tasks.filter(({ worktree }) => worktree === name);
    const works = agentsIn(worktrees, name).map((agent) => `${agent} works there`);
    const isKept = (await kept.read()).includes(name);
    return [
      branchOf(name),
      ...bound.map(({ id, status, owner = "" }) => oneLine(`${id} ${status} ${owner}`)),
      ...works,
      ...(await lossOf(cwd, name, signal)),
      ...(isKept ? ["kept"] : []),
    ].join(", ");
  } catch (error) {
    return describeError(error);
  }
}
