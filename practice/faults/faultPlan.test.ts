// practice/faults/faultPlan · a file, or a header, says which attempts go wrong; the rest go right.
import Anthropic from "@anthropic-ai/sdk";
import { afterEach, describe, expect, test } from "vitest";
import { createPracticeFetch } from "../api/fetch.ts";
import { createPractice, type PracticeOptions } from "../api/handler.ts";
import { listen, type PracticeServer } from "../api/server.ts";
import { post } from "../testing.ts";
import { createFaults, type FaultFile, parseFaults } from "./faultPlan.ts";

const ask: Anthropic.MessageCreateParamsNonStreaming = {
  model: "practice-1",
  max_tokens: 100,
  messages: [{ role: "user", content: "Hello" }],
};

const afterResult: Anthropic.MessageCreateParamsNonStreaming = {
  ...ask,
  messages: [
    ...ask.messages,
    { role: "assistant", content: [{ type: "tool_use", id: "t", name: "a", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: "b" }] },
  ],
  tools: [{ name: "a", input_schema: { type: "object" } }],
};

const servers: PracticeServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const clients: Record<
  string,
  (options: PracticeOptions, maxRetries: number) => Promise<Anthropic>
> = {
  "in-process": async (options, maxRetries) =>
    new Anthropic({ apiKey: "none", maxRetries, fetch: createPracticeFetch(options) }),
  "over loopback": async (options, maxRetries) => {
    const server = await listen(createPractice(options));
    servers.push(server);
    return new Anthropic({ apiKey: "none", maxRetries, baseURL: server.url });
  },
};

const planOf = (...faults: FaultFile["faults"]) => createFaults({ version: 1, faults });

/** How each of several requests ended: the status, 0 for a broken connection, ok for an answer. */
async function fates(client: Anthropic, count: number, body = ask): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let number = 0; number < count; number++) {
    const fate = await client.messages.create(body).then(
      () => "ok",
      (error: unknown) => (error instanceof Anthropic.APIError ? (error.status ?? 0) : error),
    );
    found.push(fate);
  }
  return found;
}

describe.each(Object.entries(clients))("%s", (_, clientFor) => {
  const run = async (faults: FaultFile["faults"], count: number, maxRetries = 0) =>
    fates(
      await clientFor({ reply: () => ({ text: "ok" }), faults: planOf(...faults) }, maxRetries),
      count,
    );

  test("one call, several in a row, and every n-th", async () => {
    expect(await run([{ on: { call: 2 }, kind: "overloaded" }], 3)).toEqual(["ok", 529, "ok"]);
    expect(await run([{ on: { call: 2 }, kind: "rate_limited", times: 2 }], 4)).toEqual([
      "ok",
      429,
      429,
      "ok",
    ]);
    expect(await run([{ on: { every: 2 }, kind: "server_error" }], 5)).toEqual([
      "ok",
      500,
      "ok",
      500,
      "ok",
    ]);
    expect(await run([{ on: { every: 1 }, kind: "connection_reset", times: 2 }], 3)).toEqual([
      0,
      0,
      "ok",
    ]);
  });

  test("retries are attempts: the SDK gets through, and asks no more than it must", async () => {
    const faults = [{ on: { call: 1 }, kind: "overloaded", times: 2, retry_after_ms: 1 }] as const;
    expect(await run([...faults], 1, 2)).toEqual(["ok"]);
    expect(await run([...faults], 1, 1)).toEqual([529]);
  });

  test("a fault in the middle of a stream comes at its event", async () => {
    const faults = planOf({ on: { call: 1 }, kind: "cut_stream", at_event: 2 });
    const client = await clientFor({ reply: () => ({ text: "ok" }), faults }, 0);
    const events = async () => {
      const types: string[] = [];
      for await (const { type } of await client.messages.create({ ...ask, stream: true }))
        types.push(type);
      return types;
    };
    expect(await events()).toEqual(["message_start", "content_block_start"]);
    expect((await events()).at(-1)).toBe("message_stop");
  });

  test("a stall before the headers ends with the SDK's timeout", async () => {
    // Not by a number: on a busy machine the time is over before the request arrives, and the next one would be call 1.
    const faults = planOf({ on: { after: "tool_result" }, kind: "stall" });
    const client = await clientFor({ reply: () => ({ text: "ok" }), faults }, 0);
    const request = client.messages.create(afterResult, { timeout: 20 });
    await expect(request).rejects.toBeInstanceOf(Anthropic.APIConnectionTimeoutError);
    expect(await fates(client, 1)).toEqual(["ok"]);
  });

  test("the header fails the request and its retries as often as it says", async () => {
    const faults = createFaults();
    const client = await clientFor({ reply: () => ({ text: "ok" }), faults }, 0);
    const header = (value: string) =>
      client.withOptions({ defaultHeaders: { "x-practice-fault": value } });
    expect(await fates(header("overloaded x2"), 4)).toEqual([529, 529, "ok", 529]);
    const other = { ...ask, max_tokens: 50 };
    expect(await fates(header("billing"), 3, other)).toEqual([402, "ok", 402]);
    const patient = header("overloaded x2 retry_after_ms=1").withOptions({ maxRetries: 2 });
    expect(await fates(patient, 2)).toEqual(["ok", "ok"]);
    expect(await fates(header("overload x2"), 1)).toEqual([400]);
    expect(await fates(client, 1)).toEqual(["ok"]);
  });
});

test("after a tool result: the attempts that carry one", async () => {
  const faults = planOf({ on: { after: "tool_result" }, kind: "overloaded", times: 2 });
  const client = await clients["in-process"]?.({ reply: () => ({ text: "ok" }), faults }, 0);
  if (!client) throw new Error("no client");
  expect(await fates(client, 1)).toEqual(["ok"]);
  expect(await fates(client, 3, afterResult)).toEqual([529, 529, "ok"]);
});

test("a fault before the headers uses up no reply, and an invalid request gets its own error first", async () => {
  const asked: unknown[] = [];
  const practice = createPractice({
    reply: (body) => {
      asked.push(body);
      return { text: "ok" };
    },
    faults: planOf({ on: { call: 1 }, kind: "overloaded", times: 2 }),
  });
  const status = async (body: unknown) =>
    (await practice.handle(post("/v1/messages", body))).status;
  expect(await status({})).toBe(400);
  expect(await status(ask)).toBe(529);
  expect(asked).toEqual([]);
  expect(await status(ask)).toBe(200);
});

test.each([
  ['{ "version": 1 }', 'f.json:1: the file "faults" is missing'],
  [
    '{ "version": 1,\n"faults": [\n{ "kind": "overloaded" } ] }',
    'f.json:3: faults[0] "on" is missing',
  ],
  [
    '{ "version": 1,\n"faults": [{ "on": { "call": 0 },\n"kind": "overloaded" }] }',
    "f.json:2: faults[0].on.call should be a whole number, 1 or more",
  ],
  [
    '{ "version": 1, "faults": [{ "on": { "call": 1, "every": 2 }, "kind": "overloaded" }] }',
    "f.json:1: faults[0].on should have one of call, every, after",
  ],
  [
    '{ "version": 1,\n"faults": [{ "on": { "call": 1 },\n"kind": "boom" }] }',
    /^f\.json:3: faults\[0\]\.kind should be one of overloaded, /,
  ],
  ['{ "version": 1, "faults": [', /^f\.json:1: not JSON/],
])("a fault file that is wrong names line and path: %s", (text, message) => {
  expect(() => parseFaults(text, "f.json")).toThrow(message);
});
