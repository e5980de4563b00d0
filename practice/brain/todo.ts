// practice/brain/todo · a plan of several steps is written down, where a tool for that is offered.
import type { Offer, Step } from "./types.ts";

const FEWEST_STEPS = 3;

/** The steps, with an update of the plan before the first and after each; as they were where nothing offers a plan. */
export function withTodos(steps: Step[], { todo }: Offer, fewest = FEWEST_STEPS): Step[] {
  const told = steps.filter(({ isQuiet }) => isQuiet !== true);
  // The same thing several times needs no plan.
  const isOne = told.every(({ task }) => task === told[0]?.task);
  if (todo === undefined || told.length < fewest || isOne) return steps;
  const plan = (done: number) =>
    todo(told.map(({ task }, at) => ({ content: task, status: statusOf(at, done) })));
  const update = (done: number): Step => ({
    rule: "plan",
    task: "todo_write",
    isQuiet: true,
    call: () => plan(done),
    say: () => "",
  });
  return [
    update(0),
    ...steps.flatMap((step) => (step.isQuiet ? [step] : [step, update(told.indexOf(step) + 1)])),
  ];
}

function statusOf(at: number, done: number): string {
  if (at < done) return "completed";
  return at === done ? "in_progress" : "pending";
}
