import { expect, test } from "vitest";
import { createQueue } from "./queue.ts";

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
