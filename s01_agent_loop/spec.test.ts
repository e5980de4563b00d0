import { calls, cut, expect, fault, mistaken, says, test } from "../course/spec.ts";
import { isGone } from "../shared/fixtures/alive.ts";

const bash = (command: string) => calls("bash", { command });

test("a command that the model asks for runs, and the model gets its output", async ({ start }) => {
  const agent = await start([bash("echo from bash; echo to stderr >&2"), says("It spoke.")]);
  await agent.type("make it speak");
  await agent.sees("It spoke.");
  expect(agent.toolResults[0]).toMatchObject({ content: "from bash\nto stderr" });
  expect(agent.toolResults[0]?.is_error, "the result of a command that succeeds is an error").toBe(
    false,
  );
});

test("the model gets the prompt, the schema of the tool and the working folder", async ({
  start,
}) => {
  const agent = await start([says("Hello.")]);
  await agent.type("用中文说你好, そして日本語でも");
  await agent.sees("Hello.");
  const [request] = agent.requests;
  expect(JSON.stringify(request?.messages)).toContain("用中文说你好, そして日本語でも");
  expect(request?.tools).toContainEqual(
    expect.objectContaining({
      name: "bash",
      input_schema: expect.objectContaining({ type: "object", required: ["command"] }),
    }),
  );
  expect(JSON.stringify(request?.system)).toContain(agent.folder);
});

test("the loop goes on until a reply has no tool call", async ({ start }) => {
  const agent = await start([
    bash("echo one > a.txt"),
    bash("cat a.txt >> b.txt; echo two >> b.txt"),
    says("Both are written."),
  ]);
  await agent.type("write two files");
  await agent.sees("Both are written.");
  expect(agent.files).toMatchObject({ "a.txt": "one\n", "b.txt": "one\ntwo\n" });
});

test("every tool call of a reply gets its result in the very next message, in order", async ({
  start,
}) => {
  const agent = await start([
    calls(
      ["bash", { command: "echo 1" }],
      ["bash", { command: "echo 2; false" }],
      ["bash", { command: "echo 3" }],
    ),
    says("Three answers."),
  ]);
  await agent.type("three commands");
  await agent.sees("Three answers.");
  const last = agent.requests.at(-1)?.messages.at(-1);
  const types = Array.isArray(last?.content) ? last.content.map((block) => block.type) : [];
  expect(types.slice(0, 3)).toEqual(["tool_result", "tool_result", "tool_result"]);
  expect(agent.toolResults.map(({ content }) => content)).toEqual([
    "1",
    expect.stringContaining("2"),
    "3",
  ]);
});

test("tool calls decide whether the loop goes on, not the stop reason", async ({ start }) => {
  const agent = await start([
    { ...bash("echo was run"), stop: "end_turn" },
    { ...says("Nothing to call."), stop: "tool_use" },
    says("The second turn works."),
  ]);
  await agent.type("odd stop reasons");
  await agent.sees("Nothing to call.");
  expect(agent.toolResults[0]?.content).toBe("was run");
  await agent.type("and now");
  await agent.sees("The second turn works.");
});

test("an empty reply ends the turn and leaves a valid history", async ({ start }) => {
  const agent = await start([{ text: "" }, says("Still here.")]);
  await agent.type("say nothing");
  expect(await agent.ended()).toBe("done");
  await agent.type("are you there?");
  await agent.sees("Still here.");
});

test("blank text next to a tool call is not sent back to the API, which would refuse it", async ({
  start,
}) => {
  const agent = await start([
    { ...bash("echo run"), text: "\n\n" },
    { text: "  " },
    says("All well."),
  ]);
  await agent.type("say nothing much");
  expect(await agent.ended()).toBe("done");
  await agent.type("and now?");
  await agent.sees("All well.");
  expect(agent.toolResults[0]?.content).toBe("run");
});

test("the whole conversation is sent again with the next request", async ({ start }) => {
  const agent = await start([says("My name is Ada."), says("As I said: Ada.")]);
  await agent.type("who are you?");
  await agent.sees("My name is Ada.");
  await agent.type("again?");
  await agent.sees("As I said: Ada.");
  const sent = JSON.stringify(agent.requests.at(-1)?.messages);
  expect(sent).toMatch(/who are you\?.*My name is Ada\..*again\?/);
});

test("a failed command gives an error result that ends with the exit code", async ({ start }) => {
  const agent = await start([bash("echo so far; exit 3"), says("It failed.")]);
  await agent.type("fail");
  await agent.sees("It failed.");
  expect(agent.toolResults[0]).toMatchObject({ is_error: true, content: "so far\n[exit code 3]" });
});

test('a command that prints nothing gives "(no output)", and its input is empty', async ({
  start,
}) => {
  const agent = await start([bash("cat"), says("Empty.")]);
  await agent.type("read something");
  await agent.sees("Empty.");
  expect(agent.toolResults[0]?.content).toBe("(no output)");
});

test("an unknown tool and a wrong input give error results that say what to do", async ({
  start,
}) => {
  const agent = await start([
    mistaken(
      calls(
        ["teleport", { to: "Mars" }],
        ["bash", { cmd: "ls" }],
        ["bash", { command: 7 }],
        ["bash", { command: ["true"] }],
      ),
    ),
    says("I will use it right."),
  ]);
  await agent.type("try nonsense");
  await agent.sees("I will use it right.");
  const [unknown, missing, ...wrong] = agent.toolResults;
  expect(unknown).toMatchObject({
    is_error: true,
    content: expect.stringMatching(/teleport.*bash/),
  });
  expect(missing).toMatchObject({ is_error: true, content: expect.stringContaining("command") });
  for (const one of wrong)
    expect(one).toMatchObject({ is_error: true, content: expect.stringContaining("command") });
});

test("a tool call cut off at max_tokens gets an error result and does not run", async ({
  start,
}) => {
  const agent = await start(({ messages }) =>
    JSON.stringify(messages).includes("tool_result")
      ? says("I shall be shorter.")
      : cut("bash", { command: `touch half.txt; : ${"x".repeat(200)}` }),
  );
  await agent.type("write a long command");
  await agent.sees("I shall be shorter.");
  expect(agent.toolResults[0]).toMatchObject({
    is_error: true,
    content: expect.stringContaining("cut off"),
  });
  expect(agent.files).toEqual({});
});

test("the last tool call of an incomplete reply does not run, whatever the stop reason", async ({
  start,
}) => {
  const agent = await start(({ messages }) =>
    JSON.stringify(messages).includes("tool_result")
      ? says("I was cut off.")
      : {
          ...calls(
            ["bash", { command: "touch whole.txt" }],
            ["bash", { command: "touch cut.txt" }],
          ),
          stop: "model_context_window_exceeded",
        },
  );
  await agent.type("go on and on");
  await agent.sees("I was cut off.");
  expect(
    agent.toolResults.at(-1)?.is_error,
    "the result of the call that was cut is an error",
  ).toBe(true);
  expect(agent.files).not.toHaveProperty(["cut.txt"]);
  if (agent.isFromElsewhere) return; // some agents run no call of such a reply
  expect(agent.toolResults[0]?.is_error, "is the result of the first call an error?").toBe(false);
  expect(agent.files).toEqual({ "whole.txt": "" });
});

test("the model gets the beginning and the end of a very long output", async ({ start }) => {
  const agent = await start([bash("seq 1 200000"), says("Many numbers.")]);
  await agent.type("count");
  await agent.sees("Many numbers.");
  const content = agent.toolResults[0]?.content ?? "";
  expect(content.length, "characters of the result of 200,000 lines").toBeLessThan(40_000);
  expect(content).toMatch(/^1\n2\n[\s\S]*characters left out[\s\S]*199999\n200000$/);
});

test("a command that never ends is stopped after two minutes", async ({ start }) => {
  const agent = await start([bash("sleep 1000"), says("I stopped it.")]);
  await agent.type("wait");
  await agent.advance("2m");
  await agent.sees("I stopped it.");
  expect(agent.toolResults[0]).toMatchObject({
    is_error: true,
    content: expect.stringMatching(/\[stopped after 120 s\]$/),
  });
});

test("processes that a command starts in the background end with the command", async ({
  start,
}) => {
  const agent = await start([bash("sleep 1000 & echo $!"), says("Started.")]);
  await agent.type("start something");
  await agent.sees("Started.");
  const pid = Number(agent.toolResults[0]?.content);
  expect(await isGone(pid), `process ${pid}, the sleep in the background, has ended`).toBe(true);
});

test("commands do not see the API key", async ({ start }) => {
  const agent = await start([bash("env | grep -c spec-key; true"), says("None.")]);
  await agent.type("look for keys");
  await agent.sees("None.");
  const [count] = agent.toolResults[0]?.content.split("\n") ?? [];
  expect(count, "variables that have the key").toBe("0");
});

test("Ctrl-C stops the command and the turn; every tool call gets a result, and the next prompt works", async ({
  start,
}) => {
  const agent = await start(
    [
      calls(
        ["bash", { command: "echo $$ > pid; sleep 1000" }],
        ["bash", { command: "touch second.txt" }],
      ),
      says("On we go."),
    ],
    { needs: "lines" },
  );
  await agent.type("wait for ever");
  await agent.sees("> bash echo $$ > pid; sleep 1000");
  await agent.interrupt();
  expect(await agent.ended()).toBe("interrupted");
  await agent.type("go on");
  await agent.sees("On we go.");
  expect(agent.toolResults).toMatchObject([
    { is_error: true, content: expect.stringContaining("nterrupted") },
    { is_error: true, content: expect.stringContaining("did not run") },
  ]);
  expect(Object.keys(agent.files), "files: the second call must not run").not.toContain(
    "second.txt",
  );
});

test("Ctrl-C stops a reply in mid-stream, and nothing of it enters the history", async ({
  start,
}) => {
  const agent = await start(
    [
      { ...says("half a sentence that never ends"), ...fault("stall_mid_stream", { at_event: 4 }) },
      says("A new start."),
    ],
    { needs: "lines" },
  );
  await agent.type("talk");
  await agent.sees("half");
  await agent.interrupt();
  expect(await agent.ended()).toBe("interrupted");
  await agent.type("again");
  await agent.sees("A new start.");
  expect(JSON.stringify(agent.requests.at(-1)?.messages)).not.toContain("half");
});

test("an API error that is not about the message list is one line, and the next prompt works", async ({
  start,
}) => {
  const agent = await start([fault("permission"), says("Back again.")]);
  await agent.type("first try");
  await agent.sees(/API error 403 permission_error req_\w+/);
  expect(await agent.ended()).toBe("failed");
  await agent.type("second try");
  await agent.sees("Back again.");
  expect(agent.output).not.toContain("    at ");
});

test("the turn ends after 50 model calls, and the next prompt works", async ({ start }) => {
  const rounds = Array.from({ length: 49 }, () => bash("true"));
  const agent = await start([...rounds, bash("touch fifty.txt"), says("Enough.")]);
  await agent.type("run for ever");
  await agent.sees("Stopped after 50 model calls");
  expect(agent.files, "what the last call has made").toHaveProperty(["fifty.txt"]);
  await agent.type("stop it");
  await agent.sees("Enough.");
});

test("one shot through npx prints only the answer on stdout, calls and failures on stderr, and exits with 0", async ({
  start,
}) => {
  const agent = await start([bash("echo hi; ls missing"), says("It said hi.")], {
    args: ["-p", "greet"],
    launcher: "npx",
  });
  expect(await agent.exit()).toBe(0);
  expect(agent.output).toBe("It said hi.\n");
  if (agent.isFromElsewhere) return; // its notes about calls may go to stderr, or nowhere
  expect(agent.errors, "stderr, which shows the call").toContain("> bash echo hi; ls missing");
  expect(agent.errors, "stderr, which shows how the call failed").toMatch(/\[exit code \d+\]/);
});

test("the end of input ends the agent", async ({ start }) => {
  const agent = await start([says("Bye.")], { needs: "lines" });
  await agent.type("bye");
  await agent.sees("Bye.");
  expect(await agent.exit()).toBe(0);
});
