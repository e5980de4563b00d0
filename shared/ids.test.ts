import { expect, test } from "vitest";
import { newDigits, newId } from "./ids.ts";

test("an id that is taken is drawn again", () => {
  const drawn = ["00000001", "00000002", "00000003"];
  const taken = ["cron_00000001", "cron_00000002"];
  const draw = () => drawn.shift() ?? "";
  expect(newId("cron", (id) => taken.includes(id), draw)).toBe("cron_00000003");
});

test("an id has the form that the files want, and the digits are as many as asked for", () => {
  expect(newId("task", () => false)).toMatch(/^task_[0-9a-f]{8}$/);
  expect(newDigits()).toMatch(/^[0-9a-f]{8}$/);
  expect(newDigits(12)).toMatch(/^[0-9a-f]{12}$/);
});
