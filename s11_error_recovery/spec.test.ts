import { type Agent, calls, conversation, cut, expect, fault, says, test } from "../course/spec.ts";

const soon = { retry_after_ms: 1 };
const overloaded = fault("overloaded", soon);
const FALLBACK = { env: { FALLBACK_MODEL_ID: "claude-haiku-4-5" } };
const modelsOf = (agent: Agent) => agent.requests.map(({ model }) => model);
const historyOf = (agent: Agent) => JSON.stringify(agent.requests.at(-1)?.messages);

test("a model call that fails is made again, and a line says why and when", async ({ start }) => {
  const agent = await start([overloaded, fault("server_error", soon), says("There.")]);
  await agent.type("hello");
  await agent.sees("There.");
  expect(agent.output).toMatch(/\[retry 1\/9\] overloaded_error 529; again in \d\.\d s/);
  expect(agent.output).toMatch(/\[retry 2\/9\] api_error 500; again in \d\.\d s/);
});

test("if the server says how long to wait, the agent waits that long", async ({ start }) => {
  const agent = await start([fault("rate_limited", { retry_after_ms: 900 }), says("There.")]);
  await agent.type("hello");
  await agent.sees("again in 0.9 s");
  expect(agent.requests.length, "requests before the 0.9 s are over").toBe(1);
  await agent.advance("1s");
  await agent.sees("There.");
});

test("if the server does not say how long, the wait doubles, and Ctrl-C ends it", async ({
  start,
}) => {
  const broken = fault("server_error");
  const agent = await start([broken, broken, broken, broken, broken, says("Later.")]);
  await agent.type("hello");
  for (const time of ["700ms", "1300ms", "2600ms", "5100ms"]) await agent.advance(time);
  await agent.sees(/\[retry 5\/9\]/);
  const waits = [...agent.output.matchAll(/again in ([\d.]+) s/g)].map(([, seconds]) =>
    Number(seconds),
  );
  waits.forEach((wait, at) => {
    const [least, label] = [0.5 * 2 ** at, `seconds of wait ${at + 1}`];
    expect(wait, label).toBeGreaterThanOrEqual(least);
    expect(wait, label).toBeLessThanOrEqual(least * 1.25 + 0.05);
  });
  await agent.interrupt();
  expect(await agent.ended()).toBe("interrupted");
  await agent.type("and now?");
  await agent.sees("Later.");
});

test("after ten tries the turn ends with one line, and the next prompt works", async ({
  start,
}) => {
  const agent = await start([...Array.from({ length: 10 }, () => overloaded), says("Back.")]);
  await agent.type("hello");
  await agent.sees(/API error 529 overloaded_error/);
  expect(await agent.ended()).toBe("failed");
  await agent.type("again");
  await agent.sees("Back.");
  expect(historyOf(agent)).not.toContain("overloaded");
});

test("a failure that another try cannot fix is not retried", async ({ start }) => {
  const kinds = [
    "invalid_request",
    "authentication",
    "billing",
    "permission",
    "not_found",
  ] as const;
  const failures = kinds.map((kind) => fault(kind));
  const agent = await start([overloaded, says("Hello."), ...failures, says("Back.")]);
  await agent.type("hello");
  await agent.sees("Hello.");
  for (const kind of kinds) {
    await agent.type(`try ${kind}`);
    await agent.sees(/API error 40\d/);
  }
  await agent.type("again");
  await agent.sees("Back.");
  const retries = agent.output.match(/\[retry.*/g) ?? [];
  expect(retries, "retries: one for the overload, none for the others").toHaveLength(1);
});

test("the words of an error message do not decide about a retry", async ({ start }) => {
  const message = "overloaded 529 rate limit 429, prompt is too long";
  const agent = await start([overloaded, fault("permission", { message }), says("Back.")]);
  await agent.type("hello");
  await agent.sees(/API error 403/);
  const retries = agent.output.match(/\[(retry|too long).*/g) ?? [];
  expect(retries, "retries: one for the overload, none for the 403").toHaveLength(1);
  await agent.type("again");
  await agent.sees("Back.");
});

test("a model that is overloaded three times is replaced for the session, subagents included", async ({
  start,
}) => {
  const agent = await start(
    [
      [
        overloaded,
        overloaded,
        overloaded,
        calls("task", { description: "Help." }),
        says("Done."),
        says("Still."),
      ],
      conversation("Help.", says("Helped.")),
    ],
    FALLBACK,
  );
  await agent.type("hello");
  await agent.sees("Done.");
  expect(agent.output).toContain(
    "[fallback] practice-1 is overloaded; claude-haiku-4-5 answers for the rest of this session",
  );
  await agent.type("and now?");
  await agent.sees("Still.");
  const [first, second, third, ...rest] = modelsOf(agent);
  expect([first, second, third]).toEqual(["practice-1", "practice-1", "practice-1"]);
  expect(new Set(rest)).toEqual(new Set(["claude-haiku-4-5"]));
});

test("a fallback model that does not exist is given up, and the first model is called again", async ({
  start,
}) => {
  const agent = await start(
    [overloaded, overloaded, overloaded, fault("not_found"), says("Here."), says("Still.")],
    FALLBACK,
  );
  await agent.type("hello");
  await agent.sees("check FALLBACK_MODEL_ID. Back to practice-1");
  await agent.sees("Here.");
  await agent.type("and now?");
  await agent.sees("Still.");
  expect(modelsOf(agent).slice(-2)).toEqual(["practice-1", "practice-1"]);
});

test("after two overloads a success starts the count again", async ({ start }) => {
  const agent = await start(
    [overloaded, overloaded, says("One."), overloaded, overloaded, says("Two.")],
    FALLBACK,
  );
  await agent.type("hello");
  await agent.sees("One.");
  await agent.type("again");
  await agent.sees("Two.");
  const seconds = agent.output.match(/\[retry 2\/9\]/g) ?? [];
  expect(seconds, "second retries, one in each turn").toHaveLength(2);
  expect(new Set(modelsOf(agent))).toEqual(new Set(["practice-1"]));
});

test("a reply that breaks off in mid-stream does not count: one line says so, and only the whole reply is kept", async ({
  start,
}) => {
  const half = "the first half of a reply that breaks off";
  const kinds = ["error_mid_stream", "reset_mid_stream", "cut_stream", "malformed_sse"] as const;
  for (const kind of kinds) {
    const agent = await start([
      { ...says(half), ...fault(kind, { at_event: 5 }) },
      says("The whole reply."),
      says("Yes."),
    ]);
    await agent.type("talk");
    await agent.advance("1s");
    await agent.sees("The whole reply.");
    const wasShown = agent.output.includes("the first half");
    const told = agent.output.match(/\[broken off\] the \d+ characters above do not count/g) ?? [];
    const label = `${kind}: lines that take back what was ${wasShown ? "" : "not "}shown`;
    expect(told, label).toHaveLength(wasShown ? 1 : 0);
    await agent.type("more");
    await agent.sees("Yes.");
    expect(historyOf(agent)).toContain("The whole reply.");
    expect(historyOf(agent)).not.toContain("half");
  }
});

test("a call of a model that falls silent is ended and made again", async ({ start }) => {
  const agent = await start([
    overloaded,
    says("Now listen."),
    { ...says("a beginning and then nothing"), ...fault("stall_mid_stream", { at_event: 4 }) },
    fault("stall"),
    says("Here I am."),
  ]);
  await agent.type("hello");
  await agent.sees("[retry 1/9]");
  await agent.sees("Now listen.");
  await agent.type("talk");
  await agent.sees("a beg");
  await agent.advance("4m");
  await agent.sees("The model sent nothing for 180 s.");
  await agent.advance("1s");
  await agent.advance("4m");
  await agent.advance("2s");
  await agent.sees("Here I am.");
});

test("a reply that is cut off is asked for again with a higher limit, and the first half is dropped", async ({
  start,
}) => {
  const agent = await start([cut("half of it"), says("All of it."), says("Yes.")]);
  await agent.type("tell me all");
  await agent.sees("All of it.");
  expect(agent.requests.map(({ max_tokens }) => max_tokens)).toEqual([8000, 64_000]);
  expect(agent.requests[1]?.messages).toEqual(agent.requests[0]?.messages);
  await agent.type("more");
  await agent.sees("Yes.");
  expect(historyOf(agent)).not.toContain("half");
});

test("a reply that is cut off again is continued up to three times, and kept as one reply", async ({
  start,
}) => {
  const agent = await start([
    cut("thrown away"),
    cut("one "),
    cut("two "),
    cut("three "),
    cut("four"),
    says("Yes."),
  ]);
  await agent.type("tell me all");
  await agent.sees("four");
  await agent.type("more");
  await agent.sees("Yes.");
  expect(historyOf(agent)).toContain('"one two three four"');
  expect(historyOf(agent)).not.toContain("cut off");
});

test("when asking for more fails, the parts that have arrived are kept", async ({ start }) => {
  const refused = fault("invalid_request", { message: "max_tokens: 64000 > 8192" });
  const agent = await start([
    cut("one "),
    refused,
    cut("two "),
    fault("authentication"),
    says("Yes."),
  ]);
  await agent.type("tell me all");
  await agent.sees(
    "[cut off] asking again failed, so the part that has arrived is used. API error 401",
  );
  expect(await agent.ended()).toBe("done");
  await agent.type("more");
  await agent.sees("Yes.");
  expect(historyOf(agent)).toContain('"one two "');
});

test("half a tool call is never run, however often the reply is cut off", async ({ start }) => {
  const half = cut("bash", { command: `touch half.txt; : ${"x".repeat(300)}` });
  const agent = await start(({ messages }) =>
    JSON.stringify(messages).includes("tool_result") ? says("I see.") : half,
  );
  await agent.type("write it");
  await agent.sees("I see.");
  expect(agent.files).toEqual({});
  expect(agent.requests[1]?.max_tokens).toBe(64_000);
  expect(agent.toolResults[0]).toMatchObject({ is_error: true });
});

test("when a request is too long, the agent makes room once and sends it again", async ({
  start,
}) => {
  const big = calls("bash", { command: "yes some words | head -c 4000" });
  for (const kind of ["prompt_too_long", "request_too_large"] as const) {
    const agent = await start(
      [[big, big, fault(kind)], conversation('<note kind="summary">', says("It fits now."))],
      { side: { summary: "Words were printed." }, yes: true },
    );
    await agent.type("print and print");
    await agent.sees("It fits now.");
    expect(agent.output).toContain("[too long]");
    expect(historyOf(agent)).toContain("print and print");
  }
});

test("a request that stays too long ends the turn with one line, and the next prompt works", async ({
  start,
}) => {
  const agent = await start(({ messages }) => {
    const text = JSON.stringify(messages);
    if (text.includes("a whole book")) return fault("prompt_too_long");
    return text.includes("odd") ? fault("invalid_request") : says("Back.");
  });
  await agent.type("hi");
  await agent.sees("Back.");
  await agent.type("a whole book");
  await agent.sees("The request does not fit into the window, even after making room.");
  expect(await agent.ended()).toBe("failed");
  const tried = agent.requests.filter((request) =>
    JSON.stringify(request).includes("a whole book"),
  );
  expect(
    tried.length,
    "requests with the long prompt: before and after making room",
  ).toBeGreaterThan(1);
  await agent.type("again");
  await agent.sees("Back.");
  await agent.type("something odd"); // what is refused for another reason would be refused again as well
  await agent.sees(/API error 400/);
  expect(await agent.ended()).toBe("failed");
  await agent.type("once more");
  await agent.sees("Back.");
});

test("when the model declines, all prompts without a reply are removed together", async ({
  start,
}) => {
  const agent = await start([
    says("Hello."),
    fault("authentication"),
    { ...says("I must not"), stop: "refusal" },
    says("That I can."),
  ]);
  await agent.type("hi");
  await agent.sees("Hello.");
  await agent.type("something bad");
  expect(await agent.ended()).toBe("failed");
  await agent.type("please");
  await agent.sees("The model declined to answer this");
  await agent.type("something good");
  await agent.sees("That I can.");
  expect(historyOf(agent)).not.toContain("something bad");
});

test("a refusal right after a summary removes the prompt, and keeps the summary", async ({
  start,
}) => {
  let asked = 0;
  const agent = await start(
    ({ messages }) => {
      const text = JSON.stringify(messages);
      if (!text.includes("something bad")) return says("Fine.");
      return ++asked === 1 ? fault("prompt_too_long") : { ...says("No."), stop: "refusal" };
    },
    { side: { summary: "SUMMARY of it all." } },
  );
  await agent.type("hi");
  await agent.sees("Fine.");
  await agent.type("something bad");
  await agent.sees("The model declined to answer this");
  await agent.type("something good");
  await agent.sees("Fine.");
  expect(historyOf(agent)).toContain("SUMMARY of it all.");
  expect(historyOf(agent)).not.toContain("something bad");
});

test("a fallback model that does not exist is given up for all agents that call it at the same time", async ({
  start,
}) => {
  const tasks = ["one", "two", "three"];
  const tries = new Map<string, number>();
  const waiting = new Set<string>();
  let allWait = () => {};
  const all = new Promise<void>((resolve) => {
    allWait = resolve;
  });
  const agent = await start(async ({ model, messages }) => {
    const task = tasks.find((name) => JSON.stringify(messages[0]).includes(`Be ${name}.`));
    if (task === undefined && messages.length > 1) return says("All done.");
    if (task === undefined)
      return calls(...tasks.map((name) => ["task", { description: `Be ${name}.` }] as const));
    const tried = (tries.get(task) ?? 0) + 1;
    tries.set(task, tried);
    if (model === "practice-1")
      return tried <= 4 ? fault("overloaded", soon) : says(`I am ${task}.`);
    if (waiting.add(task).size === tasks.length) allWait();
    await all;
    return fault("not_found");
  }, FALLBACK);
  await agent.type("three things");
  await agent.sees("All done.");
  const results = agent.toolResults.map(({ content }) => content).join();
  for (const name of tasks) expect(results).toContain(`I am ${name}.`);
});

test("a refusal ends the turn with a clear line, and nothing of it stays in the history", async ({
  start,
}) => {
  const agent = await start([
    says("Hello."),
    { ...says("I must not"), stop: "refusal" },
    says("That I can."),
  ]);
  await agent.type("hi");
  await agent.sees("Hello.");
  await agent.type("something bad");
  await agent.sees("The model declined to answer this");
  expect(await agent.ended()).toBe("failed");
  await agent.type("something good");
  await agent.sees("That I can.");
  expect(historyOf(agent)).not.toContain("I must not");
  expect(historyOf(agent)).not.toContain("something bad");
  expect(historyOf(agent)).toContain("something good");
});

test("when the model declines to go on after a tool result, the content of the result is removed", async ({
  start,
}) => {
  const reading = calls("read_file", { path: "bad.txt" });
  const refusal = { ...says("I must not"), stop: "refusal" as const };
  const agent = await start([reading, refusal, says("That I can.")], {
    files: { "bad.txt": "something bad" },
  });
  await agent.type("read it");
  await agent.sees("The model declined to answer this");
  await agent.type("something good");
  await agent.sees("That I can.");
  expect(historyOf(agent)).not.toContain("something bad");
  expect(historyOf(agent)).toContain("read it");
});

test("a reply that reaches the end of the window is asked for again, with more room", async ({
  start,
}) => {
  let asked = 0;
  const agent = await start(({ messages }) => {
    if (!JSON.stringify(messages).includes("write much")) return says("Hello.");
    const isCut = ++asked === 1;
    return isCut
      ? { ...says("Half of"), stop: "model_context_window_exceeded" }
      : says("All of it.");
  });
  await agent.type("hi");
  await agent.sees("Hello.");
  await agent.type("write much");
  await agent.sees("All of it.");
  expect(agent.output).toContain("[window]");
  await agent.type("is that all?");
  expect(await agent.ended()).toBe("done");
  expect(historyOf(agent)).toContain("All of it.");
  expect(historyOf(agent)).not.toContain("Half of");
});

test("a reply at the end of the window is kept as far as it came when asking again fails", async ({
  start,
}) => {
  const cut = { ...says("Half of"), stop: "model_context_window_exceeded" as const };
  const agent = await start([cut, fault("authentication"), says("Yes.")]);
  await agent.type("write much");
  await agent.sees("[cut off] asking again failed");
  await agent.type("is that all?");
  await agent.sees("Yes.");
  expect(historyOf(agent)).toContain("Half of");
});

test("a reply that pauses is continued, and kept as one reply", async ({ start }) => {
  const agent = await start([
    { ...says("First this, "), stop: "pause_turn" },
    says("then that."),
    says("Yes."),
  ]);
  await agent.type("work long");
  await agent.sees("then that.");
  await agent.type("more");
  await agent.sees("Yes.");
  const [, reply, ...rest] = agent.requests.at(-1)?.messages ?? [];
  expect(JSON.stringify(reply)).toMatch(/"First this, ".*"then that\."/);
  expect(rest.length, "messages after the reply: only the next prompt").toBe(1);
});

test("a side question is retried, too", async ({ start }) => {
  let asked = 0;
  const note = {
    name: "tabs",
    description: "Likes tabs",
    type: "user",
    scope: "persistent",
    body: "Tabs.",
  };
  const agent = await start([says("Noted.")], {
    side: {
      memories: () =>
        ++asked === 1
          ? { text: "half", ...fault("cut_stream", { at_event: 3 }) }
          : { memories: [note] },
    },
  });
  await agent.type("I like tabs");
  await agent.sees("Noted.");
  await agent.exit();
  expect(asked, "times that the side question was asked").toBe(2);
  expect(agent.files[".memory/tabs.md"]).toContain("Tabs.");
});
