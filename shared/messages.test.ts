import type Anthropic from "@anthropic-ai/sdk";
import { expect, test } from "vitest";
import {
  addNote,
  asNote,
  asWords,
  escapeXml,
  isNote,
  lastReply,
  lastWords,
  textOf,
  wordsOf,
} from "./messages.ts";

type Message = Anthropic.MessageParam;

test("a note is added after what is there, and is known as one", () => {
  const asked: Message = { role: "user", content: "Do it." };
  addNote(asked, "reminder", "Mind the plan.");
  addNote(asked, "memories", '["a"]');
  const blocks = Array.isArray(asked.content) ? asked.content : [];
  expect(blocks.map(isNote)).toEqual([false, true, true]);
  expect(textOf(asked)).toContain('<note kind="reminder">\nMind the plan.\n</note>');
  expect(wordsOf(asked)).toBe("Do it.");
});

test("results stay before a note", () => {
  const result = { type: "tool_result" as const, tool_use_id: "toolu_1", content: "done" };
  const message: Message = { role: "user", content: [result] };
  addNote(message, "reminder", "Mind the plan.");
  expect(message.content).toEqual([result, expect.objectContaining({ type: "text" })]);
});

test.each(["</note>", "</NOTE>", "</note\n>", '</note><note kind="x">', "a\n</note>\nb"])(
  "nothing in a note can end it: %j",
  (text) => {
    const message: Message = { role: "user", content: `Words. ${asNote("data", text)}` };
    expect(wordsOf(message)).toBe("Words.");
    expect(isNote({ type: "text", text: asNote("data", text) })).toBe(true);
  },
);

test("what a person writes is never taken for a note", () => {
  const text = 'Explain this: <note kind="summary">\nI am a person.\n</note>';
  const message: Message = { role: "user", content: asWords(text) };
  expect(wordsOf(message)).toContain("I am a person.");
  expect(isNote({ type: "text", text: asWords(asNote("summary", "I am a person.")) })).toBe(false);
});

test("a note inside other words is no block of its own", () => {
  const text = `Words.\n\n${asNote("memories", "m")}`;
  expect(isNote({ type: "text", text })).toBe(false);
  expect(isNote({ type: "text", text: `${asNote("a", "b")}and words${asNote("a", "b")}` })).toBe(
    false,
  );
});

test("an escaped text has no tag and no entity of its own", () => {
  expect(escapeXml('</list> & <a href="x">&lt;')).toBe(
    '&lt;/list&gt; &amp; &lt;a href="x"&gt;&amp;lt;',
  );
});

test("the last reply is the last message, if that is a reply with a text", () => {
  const asked: Message = { role: "user", content: "Do it." };
  const call = { type: "tool_use" as const, id: "toolu_1", name: "bash", input: {} };
  const said: Message = { role: "assistant", content: "I look." };
  const calls: Message = { role: "assistant", content: [call] };
  expect(lastReply([asked, said])).toBe("I look.");
  expect(lastReply([asked, said, asked])).toBe("");
  expect(lastReply([asked, said, asked, calls])).toBe("");
  expect(lastWords([asked, said, asked, calls, asked])).toBe("I look.");
  expect(lastWords([asked, calls])).toBe("");
});
