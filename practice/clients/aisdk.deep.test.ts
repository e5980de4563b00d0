// practice/clients/aisdk · the AI SDK, a parser that nobody here wrote, talks to the practice model as to the real one.
import { createAnthropic } from "@ai-sdk/anthropic";
import { generateText, stepCountIs, streamText, tool } from "ai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Exchange } from "../api/exchange.ts";
import { createPracticeFetch } from "../api/fetch.ts";
import { createPractice, type PracticeOptions } from "../api/handler.ts";
import { listen, type PracticeServer } from "../api/server.ts";
import type { Reply } from "../protocol/reply.ts";

const seen: Exchange[] = [];

/** Adds two numbers by a call, then says the tool's result. */
const options: PracticeOptions = {
  observe: (exchange) => seen.push(exchange),
  reply: ({ messages }): Reply => {
    const last = messages.at(-1)?.content;
    const result = Array.isArray(last)
      ? last.find((block) => block.type === "tool_result")
      : undefined;
    if (result?.type === "tool_result") return { text: `It is ${JSON.stringify(result.content)}.` };
    return { thinking: "Add.", text: "I add.", calls: [{ name: "add", input: { a: 2, b: 3 } }] };
  },
};

let server: PracticeServer | undefined;
beforeAll(async () => {
  server = await listen(createPractice(options));
});
afterAll(() => server?.close());

const providers = {
  "in-process": () =>
    createAnthropic({
      apiKey: "none",
      baseURL: "http://practice/v1",
      fetch: createPracticeFetch(options),
    }),
  "over loopback": () => createAnthropic({ apiKey: "none", baseURL: `${server?.url}/v1` }),
};

const tools = {
  add: tool({
    description: "Adds two numbers.",
    inputSchema: z.object({ a: z.number(), b: z.number() }),
    execute: ({ a, b }) => a + b,
  }),
};

describe.each(["in-process", "over loopback"] as const)("%s", (name) => {
  const asked = () => ({
    model: providers[name]()("practice-1"),
    prompt: "2 + 3?",
    tools,
    stopWhen: stepCountIs(3),
    maxOutputTokens: 1000,
    maxRetries: 0,
  });

  test("generateText runs the tool and reads the answer", async () => {
    const { text, steps, totalUsage } = await generateText(asked());
    expect(text).toContain("5");
    expect(steps.map((step) => step.finishReason)).toEqual(["tool-calls", "stop"]);
    expect(steps[0]?.reasoningText).toBe("Add.");
    expect(steps[0]?.toolCalls).toMatchObject([{ toolName: "add", input: { a: 2, b: 3 } }]);
    expect(totalUsage.inputTokens).toBeGreaterThan(300);
  });

  test("streamText reads the same from the events", async () => {
    const stream = streamText(asked());
    let text = "";
    for await (const part of stream.textStream) text += part;
    expect(text).toMatch(/^I add\..*5/s);
    const steps = await stream.steps;
    expect(steps.map((step) => step.finishReason)).toEqual(["tool-calls", "stop"]);
    expect(steps[0]?.toolCalls).toMatchObject([{ toolName: "add", input: { a: 2, b: 3 } }]);
  });

  test("an overloaded server is an error with its status", async () => {
    const headers = { "x-practice-fault": "overloaded" };
    await expect(generateText({ ...asked(), headers })).rejects.toMatchObject({ statusCode: 529 });
    const once = { "x-practice-fault": "overloaded retry_after_ms=1" };
    expect((await generateText({ ...asked(), headers: once, maxRetries: 2 })).text).toContain("5");
  });
});

test("it sends the older version with x-api-key, and nothing was refused", () => {
  const sent = seen[0]?.headers;
  expect([sent?.get("anthropic-version"), sent?.get("x-api-key")]).toEqual(["2023-06-01", "none"]);
  expect(seen.filter(({ error, fault }) => error && !fault)).toEqual([]);
});
