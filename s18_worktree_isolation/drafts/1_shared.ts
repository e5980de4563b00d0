// s18 · first draft – a branch for each task, in the one folder that all agents share.
import { z } from "zod";
import { runGit } from "../../shared/git.ts";
import { note } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";
import type { BackgroundMechanism } from "../background/background.ts";
import { type TaskBoard, WORKTREE } from "../tasks/tasks.ts";
import type { TeamMechanism } from "../team/team.ts";
import { defineTool, harmless } from "../tools.ts";

export const WORKTREE_RULE =
  "Give each task a branch of its own: create_task, then create_worktree with the id of the task. Who claims the task works on the branch wt/NAME.";

export interface WorktreeMechanism extends Mechanism {
  place: Mechanism;
}

export function createWorktrees(
  cwd: string,
  { store }: TaskBoard,
  _team: TeamMechanism,
  _background: BackgroundMechanism,
): WorktreeMechanism {
  async function git(...args: string[]) {
    const { code, stderr } = await runGit(args, { cwd });
    if (code !== 0) throw new Error(stderr);
  }

  const create = defineTool({
    name: "create_worktree",
    description: "Make a branch wt/NAME. Who claims the task works on it.",
    input: z.object({ name: z.string().regex(WORKTREE), task_id: z.string().optional() }),
    judge: harmless,
    async run({ name, task_id }, { signal }) {
      await git("branch", `wt/${name}`);
      if (task_id === undefined) return `Made the branch wt/${name}.`;
      await store.exclusively(async (files) => {
        await files.write({ ...(await store.get(task_id)), worktree: name });
      }, signal);
      return `Made the branch wt/${name} for ${task_id}.`;
    },
  });

  store.onChange(({ status, worktree }) => {
    if (status === "in_progress" && worktree !== undefined) void switchTo(worktree);
  });

  async function switchTo(name: string) {
    await git("switch", "--quiet", `wt/${name}`).catch(({ message }) => note(message, "yellow"));
    note(`[worktree] on the branch wt/${name}`, "dim");
  }

  return { place: {}, tools: [create] };
}
