import { expect, test } from "vitest";
import { acknowledged, type CronJob, failed, isReady, jobSchema } from "./job.ts";

const now = new Date("2026-03-02T09:00:30Z");
const job: CronJob = {
  id: "cron_1a2b3c4d",
  cron: "0 9 * * *",
  prompt: "Look.",
  recurring: true,
  createdAt: now,
  due: new Date("2026-03-02T09:00:00Z"),
  state: "waiting",
  failures: 0,
};

test("after each failure the wait doubles, up to an hour", () => {
  let last = job;
  const waits = Array.from({ length: 8 }, () => {
    last = failed(last, now);
    return ((last.notBefore?.getTime() ?? 0) - now.getTime()) / 60_000;
  });
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  expect(last).toMatchObject({ state: "pending", failures: 8, due: job.due });
});

test("a failed job is ready after its wait, and not before", () => {
  const waiting = failed(job, now);
  expect(isReady(waiting, now)).toBe(false);
  expect(isReady(waiting, new Date(now.getTime() + 60_000))).toBe(true);
});

test("a reply ends the failures of a recurring job, and removes any other", () => {
  const again = acknowledged(failed(job, now), now);
  expect(again).toMatchObject({ state: "waiting", failures: 0 });
  expect(again?.notBefore).toBeUndefined();
  expect(again?.due.getTime()).toBeGreaterThan(now.getTime());
  expect(acknowledged({ ...job, recurring: false }, now)).toBeUndefined();
});

test("a job that waits for a later time is acknowledged already", () => {
  const waiting = { ...job, due: new Date(now.getTime() + 60_000) };
  expect(acknowledged(waiting, now)).toBe(waiting);
});

test("a job is read from JSON as it was written, and nothing else is read", () => {
  const written = JSON.parse(JSON.stringify(failed(job, now)));
  expect(jobSchema.parse(written)).toEqual(failed(job, now));
  for (const wrong of [
    { ...written, id: "../x" },
    { ...written, cron: "*/100 * * * *" },
    { ...written, prompt: " " },
    { ...written, due: "tomorrow" },
    { ...written, state: "done" },
    { ...written, failures: -1 },
    { ...written, more: 1 },
  ])
    expect(jobSchema.safeParse(wrong).success).toBe(false);
});
