// s12 · tasks – work that survives the session: on disk, with dependencies, and with one owner per task.
import { z } from "zod";
import { subcommands } from "../../shared/subcommands.ts";
import { note } from "../../shared/terminal.ts";
import { capped, oneLine } from "../../shared/text.ts";
import type { Mechanism } from "../agent.ts";
import { defineTool, harmless, type Tool, type ToolContext } from "../tools.ts";
import { FOLDER, MAX_DEPENDENCIES, STATUSES, type Task, type Tasks } from "./files.ts";
import { type Caller, createTaskStore, isReady, ownerOf, type TaskStore } from "./store.ts";

export { type Task, WORKTREE } from "./files.ts";
export type { Claimed, TaskStore } from "./store.ts";

const MAX_LINES = 100;
const MAX_RESTATED = 20;
const MAX_PROBLEMS = 10;
/** So many dependencies are named in a line of the list. */
const MAX_NAMED = 3;
const MARKS = { pending: "[ ]", in_progress: "[>]", completed: "[x]" } as const;

/** What the system prompt says about tasks. */
export const TASK_RULE = `Use create_task for work that outlasts this session, that several sessions share, or whose parts depend on each other; use todo_write for your steps within one task. Tasks are kept in ${FOLDER}; list_tasks shows what earlier sessions left open. Claim a task before you work on it, complete it only when it is done, and release it if you stop before that.`;

/** A mechanism that others build on. */
export interface TaskBoard extends Mechanism {
  store: TaskStore;
}

/** The tools of an agent that works on tasks, one at a time, and makes none. */
export function workTools(store: TaskStore): Tool[] {
  const claim: TaskStore["claim"] = (id, caller) =>
    store.claim(id, { ...caller, oneAtATime: true });
  return [
    listTool(store),
    getTool(store),
    claimTool({ ...store, claim }),
    completeTool(store),
    releaseTool(store),
  ];
}

/** The tasks in `cwd`/.tasks, for the agent that the person talks to. */
export function createTasks(cwd: string): TaskBoard {
  const store = createTaskStore(cwd);
  return {
    store,
    tools: [
      createTaskTool(store),
      listTool(store),
      getTool(store),
      claimTool(store),
      completeTool(store),
      releaseTool(store),
    ],
    hooks: { Compacted: () => restate(store) },
    commands: {
      tasks: subcommands("tasks", "the tasks of this folder", {
        "": { run: async () => note(await listed(store)) },
        free: {
          takes: "ID",
          run: async ([id = ""], signal) =>
            note(`Free again: ${named(await store.free(id, signal))}`),
        },
      }),
    },
    reads: [store.reads],
    stop: () => store.stop(),
  };
}

const withId = z.object({ task_id: z.string().describe("An id such as task_1a2b3c4d") });

const callerOf = ({ agent, signal }: ToolContext): Caller => ({ name: agent.name, signal });

function createTaskTool(store: TaskStore): Tool {
  return defineTool({
    name: "create_task",
    description: "Write down a task that survives this session. The result has its id.",
    input: z.object({
      subject: z.string().trim().min(1).max(200).describe("What to do, in one line"),
      description: z
        .string()
        .max(20_000)
        .optional()
        .describe("What one must know to do it: files, limits, when it is done"),
      blockedBy: z
        .array(z.string())
        .max(MAX_DEPENDENCIES)
        .optional()
        .describe("Ids of existing tasks that must be completed first"),
    }),
    judge: harmless, // it writes only the agent's own state, like all tools here
    async run({ subject, description = "", blockedBy = [] }, context) {
      const draft = { subject, description, blockedBy };
      const task = await store.create(draft, callerOf(context));
      const waits = task.blockedBy.length > 0 ? `, blocked by ${task.blockedBy.join(", ")}` : "";
      return `Created ${named(task)}${waits}.`;
    },
  });
}

const FILTERS = ["ready", ...STATUSES] as const;
type Filter = (typeof FILTERS)[number];

function listTool(store: TaskStore): Tool {
  return defineTool({
    name: "list_tasks",
    description: `List the tasks, open ones first, at most ${MAX_LINES}.`,
    input: z.object({
      status: z.enum(FILTERS).optional().describe("Only these; ready = can be claimed now"),
    }),
    judge: harmless,
    run: ({ status }, context) => listed(store, status, context),
  });
}

function getTool(store: TaskStore): Tool {
  return defineTool({
    name: "get_task",
    description: "Show all of one task, as JSON.",
    input: withId,
    judge: harmless,
    async run({ task_id }, context) {
      await store.list(context);
      return JSON.stringify(await store.get(task_id), undefined, 2);
    },
  });
}

function claimTool(store: TaskStore): Tool {
  return defineTool({
    name: "claim_task",
    effect: "claims",
    description: "Make a task yours before you work on it. It must not be blocked.",
    input: withId,
    judge: harmless,
    async run({ task_id }, context) {
      await store.list(context);
      const { task, from } = await store.claim(task_id, callerOf(context));
      const taken =
        from === undefined
          ? ""
          : `\nTaken over from ${from}, whose session has ended. Look at what is done already.`;
      return `Claimed ${named(task)}.${taken}${task.description && `\n${task.description}`}`;
    },
  });
}

function completeTool(store: TaskStore): Tool {
  return defineTool({
    name: "complete_task",
    effect: "completes",
    description: "Mark a task of yours as done. The result names the tasks that became ready.",
    input: withId,
    judge: harmless,
    async run({ task_id }, context) {
      const { task, ready } = await store.complete(task_id, callerOf(context));
      const names = capped(ready.map(named), MAX_RESTATED);
      const became = names.length > 0 ? `\nReady now:\n${names.join("\n")}` : "";
      return `Completed ${named(task)}.${became}`;
    },
  });
}

function releaseTool(store: TaskStore): Tool {
  return defineTool({
    name: "release_task",
    effect: "releases",
    description: "Give a task of yours back, unfinished, so that it can be claimed again.",
    input: withId,
    judge: harmless,
    run: async ({ task_id }, context) =>
      `Released ${named(await store.release(task_id, callerOf(context)))}.`,
  });
}

/** When the history is replaced, the open tasks are repeated. The completed ones are in the files. */
async function restate(store: TaskStore) {
  const { tasks } = await store.list();
  const withStatus = (status: Task["status"]) =>
    [...tasks.values()].filter((task) => task.status === status);
  const open = [...withStatus("in_progress"), ...withStatus("pending")];
  if (open.length === 0) return {};
  const lines = await linesOf(store, open.slice(0, MAX_RESTATED), tasks);
  const more = open.length - lines.length;
  const rest = more > 0 ? [`… and ${more} more; list_tasks shows them`] : [];
  return { notes: [[`Open tasks (${open.length})`, ...lines, ...rest].join("\n")] };
}

async function listed(store: TaskStore, filter?: Filter, asking?: ToolContext): Promise<string> {
  const { tasks, problems } = await store.list(asking);
  const fitting = [...tasks.values()].filter((task) => fits(task, filter, tasks));
  const sorted = [...fitting.filter(isOpen), ...fitting.filter((task) => !isOpen(task))];
  const lines = await linesOf(store, sorted.slice(0, MAX_LINES), tasks);
  const more = sorted.length - lines.length;
  const rest = more > 0 ? [`… and ${more} more; status shows only some of them`] : [];
  return [
    summaryOf(tasks),
    ...lines,
    ...rest,
    ...capped(problems, MAX_PROBLEMS, manyProblems),
  ].join("\n");
}

function fits(task: Task, filter: Filter | undefined, tasks: Tasks["tasks"]): boolean {
  if (filter === undefined) return true;
  return filter === "ready" ? isReady(task, tasks) : task.status === filter;
}

function summaryOf(tasks: Tasks["tasks"]): string {
  const all = [...tasks.values()];
  if (all.length === 0) return "There are no tasks.";
  const count = (status: Task["status"]) => all.filter((task) => task.status === status).length;
  const ready = all.filter((task) => isReady(task, tasks)).length;
  const pending = `${count("pending")} pending (${ready} ready)`;
  return `Tasks: ${pending}, ${count("in_progress")} in progress, ${count("completed")} completed`;
}

async function linesOf(store: TaskStore, some: Task[], tasks: Tasks["tasks"]): Promise<string[]> {
  const lines: string[] = [];
  for (const task of some)
    lines.push(
      `${MARKS[task.status]} ${named(task)}${placeOf(task)}${await remarkOn(store, task, tasks)}`,
    );
  return lines;
}

const placeOf = ({ worktree }: Task) => (worktree === undefined ? "" : `, worktree ${worktree}`);

/** What a line of the list adds: what a task waits for, or who works on it. */
async function remarkOn(store: TaskStore, task: Task, tasks: Tasks["tasks"]): Promise<string> {
  if (task.status === "completed") return "";
  if (task.status === "in_progress") return ` (${ownerOf(task)}, ${await store.whoHas(task)})`;
  const open = openOf(task, tasks);
  const some = open.slice(0, MAX_NAMED).map((id) => id + whyNever(id, task, tasks));
  const more = open.length > MAX_NAMED ? `, … and ${open.length - MAX_NAMED} more` : "";
  return open.length > 0 ? ` (blocked by ${some.join(", ")}${more})` : "";
}

const openOf = ({ blockedBy }: Task, tasks: Tasks["tasks"]) =>
  blockedBy.filter((id) => tasks.get(id)?.status !== "completed");

/** A person may have deleted a file, or have let two tasks wait for each other. Such a task is never ready. */
function whyNever(id: string, { id: own }: Task, tasks: Tasks["tasks"]): string {
  if (!tasks.has(id)) return " [no such task]";
  const waited = new Set([id]);
  for (const one of waited) for (const next of openIn(one, tasks)) waited.add(next);
  return waited.has(own) ? " [waits for this one]" : "";
}

const openIn = (id: string, tasks: Tasks["tasks"]): string[] => {
  const task = tasks.get(id);
  return task ? openOf(task, tasks) : [];
};

/** One line, even when a person has written line breaks into the file. */
const named = ({ id, subject }: Task) => `${id}: ${oneLine(subject)}`;

const manyProblems = (rest: number) => `… and ${rest} more files that cannot be used`;

const isOpen = ({ status }: Task) => status !== "completed";
