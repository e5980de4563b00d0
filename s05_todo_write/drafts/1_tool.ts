// s05 · first draft – a tool that stores the plan and prints it.
import { z } from "zod";
import type { Mechanism } from "../agent.ts";
import { defineTool, harmless } from "../tools.ts";

export const PLAN_RULE =
  "For work with several steps, write a plan with todo_write first. Keep it up to date, with one step in_progress at a time.";

const MARKS = { pending: "[ ]", in_progress: "[>]", completed: "[x]" } as const;

const todo = z.object({
  content: z.string().describe("What to do, in a few words"),
  status: z.enum(["pending", "in_progress", "completed"]),
});
type Todo = z.infer<typeof todo>;

const todoWrite = defineTool({
  name: "todo_write",
  description: "Write down the plan: all steps, each with its status.",
  input: z.object({
    todos: z.array(todo).describe("All steps in order; they replace the previous plan"),
  }),
  judge: harmless,
  run: async ({ todos }) => rendered(todos),
});

export function createTodoList(): Mechanism {
  return { tools: [todoWrite] };
}

function rendered(todos: Todo[]): string {
  const done = todos.filter(({ status }) => status === "completed").length;
  const lines = todos.map(({ content, status }) => `${MARKS[status]} ${content}`);
  return [`Plan (${done}/${todos.length})`, ...lines].join("\n");
}
