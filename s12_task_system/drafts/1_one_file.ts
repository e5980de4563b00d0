// s12 · first draft – all tasks in one file.
import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { exists } from "../../shared/files.ts";
import { note } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";
import { defineTool, harmless } from "../tools.ts";

export const TASK_RULE =
  "Use create_task for work that outlasts this session. list_tasks shows what is open.";

const MARKS = { pending: "[ ]", completed: "[x]" } as const;

interface Task {
  id: string;
  subject: string;
  status: keyof typeof MARKS;
}

/** The tasks in `cwd`/.tasks.json. */
export function createTasks(cwd: string): Mechanism {
  const path = join(cwd, ".tasks.json");
  let tasks: Task[] | undefined;

  async function load(): Promise<Task[]> {
    tasks ??= (await exists(path)) ? (JSON.parse(await readFile(path, "utf8")) as Task[]) : [];
    return tasks;
  }

  const save = (all: Task[]) => writeFile(path, JSON.stringify(all, undefined, 2));

  async function listed(): Promise<string> {
    const lines = (await load()).map((task) => `${MARKS[task.status]} ${task.id}: ${task.subject}`);
    return lines.join("\n") || "There are no tasks.";
  }

  const createTask = defineTool({
    name: "create_task",
    description: "Write down a task that survives this session. The result has its id.",
    input: z.object({ subject: z.string().trim().min(1) }),
    judge: harmless,
    async run({ subject }) {
      const id = `task_${randomBytes(4).toString("hex")}`;
      const all = await load();
      all.push({ id, subject, status: "pending" });
      await save(all);
      return `Created ${id}: ${subject}.`;
    },
  });

  const completeTask = defineTool({
    name: "complete_task",
    description: "Mark a task as done.",
    input: z.object({ task_id: z.string() }),
    judge: harmless,
    async run({ task_id }) {
      const all = await load();
      const task = all.find(({ id }) => id === task_id);
      if (task === undefined) throw new Error(`There is no task ${task_id}. Call list_tasks.`);
      task.status = "completed";
      await save(all);
      return `Completed ${task.id}: ${task.subject}.`;
    },
  });

  const listTasks = defineTool({
    name: "list_tasks",
    description: "List the tasks.",
    input: z.object({}),
    judge: harmless,
    run: listed,
  });

  return {
    tools: [createTask, completeTask, listTasks],
    commands: { tasks: { description: "the tasks", run: async () => note(await listed()) } },
  };
}
