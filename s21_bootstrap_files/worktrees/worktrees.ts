// s18 · worktrees – a git worktree for each task: who claims the task works there, on a branch of its own.
import { z } from "zod";
import { describeError } from "../../shared/errors.ts";
import { makePlainFolder } from "../../shared/plainFiles.ts";
import { createStateFile } from "../../shared/stateFile.ts";
import type { Mechanism } from "../agent.ts";
import type { BackgroundMechanism } from "../background/background.ts";
import { type TaskBoard, WORKTREE } from "../tasks/tasks.ts";
import type { TeamMechanism } from "../team/team.ts";
import { type Decision, defineTool, harmless, type Tool, type ToolContext } from "../tools.ts";
import {
  bindTask,
  checkUnbound,
  exclusively,
  openTasksOf,
  tasksIn,
  type Worktrees,
} from "./binding.ts";
import { removeOne } from "./core.ts";
import { lead, placement, whyNoClaim } from "./place.ts";
import { checkRemoval, keepWorktree, noMoreKept, STARTS, worktreesCommand } from "./removal.ts";
import {
  addWorktree,
  branchOf,
  checkFree,
  checkoutPrograms,
  checkRepository,
  conditionsIn,
  FOLDER,
  folderOf,
  programsIn,
  removeWorktree,
  usable,
  worktreesIn,
} from "./repository.ts";

/** What the system prompt of the lead says about worktrees. */
export const WORKTREE_RULE =
  "When agents change files at the same time, give each task a folder of its own: create_task, then create_worktree with the id of the task, and only then spawn the mates, because one that waits takes a task at once. Who claims the task works in that worktree, on the branch wt/NAME, and commits there; the files of the main folder stay as they are. When the task is completed, look at the branch, merge it, and call remove_worktree, which refuses what would lose work. keep_worktree leaves a worktree to the person.";

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
  const leases: Worktrees["leases"] = new Map();
  const worktrees: Worktrees = {
    ...{ cwd, store, team, background, kept, leases },
    around: {
      check: (name) => usable(cwd, name),
      whyNot: (call, context) => whyNoClaim(worktrees, call, context),
      lead: (call, context) => lead(worktrees, call, context),
      checkRemoval: (name, asker) => checkRemoval(worktrees, name, asker),
      remove: (name, force) => removeWorktree(cwd, name, force),
      hasRemoved: (name, signal) => noMoreKept(worktrees, name, signal),
    },
  };
  return {
    place: placement(worktrees),
    tools: [createTool(worktrees), removeTool(worktrees), keepTool(worktrees)],
    commands: {
      worktrees: worktreesCommand(worktrees),
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
    run: (input, context) => create(worktrees, input, context),
  });
}

/** A checkout loses nothing, and no hook runs in it. But git's configuration may name programs that it runs. */
async function judgeCheckout(cwd: string): Promise<Decision> {
  const programs = (await checkoutPrograms(cwd)).map((program) => ({
    text: `git runs a program for the checkout: ${program}`,
    grant: `create_worktree: ${program}`,
  }));
  const conditions = (await conditionsIn(cwd)).map((entry) => ({
    text: `git's configuration may name a program only for a worktree: ${entry}`,
  }));
  const reasons = [...programs, ...conditions];
  return reasons.length > 0 ? { behaviour: "ask", reasons, paths: [] } : { behaviour: "allow" };
}

/** Git looks into the folder before, and what that starts is never allowed for always: it may be another one then. */
async function judgeRemoval(cwd: string, name: string, signal: AbortSignal): Promise<Decision> {
  const removes = {
    text: `removes the folder ${folderOf(name)}`,
    grant: `remove_worktree: ${name}`,
  };
  const programs = await programsIn(cwd, name, signal);
  const starts = programs.map((program) => ({ text: `${STARTS}: ${program}` }));
  return { behaviour: "ask", reasons: [removes, ...starts], paths: [] };
}

interface Wanted {
  name: string;
  task_id?: string | undefined;
}

/** All is checked before a worktree is made. What comes in between then is told, and what is made stays. */
async function create(worktrees: Worktrees, wanted: Wanted, context: ToolContext) {
  const { cwd, store } = worktrees;
  const { name, task_id } = wanted;
  const { signal } = context;
  await store.list(context); // the person is asked about tasks that git tracks
  await checkRepository(cwd);
  await makePlainFolder(FOLDER, cwd);
  return exclusively(worktrees, signal, async () => {
    const isThere = await checkNew(worktrees, wanted);
    if (!isThere) await addWorktree(cwd, name, signal);
    const made = `${folderOf(name)}, on the branch ${branchOf(name)}, ${isThere ? WAS_THERE : NEW}`;
    if (task_id === undefined) return made;
    await bindTask(worktrees, name, task_id, signal).catch((error: unknown) => {
      throw new Error(
        `${made} But ${task_id} is not bound to it: ${describeError(error)} ${AGAIN}`,
      );
    });
    return `${made} ${task_id} is bound to it: who claims the task works there.`;
  });
}

const NEW =
  "is made. It has the files of the last commit; what is not committed here is not in it.";
const WAS_THERE = "was there already.";
const AGAIN =
  "The worktree stays. Call create_worktree with its name and a pending task to bind it, or remove_worktree.";

/** Gives true for a worktree that a task can still be bound to, such as one that was made just before a crash. */
async function checkNew(worktrees: Worktrees, { name, task_id }: Wanted): Promise<boolean> {
  const { cwd, store } = worktrees;
  const isThere =
    task_id !== undefined &&
    (await worktreesIn(cwd)).get(name) === branchOf(name) &&
    openTasksOf(await tasksIn(worktrees), name).length === 0;
  if (isThere && (await worktrees.kept.read()).includes(name))
    throw new Error(`The worktree ${name} is kept for the person. Use another name.`);
  if (isThere) await usable(cwd, name);
  else await checkFree(cwd, name);
  if (task_id !== undefined) checkUnbound(await store.get(task_id));
  return isThere;
}

function removeTool(worktrees: Worktrees): Tool {
  return defineTool({
    name: "remove_worktree",
    description:
      "Remove a worktree whose work is committed and merged. Its branch stays. Refuses what would lose work.",
    input: z.object({ name: named }),
    judge: ({ name }, { signal }) => judgeRemoval(worktrees.cwd, name, signal),
    run: ({ name }, { signal }) => removeOne(worktrees, name, { signal, isPerson: false }),
  });
}

function keepTool(worktrees: Worktrees): Tool {
  return defineTool({
    name: "keep_worktree",
    description:
      "Leave a worktree to the person: no task is bound to it any more, and remove_worktree does not remove it.",
    input: z.object({ name: named }),
    judge: harmless,
    run: ({ name }, { signal }) => keepWorktree(worktrees, name, { signal, isPerson: false }),
  });
}
