// practice/headers · each rule about the request as a whole refuses what it names, and nothing else.
import { expect, test } from "vitest";
import type { Exchange } from "./exchange.ts";
import { createPractice } from "./handler.ts";
import {
  BODY_NOT_JSON,
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
    BODY_TOO_LARGE,
    PROMPT_TOO_LONG,
    PROMPT_AND_REPLY_TOO_LONG,
    NOT_FOUND,
  ];
  const ids = [...headerRules, contentTypeRule, ...found].map((rule) => rule.id);
  expect(Object.keys(cases).sort()).toEqual(ids.sort());
});
