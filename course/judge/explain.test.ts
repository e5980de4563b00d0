// course/judge/explain.test · what is said about a failed expectation.
import { expect, test } from "vitest";
import type { MessageRequest } from "../../practice/protocol/reply.ts";
import { messageOf } from "../base/text.ts";
import { quote } from "../spec/errors.ts";
import { explain } from "./explain.ts";

test("of a very long text, beginning and end are quoted", () => {
  const text = `begin${"x".repeat(50_000)}end`;
  const scene = { results: [], request: undefined, unanswered: [] };
  const words = explain(new Error(`expected '${text}' to be 'y'\nsecond line`), scene);
  expect(words).toMatch(
    /^expected 'beginx{500,1500} … \(\d+ characters left out\) … x{500,1000}end' to be 'y'/,
  );
  expect(words).toContain("\nsecond line\n");
  expect(words.length).toBeLessThan(3000);
});

/** An error that does not stand in a spec. */
const withoutPlace = (message: string) => Object.assign(new Error(message), { stack: "" });

const call = (name: string) => ({ type: "tool_use" as const, id: name, name, input: { a: 1 } });
const result = (id: string, content: string) => ({
  type: "tool_result" as const,
  tool_use_id: id,
  content,
});
const requestOf = (...ids: string[]): MessageRequest => ({
  model: "practice-1",
  max_tokens: 100,
  messages: [
    { role: "user", content: "go" },
    ...ids.flatMap((id) => [
      { role: "assistant" as const, content: [call(id)] },
      { role: "user" as const, content: [result(id, `of ${id}\n`)] },
    ]),
  ],
});
const seen = (id: string) => ({ tool_use_id: id, is_error: false, content: `of ${id}\n` });

test("a tool result is told once: among the messages, or before them", () => {
  const ids = ["one", "two", "three", "four"];
  const scene = { results: ids.map(seen), request: requestOf(...ids), unanswered: [] };
  expect(explain(withoutPlace("no"), scene).split("\n")).toEqual([
    "no",
    "The tool results that the model got before:",
    "  | 1. of one",
    "The last request, its messages:",
    "  | (3 messages before these)",
    ...ids
      .slice(1)
      .flatMap((id) => [`  | assistant: calls ${id} {"a":1}`, `  | user: result "of ${id}\\n"`]),
  ]);
});

test("what a model thinks is shown without its signature, a result without its id", () => {
  const thinking = { type: "thinking" as const, thinking: "Two files.", signature: "c2lnbmF0dXJl" };
  const request: MessageRequest = {
    model: "practice-1",
    max_tokens: 100,
    messages: [{ role: "assistant", content: [thinking] }],
  };
  const words =
    "expected { tool_use_id: 'toolu_0123abcd', content: 'x' } to match object { content: 'y' }";
  expect(
    explain(withoutPlace(words), { results: [], request, unanswered: [] }).split("\n"),
  ).toEqual([
    "expected { content: 'x' } to have what is in { content: 'y' }",
    "The model has got no tool results.",
    "The last request, its messages:",
    '  | assistant: thinks "Two files."',
  ]);
});

test("of a long quotation it is said how much was left out", () => {
  const long = { ...seen("one"), content: "x".repeat(1000) };
  const scene = { results: [long], request: undefined, unanswered: [] };
  expect(explain(new Error("no"), scene)).toContain("(700 characters left out)");
  expect(quote("y".repeat(3100))).toMatch(/^ {2}\| \(100 characters before this\)\n {2}\| y+$/);
});

function thrownBy(look: () => unknown): string {
  try {
    look();
  } catch (error) {
    return messageOf(error);
  }
  return "";
}

test.each<[() => unknown, string]>([
  [() => expect("a").toBe("b"), "expected 'a' to be 'b'"],
  [() => expect(["a"]).toEqual(["b"]), "expected [ 'a' ] to equal [ 'b' ]"],
  [
    () => expect({ a: "x" }).toMatchObject({ a: expect.stringContaining("b") }),
    "expected { a: 'x' } to have what is in { a: a text with \"b\" }",
  ],
])("an expectation that was not met is told without the words of a program: %s", (look, words) => {
  const scene = { results: [], request: undefined, unanswered: [] };
  expect(explain(withoutPlace(thrownBy(look)), scene).split("\n")[0]).toBe(words);
});
