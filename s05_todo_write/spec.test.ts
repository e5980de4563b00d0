import { type Agent, calls, expect, says, test } from "../course/spec.ts";

type Status = "pending" | "in_progress" | "completed";
const plan = (...steps: [content: string, status: Status][]) =>
  calls("todo_write", { todos: steps.map(([content, status]) => ({ content, status })) });
const work = calls("bash", { command: "true" });
const REMINDER = 'kind=\\"reminder\\"'; // as it looks in JSON

/** Whether the last message of a request has a reminder. */
const hasReminder = ({ messages }: Agent["requests"][number]) =>
  JSON.stringify(messages.at(-1)).includes(REMINDER);

/** For each request with a reminder, how many rounds of tool calls came before it. */
const roundsReminded = (agent: Agent) =>
  agent.requests
    .filter(hasReminder)
    .map(
      ({ messages }) =>
        messages.filter((message) => JSON.stringify(message).includes('"tool_use"')).length,
    );

test("todo_write prints the plan and returns it to the model", async ({ start }) => {
  const agent = await start([
    plan(["look", "completed"], ["write", "in_progress"], ["test", "pending"]),
    says("Planned."),
  ]);
  await agent.type("plan it");
  await agent.sees("Plan (1/3)\n[x] look\n[>] write\n[ ] test");
  await agent.sees("Planned.");
  expect(agent.toolResults[0]?.content).toBe("Plan (1/3)\n[x] look\n[>] write\n[ ] test");
});

test("an invalid plan is refused with a reason, and the previous plan stays", async ({ start }) => {
  const many = Array.from({ length: 21 }, (_, at): [string, Status] => [`step ${at}`, "pending"]);
  const agent = await start(
    [
      plan(["keep me", "in_progress"]),
      plan(["one", "in_progress"], ["two", "in_progress"]),
      plan(...many),
      plan(["  ", "pending"]),
      calls("todo_write", { todos: [{ content: "x", status: "someday" }] }),
      calls("todo_write", { todos: "__import__('os').system('touch pwned')" }),
      calls("todo_write", {
        todos: "import('node:fs').then((fs) => fs.writeFileSync('pwned', ''))",
      }),
      plan(...many.slice(1)), // twenty are allowed
      says("One plan is left."),
    ],
    { real: true }, // code that is evaluated finds the modules of its process
  );
  await agent.type("plan badly");
  await agent.sees("One plan is left.");
  const [good, ...bad] = agent.toolResults;
  const twenty = bad.pop();
  expect(good?.is_error, "one plan with one step is an error").toBe(false);
  expect(
    bad.map(({ is_error }) => is_error),
    "two current steps, 21 steps, a blank one, an unknown status, Python code, JavaScript code: is each an error?",
  ).toEqual([true, true, true, true, true, true]);
  expect(twenty?.is_error, "a plan of twenty steps is an error").toBe(false);
  expect(bad[0]?.content).toContain("only one");
  expect(bad[1]?.content).toContain("20");
  expect(agent.files, "files after a list that is code").toEqual({});
  const label =
    "rounds before the first reminder: the first plan stays open, and refused plans do not restart the count";
  expect(roundsReminded(agent)[0], label).toBe(4);
});

test("a list sent as a string is understood, in JSON and as Python prints it", async ({
  start,
}) => {
  const agent = await start([
    calls(
      ["todo_write", { todos: '[{"content": "a", "status": "pending"}]' }],
      ["todo_write", { todos: "[{'content': 'b', 'status': 'completed'}]" }],
      ["todo_write", { todos: "[{'content': \"it's c\", 'status': 'pending'}]" }],
      ["todo_write", { todos: JSON.stringify([{ content: 'say "d\\e"', status: "pending" }]) }],
    ),
    says("Both."),
  ]);
  await agent.type("as strings");
  await agent.sees("Both.");
  expect(agent.toolResults.map(({ content }) => content)).toEqual([
    "Plan (0/1)\n[ ] a",
    "Plan (1/1)\n[x] b",
    "Plan (0/1)\n[ ] it's c",
    'Plan (0/1)\n[ ] say "d\\e"',
  ]);
});

test("after three rounds without an update while steps are open, a reminder follows the results", async ({
  start,
}) => {
  const agent = await start([
    plan(["work", "in_progress"]),
    work,
    work,
    says("Half."),
    work,
    work,
    work,
    work,
    says("Done."),
  ]);
  await agent.type("work");
  await agent.sees("Half.");
  await agent.type("go on");
  await agent.sees("Done.");
  // The first round is that of the plan.
  const label =
    "rounds after which a reminder came: the third and the sixth without an update; the prompt between them is no round";
  expect(roundsReminded(agent), label).toEqual([4, 7]);
  const messages = agent.requests.find(hasReminder)?.messages ?? [];
  const content = messages.at(-1)?.content;
  const types = Array.isArray(content) ? content.map(({ type }) => type) : [];
  expect(types.slice(0, 2)).toEqual(["tool_result", "text"]);
  const texts = Array.isArray(content)
    ? content.map((block) => (block.type === "text" ? block.text : ""))
    : [];
  const reminders = [...texts.join("\n").matchAll(/<note kind="reminder">([\s\S]*?)<\/note>/g)];
  expect(reminders, "reminders in one message").toHaveLength(1);
  expect(reminders[0]?.[1], "what the reminder says").toMatch(/\S/);
});

test("an update restarts the count of rounds, and a finished plan brings no reminder", async ({
  start,
}) => {
  const agent = await start([
    work,
    work,
    work,
    work,
    says("No plan."),
    plan(["work", "in_progress"]),
    work,
    work,
    plan(["work", "completed"]),
    work,
    work,
    work,
    work,
    says("Quiet."),
  ]);
  await agent.type("work without a plan");
  await agent.sees("No plan.");
  await agent.type("work and tell");
  await agent.sees("Quiet.");
  expect(roundsReminded(agent), "rounds after which a reminder came").toEqual([]);
  expect(agent.toolResults[4]?.content).toContain("[>] work");
});
