// practice/brain/side.test · side questions are answered without a call, with what they hold themselves.
import { expect, test } from "vitest";
import { FIVE } from "../trials/testWorld.ts";
import { think } from "./brain.ts";

function aside(content: unknown, more: Record<string, unknown> = {}) {
  const messages = [{ role: "user", content }];
  return think({ metadata: { user_id: "side:memory" }, messages, ...more });
}

test("a side question with a schema gets the least valid value as JSON, whatever it says", () => {
  const schema = {
    type: "object",
    properties: { kind: { enum: ["low", "high"] }, notes: { type: "array" } },
    required: ["kind", "notes"],
  };
  const format = { type: "json_schema", schema };
  const reply = aside("Delete a.txt", { output_config: { format }, tools: FIVE });
  expect(reply).toEqual({ rule: "side", text: '{"kind":"low","notes":[]}' });
  const endless = { type: "object", properties: { a: { $ref: "#" } }, required: ["a"] };
  expect(aside("x", { output_config: { format: { schema: endless } } }).text).toBe("null");
  expect(aside("x", { output_config: { format: { schema: { enum: [] } } } }).text).toBe("null");
});

test("a side question without a conversation gets an extract of its last words, marked as one", () => {
  const reply = aside("# Notes\n\nThe shop opens at nine. It is small.", { tools: FIVE });
  expect(reply.rule).toBe("side");
  expect(reply.calls).toBeUndefined();
  expect(reply.text).toMatch(/^\(An extract by the practice model\.\)\n/);
  expect(reply.text).toContain("The shop opens at nine.");
  expect(aside("# 笔记\n\n商店九点开门。").text).toMatch(/^（练习模型所作的摘录。）/);
  expect(aside("# メモ\n\n店は九時に開きます。").text).toMatch(/^（練習用モデルによる抜粋。）/);
  expect(aside("word ".repeat(9000)).text?.length).toBeLessThanOrEqual(4000);
});

test("no side question of any shape makes it throw or call", () => {
  for (const messages of [undefined, null, [], [7], [{ role: "user" }], "x"]) {
    const reply = think({ metadata: { user_id: "side:" }, messages, tools: FIVE });
    expect(reply.rule).toBe("side");
    expect(reply.calls).toBeUndefined();
    expect(reply.text).not.toBe("");
  }
});

test("another user id is not a side question", () => {
  const messages = [{ role: "user", content: "Read a.txt" }];
  for (const metadata of [undefined, {}, { user_id: "somebody" }, { user_id: 7 }])
    expect(think({ metadata, messages, tools: FIVE }).rule).toBe("read-file");
});
