// practice/brain/signs.test · full-width signs are read like half-width ones, and kept in what is written and handed on.
import { expect, test } from "vitest";
import phrases from "../trials/phrases.json" with { type: "json" };
import { halfWidth, typedWide } from "../trials/testSigns.ts";
import { COMPACT, FIVE, SKILL, SYSTEM, TASK, TODO } from "../trials/testWorld.ts";
import { think } from "./brain.ts";

const ALL = [...TODO, ...TASK, ...SKILL, ...COMPACT].filter(
  (tool, at, tools) => tools.findIndex(({ name }) => name === tool.name) === at,
);
function read(content: string, tools: unknown[] = ALL) {
  return think({ system: SYSTEM, messages: [{ role: "user", content }], tools });
}

const PHRASES = [...phrases.intents, phrases.declined].flatMap(({ zh, ja }) => [...zh, ...ja]);
const TYPED = PHRASES.filter((say) => typedWide(say) !== say);
test("many phrases hold signs", () => {
  expect(TYPED.length).toBeGreaterThan(60);
});

test.each(TYPED)("typed with full-width signs it means the same: %s", (say) => {
  const { rule, calls } = read(say);
  const wide = read(typedWide(say));
  expect(wide).toMatchObject({ rule });
  const level = JSON.stringify(wide.calls)?.normalize("NFKC");
  expect(level).toBe(JSON.stringify(calls)?.normalize("NFKC"));
  expect(halfWidth(wide.text ?? "")).toEqual([]);
});

test.each([
  ["你记得什么\uff1f\uff01", "remembered"],
  ["何を覚えていますか\uff1f\uff01", "remembered"],
  ["这里有哪些文件\uff1f\uff01", "list-files"],
  ["记住\uff1a缩进用制表符\uff01\uff01", "remember"],
  ["读取 README.md\uff08全部内容\uff09", "read-file"],
])("it reads %s", (say, rule) => {
  expect(read(say)).toMatchObject({ rule });
});

test.each([
  ["把 你好\uff01 写入 a.txt", { path: "a.txt", content: "你好\uff01\n" }],
  ["把 你好! 写入 a.txt", { path: "a.txt", content: "你好!\n" }],
  [
    "把 a.txt 里的 你好\uff01 换成 x",
    { path: "a.txt", old_text: "你好\uff01", new_text: "x", replace_all: true },
  ],
  ["让子 agent 读取 a.txt\uff0c并解释它", { description: "读取 a.txt\uff0c并解释它" }],
  ["让子 agent 读取 a.txt,并解释它", { description: "读取 a.txt,并解释它" }],
])("the signs stay as they were typed: %s", (say, input) => {
  expect(read(say, TASK).calls).toMatchObject([{ input }]);
});

test("full-width letters are levelled all the same", () => {
  expect(read("把 \uff46\uff4f\uff4f 写入 a.txt", FIVE).calls).toMatchObject([
    { input: { content: "foo\n" } },
  ]);
});
