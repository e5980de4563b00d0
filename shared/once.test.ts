import { expect, test } from "vitest";
import { once, oncePer } from "./once.ts";

test("a value is made once; after a failure the next call tries again", () => {
  let calls = 0;
  const made = once(() => {
    if (++calls === 1) throw new Error("not yet");
    return { calls };
  });
  expect(made).toThrow("not yet");
  expect(made()).toBe(made());
  expect(calls).toBe(2);
});

test("a value is made once for each object", () => {
  const made: object[] = [];
  const nameOf = oncePer((key: { name: string }) => {
    made.push(key);
    return key.name;
  });
  const [one, other] = [{ name: "one" }, { name: "other" }];
  expect([one, other, one].map(nameOf)).toEqual(["one", "other", "one"]);
  expect(made).toEqual([one, other]);
});
