// practice/validation/headers · each rule about the request as a whole refuses what it names, and nothing else.
import { expect, test } from "vitest";
import type { Exchange } from "../api/exchange.ts";
import { createPractice } from "../api/handler.ts";
import { post } from "../testing.ts";
import {
  BODY_DEPTH,
  BODY_NOT_JSON,
  BODY_SURROGATE,
  BODY_TOO_LARGE,
  contentTypeRule,
  headerRules,
  NOT_FOUND,
  PROMPT_AND_REPLY_TOO_LONG,
  PROMPT_TOO_LONG,
} from "./rules/request.ts";

const ask = { model: "practice-1", max_tokens: 10, messages: [{ role: "user", content: "Hi" }] };
const good = {
  "x-api-key": "k",
  "anthropic-version": "2026-10-21",
  "content-type": "application/json",
};

interface Case {
  headers?: Record<string, string | undefined>;
  path?: string;
  body?: string;
}

async function send({ headers = {}, path = "/v1/messages", body = JSON.stringify(ask) }: Case) {
  const seen: Exchange[] = [];
  const practice = createPractice({
    reply: () => ({ text: "ok" }),
    observe: (exchange) => seen.push(exchange),
  });
  const sent = new Headers();
  for (const [name, value] of Object.entries({ ...good, ...headers })) {
    if (value !== undefined) sent.set(name, value);
  }
  const bytes = new TextEncoder().encode(body); // no content-type of its own
  const request = new Request(`http://practice${path}`, {
    method: "POST",
    headers: sent,
    body: bytes,
  });
  const response = await practice.handle(request);
  const answer = JSON.parse(await response.text());
  return { status: response.status, rule: seen[0]?.rule, said: answer.error?.message };
}

const history = (words: number) =>
  JSON.stringify({
    ...ask,
    model: "practice-0",
    max_tokens: 64_000,
    messages: [{ role: "user", content: "word ".repeat(words) }],
  });

/** A valid body of four levels with `levels` more in a tool. */
const nested = (levels: number): string => {
  const tool = { name: "a", input_schema: { type: "object", examples: "DEEP" } };
  const deep = "[".repeat(levels) + "]".repeat(levels);
  return JSON.stringify({ ...ask, tools: [tool] }).replace('"DEEP"', deep);
};

const cases: Record<string, { bad: Case; says: unknown; status: number; good: Case }> = {
  "key-required": {
    bad: { headers: { "x-api-key": undefined } },
    says: "x-api-key header is required",
    status: 401,
    good: { headers: { "x-api-key": undefined, authorization: "Bearer k" } },
  },
  "key-empty": {
    bad: { headers: { "x-api-key": "" } },
    says: "invalid x-api-key",
    status: 401,
    good: { headers: { "x-api-key": "anything" } },
  },
  "bearer-token": {
    bad: { headers: { authorization: "Basic k" } },
    says: "Invalid bearer token",
    status: 401,
    good: { headers: { authorization: "bearer k" } },
  },
  "version-required": {
    bad: { headers: { "anthropic-version": undefined } },
    says: "anthropic-version: header is required",
    status: 400,
    good: { headers: { "anthropic-version": "2023-06-01" } },
  },
  "version-unknown": {
    bad: { headers: { "anthropic-version": "2024-01-01" } },
    says: 'anthropic-version: "2024-01-01" is not a valid version',
    status: 400,
    good: {},
  },
  "content-type": {
    bad: { headers: { "content-type": undefined } },
    says: "content-type: should be application/json, not absent",
    status: 400,
    good: { headers: { "content-type": "application/json; charset=utf-8" } },
  },
  "body-not-json": {
    bad: { body: '{"a":' },
    says: expect.stringContaining("The request body is not valid JSON: "),
    status: 400,
    good: {},
  },
  "body-depth": {
    bad: { body: nested(1021) },
    says: "The request body is not valid JSON: recursion limit reached, it is nested more than 1024 levels deep",
    status: 400,
    good: { body: nested(1020) },
  },
  "body-surrogate": {
    bad: { body: JSON.stringify(ask).replace("Hi", "\\\\u0041 \\ud83d!") },
    says: expect.stringMatching(/: no low surrogate in string: line 1 column 85 \(char 84\)$/),
    status: 400,
    good: { body: JSON.stringify(ask).replace("Hi", "\\\\ud83d \\ud83d\\ude00 \\n") },
  },
  "body-too-large": {
    bad: { body: " ".repeat(32 * 1024 * 1024 + 1) },
    says: "Request exceeds the maximum size",
    status: 413,
    good: { body: `${JSON.stringify(ask)}${" ".repeat(1024 * 1024)}` },
  },
  "prompt-too-long": {
    bad: { body: history(170_000) },
    says: expect.stringMatching(/^prompt is too long: \d+ tokens > 200000 maximum$/),
    status: 400,
    good: { body: history(10_000) },
  },
  "prompt-and-reply-too-long": {
    bad: { body: history(130_000) },
    says: expect.stringMatching(
      /^input length and `max_tokens` exceed context limit: \d+ \+ 64000 > 200000, decrease/,
    ),
    status: 400,
    good: { body: history(130_000).replace("practice-0", "practice-1") },
  },
  "not-found": {
    bad: { path: "/v1/v1/messages" },
    says: "Not found",
    status: 404,
    good: { path: "/v1/messages?beta=true" },
  },
};

test.each(Object.entries(cases))("%s", async (rule, { bad, says, status, good: fine }) => {
  expect(await send(bad)).toEqual({ status, rule, said: says });
  expect(await send(fine)).toEqual({ status: 200, rule: undefined, said: undefined });
});

test("each of these rules has a case", () => {
  const found = [
    BODY_NOT_JSON,
    BODY_DEPTH,
    BODY_SURROGATE,
    BODY_TOO_LARGE,
    PROMPT_TOO_LONG,
    PROMPT_AND_REPLY_TOO_LONG,
    NOT_FOUND,
  ];
  const ids = [...headerRules, contentTypeRule, ...found].map((rule) => rule.id);
  expect(Object.keys(cases).sort()).toEqual(ids.sort());
});

test("a message reports the rate limits and what is left of them; a refused request does not", async () => {
  const practice = createPractice({ reply: () => ({ text: "ok" }), now: () => 0 });
  const answered = await practice.handle(post("/v1/messages", ask));
  const limits = Object.fromEntries(
    [...answered.headers].filter(([name]) => name.startsWith("anthropic-ratelimit-")),
  );
  expect(Object.keys(limits)).toHaveLength(12);
  expect(limits).toMatchObject({
    "anthropic-ratelimit-requests-limit": "4000",
    "anthropic-ratelimit-requests-remaining": "3999",
    "anthropic-ratelimit-requests-reset": "1970-01-01T00:00:01Z",
    "anthropic-ratelimit-input-tokens-remaining": "2000000",
  });
  const refused = await practice.handle(post("/v1/messages", {}));
  expect(refused.headers.has("anthropic-ratelimit-requests-limit")).toBe(false);
});

test("a rate limited answer has no requests left", async () => {
  const practice = createPractice({ now: () => 0 });
  const fault = { "x-practice-fault": "rate_limited" };
  const { status, headers } = await practice.handle(post("/v1/messages", ask, fault));
  expect([status, headers.get("anthropic-ratelimit-requests-remaining")]).toEqual([429, "0"]);
});

test.each([
  ["0", "greater than or equal to 1"],
  ["x", "greater than or equal to 1"],
  ["1001", "less than or equal to 1000"],
])("a page of %s models is refused", async (limit, bound) => {
  const practice = createPractice();
  const ask = (limit: string) =>
    practice.handle(new Request(`http://practice/v1/models?limit=${limit}`, { headers: good }));
  const refused = await ask(limit);
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({
    error: { message: `limit: Input should be ${bound}` },
  });
  expect((await ask("1")).status).toBe(200);
});
