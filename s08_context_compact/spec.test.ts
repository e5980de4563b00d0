import { type Agent, calls, conversation, expect, type Start, says, test } from "../course/spec.ts";

type Request = Agent["requests"][number];

/** Messages of so many tokens fill a small window, so that a summary is made; in a roomy one old results are cleared first. */
const SMALL = 4900;
const MIDDLE = 6500;
const ROOMY = 8100;

/** The system prompt and the tools take 1,500 tokens, in later chapters more. They come on top of the messages. */
async function tokensBeside(start: Start): Promise<number> {
  const agent = await start([says("Yes.")]);
  await agent.type("hello");
  await agent.sees("Yes.");
  const { system, tools } = agent.requests[0] ?? {};
  return JSON.stringify([system, tools]).length / 4;
}

/** A window that is four fifths full with messages of `room` tokens. */
async function windowFor(start: Start, room: number) {
  const tokens = Math.ceil((room + (await tokensBeside(start))) / 0.8);
  return { tokens, env: { CONTEXT_TOKENS: String(tokens), MAX_REQUESTS: "1000" } };
}

/** Every command in this spec is allowed. */
const yes = true;
const side = { summary: "SUMMARY: lines were counted." };
const bash = (command: string) => calls("bash", { command });
const print = (word: string, characters: number) =>
  bash(`yes ${word} | tr '\\n' ' ' | head -c ${characters - 1}; echo .`);

const textOf = (request: Request | undefined) => JSON.stringify(request?.messages ?? []);
const firstOf = (request: Request | undefined) => JSON.stringify(request?.messages[0]);
const resultsIn = (request: Request | undefined) =>
  (request?.messages ?? [])
    .flatMap(({ content }) => (typeof content === "string" ? [] : content))
    .flatMap((block) => (block.type === "tool_result" ? [String(block.content)] : []));
const transcriptOf = (agent: Agent) =>
  Object.entries(agent.files).find(([path]) => path.endsWith(".jsonl"))?.[1] ?? "";
/** The parts of a message: texts, inputs and results, without cache marks. */
const partsOf = ({ content }: Request["messages"][number]): unknown[] => {
  if (typeof content === "string") return [content];
  return content.map((block) => {
    if (block.type === "text") return block.text;
    return block.type === "tool_use" ? block.input : "content" in block && block.content;
  });
};
/** Roughly the course's own estimate: four ASCII characters take a token, any other character takes one alone. */
const tokensOf = (request: Request) =>
  textOf(request).replaceAll(/[^\u0000-\u007f]/g, "four").length / 4;
const largestOf = (agent: Agent) => Math.max(...agent.requests.map(tokensOf));
const isSummarised = (request: Request) => firstOf(request).includes('kind=\\"summary\\"');

test("when the window fills, the prompt and a summary replace the history", async ({ start }) => {
  const { env } = await windowFor(start, SMALL);
  const talk = "I count the lines of the files, one after the other, and go on. ".repeat(40);
  const agent = await start(
    (request) => (isSummarised(request) ? says("Counted.") : { ...print("line", 100), text: talk }),
    { env, side, yes },
  );
  await agent.type("count the lines");
  await agent.sees("Counted.");
  const before = agent.requests.at(-2);
  const after = agent.requests.at(-1);
  expect(firstOf(after)).toContain("count the lines");
  expect(firstOf(after)).toContain("SUMMARY: lines were counted.");
  const halved = textOf(before).length / 2;
  expect(textOf(after).length, "characters after the summary").toBeLessThan(halved);
  // The model has not seen the last result yet: it and its call stay.
  expect(after?.messages.length, "messages after the summary: the first, a call, its result").toBe(
    3,
  );
  const transcript = transcriptOf(agent);
  for (const part of before?.messages.flatMap(partsOf) ?? [])
    expect(transcript).toContain(JSON.stringify(part));
});

test("results the model has not seen yet are never shortened", async ({ start }) => {
  const { env } = await windowFor(start, MIDDLE);
  const words = ["one", "two", "three", "four", "five"];
  const five = words.map((word): [string, unknown] => {
    return ["bash", { command: `yes ${word} | tr '\\n' ' ' | head -c 1499; echo .` }];
  });
  const agent = await start(
    [
      ...["anna", "bert", "carl", "dora"].map((word) => print(word, 2500)),
      calls(...five),
      says("Five."),
    ],
    { env, side, yes },
  );
  await agent.type("print");
  await agent.sees("Five.");
  const last = resultsIn(agent.requests.at(-1));
  expect(last[0]).toContain("Result left out");
  const lengths = last.slice(-5).map((text) => text.length);
  expect(lengths, "characters of the five newest results").toEqual([1500, 1500, 1500, 1500, 1500]);
});

test("old results become placeholders that say where the results are, and the newest stay", async ({
  start,
}) => {
  const { env } = await windowFor(start, SMALL);
  const words = ["anna", "bert", "carl", "dora", "emil", "fred"];
  const agent = await start([...words.map((word) => print(word, 3000)), says("Six.")], {
    env,
    side,
    yes,
  });
  await agent.type("print");
  await agent.sees("Six.");
  const last = resultsIn(agent.requests.at(-1));
  expect(last.slice(-3).join("")).not.toContain("left out");
  const path = /Result left out .* (\.transcripts\/[\w-]+\.jsonl)\]/.exec(last[0] ?? "")?.[1] ?? "";
  expect(agent.files[path]).toContain("anna anna");
});

test("a result too large for the window goes to a file, and later its placeholder names that file", async ({
  start,
}) => {
  const { env } = await windowFor(start, ROOMY);
  const words = ["bert", "carl", "dora", "emil", "fred"];
  const agent = await start(
    [print("anna", 20_000), ...words.map((word) => print(word, 6000)), says("Saved.")],
    { env, side, yes },
  );
  await agent.type("print");
  await agent.sees("Saved.");
  const [first] = resultsIn(agent.requests[1]);
  const path = /All of it is in (\S+) /.exec(first ?? "")?.[1] ?? "";
  expect(first?.length, "characters of the result that went to a file").toBeLessThan(3000);
  expect(agent.files[path]?.length, `characters of the file ${path}`).toBe(20_000);
  expect(resultsIn(agent.requests.at(-1))[0]).toContain(path);
});

test("when results are too large together, the largest go to files until the rest fits, in any script", async ({
  start,
}) => {
  const { env, tokens } = await windowFor(start, ROOMY);
  const twelve = Array.from({ length: 12 }, (_, at): [string, unknown] => {
    return ["bash", { command: `yes word${at} | tr '\\n' ' ' | head -c 3900` }];
  });
  const long = { "long.txt": "长文本".repeat(2600) };
  const agent = await start(
    [calls(...twelve), calls("read_file", { path: "long.txt" }), says("It fits.")],
    { env, side, yes, files: long },
  );
  await agent.type("look at all of it");
  await agent.sees("It fits.");
  expect(resultsIn(agent.requests[1]).length, "results of the twelve calls").toBe(12);
  expect(largestOf(agent), "tokens of the largest request").toBeLessThan(tokens);

  const eight = twelve.slice(4).map((): [string, unknown] => ["read_file", { path: "long.txt" }]);
  const wide = await start([calls(...eight), says("It fits, too.")], {
    env,
    side,
    files: long,
  });
  await wide.type("read it eight times");
  await wide.sees("It fits, too.");
  expect(largestOf(wide), "tokens of the largest request with wide characters").toBeLessThan(
    tokens,
  );

  const sizes = [2400, 5000, 20_000];
  const three = sizes.map((size): [string, unknown] => {
    return ["bash", { command: `yes word | tr '\\n' ' ' | head -c ${size - 1}; echo .` }];
  });
  const other = await start([calls(...three), says("One is large.")], { env, side, yes });
  await other.type("look at three");
  await other.sees("One is large.");
  const lengths = resultsIn(other.requests[1]).map(({ length }) => length);
  expect(lengths.slice(0, 2), "characters of the two that fit").toEqual([2400, 5000]);
  expect(lengths[2], "characters of the largest").toBeLessThan(3000);
});

test("a loaded manual stays when old results are cleared", async ({ start }) => {
  const { env } = await windowFor(start, SMALL);
  const manual = "---\nname: brew-tea\ndescription: Tea.\n---\nUse water of 80 degrees.\n".padEnd(
    500,
    "!",
  );
  const words = ["anna", "bert", "carl", "dora", "emil", "fred"];
  const agent = await start(
    [
      calls("load_skill", { name: "brew-tea" }),
      ...words.map((word) => print(word, 3000)),
      says("Six."),
    ],
    { env, side, yes, files: { "skills/brew-tea/SKILL.md": manual } },
  );
  await agent.type("brew and print");
  await agent.sees("Six.");
  const last = resultsIn(agent.requests.at(-1));
  expect(last[0]).toContain("80 degrees");
  expect(last[1]).toContain("Result left out");
});

test("compact takes effect after all calls of its reply have results, and these results stay", async ({
  start,
}) => {
  const agent = await start(
    [
      [bash("echo before"), calls(["compact", {}], ["bash", { command: "echo now > done.txt" }])],
      conversation('<note kind="summary">', bash("echo later"), says("Compacted.")),
    ],
    { side },
  );
  await agent.type("work, then compact");
  await agent.sees("Compacted.");
  expect(agent.files["done.txt"]).toBe("now\n");
  const next = agent.requests.find(isSummarised);
  expect(firstOf(next)).toContain("work, then compact");
  expect(firstOf(next)).toContain("SUMMARY");
  expect(resultsIn(next).length, "results after the summary: of compact and of bash").toBe(2);
  expect(textOf(next)).not.toContain("echo before");
  expect(resultsIn(agent.requests.at(-1)).length, "results one call later").toBe(3);
});

test("the plan and the loaded manuals are repeated after the summary", async ({ start }) => {
  const manual = "---\nname: brew-tea\ndescription: Tea.\n---\nUse water of 80 degrees.\n";
  const agent = await start(
    [
      [
        calls("todo_write", { todos: [{ content: "boil water", status: "in_progress" }] }),
        calls("load_skill", { name: "brew-tea" }),
        bash("true"),
        calls("compact", {}),
      ],
      conversation('<note kind="summary">', says("Going on.")),
    ],
    { side, files: { "skills/brew-tea/SKILL.md": manual } },
  );
  await agent.type("brew tea");
  await agent.sees("Going on.");
  const first = firstOf(agent.requests.at(-1));
  expect(first).toContain("[>] boil water");
  expect(first).toContain("Use water of 80 degrees.");
});

test("after a summary the current prompt comes first, and an earlier one is only quoted in the summary", async ({
  start,
}) => {
  const agent = await start(
    [[says("Yes."), calls("compact", {})], conversation("and now this", says("Done."))],
    { side },
  );
  await agent.type("first that");
  await agent.sees("Yes.");
  await agent.type("and now this");
  await agent.sees("Done.");
  const [request, summary] = agent.requests.at(-1)?.messages[0]?.content ?? [];
  expect(request).toMatchObject({ text: expect.stringContaining("and now this") });
  expect(JSON.stringify(summary)).toContain("first that");
});

test("when a summary fails the history stays whole, and after three failures no more are tried", async ({
  start,
}) => {
  const { env } = await windowFor(start, SMALL);
  const talk = "I count the lines of the files, one after the other, and go on. ".repeat(40);
  let replies = 0;
  const agent = await start(
    () => (++replies < 16 ? { ...bash("true"), text: talk } : says("Counted, whole.")),
    { env, side: { summary: { fault: { kind: "invalid_request" } } }, yes },
  );
  await agent.type("count");
  await agent.sees("Counted, whole.");
  const failures = agent.output.match(/\[compact\] no room was made/g) ?? [];
  expect(failures, "summaries that were tried and failed").toHaveLength(3);
  expect(agent.requests.at(-1)?.messages.length, "messages of the whole history").toBe(31);
});

test("when the system prompt and the tools fill the window, a line says that a summary does not help", async ({
  start,
}) => {
  const talk = "I count the lines of the files, one after the other, and go on. ".repeat(40);
  const agent = await start(
    (request) => {
      const input_tokens = 6500 + Math.round(tokensOf(request)); // of 8,000
      return { ...says(`${talk} Yes.`), usage: { input_tokens, output_tokens: 700 } };
    },
    { env: { CONTEXT_TOKENS: "8000" }, side, yes },
  );
  for (const prompt of ["one", "two", "three"]) {
    await agent.type(prompt);
    await agent.sees("Yes.");
    expect(await agent.ended()).toBe("done");
  }
  expect(agent.output).toContain("what is left is nearly as large");
});

test("a subagent's history is compacted, and the lead's history stays as it is", async ({
  start,
}) => {
  const { env } = await windowFor(start, SMALL);
  const talk = "I read on. ".repeat(250);
  const agent = await start(
    (request) => {
      const isLead = firstOf(request).includes("delegate");
      if (isLead)
        return request.messages.length === 1
          ? calls("task", { description: "Read." })
          : says("Read, it says.");
      return isSummarised(request) ? says("All read.") : { ...bash("true"), text: talk };
    },
    { env, side, yes },
  );
  await agent.type("delegate");
  await agent.sees("Read, it says.");
  const [lead, subagent] = [true, false].map((isLead) =>
    agent.requests.filter((request) => firstOf(request).includes("delegate") === isLead),
  );
  expect(subagent?.some(isSummarised), "a request of the subagent has a summary").toBe(true);
  expect(lead?.some(isSummarised), "a request of the lead has a summary").toBe(false);
});

/** `npm run test:deep` takes more, with the newest agent. */
const TURNS = Number(process.env.TEST_DEPTH ?? 1) > 1 ? 200 : 60;

test("many turns fit into a small window, and no request is larger than it", async ({ start }) => {
  const { env, tokens } = await windowFor(start, SMALL);
  const agent = await start(
    ({ messages }) => {
      const last = messages.at(-1)?.content;
      const isAnswered = Array.isArray(last) && last.some(({ type }) => type === "tool_result");
      return isAnswered ? says(`It is done. ${"Well done. ".repeat(20)}`) : print("work", 900);
    },
    { env: { ...env, EXPLAIN: "1" }, side, yes },
  );
  for (let turn = 1; turn <= TURNS; turn++) {
    await agent.type(`turn ${turn}`);
    expect(await agent.ended()).toBe("done");
  }
  await agent.sees(`[hook] Stop: ${TURNS} tool calls in this session`);
  expect(largestOf(agent), "tokens of the largest request").toBeLessThan(tokens);
  const known = transcriptOf(agent) + textOf(agent.requests.at(-1));
  const lost = Array.from({ length: TURNS }, (_, at) => `turn ${at + 1}`).filter(
    (prompt) => !new RegExp(`${prompt}\\b`).test(known),
  );
  expect(lost, "prompts that are neither in the transcript nor in the last request").toEqual([]);
});
