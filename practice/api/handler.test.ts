// practice/api/handler · the API's endpoints, driven by the official SDK, in-process and over loopback.
import Anthropic from "@anthropic-ai/sdk";
import { afterEach, describe, expect, test } from "vitest";
import type { Reply } from "../protocol/reply.ts";
import { createPracticeFetch } from "./fetch.ts";
import { createPractice, type PracticeOptions } from "./handler.ts";
import { listen, type PracticeServer } from "./server.ts";

const ask = {
  model: "practice-1",
  max_tokens: 100,
  messages: [{ role: "user", content: "Hello" }],
} satisfies Anthropic.MessageCreateParams;
const tools: Anthropic.Tool[] = [{ name: "bash", input_schema: { type: "object" } }];
const call: Reply = {
  text: "I look. 你好 👋",
  calls: [
    {
      name: "bash",
      input: { command: "ls -la | grep -c 'a long enough command to be sent in pieces'" },
    },
    { name: "bash", input: {} },
  ],
};

const servers: PracticeServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const saying = (reply: Reply, options: PracticeOptions = {}): PracticeOptions => ({
  reply: () => reply,
  ...options,
});

function inProcess(options: PracticeOptions): Anthropic {
  return new Anthropic({ apiKey: "none", maxRetries: 0, fetch: createPracticeFetch(options) });
}

async function overLoopback(options: PracticeOptions): Promise<Anthropic> {
  const server = await listen(createPractice(options));
  servers.push(server);
  return new Anthropic({ apiKey: "none", maxRetries: 0, baseURL: server.url });
}

const headers = {
  "x-api-key": "k",
  "anthropic-version": "2023-06-01",
  "content-type": "application/json",
};

function post(path: string, body: unknown, more: Record<string, string> = {}): Request {
  return new Request(`http://practice${path}`, {
    method: "POST",
    headers: { ...headers, ...more },
    body: JSON.stringify(body),
  });
}

async function eventsOf(response: Response): Promise<{ type: string; [field: string]: unknown }[]> {
  const text = await response.text();
  return text
    .split("\n\n")
    .slice(0, -1)
    .map((part) => {
      const [, type, data] = part.match(/^event: (.*)\ndata: (.*)$/) ?? [];
      const event = JSON.parse(data ?? "");
      expect(event.type).toBe(type);
      return event;
    });
}

describe.each([
  ["in-process", inProcess],
  ["over loopback", overLoopback],
])("%s", (_, clientFor) => {
  test("create gives the text and the calls, in order, with ids of their own", async () => {
    const client = await clientFor(saying(call));
    const message = await client.messages.create({ ...ask, tools });
    expect(message).toMatchObject({
      role: "assistant",
      model: "practice-1",
      stop_reason: "tool_use",
      stop_sequence: null,
      stop_details: null,
      content: [
        { type: "text", text: call.text },
        {
          type: "tool_use",
          name: "bash",
          input: call.calls?.[0]?.input,
          caller: { type: "direct" },
        },
        { type: "tool_use", name: "bash", input: {} },
      ],
    });
    expect(message.content[0]).not.toHaveProperty("citations");
    const ids = message.content.flatMap((block) => (block.type === "tool_use" ? [block.id] : []));
    expect(new Set(ids).size).toBe(2);
    expect(message._request_id).toMatch(/^req_/);
  });

  test("stream gives the same message as create", async () => {
    const client = await clientFor(
      saying({ ...call, calls: [{ name: "bash", input: { a: [1] }, id: "toolu_1" }] }),
    );
    const whole = await client.messages.create({ ...ask, tools });
    const texts: string[] = [];
    const streamed = await client.messages
      .stream({ ...ask, tools })
      .on("text", (text) => texts.push(text))
      .finalMessage();
    expect(texts.join("")).toBe(call.text);
    expect(streamed).toMatchObject({ ...whole, id: expect.any(String) });
  });

  test("an abort within a stalled stream ends it", async () => {
    const client = await clientFor(
      saying({ text: "Hello", fault: { kind: "stall_mid_stream", at_event: 3 } }),
    );
    const stream = client.messages.stream(ask);
    stream.on("streamEvent", (event) => {
      if (event.type === "content_block_delta" || event.type === "content_block_start")
        stream.abort();
    });
    await expect(stream.finalMessage()).rejects.toBeInstanceOf(Anthropic.APIUserAbortError);
  });

  test("an abort before the headers ends the wait", async () => {
    const controller = new AbortController();
    const client = await clientFor({
      reply: () => {
        controller.abort();
        return { text: "late", delay_ms: 3_600_000 };
      },
    });
    const request = client.messages.create(ask, { signal: controller.signal });
    await expect(request).rejects.toBeInstanceOf(Anthropic.APIUserAbortError);
  });

  test("the SDK's timeout ends the wait before the headers", async () => {
    const client = await clientFor(saying({ text: "late", delay_ms: 3_600_000 }));
    const request = client.messages.create(ask, { timeout: 20 });
    await expect(request).rejects.toBeInstanceOf(Anthropic.APIConnectionTimeoutError);
  });

  test("an error has the API's envelope, and its request id is the header's", async () => {
    const client = await clientFor(saying({ fault: { kind: "overloaded" } }));
    const error = await client.messages.create(ask).catch((reason: unknown) => reason);
    if (!(error instanceof Anthropic.APIError)) throw error;
    expect(error.status).toBe(529);
    expect(error.type).toBe("overloaded_error");
    expect(error.error).toEqual({
      type: "error",
      error: { type: "overloaded_error", message: "Overloaded" },
      request_id: error.requestID,
    });
  });

  test("the models can be listed", async () => {
    const client = await clientFor({});
    const models = await client.models.list();
    expect(models.data.map((model) => model.id)).toContain("practice-1");
    expect(await client.models.retrieve("practice-1")).toEqual(models.data[0]);
    await expect(client.models.retrieve("x")).rejects.toBeInstanceOf(Anthropic.NotFoundError);
  });

  test("tokens can be counted", async () => {
    const client = await clientFor({});
    const { messages, model } = ask;
    expect(await client.messages.countTokens({ messages, model })).toEqual({
      input_tokens: expect.any(Number),
    });
  });
});

describe("the wire", () => {
  test("events come in the API's order, with a ping after the first block's start", async () => {
    const { handle } = createPractice(
      saying({ text: "Hi", calls: [{ name: "bash", input: { command: "ls" } }] }),
    );
    const response = await handle(post("/v1/messages?beta=true", { ...ask, tools, stream: true }));
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const events = await eventsOf(response);
    expect(events.map((event) => event.type)).toEqual([
      "message_start",
      "content_block_start",
      "ping",
      "content_block_delta",
      "content_block_stop",
      "content_block_start",
      "content_block_delta",
      "content_block_delta",
      "content_block_stop",
      "message_delta",
      "message_stop",
    ]);
    expect(events[0]).toMatchObject({
      message: { content: [], stop_reason: null, usage: { output_tokens: 1 } },
    });
    expect(events[1]).toMatchObject({ index: 0, content_block: { type: "text", text: "" } });
    expect(events[5]).toMatchObject({
      index: 1,
      content_block: { input: {}, caller: { type: "direct" } },
    });
    expect(events[6]).toMatchObject({ delta: { type: "input_json_delta", partial_json: "" } });
    expect(events[9]).toMatchObject({
      delta: { stop_reason: "tool_use", stop_sequence: null, stop_details: null },
      usage: { output_tokens: expect.any(Number), input_tokens: expect.any(Number) },
    });
  });

  test("a call cut at max_tokens stops half-way in its JSON", async () => {
    const reply: Reply = {
      stop: "max_tokens",
      calls: [
        { name: "write_file", input: { path: "a.txt", content: "a long content ".repeat(9) } },
      ],
    };
    const client = inProcess(saying(reply));
    const whole = await client.messages.create({ ...ask, tools });
    const streamed = await client.messages.stream({ ...ask, tools }).finalMessage();
    for (const message of [whole, streamed]) {
      expect(message.stop_reason).toBe("max_tokens");
      expect(message.content).toMatchObject([{ type: "tool_use", input: { path: "a.txt" } }]);
      expect(message.content[0]).not.toHaveProperty("input.content");
    }
  });

  test("both ways to send a key and both versions are accepted", async () => {
    const { handle } = createPractice(saying({ text: "Hi" }));
    const bearer = { authorization: "Bearer k", "anthropic-version": "2026-10-21" };
    expect((await handle(post("/v1/messages", ask))).status).toBe(200);
    const newer = post("/v1/messages", ask, bearer);
    newer.headers.delete("x-api-key");
    expect((await handle(newer)).status).toBe(200);
  });

  test.each([
    ["x-api-key", 401, "authentication_error", "x-api-key header is required"],
    ["anthropic-version", 400, "invalid_request_error", "anthropic-version: header is required"],
  ])("without %s the answer is %i", async (header, status, type, message) => {
    const request = post("/v1/messages", ask);
    request.headers.delete(header);
    const response = await createPractice(saying({})).handle(request);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ type: "error", error: { type, message } });
  });

  test("HEAD is answered with 200, an unknown path with a 404 in the envelope, each with a request id", async () => {
    const { handle } = createPractice();
    const head = await handle(new Request("http://practice/api/hello", { method: "HEAD" }));
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(head.headers.get("request-id")).toMatch(/^req_/);
    const missing = await handle(new Request("http://practice/v2/nothing", { headers }));
    expect(missing.status).toBe(404);
    const id = missing.headers.get("request-id");
    expect(await missing.json()).toMatchObject({
      error: { type: "not_found_error" },
      request_id: id,
    });
  });

  test("a body that is not JSON, or no object, is refused", async () => {
    const { handle } = createPractice();
    const broken = new Request("http://practice/v1/messages", {
      method: "POST",
      headers,
      body: '{"a":',
    });
    expect((await handle(broken)).status).toBe(400);
    expect((await handle(post("/v1/messages", [1]))).status).toBe(400);
    expect((await handle(post("/v1/messages", null))).status).toBe(400);
  });

  test("a mistake in the reply function is a 500 that names it and asks for no retry", async () => {
    const { handle } = createPractice({
      reply: () => {
        throw new Error("no such rule");
      },
    });
    const response = await handle(post("/v1/messages", ask));
    expect([response.status, response.headers.get("x-should-retry")]).toEqual([500, "false"]);
    expect(await response.text()).toContain("no such rule");
  });

  test("without a reply of one's own the rule-based model answers, and can be explained", async () => {
    const rules: string[] = [];
    const { handle } = createPractice({ explain: (rule) => rules.push(rule) });
    const response = await handle(post("/v1/messages", { ...ask, max_tokens: 2000 }));
    expect(await response.json()).toMatchObject({
      content: [{ type: "text" }],
      stop_reason: "end_turn",
    });
    expect(rules).toEqual([expect.stringMatching(/./)]);
  });

  test("an abort ends the wait for a reply that never comes", async () => {
    const controller = new AbortController();
    const practice = createPractice({
      reply: () => {
        controller.abort(new Error("enough"));
        return new Promise<Reply>(() => {});
      },
    });
    await expect(practice.handle(post("/v1/messages", ask), controller.signal)).rejects.toThrow(
      "enough",
    );
  });

  test("each exchange is observed once, before its end can be seen", async () => {
    const seen: string[] = [];
    const { handle } = createPractice(
      saying(
        { text: "Hi" },
        {
          now: () => 7,
          observe: ({ path, status, ending, started }) =>
            seen.push([path, status, ending, started].join(" ")),
        },
      ),
    );
    await handle(post("/v1/messages", ask));
    const stream = await handle(post("/v1/messages", { ...ask, stream: true }));
    expect(seen).toHaveLength(1);
    await stream.text();
    await handle(post("/v1/messages", {}));
    expect(seen).toEqual([
      "/v1/messages 200 complete 7",
      "/v1/messages 200 complete 7",
      "/v1/messages 400 complete 7",
    ]);
  });
});

describe("the server", () => {
  test("a port in use is one clear error", async () => {
    const first = await listen(createPractice());
    servers.push(first);
    const port = Number(new URL(first.url).port);
    await expect(listen(createPractice(), { port })).rejects.toThrow(`Port ${port} is in use`);
  });

  test("a connection is never ended for being idle", async () => {
    const server = await listen(createPractice());
    servers.push(server);
    const { headers } = await fetch(`${server.url}/v1/models`);
    expect(headers.get("keep-alive")).toBeNull(); // by default Node announces "timeout=5"
  });

  test("a body over 32 MB is a 413, and the server goes on", async () => {
    const server = await listen(createPractice(saying({ text: "Hi" })));
    servers.push(server);
    const client = new Anthropic({ apiKey: "none", maxRetries: 0, baseURL: server.url });
    const messages = [{ role: "user" as const, content: "x".repeat(33 * 1024 * 1024) }];
    const error = await client.messages
      .create({ ...ask, messages })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ status: 413, type: "request_too_large" });
    expect((await client.messages.create(ask)).stop_reason).toBe("end_turn");
  });

  test("a client that leaves aborts its request, and closing ends open streams", async () => {
    const endings: string[] = [];
    const { promise, resolve } = settled();
    const options = saying(
      { text: "Hello", fault: { kind: "stall_mid_stream", at_event: 2 } },
      { observe: ({ ending }) => resolve(endings.push(ending)) },
    );
    const server = await listen(createPractice(options));
    const client = new Anthropic({ apiKey: "none", maxRetries: 0, baseURL: server.url });
    const stream = client.messages.stream(ask);
    const failure = stream.finalMessage().catch((error: unknown) => error);
    await new Promise<void>((started) => {
      stream.on("streamEvent", () => started());
    });
    await server.close();
    expect(await failure).toBeInstanceOf(Anthropic.AnthropicError);
    await promise;
    expect(endings).toEqual(["aborted"]);
  });
});

function settled() {
  let resolve: (value: unknown) => void = () => {};
  const promise = new Promise((done) => {
    resolve = done;
  });
  return { promise, resolve: (value: unknown) => resolve(value) };
}
