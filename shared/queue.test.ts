import { expect, test } from "vitest";
import { createQueue, createRuns, takeFirst } from "./queue.ts";

test("actions run one after the other, and each caller gets its own result or error", async () => {
  const inOrder = createQueue();
  const seen: string[] = [];
  const slow = inOrder(async () => {
    seen.push("slow begins");
    await Promise.resolve();
    seen.push("slow ends");
    return 1;
  });
  const bad = inOrder(async () => {
    seen.push("bad");
    throw new Error("no");
  });
  const last = inOrder(async () => seen.push("last"));
  await expect(bad).rejects.toThrow("no");
  expect(await slow).toBe(1);
  await last;
  expect(seen).toEqual(["slow begins", "slow ends", "bad", "last"]);
});

test("of those that wait, the order of the sources counts first, and then the time", () => {
  const one = (source: "mail" | "cron", name: string) => ({ source, name });
  const waiting = [one("cron", "a"), one("mail", "b"), one("cron", "c"), one("mail", "d")];
  const taken = [1, 2, 3, 4, 5].map(() => takeFirst(waiting, ["mail", "cron"])?.name);
  expect(taken).toEqual(["b", "d", "a", "c", undefined]);
});

test("an action that is wanted while it runs, runs once more; while a run waits, it is wanted once", async () => {
  let runs = 0;
  const ends: (() => void)[] = [];
  const run = createRuns(() => {
    runs++;
    return new Promise((resolve) => {
      ends.push(resolve);
    });
  });
  for (let at = 0; at < 3; at++) run();
  await turns();
  expect(runs).toBe(1);
  for (let at = 0; at < 3; at++) run();
  await turns();
  expect(runs).toBe(1);
  ends[0]?.();
  await turns();
  expect(runs).toBe(2);
  ends[1]?.();
  await turns();
  expect(runs).toBe(2);
});

/** Lets go on what can. */
const turns = () => new Promise((resolve) => setImmediate(resolve));
