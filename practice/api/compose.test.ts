// practice/api/compose · a reply ends where the request says it must, streamed or not.
import Anthropic from "@anthropic-ai/sdk";
import { describe, expect, test } from "vitest";
import { tokensOfContent, tokensOfText } from "../cache/tokens.ts";
import type { Reply } from "../protocol/reply.ts";
import { createPracticeFetch } from "./fetch.ts";

const ask = {
  model: "practice-1",
  max_tokens: 1000,
  messages: [{ role: "user", content: "Hello" }],
} satisfies Anthropic.MessageCreateParamsNonStreaming;
const tools: Anthropic.Tool[] = [{ name: "write_file", input_schema: { type: "object" } }];

const clientOf = (reply: Reply): Anthropic =>
  new Anthropic({
    apiKey: "none",
    maxRetries: 0,
    fetch: createPracticeFetch({ reply: () => reply }),
  });

type Body = Omit<Anthropic.MessageCreateParamsNonStreaming, "stream">;

/** The message as create gives it; stream gives the same. */
async function both(reply: Reply, more: Partial<Body> = {}): Promise<Anthropic.Message> {
  const client = clientOf(reply);
  const body = { ...ask, ...more };
  const whole = await client.messages.create(body);
  const streamed = await client.messages.stream(body).finalMessage();
  const content = whole.content.map((block) =>
    "id" in block ? { ...block, id: expect.any(String) } : block,
  );
  expect(streamed).toMatchObject({ content, stop_reason: whole.stop_reason, usage: whole.usage });
  return whole;
}

const long = "Some words, one after another. ".repeat(40);

describe("max_tokens", () => {
  test.each([1, 2, 7, 40, 200])(
    "%i cuts a text to what it allows, at a start of it",
    async (max_tokens) => {
      const { content, stop_reason, usage } = await both({ text: long }, { max_tokens });
      const text = content[0]?.type === "text" ? content[0].text : "";
      expect(stop_reason).toBe("max_tokens");
      expect(long.startsWith(text)).toBe(true);
      expect(tokensOfText(text)).toBeLessThanOrEqual(max_tokens);
      expect(usage.output_tokens).toBe(max_tokens);
    },
  );

  test("that is enough cuts nothing, to the token", async () => {
    const max_tokens = tokensOfText(long);
    expect((await both({ text: long }, { max_tokens })).stop_reason).toBe("end_turn");
    const less = await both({ text: long }, { max_tokens: max_tokens - 1 });
    expect(less.stop_reason).toBe("max_tokens");
  });

  test("never leaves half a character or a blank text", async () => {
    const { content } = await both({ text: `!${"👋".repeat(50)}` }, { max_tokens: 4 });
    expect(content[0]?.type === "text" && /^!(👋)+$/u.test(content[0].text)).toBe(true);
    expect((await both({ text: " ".repeat(9) + long }, { max_tokens: 1 })).content).toEqual([]);
  });

  test("cuts a call in its JSON, keeps the calls before it and drops those after it", async () => {
    const call = (path: string) => ({ name: "write_file", input: { path, content: long } });
    const reply = { text: "I write.", calls: [call("a"), call("b"), call("c")] };
    const { content, stop_reason } = await both(reply, { tools, max_tokens: 500 });
    expect(stop_reason).toBe("max_tokens");
    expect(content).toMatchObject([
      { type: "text" },
      { input: { path: "a", content: long } },
      { input: { path: "b" } },
    ]);
    expect(content[2]).not.toHaveProperty("input.content");
  });

  test("counts the thinking, which is cut first", async () => {
    const { content, usage } = await both({ thinking: long, text: "Hi" }, { max_tokens: 20 });
    expect(content).toMatchObject([{ type: "thinking" }]);
    expect(usage.output_tokens_details?.thinking_tokens).toBe(20);
  });
});

test("a reply that meets the edge of the window ends there, and says so", async () => {
  const messages = [{ role: "user" as const, content: "word ".repeat(164_600) }];
  const { stop_reason, usage } = await both({ text: long }, { messages, max_tokens: 20_000 });
  expect(stop_reason).toBe("model_context_window_exceeded");
  expect(usage.input_tokens + usage.output_tokens).toBe(200_000);
});

test("a stop sequence ends the text before it, and nothing comes after", async () => {
  const reply = { text: "one STOP two END", calls: [{ name: "write_file", input: {} }] };
  const message = await both(reply, { tools, stop_sequences: ["END", "STOP"] });
  expect(message).toMatchObject({
    content: [{ type: "text", text: "one " }],
    stop_reason: "stop_sequence",
    stop_sequence: "STOP",
  });
  expect(message.content).toHaveLength(1);
  expect((await both(reply, { tools, stop_sequences: ["NONE"] })).stop_reason).toBe("tool_use");
  expect((await both({ text: "STOP" }, { stop_sequences: ["STOP"] })).content).toEqual([]);
});

test("a refusal is a 200 with its details", async () => {
  const refusal = { category: "cyber", explanation: "No." } as const;
  const message = await both({ text: "I can't.", stop: "refusal", refusal });
  expect(message.stop_reason).toBe("refusal");
  expect(message.stop_details).toEqual({ type: "refusal", ...refusal });
  expect((await both({ stop: "refusal" })).stop_details).toEqual({
    type: "refusal",
    category: null,
    explanation: null,
  });
});

test("a paused turn can be sent back as it is, and goes on", async () => {
  const replies: Reply[] = [{ text: "I search.", stop: "pause_turn" }, { text: "Found." }];
  const client = new Anthropic({
    apiKey: "none",
    maxRetries: 0,
    fetch: createPracticeFetch({ reply: () => replies.shift() ?? {} }),
  });
  const paused = await client.messages.create(ask);
  expect(paused.stop_reason).toBe("pause_turn");
  const messages = [...ask.messages, { role: "assistant" as const, content: paused.content }];
  const next = await client.messages.create({ ...ask, messages });
  const [text, call] = paused.content;
  const renamed = [text, { ...call, id: "srvtoolu_1" }];
  expect(tokensOfContent(paused.content)).toBe(tokensOfContent(renamed));
  expect(next.content).toEqual([{ type: "text", text: "Found." }]);
});

describe("thinking", () => {
  const reply = { thinking: "Let me see. ".repeat(9), text: "Done." };

  test("comes first, signed, and may be sent back as it is but not otherwise", async () => {
    const { content } = await both(reply, { thinking: { type: "adaptive" } });
    expect(content).toMatchObject([
      { type: "thinking", thinking: reply.thinking },
      { text: "Done." },
    ]);
    const client = clientOf(reply);
    const send = (back: Anthropic.ContentBlockParam[]) =>
      client.messages.create({
        ...ask,
        messages: [
          ...ask.messages,
          { role: "assistant", content: back },
          { role: "user", content: "Go on" },
        ],
      });
    expect((await send(content)).stop_reason).toBe("end_turn");
    const [first, ...rest] = content;
    if (first?.type !== "thinking") throw new Error("no thinking");
    await expect(send([{ ...first, thinking: "Otherwise." }, ...rest])).rejects.toThrow(
      "cannot be modified",
    );
    const signature = first.signature.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
    await expect(send([{ ...first, signature }, ...rest])).rejects.toThrow("Invalid `signature`");
  });

  test("is only a signature with display omitted, another one for another thought", async () => {
    const thinking = { type: "adaptive", display: "omitted" } as const;
    const signatures = await Promise.all(
      ["one", "two"].map(async (thought) => {
        const { content, usage } = await both({ thinking: thought, text: "Hi" }, { thinking });
        expect(content[0]).toMatchObject({ type: "thinking", thinking: "" });
        expect(usage.output_tokens_details?.thinking_tokens).toBeGreaterThan(0);
        return content[0]?.type === "thinking" && content[0].signature;
      }),
    );
    expect(new Set(signatures).size).toBe(2);
  });

  test("is left out when it is disabled", async () => {
    const { content } = await both(reply, { thinking: { type: "disabled" } });
    expect(content).toEqual([{ type: "text", text: "Done." }]);
  });

  test("streams as deltas and one signature just before its end; omitted, as the signature alone", async () => {
    const kinds = async (display: "summarized" | "omitted") => {
      const found: string[] = [];
      const thinking = { type: "adaptive", display } as const;
      const stream = await clientOf({ thinking: "Hm." }).messages.create({
        ...ask,
        thinking,
        stream: true,
      });
      for await (const event of stream) {
        found.push(event.type === "content_block_delta" ? event.delta.type : event.type);
      }
      return found.slice(1, -2);
    };
    expect(await kinds("summarized")).toEqual([
      "content_block_start",
      "thinking_delta",
      "signature_delta",
      "content_block_stop",
    ]);
    expect(await kinds("omitted")).toEqual([
      "content_block_start",
      "signature_delta",
      "content_block_stop",
    ]);
  });
});
