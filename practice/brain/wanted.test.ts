// practice/brain/wanted · thinking, forced tools and structured output, as clients ask for them.
import { createAnthropic } from "@ai-sdk/anthropic";
import Anthropic from "@anthropic-ai/sdk";
import { zodOutputFormat } from "@anthropic-ai/sdk/helpers/zod";
import { generateText, Output } from "ai";
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
