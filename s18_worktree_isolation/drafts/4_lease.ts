// s18 · fourth draft – an agent stays in the folder of its task until its turn has ended.
import { join } from "node:path";
import { z } from "zod";
import { runGit } from "../../shared/git.ts";
import type { Mechanism } from "../agent.ts";
import type { BackgroundMechanism } from "../background/background.ts";
import type { HookEvents } from "../hooks.ts";
import { type TaskBoard, WORKTREE } from "../tasks/tasks.ts";
import type { TeamMechanism } from "../team/team.ts";
import { defineTool, harmless } from "../tools.ts";

export const WORKTREE_RULE =
  "Give each task a folder of its own: create_task, then create_worktree with the id of the task. Who claims the task works there, on the branch wt/NAME. Then merge the branch, and call remove_worktree.";

export interface WorktreeMechanism extends Mechanism {
  place: Mechanism;
}

export function createWorktrees(
  cwd: string,
  { store }: TaskBoard,
  _team: TeamMechanism,
  _background: BackgroundMechanism,
): WorktreeMechanism {
  /** By the name of an agent: where the last task that it had is worked on, and in which turn. */
  const leases = new Map<string, { signal: AbortSignal; folder: string | undefined }>();
  const folderOf = (name: string) => join(cwd, ".worktrees", name);

  async function git(...args: string[]) {
    const { code, stderr } = await runGit(args, { cwd });
    if (code !== 0) throw new Error(stderr);
  }

  const name = z.string().regex(WORKTREE);
  const create = defineTool({
    name: "create_worktree",
    description: "Make a folder with the files of the last commit, on a new branch wt/NAME.",
    input: z.object({ name, task_id: z.string().optional() }),
    judge: harmless,
    async run({ name, task_id }, { signal }) {
      await git("worktree", "add", "--quiet", "-b", `wt/${name}`, folderOf(name));
      if (task_id === undefined) return `Made ${folderOf(name)}.`;
      await store.exclusively(async (files) => {
        await files.write({ ...(await store.get(task_id)), worktree: name });
      }, signal);
      return `Made ${folderOf(name)}. ${task_id} is bound to it.`;
    },
  });

  const remove = defineTool({
    name: "remove_worktree",
    description: "Remove a worktree. Its branch stays.",
    input: z.object({ name }),
    async run({ name }) {
      await git("worktree", "remove", "--force", folderOf(name)); // git refuses what is not clean
      return `Removed ${folderOf(name)}.`;
    },
  });

  async function moveCall({ context }: HookEvents["PreToolUse"]) {
    const { agent, signal } = context;
    const task = await store.taskOf(agent.name);
    if (task) leases.set(agent.name, { signal, folder: task.worktree && folderOf(task.worktree) });
    const lease = leases.get(agent.name);
    const folder = lease?.signal === signal ? lease.folder : undefined;
    return folder ? { context: { ...context, cwd: folder, roots: [folder] } } : undefined;
  }

  return {
    place: { hooks: { PreToolUse: moveCall } },
    tools: [create, remove],
  };
}
