import { AnthropicError, APIError } from "@anthropic-ai/sdk";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clock } from "../../shared/clock.ts";
import { stopTime, timerSet } from "../../shared/fixtures/clock.ts";
import { type Choice, withRetries } from "./retry.ts";

let lines: string[] = [];
beforeEach(() => {
  lines = [];
  stopTime();
  vi.spyOn(process.stdout, "write").mockImplementation((line) => lines.push(String(line)) > 0);
});
afterEach(() => {
  clock.setNow(Date.now());
  vi.restoreAllMocks();
});

const { signal } = new AbortController();
const unusable = () => new AnthropicError("Unexpected event order");
const broken = () =>
  APIError.generate(500, { error: { type: "api_error" } }, undefined, new Headers());

/** Makes a call that fails with these in turn, and then succeeds. The clock moves as soon as a wait has begun. */
async function callFailing(errors: Error[]) {
  const choice: Choice = { fallback: undefined, isUseless: false };
  let calls = 0;
  const run = async () => {
    const error = errors[calls++];
    if (error) throw error;
    return "fine";
  };
  const outcome = withRetries(choice, run, 10, signal).catch((error: Error) => error.message);
  const ended = outcome.then(() => true);
  while (!(await Promise.race([ended, timerSet()]))) clock.advance(60_000);
  return { outcome: await outcome, calls };
}

test("a third reply in a row that is whole and cannot be used is the last: each of them is paid for", async () => {
  const { outcome, calls } = await callFailing([unusable(), unusable(), unusable()]);
  expect(outcome).toBe("Unexpected event order");
  expect(calls).toBe(3);
  expect(lines.join("").match(/\[retry /g)).toHaveLength(2);
});

test("two of them are survived, and another failure between them starts the count again", async () => {
  expect(await callFailing([unusable(), unusable()])).toEqual({ outcome: "fine", calls: 3 });
  const errors = [unusable(), unusable(), broken(), unusable(), unusable()];
  expect(await callFailing(errors)).toEqual({ outcome: "fine", calls: 6 });
});
