// practice/trials/trials · enough requests, each once, and each gets a reply; how many are right is a figure of `npm run bench`.
import { expect, test } from "vitest";
import { ask, blind, heldOut, unseen } from "./trials.ts";

const ALL = [...heldOut, ...unseen, ...blind];

test.each(["en", "zh", "ja"])("there are at least 100 requests in %s", (language) => {
  expect(heldOut.filter((each) => each.language === language).length).toBeGreaterThanOrEqual(100);
});

test("no request is in the list twice, and each says what it must lead to", () => {
  for (const key of ["id", "text"] as const) {
    const values = ALL.map((each) => each[key]);
    expect(new Set(values).size, key).toBe(values.length);
  }
  for (const { id, want, tool, input } of ALL) {
    expect(["call", "talk", "decline", "nothing-changed"], id).toContain(want);
    expect(want === "call", id).toBe(tool !== undefined && input !== undefined);
    expect(() => [new RegExp(tool ?? ""), new RegExp(input ?? "")], id).not.toThrow();
  }
});

test("each request gets words or a call", () => {
  for (const { id, text } of [...unseen, ...blind]) {
    const reply = ask(text);
    expect(Boolean(reply.text) || Boolean(reply.calls?.length), id).toBe(true);
  }
});
