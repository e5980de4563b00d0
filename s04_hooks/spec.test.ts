import { calls, expect, says, test } from "../course/spec.ts";

const bash = (command: string) => calls("bash", { command });
/** Shows every step. */
const env = { EXPLAIN: "1" };

test("every tool call is logged before it runs, and one that the person refuses does not run", async ({
  start,
}) => {
  const agent = await start([bash("echo one"), bash("rm a.txt"), says("One of two.")], {
    files: { "a.txt": "" },
    env,
  });
  await agent.type("do both");
  await agent.answer("Allow bash: rm a.txt?", "n");
  await agent.sees("One of two.");
  expect(agent.output).toMatch(
    /\[hook\] PreToolUse: bash\n[\s\S]*> bash echo one\n[\s\S]*\[hook\] PreToolUse: bash\n[\s\S]*Allow bash: rm a\.txt/,
  );
  expect(agent.files, "the file that the person did not let go").toHaveProperty(["a.txt"]);
});

test("a UserPromptSubmit hook runs before the model answers", async ({ start }) => {
  const agent = await start([says("Hello.")], { env });
  await agent.type("hello");
  await agent.sees(`[hook] UserPromptSubmit: working in ${agent.folder}`);
  await agent.sees("Hello.");
  expect(agent.output, "the hook, then the answer").toMatch(/UserPromptSubmit[\s\S]*Hello\./);
});

test("at the end of each turn the log shows the number of tool calls so far", async ({ start }) => {
  const agent = await start(
    [
      calls(["bash", { command: "true" }], ["glob", { pattern: "*" }]),
      says("Two."),
      bash("true"),
      says("And one."),
    ],
    { env },
  );
  await agent.type("two calls");
  await agent.sees("[hook] Stop: 2 tool calls in this session");
  await agent.type("one more");
  await agent.sees("[hook] Stop: 3 tool calls in this session");
});

test("the log warns about a large result", async ({ start }) => {
  const agent = await start([bash("seq 1 20000"), bash("seq 1 20"), says("Counted.")], {
    yes: true,
  });
  await agent.type("count");
  await agent.sees("Counted.");
  const warnings = agent.output.match(/\[hook\] PostToolUse: bash gave \d+ characters/g) ?? [];
  expect(warnings, "warnings: one for 20,000 lines, none for 20 lines").toHaveLength(1);
});
