// practice/brain/todo · a plan of several steps is written down, where a tool for that is offered.
import type { Offer, Outcome, Step } from "./types.ts";

const FEWEST_STEPS = 3;

/** The steps, with an update of the plan before the first and after each; as they were where nothing offers a plan. */
export function withTodos(steps: Step[], { todo }: Offer, fewest = FEWEST_STEPS): Step[] {
  if (todo === undefined || steps.length < fewest) return steps;
  const update = (done: number): Step => ({
    rule: "plan",
    task: "todo_write",
    call: () => todo(steps.map(({ task }, at) => ({ content: task, status: statusOf(at, done) }))),
    say: () => "",
  });
  return [update(0), ...steps.flatMap((step, at) => [among(step), update(at + 1)])];
}

function statusOf(at: number, done: number): string {
  if (at < done) return "completed";
  return at === done ? "in_progress" : "pending";
}

/** A step looks back at the outcomes of steps: every second call is one of the plan. */
function among(step: Step): Step {
  const ofSteps = (done: Outcome[]) => done.filter((_, at) => at % 2 === 1);
  return {
    ...step,
    call: (offer, done) => step.call(offer, ofSteps(done)),
    say: (result, done, call) => step.say(result, ofSteps(done), call),
  };
}
