import { beforeEach, expect, test, vi } from "vitest";
import { createAttempt, tellOnce } from "./tellOnce.ts";

const lines: string[] = [];
beforeEach(() => {
  lines.length = 0;
  vi.spyOn(process.stdout, "write").mockImplementation((line) => lines.push(String(line)) > 0);
  return () => vi.restoreAllMocks();
});

test("a problem is printed once, however often it is found", () => {
  const tell = tellOnce("[memory]");
  for (const problem of ["one", "other", "one", "other"]) tell(problem);
  expect(lines.join("").match(/\[memory\] \w+/g)).toEqual(["[memory] one", "[memory] other"]);
});

test("an action that went well between two failures has a new problem; another action does not count", async () => {
  const attempt = createAttempt("[cron]");
  const fails = () => Promise.reject(new Error("the disk is full"));
  const works = async () => {};
  await attempt("tick", fails);
  await attempt("settle", works);
  await attempt("tick", fails);
  expect(lines.join("").match(/the disk is full/g)).toHaveLength(1);
  await attempt("tick", works);
  await attempt("tick", fails);
  expect(lines.join("").match(/\[cron\] the disk is full/g)).toHaveLength(2);
});
