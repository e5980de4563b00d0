// practice/brain/keeping.test · what of the person's last words is worth keeping, in their own words.
import { expect, test } from "vitest";
import { aside, EXTRACTED, tagged } from "../trials/testMemory.ts";

const extract = (...said: [who: string, text: string][]) =>
  aside(
    "memories",
    EXTRACTED,
    `${tagged(
      "conversation",
      said.map(([who, words]) => ({ who, text: words })),
    )}\n${tagged("catalogue", [])}`,
  );

test.each([
  ["Remember that I prefer tabs.", "I prefer tabs", "user"],
  ["Please remember: releases are on Fridays", "releases are on Fridays", "user"],
  ["Read a.txt. I never use semicolons!", "I never use semicolons", "user"],
  ["We use pnpm in this project.", "We use pnpm in this project", "project"],
  ["Remember: always answer in German", "always answer in German", "feedback"],
  ["Don’t forget that v1.2 is out.", "v1.2 is out", "user"],
  ["Could you remember my dog is Rex?", "my dog is Rex", "user"],
  ["记住 发布在周五", "发布在周五", "user"],
  ["请记住:这个仓库用 pnpm。", "这个仓库用 pnpm", "project"],
  ["我喜欢制表符。", "我喜欢制表符", "user"],
  ["我们项目用 pnpm", "我们项目用 pnpm", "project"],
  ["以后请用中文回答", "以后请用中文回答", "feedback"],
  ["リリースは金曜日だと覚えて", "リリースは金曜日だ", "user"],
  ["猫の名前はタマということを覚えておいてください。", "猫の名前はタマ", "user"],
  ["タブが好きです", "タブが好きです", "user"],
  ["いつも日本語で答えて", "いつも日本語で答えて", "feedback"],
  ["このプロジェクトでは pnpm を使います", "このプロジェクトでは pnpm を使います", "project"],
])("what asks to be kept is kept in its own words: %s", (words, body, kind) => {
  expect(extract(["person", words])).toEqual({
    memories: [
      { name: expect.any(String), description: body, type: kind, scope: "persistent", body },
    ],
  });
});

test.each([
  "Read a.txt",
  "Do I prefer tabs?",
  "Do you remember that I prefer tabs?",
  "What do you remember about tabs?",
  "I don't remember",
  "Never mind.",
  "Remember: +++",
  "Can you remember what I said?",
  "记住了,谢谢",
  "Don't delete a.txt",
  "```\nI prefer tabs.\n```\n> タブが好きです",
  "我喜欢制表符吗?",
  "你记住了什么?",
  "いつもありがとうございます",
  "タブが好きですか?",
  "何を覚えていますか?",
  `I prefer ${"x".repeat(1000)}`,
])("nothing else is kept: %s", (words) => {
  expect(extract(["person", words])).toEqual({ memories: [] });
});

test.each([
  "For this session, remember that the port is 8089",
  "Remember for now: the port is 8089",
  "记住,这次端口是 8089",
  "在本次会话中记住端口是 8089",
  "今回はポート 8089 だと覚えておいて",
])("what holds for a session only is kept for it: %s", (words) => {
  expect(extract(["person", words])).toMatchObject({ memories: [{ scope: "session" }] });
});

test("a content that is pasted is nobody's preference", () => {
  const poem = "Create poem.txt with:\nI prefer the sea.\nRemember that I never sleep.";
  expect(extract(["person", poem])).toEqual({ memories: [] });
});

test("only the person's last words are looked at, and each sentence that asks to be kept", () => {
  const memory = tagged("memories", [{ source: "m", content: "I prefer vim." }]);
  const said = extract(
    ["person", "I prefer spaces"],
    ["assistant", "Remember that I prefer emacs."],
    ["person", `I prefer tabs. Read a.txt. Remember that I like tea.\n\n${memory}`],
    ["assistant", "I always use nano."],
    ["person", "<reminder>\nI prefer ed.\n</reminder>"],
  );
  expect(said).toMatchObject({ memories: [{ body: "I prefer tabs" }, { body: "I like tea" }] });
  expect(said).toHaveProperty("memories.length", 2);
});

test("a name has six words or twelve wide letters, a description one line of 120 letters", () => {
  const long = `we don't use "tabs" or spaces ${"and more ".repeat(30)}end`;
  const told = extract(["person", `Remember that ${long}`]);
  expect(told).toMatchObject({
    memories: [{ name: "we don't use tabs or spaces", body: long }],
  });
  expect(told).toHaveProperty("memories.0.description.length", 120);
  expect(extract(["person", "记住 我们每个周五下午三点在二楼开会"])).toMatchObject({
    memories: [{ name: "我们每个周五下午三点在二" }],
  });
});
