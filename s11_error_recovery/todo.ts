// s05 · todo – a plan the model writes down, and a hook that reminds it.
import { parse } from "yaml";
import { z } from "zod";
import { addText, hasResults } from "../shared/messages.ts";
import type { HookEvents } from "./hooks.ts";
import { defineTool, type Tool } from "./tools.ts";

const MAX_TODOS = 20;
const SILENT_ROUNDS = 3;
const MARKS = { pending: "[ ]", in_progress: "[>]", completed: "[x]" } as const;
const REMINDER = "<reminder>Your plan has open steps. Update it with todo_write.</reminder>";

const todo = z.object({
  content: z.string().trim().min(1).describe("What is to be done, in a few words"),
  status: z.enum(["pending", "in_progress", "completed"]),
});
type Todo = z.infer<typeof todo>;

const todoList = z
  .array(todo)
  .max(MAX_TODOS)
  .refine((todos) => todos.filter(isCurrent).length <= 1, "only one step can be in_progress")
  .describe("All steps in order; they replace the ones before");

/** What the system prompt says about it. */
export const PLAN_RULE =
  "For work of several steps write a plan with todo_write first, then keep it up to date: one step in_progress at a time.";

export interface TodoList {
  tool: Tool;
  /** For BeforeModel: some rounds without an update, while steps are open, bring a word about it. */
  remind(event: HookEvents["BeforeModel"]): void;
  /** For Compacted: the plan as it stands, if there is one. */
  restate(event: HookEvents["Compacted"]): Partial<HookEvents["Compacted"]>;
}

/** The plan of one agent; it lives as long as the program. An update that is refused changes nothing. */
export function createTodoList(): TodoList {
  let todos: Todo[] = [];
  let silentRounds = 0;

  const tool = defineTool({
    name: "todo_write",
    description: "Write down the plan: all steps, each with its status.",
    input: z.object({ todos: todoList }),
    async run(input) {
      todos = input.todos;
      silentRounds = -1; // the round of the update itself does not count
      return rendered(todos);
    },
  });

  function remind({ messages }: HookEvents["BeforeModel"]) {
    const last = messages.at(-1);
    if (!last || !hasResults(last)) return;
    silentRounds++;
    if (silentRounds < SILENT_ROUNDS || todos.every(isDone)) return;
    silentRounds = 0;
    addText(last, REMINDER);
  }

  const run: Tool["run"] = (input, context) => tool.run(withRealList(input), context);

  function restate({ notes }: HookEvents["Compacted"]) {
    return todos.length === 0 ? {} : { notes: [...notes, `<todos>\n${rendered(todos)}\n</todos>`] };
  }

  return { tool: { ...tool, run }, remind, restate };
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

/** Some models send the list as a text, in JSON or as Python prints it. YAML reads both and runs neither. */
function withRealList(input: unknown): unknown {
  if (typeof input !== "object" || input === null || !("todos" in input)) return input;
  if (typeof input.todos !== "string") return input;
  try {
    return { ...input, todos: parse(input.todos) };
  } catch {
    return input; // the check says what it should have been
  }
}
