import { calls, expect, says, test } from "../course/spec.ts";

type Status = "pending" | "in_progress" | "completed";
const plan = (...steps: [content: string, status: Status][]) =>
  calls("todo_write", { todos: steps.map(([content, status]) => ({ content, status })) });
const work = calls("bash", { command: "true" });
const REMINDER = 'kind=\\"reminder\\"'; // as it looks in JSON

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
  const agent = await start([
    plan(["keep me", "in_progress"]),
    plan(["one", "in_progress"], ["two", "in_progress"]),
    plan(...many),
    plan(["  ", "pending"]),
    calls("todo_write", { todos: [{ content: "x", status: "someday" }] }),
    calls("todo_write", { todos: "__import__('os').system('touch pwned')" }),
    says("One plan is left."),
  ]);
  await agent.type("plan badly");
  await agent.sees("One plan is left.");
  const [good, ...bad] = agent.toolResults;
  expect(good?.is_error).toBeFalsy();
  expect(bad.map(({ is_error }) => is_error)).toEqual([true, true, true, true, true]);
  expect(bad[0]?.content).toContain("only one");
  expect(bad[1]?.content).toContain("20");
  expect(agent.files).toEqual({});
  // The first plan is still open, so three rounds without a valid update have brought the reminder.
  expect(JSON.stringify(agent.requests.at(-1)?.messages)).toContain(REMINDER);
});

test("a list sent as a string is understood, in JSON and as Python prints it", async ({
  start,
}) => {
  const agent = await start([
    calls(
      ["todo_write", { todos: '[{"content": "a", "status": "pending"}]' }],
      ["todo_write", { todos: "[{'content': 'b', 'status': 'completed'}]" }],
    ),
    says("Both."),
  ]);
  await agent.type("as strings");
  await agent.sees("Both.");
  expect(agent.toolResults.map(({ content }) => content)).toEqual([
    "Plan (0/1)\n[ ] a",
    "Plan (1/1)\n[x] b",
  ]);
});

test("after three rounds without an update while steps are open, a reminder follows the results", async ({
  start,
}) => {
  const agent = await start([plan(["work", "in_progress"]), work, work, work, work, says("Done.")]);
  await agent.type("work");
  await agent.sees("Done.");
  const reminded = agent.requests.map(({ messages }) =>
    JSON.stringify(messages.at(-1)).includes(REMINDER),
  );
  expect(reminded.filter(Boolean)).toHaveLength(1);
  const at = reminded.indexOf(true);
  const messages = agent.requests[at]?.messages ?? [];
  const rounds = messages.filter((message) => JSON.stringify(message).includes('"tool_use"'));
  expect(rounds.length - 1, "rounds between the plan and the reminder").toBe(3);
  const content = messages.at(-1)?.content;
  const types = Array.isArray(content) ? content.map(({ type }) => type) : [];
  expect(types.slice(0, 2)).toEqual(["tool_result", "text"]);
});

test("an update restarts the count of rounds, and a finished plan brings no reminder", async ({
  start,
}) => {
  const agent = await start([
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
  await agent.type("work and tell");
  await agent.sees("Quiet.");
  expect(JSON.stringify(agent.requests)).not.toContain(REMINDER);
  expect(agent.toolResults[0]?.content).toContain("[>] work");
});
