import { AnthropicError, APIConnectionError, APIError, APIUserAbortError } from "@anthropic-ai/sdk";
import { expect, test } from "vitest";
import { clock } from "../../shared/clock.ts";
import { UserError } from "../../shared/errors.ts";
import { isTooLong, readFailure, triesFor } from "./failure.ts";

const api = (
  status: number,
  type: string,
  message = "words",
  headers: Record<string, string> = {},
) =>
  APIError.generate(
    status,
    { type: "error", error: { type, message } },
    undefined,
    new Headers(headers),
  );
const midStream = (type: string) =>
  new APIError(
    undefined,
    { type: "error", error: { type, message: "words" } },
    undefined,
    undefined,
  );

test.each([
  ["429", api(429, "rate_limit_error")],
  ["500", api(500, "api_error")],
  ["529", api(529, "overloaded_error")],
  ["a status that is not listed", api(522, "")],
  ["an overload in mid-stream", midStream("overloaded_error")],
  ["a connection that broke", new APIConnectionError({ message: "x" })],
  ["a stream that ended early", new AnthropicError("stream ended")],
  ["a silent call", new Error("silence", { cause: "stalled" })],
])("%s may be gone at the next try", (_, error) => {
  expect(readFailure(error)).toMatchObject({ reason: expect.any(String) });
});

test.each([
  ["400", api(400, "invalid_request_error", "overloaded 529 rate limit 429 timeout")],
  ["401", api(401, "authentication_error")],
  ["404", api(404, "not_found_error")],
  ["a mistake in mid-stream", midStream("invalid_request_error")],
  ["Ctrl-C", new APIUserAbortError()],
  ["an error of our own", new Error("The model had no answer.")],
  ["a mistake in the code", new AnthropicError("x", { cause: new TypeError("circular") })],
  ["a wrong setting", new UserError("MAX_REQUESTS=1 is reached")],
])("%s would fail again in the same way", (_, error) => {
  expect(readFailure(error)).toBeUndefined();
});

test("the server's advice counts more than the status", () => {
  expect(readFailure(api(500, "api_error", "", { "x-should-retry": "false" }))).toBeUndefined();
  expect(readFailure(api(400, "odd_error", "", { "x-should-retry": "true" }))).toBeDefined();
});

test.each([
  [{ "retry-after-ms": "1500", "retry-after": "9" }, 1500],
  [{ "retry-after": "7" }, 7000],
  [{ "retry-after": "3600" }, 60_000],
  [{ "retry-after": "soon" }, undefined],
  [{ "retry-after": "-5" }, undefined],
  [{}, undefined],
])("the headers %j give a wait of %s ms", (headers, wait) => {
  expect(readFailure(api(429, "rate_limit_error", "", headers))?.wait).toBe(wait);
});

test("a wait may be given as a date, and a date in the past gives no wait", () => {
  const inHalfAMinute = new Date(clock.now() + 30_000).toUTCString();
  const wait = readFailure(api(429, "", "", { "retry-after": inHalfAMinute }))?.wait;
  expect(wait).toBeGreaterThan(25_000);
  expect(wait).toBeLessThanOrEqual(30_000);
  expect(
    readFailure(api(429, "", "", { "retry-after": "Mon, 01 Jan 2024 00:00:00 GMT" }))?.wait,
  ).toBeUndefined();
});

test.each([
  [400, "prompt is too long: 208310 tokens > 200000 maximum", true],
  [400, "input length and `max_tokens` exceed context limit: 188240 + 16000 > 200000", true],
  [413, "Request exceeds the maximum size", true],
  [400, "messages: field required", false],
  [403, "prompt is too long", false],
])("%i %s: too long is %s", (status, message, long) => {
  const type = status === 413 ? "request_too_large" : "invalid_request_error";
  expect(isTooLong(api(status, type, message))).toBe(long);
});

test("an address that never answered gets three tries", () => {
  expect(triesFor(new APIConnectionError({ message: "x" }))).toBe(3);
  expect(triesFor(api(529, "overloaded_error"))).toBe(Number.POSITIVE_INFINITY);
});
