// practice/clients/langchain · LangChain, with its own converters and an older SDK inside, talks to the rule-based model over HTTP.
import { ChatAnthropic } from "@langchain/anthropic";
import {
  AIMessageChunk,
  type BaseMessage,
  HumanMessage,
  type ToolMessage,
} from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import type { Exchange } from "../api/exchange.ts";
import { createPractice } from "../api/handler.ts";
import { listen, type PracticeServer } from "../api/server.ts";

let seen: Exchange[] = [];
let server: PracticeServer | undefined;
beforeAll(async () => {
  // LangChain reports to its own service where the environment asks for it.
  vi.stubEnv("LANGSMITH_TRACING", "false");
  vi.stubEnv("LANGCHAIN_TRACING_V2", "false");
  const practice = createPractice({
    observe: (exchange) => seen.push(exchange),
    explain: () => {},
  });
  server = await listen(practice);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server?.close();
});
beforeEach(() => {
  seen = [];
});

type Options = ConstructorParameters<typeof ChatAnthropic>[0];

const chat = (more: Options = {}) =>
  new ChatAnthropic({
    model: "practice-1",
    apiKey: "any",
    anthropicApiUrl: server?.url,
    maxRetries: 0,
    maxTokens: 4000,
    ...more,
  });

const add = tool(({ a, b }: { a: number; b: number }) => `the sum: ${a + b}`, {
  name: "add",
  description: "Adds two numbers.",
  schema: z.object({ a: z.number(), b: z.number() }),
});

type Bound = ReturnType<ReturnType<typeof chat>["bindTools"]>;

/** One reply: whole, or its chunks put together. */
async function ask(model: Bound, messages: BaseMessage[], isStreamed: boolean) {
  if (!isStreamed) return model.invoke(messages);
  let whole: AIMessageChunk | undefined;
  for await (const chunk of await model.stream(messages)) whole = whole?.concat(chunk) ?? chunk;
  return whole ?? new AIMessageChunk("");
}

/** Asks, runs the calls, sends the results, until a reply calls nothing. */
async function runLoop(model: Bound, say: string, isStreamed: boolean): Promise<BaseMessage[]> {
  const messages: BaseMessage[] = [new HumanMessage(say)];
  for (let round = 0; round < 5; round++) {
    const reply = await ask(model, messages, isStreamed);
    messages.push(reply);
    if (!reply.tool_calls?.length) return messages;
    for (const call of reply.tool_calls) {
      const result: ToolMessage = await add.invoke(call);
      messages.push(result);
    }
  }
  throw new Error("the loop did not end");
}

/** The blocks of the assistant's message in the last request. */
const sentBack = () => {
  const { messages } = z
    .object({ messages: z.array(z.object({ role: z.string(), content: z.unknown() })) })
    .parse(seen.at(-1)?.body);
  return messages.find(({ role }) => role === "assistant")?.content;
};

const call = { type: "tool_use", name: "add", input: { a: 2, b: 3 } };
const MODES = [
  { name: "no thinking", options: {}, blocks: [call] },
  {
    name: "a thinking budget",
    options: { thinking: { type: "enabled", budget_tokens: 1024 } },
    blocks: [{ type: "thinking", signature: expect.any(String) }, call],
  },
  {
    name: "adaptive thinking",
    options: { thinking: { type: "adaptive" } },
    blocks: [{ type: "thinking", signature: expect.any(String) }, call],
  },
] as const;

describe.each(MODES)("a tool loop with $name", ({ options, blocks }) => {
  test.each([false, true])("comes to its end (streamed: %s)", async (isStreamed) => {
    const model = chat(options).bindTools([add]);
    const messages = await runLoop(model, "use add with a 2 and b 3", isStreamed);
    expect(messages.map(({ type }) => type)).toEqual(["human", "ai", "tool", "ai"]);
    expect(messages.at(-1)?.text).toContain("the sum: 5");
    expect(sentBack()).toMatchObject(blocks);
    expect(seen.map(({ status, rule }) => [status, rule])).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
  });

  test("counts what was used, streamed or not", async () => {
    const model = chat(options).bindTools([add]);
    const [whole, pieces] = [
      await ask(model, [new HumanMessage("use add with a 2 and b 3")], false),
      await ask(model, [new HumanMessage("use add with a 2 and b 3")], true),
    ];
    const tokens = seen.map(({ usage }) => usage?.input_tokens);
    expect([whole, pieces].map(({ usage_metadata }) => usage_metadata?.input_tokens)).toEqual(
      tokens,
    );
    expect(tokens[0]).toBeGreaterThan(300);
  });
});

const city = z.object({ city: z.string(), population: z.number() });

describe.each(["functionCalling", "jsonSchema"] as const)("structured output by %s", (method) => {
  test("is an object of the schema, with the request's words", async () => {
    const model = chat().withStructuredOutput(city, { method, name: "city" });
    expect(await model.invoke('The city is "Bern" with population 130000')).toEqual({
      city: "Bern",
      population: 130_000,
    });
    const sent = method === "functionCalling" ? "tool_choice" : "output_config";
    expect(seen[0]?.body).toHaveProperty(sent);
  });

  test("is one too when it has to be made up", async () => {
    const model = chat().withStructuredOutput(city, { method, name: "city" });
    expect(city.safeParse(await model.invoke("Tell me about one.")).success).toBe(true);
  });
});

test("a model that cannot be forced says so in the API's words", async () => {
  const model = chat({ model: "claude-opus-5-5" }).withStructuredOutput(city, {
    method: "functionCalling",
  });
  await expect(model.invoke("Bern")).rejects.toThrow("are not supported for this model");
  expect(seen[0]?.rule).toBe("tool-choice-forced");
});
