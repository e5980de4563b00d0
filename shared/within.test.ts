// shared/within · a program is not idle while it waits for an answer.
import { expect, test, vi } from "vitest";

test("a wait for somebody's answer counts as an open request until it is over, also when it fails", async () => {
  const order: string[] = [];
  const beginRequest = () => {
    order.push("begun");
    return () => order.push("over");
  };
  vi.resetModules();
  vi.doMock("./idle.ts", () => ({ beginRequest }));
  const { within } = await import("./within.ts");
  vi.doUnmock("./idle.ts");
  vi.resetModules();
  const { signal } = new AbortController();
  await within({ ms: 1000, signal }, async () => order.push("answered"));
  const failing = within({ ms: 1000, signal }, () => Promise.reject(new Error("no")));
  await expect(failing).rejects.toThrow("no");
  expect(order).toEqual(["begun", "answered", "over", "begun", "over"]);
});
