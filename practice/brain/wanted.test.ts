// practice/brain/wanted · thinking, forced tools and structured output, as clients ask for them.
import { createAnthropic } from "@ai-sdk/anthropic";
import Anthropic from "@anthropic-ai/sdk";
import { zodOutputFormat } from "@anthropic-ai/sdk/helpers/zod";
import { generateText, Output, stepCountIs, tool } from "ai";
import { expect, test } from "vitest";
import { z } from "zod";
import { createPracticeFetch } from "../api/fetch.ts";

const client = new Anthropic({ apiKey: "none", fetch: createPracticeFetch(), maxRetries: 0 });
const base = { model: "practice-1", max_tokens: 2000 };
const bash: Anthropic.Tool = {
  name: "bash",
  input_schema: {
    type: "object",
    properties: { command: { type: "string" } },
    required: ["command"],
  },
};
const weather: Anthropic.Tool = {
  name: "get_weather",
  input_schema: {
    type: "object",
    properties: {
      place: { type: "string", minLength: 1 },
      days: { type: "integer", minimum: 1, maximum: 7 },
      unit: { enum: ["celsius", "fahrenheit"] },
      since: { type: "string", format: "date" },
    },
    required: ["place", "days", "unit", "since"],
  },
};
const asking = (content: string): Anthropic.MessageParam[] => [{ role: "user", content }];

test.each([{ type: "enabled", budget_tokens: 1024 }, { type: "adaptive" }] as const)(
  "with thinking %j a reply that calls a tool begins with a thought, and is accepted when it comes back",
  async (thinking) => {
    const request = { ...base, thinking, tools: [bash], messages: asking("run `ls`") };
    const reply = await client.messages.create(request);
    expect(reply.content.map(({ type }) => type)).toEqual(["thinking", "tool_use"]);
    const results = reply.content.flatMap((block) =>
      block.type === "tool_use"
        ? [{ type: "tool_result" as const, tool_use_id: block.id, content: "a.txt" }]
        : [],
    );
    const messages = [
      ...request.messages,
      { role: "assistant" as const, content: reply.content },
      { role: "user" as const, content: results },
    ];
    const next = await client.messages.create({ ...request, messages });
    expect(next.content.at(-1)).toMatchObject({ text: expect.stringContaining("a.txt") });
  },
);

test("without a request for it there is no thinking", async () => {
  const { content } = await client.messages.create({
    ...base,
    tools: [bash],
    messages: asking("run `ls`"),
  });
  expect(content.map(({ type }) => type)).toEqual(["tool_use"]);
});

test("a forced tool is called with what the words say, and the smallest value for the rest", async () => {
  const { content } = await client.messages.create({
    ...base,
    tools: [bash, weather],
    tool_choice: { type: "tool", name: "get_weather" },
    messages: asking('How warm is it in "Oslo" for 3 days, in Fahrenheit?'),
  });
  const input = { place: "Oslo", days: 3, unit: "fahrenheit", since: "2026-01-01" };
  expect(content).toMatchObject([{ type: "tool_use", name: "get_weather", input }]);
});

test("any gives a call where the rules find none, and leaves one that they find", async () => {
  const choose = async (words: string) => {
    const { content } = await client.messages.create({
      ...base,
      tools: [weather, bash],
      tool_choice: { type: "any" },
      messages: asking(words),
    });
    return content.map((block) => block.type === "tool_use" && [block.name, block.input]);
  };
  expect(await choose("Good morning")).toEqual([
    ["get_weather", { place: "x", days: 1, unit: "celsius", since: "2026-01-01" }],
  ]);
  expect(await choose("run `ls`")).toEqual([["bash", { command: "ls" }]]);
});

test("none never gives a call", async () => {
  const { content } = await client.messages.create({
    ...base,
    tools: [bash],
    tool_choice: { type: "none" },
    messages: asking("run `ls`"),
  });
  expect(content.map(({ type }) => type)).toEqual(["text"]);
});

const person = z.object({
  name: z.string(),
  age: z.number().int().min(0),
  mood: z.enum(["happy", "sad"]),
  email: z.email(),
  tags: z.array(z.string()),
});
const WORDS = 'A person named "Ada", 36 years old and rather sad.';
const ADA = { name: "Ada", age: 36, mood: "sad", email: "a@example.com", tags: [] };

test("an output format gives a value that is valid for its schema", async () => {
  const { content } = await client.messages.create({
    ...base,
    output_config: { format: zodOutputFormat(person) },
    messages: asking(WORDS),
  });
  const [text] = content;
  expect(JSON.parse(text?.type === "text" ? text.text : "")).toEqual(ADA);
});

test.each(["outputFormat", "jsonTool"] as const)(
  "the AI SDK gets an object by %s",
  async (structuredOutputMode) => {
    const anthropic = createAnthropic({
      apiKey: "none",
      baseURL: "http://practice/v1",
      fetch: createPracticeFetch(),
    });
    const { output } = await generateText({
      model: anthropic("claude-haiku-4-5"),
      prompt: WORDS,
      maxRetries: 0,
      output: Output.object({ schema: person }),
      providerOptions: { anthropic: { structuredOutputMode } },
    });
    expect(output).toEqual(ADA);
  },
);

const read: Anthropic.Tool = {
  name: "read_file",
  input_schema: {
    type: "object",
    properties: { path: { type: "string" } },
    required: ["path"],
  },
};
const report = z.object({
  files: z.array(z.string()).min(1),
  secret: z.string().min(3).describe("The word in notes.txt"),
});
const schema = {
  type: "object" as const,
  properties: {
    files: { type: "array", items: { type: "string" }, minItems: 1 },
    secret: { type: "string", minLength: 3 },
  },
  required: ["files", "secret"],
  additionalProperties: false,
};
const LISTING = "notes.txt\nseeds.csv";
const NOTE = "The gate opens with hollyhock-4711.";
const TASK = "What files are here? Then read notes.txt";
const REPORT = { files: ["notes.txt", "seeds.csv"], secret: NOTE };

/** Runs the calls of an agent whose answer is a call of `output`, as its harness does. */
async function run(
  request: Pick<Anthropic.MessageCreateParams, "tools" | "tool_choice">,
  output: string,
) {
  const messages = asking(TASK);
  const calls: [name: string, input: unknown][] = [];
  for (let turn = 0; turn < 6; turn++) {
    const { content } = await client.messages.create({ ...base, ...request, messages });
    const uses = content.filter((block) => block.type === "tool_use");
    calls.push(...uses.map(({ name, input }): [string, unknown] => [name, input]));
    if (uses.length === 0) return calls;
    messages.push(
      { role: "assistant", content },
      {
        role: "user",
        content: uses.map(({ id, name }) => ({
          type: "tool_result" as const,
          tool_use_id: id,
          content: name === "bash" ? LISTING : name === output ? "Provided." : `1\t${NOTE}\n2\t`,
        })),
      },
    );
    // A harness that forces the call ends with it.
    if (request.tool_choice && uses.some(({ name }) => name === output)) return calls;
  }
  throw new Error(`the loop did not end: ${JSON.stringify(calls)}`);
}

const WORK = [
  ["bash", { command: "ls -Ap" }],
  ["read_file", { path: "notes.txt" }],
];
const any = { type: "any" } as const;
const OUTPUTS: [of: string, tool: Partial<Anthropic.Tool>, choice?: typeof any][] = [
  [
    "Claude Code and its SDK",
    {
      name: "StructuredOutput",
      description:
        "Use this tool to return your final response in the requested structured format. You MUST call this tool exactly once at the end of your response to provide the structured output.",
    },
  ],
  [
    "LangChain",
    {
      name: "extract-1",
      description: "Tool for extracting structured output from the model's response.",
    },
    any,
  ],
  ["LangChain, with a schema that has a title", { name: "Folder", description: "A folder." }, any],
  ["the AI SDK", { name: "json", description: "Respond with a JSON object." }, any],
  ["Pydantic AI", { name: "final_result", description: "Ends this conversation." }, any],
];

test.each(OUTPUTS)(
  "the output tool of %s is called once the work is done",
  async (_, own, choice) => {
    const output = { name: "", ...own, input_schema: schema };
    const request = { tools: [bash, read, output], ...(choice && { tool_choice: choice }) };
    expect(await run(request, output.name)).toEqual([...WORK, [output.name, REPORT]]);
  },
);

test("a tool that only speaks of formats is not called unasked", async () => {
  const description = "Returns the page in a structured format. The address must be absolute.";
  const { content } = await client.messages.create({
    ...base,
    tools: [{ ...weather, description }],
    messages: asking("Good morning"),
  });
  expect(content.map(({ type }) => type)).toEqual(["text"]);
});

test("bash is never called with an empty command, nor with one that nobody said", async () => {
  const input = async (
    tools: Anthropic.Tool[],
    words: string,
    tool_choice: Anthropic.ToolChoice,
  ) => {
    const request = { ...base, tools, tool_choice, messages: asking(words) };
    const { content } = await client.messages.create(request);
    return content.map((block) => block.type === "tool_use" && [block.name, block.input]);
  };
  expect(await input([bash], "Good morning", any)).toEqual([["bash", { command: "true" }]]);
  expect(await input([bash, read], "Good morning", any)).toEqual([["read_file", { path: "" }]]);
  const named = { type: "tool", name: "bash" } as const;
  expect(await input([bash, read], "Good morning", named)).toEqual([["bash", { command: "true" }]]);
  expect(await input([bash], 'Hm, "uname -a"?', named)).toEqual([
    ["bash", { command: "uname -a" }],
  ]);
});

test.each(["outputFormat", "jsonTool"] as const)(
  "the AI SDK gets an object by %s beside tools",
  async (structuredOutputMode) => {
    const anthropic = createAnthropic({
      apiKey: "none",
      baseURL: "http://practice/v1",
      fetch: createPracticeFetch(),
    });
    const ran: string[] = [];
    const run = (name: string, text: string) => () => {
      ran.push(name);
      return text;
    };
    const { output } = await generateText({
      model: anthropic("claude-haiku-4-5"),
      prompt: TASK,
      maxRetries: 0,
      tools: {
        bash: tool({
          inputSchema: z.object({ command: z.string() }),
          execute: run("bash", LISTING),
        }),
        read_file: tool({
          inputSchema: z.object({ path: z.string() }),
          execute: run("read", NOTE),
        }),
      },
      stopWhen: stepCountIs(6),
      output: Output.object({ schema: report }),
      providerOptions: { anthropic: { structuredOutputMode } },
    });
    expect([output, ran]).toEqual([REPORT, ["bash", "read"]]);
  },
);

test("limits that an SDK moves into descriptions are kept", async () => {
  const limited = z.object({
    code: z.string().regex(/^[A-Z]{2}-\d{3}$/),
    title: z.string().min(12).max(20),
    share: z.number().min(0.5).max(0.75),
    tags: z.array(z.string().min(2)).min(3),
    step: z.int().multipleOf(7).gt(20),
    id: z.cuid2().min(5),
  });
  const { parsed_output } = await client.messages.parse({
    ...base,
    output_config: { format: zodOutputFormat(limited) },
    messages: asking("Tell me about it."),
  });
  expect(limited.safeParse(parsed_output)).toMatchObject({ success: true });
  const anthropic = createAnthropic({
    apiKey: "none",
    baseURL: "http://practice/v1",
    fetch: createPracticeFetch(),
  });
  for (const structuredOutputMode of ["outputFormat", "jsonTool"] as const) {
    const { output } = await generateText({
      model: anthropic("claude-haiku-4-5"),
      prompt: "Tell me about it.",
      maxRetries: 0,
      output: Output.object({ schema: limited }),
      providerOptions: { anthropic: { structuredOutputMode } },
    });
    expect(limited.safeParse(output)).toMatchObject({ success: true });
  }
});
