// s12 · third draft – a lock around each change, and a way to give a task back.
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { now } from "../../shared/clock.ts";
import { createStateFolder } from "../../shared/stateFile.ts";
import { note } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";
import { harmless, type Tool } from "../tools.ts";

export const TASK_RULE = "Use create_task for work that outlasts this session. Claim it first.";
const MARKS = { pending: "[ ]", in_progress: "[>]", completed: "[x]" };
const text = z.string();
const ids = z.array(text).default([]);
const draft = z.object({ subject: text, description: text.default(""), blockedBy: ids });
const status = z.enum(["pending", "in_progress", "completed"]);
const schema = draft.extend({ id: text, status, owner: text.optional(), createdAt: text });
type Task = z.infer<typeof schema>;
const withId = z.object({ task_id: text });

/** The tasks in `cwd`/.tasks. */
export function createTasks(cwd: string): Mechanism {
  const hint = "The id of a task looks like task_1a2b3c4d; list_tasks shows them.";
  const checks = { schema, id: /^task_[0-9a-f]{8}$/, idOf: (task: Task) => task.id, hint };
  const files = createStateFolder({ cwd, folder: ".tasks", maxBytes: 100_000, ...checks });

  async function get(id: string): Promise<Task> {
    const task = await files.read(id);
    if (task) return task;
    throw new Error(`There is no task ${id}. list_tasks shows them.`);
  }
  async function list(): Promise<string> {
    const { values, problems } = await files.all();
    const lines = values.map(({ id, status, subject }) => `${MARKS[status]} ${id}: ${subject}`);
    return [...lines, ...problems].join("\n") || "There are no tasks.";
  }
  async function create(input: unknown): Promise<string> {
    const task = { ...draft.parse(input), id: `task_${randomBytes(4).toString("hex")}` };
    for (const id of task.blockedBy) await get(id);
    await files.write({ ...task, status: "pending", createdAt: new Date(now()).toISOString() });
    return `Created ${task.id}: ${task.subject}.`;
  }
  async function claim(id: string, owner: string): Promise<string> {
    const task = await get(id);
    if (task.status !== "pending") throw new Error(`${id} was claimed by ${task.owner} already.`);
    const open = (await Promise.all(task.blockedBy.map(get))).filter(isOpen).map(stateOf);
    if (open.length > 0) throw new Error(`${id} is not ready. Blocked by: ${open.join(", ")}.`);
    await files.write({ ...task, status: "in_progress", owner });
    return `Claimed ${id}: ${task.subject}.`;
  }
  async function end(id: string, status: "completed" | "pending"): Promise<string> {
    const task = await get(id);
    if (task.status !== "in_progress") throw new Error(`${id} is not claimed: claim_task first.`);
    const owner = status === "completed" ? task.owner : undefined;
    await files.write({ ...task, status, owner });
    return `${id} is ${status} now.`;
  }
  const idIn = (input: unknown) => withId.parse(input).task_id;

  return {
    tools: [
      tool("create_task", draft, (input, { signal }) =>
        files.exclusively(() => create(input), signal),
      ),
      tool("list_tasks", z.object({}), list),
      tool("get_task", withId, async (input) => JSON.stringify(await get(idIn(input)))),
      tool("claim_task", withId, (input, { agent, signal }) =>
        files.exclusively(() => claim(idIn(input), agent.name), signal),
      ),
      tool("complete_task", withId, (input, { signal }) =>
        files.exclusively(() => end(idIn(input), "completed"), signal),
      ),
      tool("release_task", withId, (input, { signal }) =>
        files.exclusively(() => end(idIn(input), "pending"), signal),
      ),
    ],
    commands: { tasks: { description: "the tasks", run: async () => note(await list()) } },
  };
}

const tool = (name: string, input: z.ZodObject, run: Tool["run"]): Tool => {
  return { name, description: name.replace("_", " "), input, judge: harmless, run };
};
const isOpen = ({ status }: Task) => status !== "completed";
const stateOf = ({ id, status, owner }: Task) =>
  `${id} (${status}${owner ? `, owner ${owner}` : ""})`;
