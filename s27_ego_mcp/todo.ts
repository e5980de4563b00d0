// s05 · todo – a plan that the model writes down, and a reminder when it forgets the plan.
import { z } from "zod";
import { addNote, hasResults } from "../shared/messages.ts";
import { parseYaml } from "../shared/yaml.ts";
import type { Mechanism } from "./agent.ts";
import type { HookEvents } from "./hooks.ts";
import { defineTool, harmless, type Tool } from "./tools.ts";

const MAX_TODOS = 20;
const SILENT_ROUNDS = 3;
const MARKS = { pending: "[ ]", in_progress: "[>]", completed: "[x]" } as const;
const REMINDER = "Your plan has open steps. Update it with todo_write.";

const todo = z.object({
  content: z.string().trim().min(1).describe("What to do, in a few words"),
  status: z.enum(["pending", "in_progress", "completed"]),
});
type Todo = z.infer<typeof todo>;

const todoList = z
  .array(todo)
  .max(MAX_TODOS)
  .refine((todos) => todos.filter(isCurrent).length <= 1, "only one step can be in_progress")
  .describe("All steps in order; they replace the previous plan");

/** What the system prompt says about the plan. */
export const PLAN_RULE =
  "For work with several steps, write a plan with todo_write first. Keep it up to date, with one step in_progress at a time.";

interface Plan {
  todos: Todo[];
  /** How many rounds have passed since the last update. */
  silentRounds: number;
}

/** The plan of one agent. It is lost when the program ends. */
export function createTodoList(): Mechanism {
  const plan: Plan = { todos: [], silentRounds: 0 };
  return {
    tools: [todoWrite(plan)],
    hooks: {
      BeforeModel: (event) => remind(plan, event),
      Compacted: () => restate(plan),
    },
  };
}

/** The tool todo_write. An invalid plan is refused, and the previous one stays. */
function todoWrite(plan: Plan): Tool {
  const tool = defineTool({
    name: "todo_write",
    description: "Write down the plan: all steps, each with its status.",
    input: z.object({ todos: todoList }),
    judge: harmless,
    async run({ todos }) {
      plan.todos = todos;
      plan.silentRounds = -1; // the round of the update itself does not count
      return rendered(todos);
    },
  });
  return { ...tool, run: (input, context) => tool.run(withRealList(input), context) };
}

/** Adds a reminder to the tool results when steps are open and the plan was not updated for three rounds. */
function remind(plan: Plan, { messages }: HookEvents["BeforeModel"]) {
  const last = messages.at(-1);
  if (!last || !hasResults(last)) return;
  plan.silentRounds++;
  if (plan.silentRounds < SILENT_ROUNDS || plan.todos.every(isDone)) return;
  plan.silentRounds = 0;
  addNote(last, "reminder", REMINDER);
}

/** When a summary replaces the history, the plan is repeated after it, if there is one. */
function restate({ todos }: Plan) {
  return todos.length === 0 ? {} : { notes: [rendered(todos)] };
}

function isCurrent({ status }: Todo): boolean {
  return status === "in_progress";
}

function isDone({ status }: Todo): boolean {
  return status === "completed";
}

function rendered(todos: Todo[]): string {
  const lines = todos.map(({ content, status }) => `${MARKS[status]} ${content}`);
  return [`Plan (${todos.filter(isDone).length}/${todos.length})`, ...lines].join("\n");
}

/** Some models send the list as a string, in JSON or as Python prints it. A YAML parser reads both and runs no code. */
function withRealList(input: unknown): unknown {
  if (typeof input !== "object" || input === null || !("todos" in input)) return input;
  if (typeof input.todos !== "string") return input;
  try {
    return { ...input, todos: parseYaml(input.todos) };
  } catch {
    return input; // the schema check reports what is wrong with it
  }
}
