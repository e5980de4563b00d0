// practice/brain/reminded.test · what is said when a note reminds of a plan.
import { expect, test } from "vitest";
import { think } from "./brain.ts";

const steps = [
  { content: "look", status: "completed" },
  { content: "write", status: "in_progress" },
  { content: "test", status: "pending" },
];
const note = { type: "text", text: '<note kind="reminder">\nYour plan has open steps.\n</note>' };
const schema = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };

const call = (id: string, name: string, input: unknown) => ({
  role: "assistant",
  content: [{ type: "tool_use", id, name, input }],
});
const result = (id: string, content: string, more: object[] = [], is_error = false) => ({
  role: "user",
  content: [{ type: "tool_result", tool_use_id: id, content, is_error }, ...more],
});

/** The reply to a file that was read, after a plan with these steps and a second one that was refused. */
function reply(request: string, todos: unknown, more = [note]) {
  const messages = [
    { role: "user", content: "hello" },
    call("a", "todo_write", { todos }),
    result("a", "Plan (1/3)"),
    call("b", "todo_write", { todos: [{ content: "refused", status: "pending" }] }),
    result("b", "error", [], true),
    { role: "assistant", content: [{ type: "text", text: "Hello." }] },
    { role: "user", content: request },
    call("c", "read_file", { path: "a.txt" }),
    result("c", "A cork.", more),
  ];
  return think({ messages, tools: [{ name: "read_file", input_schema: schema }] }).text;
}

test("a reminder is answered with the open steps of the last plan that was not refused", () => {
  expect(reply("Read a.txt", steps)).toMatch(
    /A cork\.[\s\S]*\n\nStill open in my plan: write; test\.$/,
  );
  expect(reply("读取 a.txt", steps)).toContain("计划里还没完成的：write；test。");
  expect(reply("a.txt を読んで", steps)).toContain("計画に残っている手順：write、test。");
});

test("without a reminder, or without an open step, nothing is said of the plan", () => {
  expect(reply("Read a.txt", steps, [])).not.toContain("plan");
  expect(reply("Read a.txt", steps.slice(0, 1))).not.toContain("plan");
  expect(reply("Read a.txt", "no list")).not.toContain("plan");
});
