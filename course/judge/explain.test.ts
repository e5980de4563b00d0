// course/judge/explain.test · what is said about a failed expectation.
import { expect, test } from "vitest";
import type { MessageRequest } from "../../practice/protocol/reply.ts";
import { explain } from "./explain.ts";

test("of a very long text, beginning and end are quoted", () => {
  const text = `begin${"x".repeat(50_000)}end`;
  const scene = { results: [], request: undefined, unanswered: [] };
  const words = explain(new Error(`expected '${text}' to be 'y'\nsecond line`), scene);
  expect(words).toMatch(/^expected 'beginx{500,1000} … \d+ characters … x{500,1000}end' to be 'y'/);
  expect(words).toContain("\nsecond line\n");
  expect(words.length).toBeLessThan(3000);
});

test("a tool that the model calls and the agent does not offer is named, with those that it offers", () => {
  const call = (name: string) => ({ type: "tool_use" as const, id: name, name, input: {} });
  const schema = { input_schema: { type: "object" as const } };
  const request: MessageRequest = {
    model: "practice-1",
    max_tokens: 100,
    tools: [
      { name: "bash", ...schema },
      { name: "read", ...schema },
    ],
    messages: [
      { role: "user", content: "go" },
      { role: "assistant", content: [call("bash"), call("read_file"), call("read_file")] },
    ],
  };
  const lines = explain(new Error("no"), { results: [], request, unanswered: [] }).split("\n");
  expect(lines.filter((line) => line.startsWith("There is no tool"))).toEqual([
    "There is no tool read_file. The agent offers: bash, read.",
  ]);
});
