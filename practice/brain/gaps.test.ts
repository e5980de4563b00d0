import { expect, test } from "vitest";
import { think } from "./brain.ts";

const input_schema = { type: "object", properties: { command: { type: "string" } } };
const tools = [{ name: "bash", description: "Run a command", input_schema }];
const replyTo = (content: string) => think({ messages: [{ role: "user", content }], tools });

test.each([
  `list${" ".repeat(2000)}files`,
  `run${" ".repeat(2000)}ls`,
  `运行${"\n".repeat(2000)}ls`,
  `ls ${"\t".repeat(2000)} を実行して`,
])("a very long row of spaces is declined at once, in any language: %#", (wish) => {
  const { calls, rule } = replyTo(wish);
  expect(rule).toBe("decline");
  expect(calls).toBeUndefined();
});

test("a row of spaces that a person may paste changes nothing", () => {
  expect(replyTo(`run${" ".repeat(40)}ls`).calls).toMatchObject([{ input: { command: "ls" } }]);
});
