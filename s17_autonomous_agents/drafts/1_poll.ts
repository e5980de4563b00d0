// s17 · first draft – every five seconds, each mate without work looks for a free task and takes it.
import { writeFile } from "node:fs/promises";
import { z } from "zod";
import { clock } from "../../shared/clock.ts";
import { asWords } from "../../shared/messages.ts";
import { note } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";
import type { Task, TaskBoard } from "../tasks/tasks.ts";
import type { MateExtra, MateHandle, TeamMechanism } from "../team/team.ts";
import { defineTool, harmless } from "../tools.ts";

export const AUTONOMY_RULE =
  "A mate that has nothing to do takes the next task by itself. Give a team its work with create_task.";

export function createAutonomy({ team }: TeamMechanism, { store }: TaskBoard): Mechanism {
  const idle = new Set<MateHandle>();
  let stop = () => {};

  const save = (task: Task) =>
    writeFile(`${team.cwd}/.tasks/${task.id}.json`, JSON.stringify(task, undefined, 2));

  /** The first task that is ready. */
  async function look(): Promise<Task | undefined> {
    const { tasks } = await store.list();
    const isReady = ({ status, blockedBy }: Task) =>
      status === "pending" && blockedBy.every((id) => tasks.get(id)?.status === "completed");
    return [...tasks.values()].find(isReady);
  }

  async function take(mate: MateHandle, task: Task) {
    await save({ ...task, status: "in_progress", owner: mate.name });
    idle.delete(mate);
    void mate.submit(() => promptOf(task));
  }

  async function tick() {
    const looks = [...idle].map(async (mate) => ({ mate, task: await look() }));
    for (const { mate, task } of await Promise.all(looks)) if (task) await take(mate, task);
  }

  const completeTask = defineTool({
    name: "complete_task",
    description: "Mark a task as done.",
    input: z.object({ task_id: z.string() }),
    judge: harmless,
    async run({ task_id }) {
      await save({ ...(await store.get(task_id)), status: "completed" });
      return `Completed ${task_id}.`;
    },
  });

  function join(mate: MateHandle): MateExtra {
    return {
      tools: [completeTask],
      async turnEnded() {
        idle.add(mate);
      },
    };
  }

  team.forMates.push(join);
  return {
    async start() {
      stop = clock.every(5000, () => void tick());
    },
    stop: async () => stop(),
  };
}

function promptOf({ id, subject, description }: Task): string {
  note(`takes ${id}: ${subject}`, "magenta");
  const what = description === "" ? "" : `\n${description}`;
  return asWords(`Task ${id} is yours: ${subject}${what}\nDo it, then call complete_task.`);
}
