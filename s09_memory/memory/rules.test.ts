import type Anthropic from "@anthropic-ai/sdk";
import { expect, test } from "vitest";
import { asNote } from "../../shared/messages.ts";
import { admit, byWords, dialogueOf } from "./rules.ts";
import type { Memory } from "./store.ts";

const user = (content: Anthropic.MessageParam["content"]): Anthropic.MessageParam => ({
  role: "user",
  content,
});
const assistant = (text: string): Anthropic.MessageParam => ({ role: "assistant", content: text });

test("the dialogue is what the person and the assistant said: no results, no reminders, no recalled memories", () => {
  const call = { type: "tool_use" as const, id: "toolu_1", name: "bash", input: {} };
  const result = { type: "tool_result" as const, tool_use_id: "toolu_1", content: "I like spam." };
  const messages = [
    user(`Indent this.\n\n${asNote("memories", '[{"content":"I like tabs."}]')}`),
    { role: "assistant" as const, content: [{ type: "text" as const, text: "I look." }, call] },
    user([result, { type: "text", text: asNote("anything", "I like reminders.") }]),
    assistant("Done."),
  ];
  expect(dialogueOf(messages)).toEqual([
    { who: "person", text: "Indent this." },
    { who: "assistant", text: "I look." },
    { who: "assistant", text: "Done." },
  ]);
});

test("a long conversation is read from its end, and a long text only at its beginning", () => {
  const messages = Array.from({ length: 40 }, (_, at) => user(`${at} `.padEnd(3000, "word ")));
  const said = dialogueOf(messages);
  expect(said.map(({ text }) => text.split(" ", 1)[0])).toEqual(["36", "37", "38", "39"]);
  expect(said.every(({ text }) => text.length === 2000)).toBe(true);
});

const proposal = { name: "a", description: "d", type: "user", scope: "persistent", body: "b" };
test.each([
  "Use tabs for now",
  "Do not ask me today",
  "Just this once, skip the tests",
  "暂时不要提交",
  "本次用英文回答",
  "とりあえず英語で",
  "今日だけ日本語で",
])("%s: refused as temporary", (body) => {
  expect(admit({ ...proposal, body }, new Map())).toMatchObject({ refused: expect.any(String) });
});

test.each(["Releases are on Fridays", "総称して呼ぶ", "一直用制表符", "I live in Thistown"])(
  "%s: may be kept",
  (body) => {
    expect(admit({ ...proposal, body }, new Map())).toHaveProperty("memory");
  },
);

test("texts that differ in a sign are not the same", () => {
  const note: Memory = { name: "a", description: "I like C++.", type: "user", body: "I like C++." };
  const known = new Map([["a", note]]);
  const like = (body: string) => admit({ ...proposal, description: body, body }, known);
  expect(like("I like C#")).toHaveProperty("memory");
  expect(like("i  like c++")).toHaveProperty("refused");
});

test("a memory may be corrected under its old name and description, but not told twice under another name", () => {
  const note: Memory = { name: "Indent", description: "Indentation", type: "user", body: "Tabs." };
  const known = new Map([["indent", note]]);
  const propose = (name: string, body: string) =>
    admit({ ...proposal, name, description: "indentation", body }, known);
  expect(propose("indent", "Spaces.")).toHaveProperty("memory.body", "Spaces.");
  expect(propose("indent", "tabs")).toEqual({ refused: "indent.md already says it" });
  expect(propose("style", "Spaces.")).toEqual({ refused: "indent.md already says it" });
});

test("words find a memory in any script, and short words find nothing", () => {
  const note = (description: string): Memory => ({
    name: "n",
    description,
    type: "user",
    body: "b",
  });
  const notes = new Map([
    ["en", note("Likes tabs, not spaces")],
    ["zh", note("缩进使用制表符")],
    ["ja", note("インデントはタブ")],
  ]);
  expect(byWords("TABS or Spaces?", notes)).toEqual(["en"]);
  expect(byWords("这个文件的缩进", notes)).toEqual(["zh"]);
  expect(byWords("タブで書いて", notes)).toEqual(["ja"]);
  expect(byWords("is it so? 好", notes)).toEqual([]);
});
