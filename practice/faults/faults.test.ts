// practice/faults/faults · each fault is seen by the official SDK as the real one is.
import { readFile } from "node:fs/promises";
import Anthropic from "@anthropic-ai/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPracticeFetch } from "../api/fetch.ts";
import { createPractice, type PracticeOptions } from "../api/handler.ts";
import { listen, type PracticeServer } from "../api/server.ts";
import type { Reply } from "../protocol/reply.ts";
import { type Fault, faultKinds } from "./faults.ts";

const ask = {
  model: "practice-1",
  max_tokens: 100,
  messages: [{ role: "user", content: "Hello" }],
} satisfies Anthropic.MessageCreateParams;

const tools: Anthropic.Tool[] = [{ name: "write_file", input_schema: { type: "object" } }];

/** The fault to play is in the request, so that one server serves all tests. */
const options: PracticeOptions = {
  reply: ({ metadata, tools: offered }): Reply => ({
    text: "Hello there",
    calls: offered && [{ name: "write_file", input: { path: "a.txt" } }],
    fault: JSON.parse(metadata?.user_id ?? "{}"),
  }),
};
const withFault = (fault: Fault) => ({ ...ask, metadata: { user_id: JSON.stringify(fault) } });

let server: PracticeServer | undefined;
beforeAll(async () => {
  server = await listen(createPractice(options));
});
afterAll(() => server?.close());

const clients: Record<string, () => Anthropic> = {
  "in-process": () =>
    new Anthropic({ apiKey: "none", maxRetries: 0, fetch: createPracticeFetch(options) }),
  "over loopback": () => new Anthropic({ apiKey: "none", maxRetries: 0, baseURL: server?.url }),
};

const failure = (work: PromiseLike<unknown>) =>
  Promise.resolve(work).then(
    () => undefined,
    (error: unknown) => error,
  );

describe.each(Object.keys(clients))("%s", (name) => {
  const client = () => clients[name]?.() ?? new Anthropic();
  const stream = (fault: Fault) => client().messages.stream(withFault(fault));

  test.each([
    ["overloaded", 529, Anthropic.APIError, "overloaded_error"],
    ["rate_limited", 429, Anthropic.RateLimitError, "rate_limit_error"],
    ["server_error", 500, Anthropic.InternalServerError, "api_error"],
    ["invalid_request", 400, Anthropic.BadRequestError, "invalid_request_error"],
    ["authentication", 401, Anthropic.AuthenticationError, "authentication_error"],
    ["timeout_error", 504, Anthropic.InternalServerError, "timeout_error"],
    ["billing", 402, Anthropic.APIError, "billing_error"],
    ["permission", 403, Anthropic.PermissionDeniedError, "permission_error"],
    ["not_found", 404, Anthropic.NotFoundError, "not_found_error"],
    ["conflict", 409, Anthropic.ConflictError, "conflict_error"],
    ["request_too_large", 413, Anthropic.APIError, "request_too_large"],
    ["prompt_too_long", 400, Anthropic.BadRequestError, "invalid_request_error"],
  ] as const)("%s is a %i", async (kind, status, kindOfError, type) => {
    const error = await failure(client().messages.create(withFault({ kind, message: "In words" })));
    expect(error).toBeInstanceOf(kindOfError);
    expect(error).toMatchObject({ status, type, error: { error: { message: "In words" } } });
    expect(await failure(stream({ kind }).finalMessage())).toMatchObject({ status, type });
  });

  test("retry_after_ms comes in both headers, and a 429 always says when", async () => {
    const wait = await failure(
      client().messages.create(withFault({ kind: "overloaded", retry_after_ms: 1200 })),
    );
    if (!(wait instanceof Anthropic.APIError)) throw wait;
    expect([wait.headers?.get("retry-after"), wait.headers?.get("retry-after-ms")]).toEqual([
      "2",
      "1200",
    ]);
    const limit = await failure(client().messages.create(withFault({ kind: "rate_limited" })));
    if (!(limit instanceof Anthropic.APIError)) throw limit;
    expect([limit.headers?.get("retry-after"), limit.headers?.get("retry-after-ms")]).toEqual([
      "1",
      null,
    ]);
  });

  test("connection_reset is a connection error", async () => {
    const error = await failure(client().messages.create(withFault({ kind: "connection_reset" })));
    expect(error).toBeInstanceOf(Anthropic.APIConnectionError);
  });

  test("error_mid_stream is an API error without a status, after at_event events", async () => {
    const events: string[] = [];
    const run = stream({ kind: "error_mid_stream", at_event: 3 }).on("streamEvent", ({ type }) =>
      events.push(type),
    );
    const error = await failure(run.finalMessage());
    expect(error).toMatchObject({ status: undefined, type: "overloaded_error" });
    expect(error).toBeInstanceOf(Anthropic.APIError);
    expect(events).toEqual(["message_start", "content_block_start"]);
  });

  test("reset_mid_stream ends the stream with the words of a broken socket", async () => {
    const error = await failure(stream({ kind: "reset_mid_stream" }).finalMessage());
    expect(error).toBeInstanceOf(Anthropic.AnthropicError);
    expect(error).toMatchObject({ message: "terminated", cause: expect.any(TypeError) });
  });

  test("cut_stream is quiet for an iteration and an error for finalMessage", async () => {
    const fault = { kind: "cut_stream", at_event: 4 } as const;
    const types: string[] = [];
    for await (const event of await client().messages.create({
      ...withFault(fault),
      stream: true,
    })) {
      types.push(event.type);
    }
    expect(types).toEqual(["message_start", "content_block_start", "content_block_delta"]);
    const error = await failure(stream(fault).finalMessage());
    expect(error).toMatchObject({
      message: expect.stringContaining("stream ended without producing"),
    });
  });

  test("malformed_sse is an error with the parser's words", async () => {
    const quiet = client().withOptions({ logLevel: "off" });
    const run = quiet.messages.stream(withFault({ kind: "malformed_sse", at_event: 3 }));
    expect(await failure(run.finalMessage())).toBeInstanceOf(Anthropic.AnthropicError);
  });

  test("malformed_input leaves a call whose JSON cannot be read, in a stream that ends as it should", async () => {
    const types: string[] = [];
    let json = "";
    const body = { ...withFault({ kind: "malformed_input" }), tools };
    for await (const event of await client().messages.create({ ...body, stream: true })) {
      types.push(event.type);
      if (event.type === "content_block_delta" && event.delta.type === "input_json_delta")
        json += event.delta.partial_json;
    }
    expect(types.at(-1)).toBe("message_stop");
    expect(json).toBe('{"path":a.txt"}');
    const error = await failure(client().messages.stream(body).finalMessage());
    expect(error).toMatchObject({ message: expect.stringContaining("is not valid JSON") });
  });

  test("stall gives no headers until the client gives up", async () => {
    const request = client().messages.create(withFault({ kind: "stall" }), { timeout: 20 });
    expect(await failure(request)).toBeInstanceOf(Anthropic.APIConnectionTimeoutError);
  });

  test("stall_mid_stream ends only when the client gives up", async () => {
    const run = stream({ kind: "stall_mid_stream", at_event: 2 });
    run.on("streamEvent", () => run.abort());
    expect(await failure(run.finalMessage())).toBeInstanceOf(Anthropic.APIUserAbortError);
  });

  test("without a stream, an error in the middle is a status, and a cut body is not JSON", async () => {
    const overloaded = await failure(
      client().messages.create(withFault({ kind: "error_mid_stream" })),
    );
    expect(overloaded).toMatchObject({ status: 529 });
    expect(
      await failure(client().messages.create(withFault({ kind: "cut_stream" }))),
    ).toBeInstanceOf(Error);
  });
});

test("each kind of fault has a test of its own name in this file", async () => {
  const text = await readFile(import.meta.filename, "utf8");
  for (const kind of faultKinds()) expect(text).toMatch(new RegExp(`"${kind}"`));
});

test("the SDK retries what it should, and the next reply is seen", async () => {
  const replies: Reply[] = [
    { fault: { kind: "overloaded", retry_after_ms: 1 } },
    { fault: { kind: "connection_reset" } },
    { text: "at last" },
  ];
  const counts: (string | null)[] = [];
  const fetch = createPracticeFetch({
    reply: (_, request) => {
      counts.push(request.headers.get("x-stainless-retry-count"));
      return replies.shift() ?? {};
    },
  });
  const client = new Anthropic({ apiKey: "none", maxRetries: 2, fetch });
  const message = await client.messages.create(ask);
  expect(message.content).toEqual([{ type: "text", text: "at last" }]);
  expect(counts).toEqual(["0", "1", "2"]);
});

test("the SDK's tool runner falls back from threads by itself", async () => {
  const replies: Reply[] = [
    { calls: [{ name: "add", input: { a: 2, b: 3 } }] },
    { text: "It is 5." },
  ];
  const client = new Anthropic({
    apiKey: "none",
    maxRetries: 0,
    fetch: createPracticeFetch({ reply: () => replies.shift() ?? {} }),
  });
  const runner = client.beta.messages.toolRunner({
    ...ask,
    tools: [
      {
        name: "add",
        input_schema: { type: "object" },
        run: () => "5",
        parse: (input: unknown) => input,
      },
    ],
  });
  const message = await runner;
  expect(message.content).toMatchObject([{ type: "text", text: "It is 5." }]);
});
