import { expect, test } from "vitest";
import { createQueue, takeFirst } from "./queue.ts";

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
