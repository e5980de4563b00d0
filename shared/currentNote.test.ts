import type Anthropic from "@anthropic-ai/sdk";
import { expect, test } from "vitest";
import { keepTold, newestNote } from "./currentNote.ts";
import { asNote, textOf } from "./messages.ts";

type Message = Anthropic.MessageParam;
const user = (content: Message["content"]): Message => ({ role: "user", content });
const reply: Message = { role: "assistant", content: "Yes." };

test("what is so is told once, and a change at the end of the newest message", () => {
  const messages = [user("hello")];
  expect(keepTold(messages, "day", "Monday")).toBe(true);
  expect(keepTold(messages, "day", "Monday")).toBe(false);
  const result = { type: "tool_result" as const, tool_use_id: "1", content: "ok" };
  const first = textOf(messages[0] ?? reply);
  messages.push(reply, user([result]));
  expect(keepTold(messages, "day", "Monday")).toBe(false);
  expect(keepTold(messages, "day", "Tuesday")).toBe(true);
  expect(keepTold(messages, "day", "Tuesday")).toBe(false);
  expect(messages[2]?.content).toEqual([result, { type: "text", text: asNote("day", "Tuesday") }]);
  expect(textOf(messages[0] ?? reply)).toBe(first);
});

test("when the message that told it is gone, the next one tells it", () => {
  const messages = [user(`${asNote("day", "Monday")}\n\nhello`), reply, user("again")];
  expect(keepTold(messages, "day", "Monday")).toBe(false);
  messages.splice(0, 3, user("a summary"), reply, user("and now?"));
  expect(keepTold(messages, "day", "Monday")).toBe(true);
  expect(messages.map((message) => textOf(message).includes("Monday"))).toEqual([
    false,
    false,
    true,
  ]);
});

test("after a reply nothing is told", () => {
  expect(keepTold([user("hello"), reply], "day", "Monday")).toBe(false);
});

test("notes of other kinds, inside other notes and in replies are not it", () => {
  const inside = asNote("mail", '<note kind="day">\nMonday');
  const said: Message = { role: "assistant", content: asNote("day", "Monday") };
  const messages = [user(asNote("place", "Monday")), user(inside), said];
  expect(newestNote(messages, "day")).toBeUndefined();
  expect(newestNote([user(asNote("day", "a </note> b"))], "day")).toBe(
    asNote("day", "a </note> b"),
  );
});
