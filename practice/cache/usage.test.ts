// practice/cache/usage · token counts are near the documented ones, and the same wherever they are reported.
import Anthropic from "@anthropic-ai/sdk";
import { expect, test } from "vitest";
import { createPracticeFetch } from "../api/fetch.ts";
import type { MessageRequest } from "../protocol/reply.ts";
import { tokensOfText } from "./tokens.ts";
import { countInputTokens } from "./usage.ts";

const client = new Anthropic({
  apiKey: "none",
  maxRetries: 0,
  fetch: createPracticeFetch({ reply: () => ({ text: "Hi" }) }),
});

const asking = (content: string, more: Partial<MessageRequest> = {}): MessageRequest => ({
  model: "practice-1",
  max_tokens: 10,
  stream: false,
  messages: [{ role: "user", content }],
  ...more,
});

const weather: Anthropic.Tool = {
  name: "get_weather",
  description: "Get the current weather in a given location",
  input_schema: {
    type: "object",
    properties: {
      location: { type: "string", description: "The city and state, e.g. San Francisco, CA" },
    },
    required: ["location"],
  },
};

test("the documentation's two examples are counted as it counts them, within a twentieth", () => {
  expect(countInputTokens(asking("Hello, Claude", { system: "You are a scientist" }))).toBe(14);
  const tokens = countInputTokens(
    asking("What's the weather like in San Francisco?", { tools: [weather] }),
  );
  expect(Math.abs(tokens - 403)).toBeLessThan(20);
});

test.each([
  ["", 0],
  ["word", 2],
  ["internationalization", 4],
  ["12345678", 5],
  ["\n\n\n", 3],
  ["你好世界", 4],
  ["=>", 1],
])("%j is %i tokens", (text, tokens) => {
  expect(tokensOfText(text)).toBe(tokens);
});

test("a string counts as one text block, cache marks cost nothing, ids do not change a count", () => {
  const call = (id: string): MessageRequest =>
    asking("Go", {
      messages: [
        {
          role: "user",
          content: [{ type: "text", text: "Go", cache_control: { type: "ephemeral" } }],
        },
        {
          role: "assistant",
          content: [{ type: "tool_use", id, name: "bash", input: { command: "ls" } }],
        },
        { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "a.txt" }] },
      ],
      tools: [{ ...weather, cache_control: { type: "ephemeral" } }],
    });
  expect(countInputTokens(call("toolu_1"))).toBe(countInputTokens(call("toolu_0123456789abcdef")));
  const plain = asking("Go");
  const marked = asking("", { messages: call("x").messages.slice(0, 1) });
  expect(countInputTokens(marked)).toBe(countInputTokens(plain));
});

test("consecutive messages of one role count as the one message that they are read as", () => {
  const apart = asking("", {
    messages: [
      { role: "user", content: "one" },
      { role: "user", content: "two" },
    ],
  });
  const together = asking("", {
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "one" },
          { type: "text", text: "two" },
        ],
      },
    ],
  });
  expect(countInputTokens(apart)).toBe(countInputTokens(together));
});

test("forcing a call costs more than offering it, and a longer history more than a shorter", () => {
  const tools = [weather];
  const forced = asking("Go", { tools, tool_choice: { type: "any" } });
  expect(countInputTokens(forced)).toBeGreaterThan(countInputTokens(asking("Go", { tools })));
});

/** Numbers that look random and are the same in each run. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}

const WORDS = [
  "read",
  "const x = 1;\n",
  "你好",
  "12345",
  "  ",
  '{ "a": [1, 2] }',
  "\n\n",
  "é",
  "👋",
  "configuration",
];

function randomRequest(seed: number): MessageRequest {
  const random = numbers(seed);
  const pick = (count: number) => Math.floor(random.next().value * count);
  const words = () =>
    `w${Array.from({ length: pick(30) }, () => WORDS[pick(WORDS.length)]).join(" ")}`;
  const messages = Array.from({ length: 1 + pick(4) }, (_, turn): MessageRequest["messages"] => {
    const id = `toolu_${turn}`;
    return [
      { role: "user", content: pick(2) ? words() : [{ type: "text", text: words() }] },
      {
        role: "assistant",
        content: [
          { type: "text", text: words() },
          { type: "tool_use", id, name: "get_weather", input: { location: words() } },
        ],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: words() }] },
    ];
  }).flat();
  return asking("", {
    messages,
    system: pick(2) ? words() : [{ type: "text", text: words() }],
    tools: [weather],
    tool_choice: pick(2) ? { type: "auto" } : { type: "tool", name: "get_weather" },
  });
}

test("count_tokens gives what the same request reports, whatever it holds, streamed or not", async () => {
  for (let seed = 1; seed <= 50; seed++) {
    const { max_tokens, stream, ...counted } = randomRequest(seed);
    const { input_tokens } = await client.messages.countTokens(counted);
    const whole = await client.messages.create({ ...counted, max_tokens });
    const streamed = await client.messages.stream({ ...counted, max_tokens }).finalMessage();
    for (const { usage } of [whole, streamed]) {
      const { cache_creation_input_tokens: written, cache_read_input_tokens: read } = usage;
      expect(usage.input_tokens + (written ?? 0) + (read ?? 0)).toBe(input_tokens);
    }
  }
});

test("a prompt over the window is refused with its size, by both endpoints", async () => {
  const { max_tokens, stream, ...long } = asking("word ".repeat(170_000));
  const tokens = countInputTokens({ max_tokens, ...long });
  const message = `prompt is too long: ${tokens} tokens > 200000 maximum`;
  await expect(client.messages.create({ ...long, max_tokens })).rejects.toThrow(message);
  await expect(client.messages.countTokens(long)).rejects.toThrow(message);
});

test("tokens are counted without a max_tokens on a model whose reply shares the window, too", async () => {
  const { max_tokens, stream, ...counted } = asking("Hello");
  const count = await client.messages.countTokens({ ...counted, model: "practice-0" });
  expect(count.input_tokens).toBeGreaterThan(0);
});

test("a current model counts thirty per cent more for words, and the same for Chinese", () => {
  const words = "some words of English ".repeat(50);
  expect(tokensOfText(words, 1.3) / tokensOfText(words)).toBeCloseTo(1.3, 2);
  expect(tokensOfText("你好世界", 1.3)).toBe(tokensOfText("你好世界"));
  const count = (model: string) => countInputTokens({ ...asking(words), model });
  expect(count("claude-opus-5-5")).toBeGreaterThan(1.2 * count("practice-1"));
});

test("a request for no tokens is answered with none", async () => {
  const message = await client.messages.create({
    ...asking("Hello"),
    max_tokens: 0,
    stream: false,
  });
  expect(message).toMatchObject({
    content: [],
    stop_reason: "max_tokens",
    usage: { output_tokens: 0 },
  });
});

test("usage says where it was computed: where the request asked for, else anywhere", async () => {
  const [ask, more] = [asking("Hello"), asking("Hello", { inference_geo: "us" })];
  const plain = await client.messages.create({ ...ask, stream: false });
  const inside = await client.messages.create({ ...more, stream: false });
  expect([plain.usage.inference_geo, inside.usage.inference_geo]).toEqual(["global", "us"]);
});
