import {
  type Agent,
  atMost,
  calls,
  conversation,
  cut,
  expect,
  fault,
  mistaken,
  says,
  test,
} from "../course/spec.ts";

const bash = (command: string) => calls("bash", { command });
const CUT = cut("The files are: a, b and");
const FULL = { ...says("The window is full"), stop: "model_context_window_exceeded" } as const;
const task = (description: string) => calls("task", { description });

/** The requests of the conversation that begins with this text. */
const requestsOf = (agent: Agent, text: string) =>
  agent.requests.filter(({ messages }) => JSON.stringify(messages[0]).includes(text));

test("a subagent knows only the description, shows only its labelled calls, and returns only its last reply", async ({
  start,
}) => {
  const agent = await start(
    [
      [task("Count the files."), says("There are two.")],
      conversation("Count the files.", { ...bash("ls"), text: "I look." }, says("Two: a and b.")),
    ],
    { files: { a: "", b: "" } },
  );
  await agent.type("a secret word, and count");
  await agent.sees("[task-1] > bash ls");
  await agent.sees("There are two.");
  const [first] = requestsOf(agent, "Count the files.");
  expect(first?.messages.length, "messages in the subagent's first request").toBe(1);
  expect(JSON.stringify(first)).not.toContain("secret");
  const result = agent.toolResults.find(({ content }) => content.includes("Two: a and b."));
  expect(result?.content).toBe("[completed in 2 replies]\nTwo: a and b.");
  expect(agent.output).not.toContain("I look.");
});

test("a subagent has the basic tools, and no task", async ({ start }) => {
  const agent = await start([
    [task("Try to delegate."), says("It could not.")],
    conversation("Try to delegate.", mistaken(task("Deeper.")), says("No such tool.")),
  ]);
  await agent.type("delegate");
  await agent.sees("It could not.");
  const tools = requestsOf(agent, "Try to delegate.")[0]?.tools ?? [];
  const names = tools.map((tool) => "name" in tool && tool.name);
  expect(names).toEqual(
    expect.arrayContaining(["bash", "read_file", "write_file", "edit_file", "glob"]),
  );
  expect(names).not.toContain("task");
  expect(agent.toolResults[0]).toMatchObject({ is_error: true });
});

test("the permission gate asks about a subagent's calls, too, and the question says who asks", async ({
  start,
}) => {
  const agent = await start(
    [
      [task("Clean up."), says("It was kept.")],
      conversation("Clean up.", bash("rm a.txt"), says("Refused.")),
    ],
    { files: { "a.txt": "precious" }, env: { EXPLAIN: "1" } },
  );
  await agent.type("clean up");
  await agent.answer("[task-1] Allow bash: rm a.txt?", "n");
  await agent.sees("It was kept.");
  expect(agent.output).toContain("[hook] PreToolUse: bash");
  expect(agent.files).toEqual({ "a.txt": "precious" });
  expect(agent.toolResults[0]).toMatchObject({ is_error: true });
});

test("tasks of one reply run at the same time, three at most, and their results are in call order", async ({
  start,
}) => {
  // Each ends well only when it has seen the others; the first one is the last to end.
  const all = "[ -e one ] && [ -e two ] && [ -e three ]";
  const meet = `touch $me; for i in $(seq 500); do ${all} && break; sleep 0.01; done; ${all} || exit 1`;
  const script = [
    [
      calls(
        ["task", { description: "Be one." }],
        ["task", { description: "Be two." }],
        ["task", { description: "Be three." }],
        ["task", { description: "Be four." }],
      ),
      says("All four."),
    ],
    conversation(
      "Be one.",
      bash(`me=one; ${meet}; until [ -e two.done ] && [ -e three.done ]; do sleep 0.01; done
        for i in $(seq 30); do [ -e four ] && exit 1; sleep 0.01; done; true`),
      says("one"),
    ),
    conversation("Be two.", bash(`me=two; ${meet}; touch two.done`), says("two")),
    conversation("Be three.", bash(`me=three; ${meet}; touch three.done`), says("three")),
    conversation("Be four.", bash("touch four"), says("four")),
  ];
  const agent = await start(script, { yes: true });
  await agent.type("four things");
  await agent.sees("All four.");
  const results = agent.toolResults.filter(({ content }) => content.startsWith("[completed"));
  expect(results.map(({ content }) => content.split("\n")[1])).toEqual([
    "one",
    "two",
    "three",
    "four",
  ]);
  const errors = agent.toolResults.filter(({ is_error }) => is_error);
  expect(errors, "did the fourth begin while three were running?").toEqual([]);
});

test("a subagent that does not finish is stopped, and the result says so", async ({ start }) => {
  const rounds = Array.from({ length: 30 }, (_, at) => ({
    ...bash("true"),
    text: `round ${at + 1}`,
  }));
  const agent = await start([
    [task("Go on for ever."), says("It was stopped.")],
    conversation("Go on for ever.", ...rounds),
  ]);
  await agent.type("delegate");
  await agent.sees("It was stopped.");
  const result = agent.toolResults.at(-1);
  expect(result?.content).toBe("[not done, stopped after 30 replies]\nround 30");
});

test("the result says when the last reply was cut off or had no text", async ({ start }) => {
  const agent = await start([
    [
      calls(
        ["task", { description: "Be cut." }],
        ["task", { description: "Be silent." }],
        ["task", { description: "Be full." }],
        ["task", { description: "Be cut once." }],
      ),
      says("So."),
    ],
    // A later chapter asks again; it is cut each time.
    conversation("Be cut.", CUT, ...atMost(CUT, CUT, CUT, CUT)),
    conversation("Be silent.", { ...bash("true"), text: "Let me look first." }, says(" ")),
    // A later chapter makes room and asks again.
    conversation("Be full.", FULL, ...atMost(FULL, FULL, FULL, FULL)),
    conversation("Be cut once.", cut("bash", { command: "true" }), says("Whole now.")),
  ]);
  await agent.type("delegate");
  await agent.sees("So.");
  const results = agent.toolResults.map(({ content }) => content);
  expect(results.join("\n")).toContain(
    "[not done, cut off after 1 reply]\nThe files are: a, b and",
  );
  expect(results).toContain("[completed in 2 replies]\n(no text)");
  expect(results.join("\n"), "of one that was cut only once").toMatch(
    /\[completed in [12] repl(y|ies)\]\nWhole now\./,
  );
  expect(results, "of a full context window").not.toContain(
    "[completed in 1 reply]\nThe window is full",
  );
});

test("when a subagent's model call fails, the lead gets an error result that says why", async ({
  start,
}) => {
  const agent = await start([
    [task("Fail."), says("It failed.")],
    conversation("Fail.", fault("invalid_request")),
  ]);
  await agent.type("delegate");
  await agent.sees("It failed.");
  expect(agent.toolResults[0]).toMatchObject({
    is_error: true,
    content: expect.stringMatching(/^\[failed: API error 400 .* After 0 replies\]/),
  });
});

test("the rounds of a subagent do not count towards the lead's reminder", async ({ start }) => {
  const agent = await start([
    [
      calls("todo_write", { todos: [{ content: "delegate", status: "in_progress" }] }),
      task("Work for long."),
      says("It has worked."),
    ],
    conversation("Work for long.", ...Array.from({ length: 5 }, () => bash("true")), says("Done.")),
  ]);
  await agent.type("plan and delegate");
  await agent.sees("It has worked.");
  expect(requestsOf(agent, "Work for long.").length, "requests of the subagent").toBe(6);
  expect(JSON.stringify(agent.requests)).not.toContain('kind=\\"reminder\\"');
});

test("two subagents that change the same file keep each other's changes", async ({ start }) => {
  const edit = (old_text: string, new_text: string) =>
    calls("edit_file", { path: "list.txt", old_text, new_text });
  const write = (content: string) => calls("write_file", { path: "new.txt", content });
  const agent = await start(
    [
      [
        calls(["task", { description: "Do one." }], ["task", { description: "Do two." }]),
        says("Both did it."),
      ],
      conversation("Do one.", edit("one", "ONE"), write("of one"), says("One is done.")),
      conversation("Do two.", edit("two", "TWO"), write("of two"), says("Two is done.")),
    ],
    { files: { "list.txt": "one two\n" } },
  );
  await agent.type("do both");
  await agent.sees("Both did it.");
  expect(agent.files["list.txt"]).toBe("ONE TWO\n");
  const refused = agent.toolResults.filter(({ is_error }) => is_error);
  expect(refused, "errors: the second write_file of new.txt, and nothing else").toHaveLength(1);
  expect(refused[0]?.content).toContain("another agent has changed this file");
});

test("Ctrl-C ends all subagents, and the next prompt works", async ({ start }) => {
  const script = [
    [
      calls(["task", { description: "Wait here." }], ["task", { description: "Wait there." }]),
      says("Here again."),
    ],
    conversation("Wait here.", bash("touch here; sleep 1000")),
    conversation("Wait there.", bash("touch there; sleep 1000")),
  ];
  const agent = await start(script, { yes: true, needs: "lines" });
  await agent.type("wait twice");
  await agent.sees(/\[task-\d\] > bash touch [\s\S]*\[task-\d\] > bash touch /);
  await agent.interrupt();
  expect(await agent.ended()).toBe("interrupted");
  await agent.type("are you there?");
  await agent.sees("Here again.");
  expect(agent.toolResults.map(({ is_error }) => is_error)).toEqual([true, true]);
});

test("what a subagent reads takes no room in the lead's history", async ({ start }) => {
  const files = { "big.txt": "a line of a long file\n".repeat(1000) };
  const read = calls("read_file", { path: "big.txt" });
  const size = (agent: Agent, text: string) =>
    JSON.stringify(requestsOf(agent, text).at(-1)?.messages).length;

  const alone = await start([read, says("A thousand lines.")], { files });
  await alone.type("how long is it?");
  await alone.sees("A thousand lines.");
  const leading = await start(
    [
      [task("Read big.txt."), says("A thousand lines, it says.")],
      conversation("Read big.txt.", read, says("It has a thousand lines.")),
    ],
    { files },
  );
  await leading.type("how long is it?");
  await leading.sees("A thousand lines, it says.");
  expect(
    size(leading, "how long is it?"),
    "characters of the lead's messages, against a twentieth of those of an agent that reads the file itself",
  ).toBeLessThan(size(alone, "how long is it?") / 20);
});
