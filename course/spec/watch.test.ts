import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createWatch } from "./watch.ts";

const NEVER_MS = 100_000_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a wait is given up after too long a silence, and goes on as long as there are signs of life", async () => {
  let lastSign = 0;
  const quiet = () => performance.now() - lastSign;
  const error = (what: string, seconds: number) => new Error(`${seconds} s for ${what}`);
  const patience = { quiet, most: () => 10_000, error, over: () => undefined };
  const watch = createWatch(NEVER_MS, { situation: () => "", patience });
  const ends: string[] = [];
  watch.until("it", () => undefined).catch((problem: Error) => void ends.push(problem.message));
  for (let seconds = 0; seconds < 600; seconds += 5) {
    lastSign = performance.now();
    await vi.advanceTimersByTimeAsync(5000);
  }
  expect(ends).toEqual([]);
  await vi.advanceTimersByTimeAsync(5100);
  expect(ends).toEqual(["10 s for it"]);
});

test("the limit is one of silence: a wait goes on as long as something changes, and not for ever", async () => {
  const watch = createWatch(60_000, { situation: () => "" });
  const ends: string[] = [];
  watch.until("it", () => undefined).catch((problem: Error) => void ends.push(problem.message));
  for (let seconds = 0; seconds < 150; seconds += 50) {
    await vi.advanceTimersByTimeAsync(50_000);
    watch.changed();
  }
  expect(ends).toEqual([]);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(ends).toEqual([]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(ends).toEqual(["Waited 60 s for it.\n"]);

  watch.until("it", () => undefined).catch((problem: Error) => void ends.push(problem.message));
  for (let seconds = 0; seconds < 260; seconds += 20) {
    await vi.advanceTimersByTimeAsync(20_000);
    watch.changed();
  }
  expect(ends).toHaveLength(2);
});
