// s18 · sixth draft – the core, with nothing around it.
import { z } from "zod";
import { runGit } from "../../shared/git.ts";
import type { Mechanism } from "../agent.ts";
import type { BackgroundMechanism } from "../background/background.ts";
import { type TaskBoard, WORKTREE } from "../tasks/tasks.ts";
import type { TeamMechanism } from "../team/team.ts";
import { defineTool, harmless } from "../tools.ts";
import { bindTask } from "../worktrees/binding.ts";
import { type Places, place, removeOne } from "../worktrees/core.ts";
import { folderOf } from "../worktrees/repository.ts";

export const WORKTREE_RULE =
  "Give each task a folder of its own: create_task, then create_worktree with the id of the task. Who claims the task works there, on the branch wt/NAME. Then merge the branch, and call remove_worktree.";

export interface WorktreeMechanism extends Mechanism {
  place: Mechanism;
}

export function createWorktrees(
  cwd: string,
  { store }: TaskBoard,
  { team }: TeamMechanism,
  _background: BackgroundMechanism,
): WorktreeMechanism {
  async function git(...args: string[]) {
    const { code, stderr } = await runGit(args, { cwd });
    if (code !== 0) throw new Error(stderr);
  }

  const around: Places["around"] = {
    check: async () => {},
    whyNot: async () => undefined,
    lead: (call, context) => ({ call, context }),
    checkRemoval: async () => {},
    remove: (name) => git("worktree", "remove", folderOf(name)),
    hasRemoved: async () => {},
  };
  const places: Places = { cwd, store, team, around, leases: new Map() };

  const name = z.string().regex(WORKTREE);
  const create = defineTool({
    name: "create_worktree",
    description: "Make a folder with the files of the last commit, on a new branch wt/NAME.",
    input: z.object({ name, task_id: z.string().optional() }),
    judge: harmless,
    async run({ name, task_id }, { signal }) {
      await git("worktree", "add", "--quiet", "-b", `wt/${name}`, folderOf(name));
      if (task_id === undefined) return `Made ${folderOf(name)}.`;
      await bindTask(places, name, task_id, signal);
      return `Made ${folderOf(name)}. ${task_id} is bound to it.`;
    },
  });

  const remove = defineTool({
    name: "remove_worktree",
    description: "Remove a worktree. Its branch stays. Refuses what would lose work.",
    input: z.object({ name }),
    run: ({ name }, { signal }) => removeOne(places, name, { signal, isPerson: false }),
  });

  return {
    place: { hooks: { PreToolUse: (event) => place(places, event) } },
    tools: [create, remove],
  };
}
