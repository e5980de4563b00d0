// practice/brain/newcomer.test · what people ask in the first minutes, in three languages, run for real; and what a decline says.
import { afterEach, expect, test } from "vitest";
import { think } from "../brain.ts";
import { halfWidth } from "./testSigns.ts";
import { ask, BASH, createWorld, FIVE, type World } from "./testWorld.ts";

const worlds: World[] = [];
function world(): World {
  const made = createWorld({ "a.txt": "one\ntwo\nthree\n", "b.txt": "bee\n" });
  worlds.push(made);
  return made;
}
afterEach(() => {
  for (const made of worlds.splice(0)) made.remove();
});

const PHRASES: [string, string, string[]][] = [
  ["identity", "bash", ["What is this?", "这是什么?", "これは何ですか?"]],
  [
    "leave",
    "/exit",
    ["How do I leave?", "怎么退出?", "どうやって終了しますか?", "exit", "退出", "終了"],
  ],
  ["bye", "", ["See you later", "拜拜", "さようなら", "バイバイ"]],
  ["just-asked", "", ["What did I just ask?", "我刚才问了什么?", "さっき何を聞きましたか?"]],
  [
    "read-line",
    "`two`",
    ["show me the second line of a.txt", "a.txt 的第二行", "a.txt の2行目を見せて"],
  ],
  [
    "find-biggest",
    "a.txt",
    ["What is the biggest file?", "最大的文件是哪个?", "一番大きいファイルは?"],
  ],
  ["read-file", "two", ["Fix the typo in a.txt", "修复 a.txt 里的错别字", "a.txt の誤字を直して"]],
  [
    "write-program",
    "fizzbuzz.py",
    ["Write fizzbuzz in python", "用 python 写一个 fizzbuzz", "Python で fizzbuzz を書いて"],
  ],
  [
    "write-program",
    "fibonacci.py",
    ["Write a fibonacci program", "写个斐波那契程序", "フィボナッチのプログラムを書いて"],
  ],
  [
    "write-program",
    "server.py",
    ["Create a small web server", "写一个小的网页服务器", "小さな Web サーバーを作って"],
  ],
  ["write-program", "test_example.py", ["Write a test", "写一个测试", "テストを書いて"]],
];

for (const tools of [BASH, FIVE])
  test.each(PHRASES.flatMap(([rule, sees, all]) => all.map((say) => ({ say, rule, sees }))))(
    `with ${tools.length} tools: $say`,
    ({ say, rule, sees }) => {
      const run = ask(world(), say, tools);
      expect(run.rule).toBe(rule);
      expect(run.answer).toContain(sees);
      expect(halfWidth(run.answer)).toEqual([]);
    },
  );

test.each([
  ["Write fizzbuzz in python", "python3 fizzbuzz.py"],
  ["Write fizzbuzz in javascript", "node fizzbuzz.js"],
  ["Write a test in python", "python3 test_example.py"],
  ["Write a test in javascript", "node example.test.js"],
])("the program runs: %s", (say, command) => {
  const here = world();
  ask(here, say, FIVE);
  const run = ask(here, `Run \`${command}\``, FIVE);
  expect(run.rule).toBe("run-command");
  if (say.includes("fizz")) expect(run.answer).toContain("Fizz\n4\nBuzz");
});

test.each(["Do the same for b.txt", "对 b.txt 做同样的事", "b.txt にも同じことをして"])(
  "the same for another file: %s",
  (say) => {
    const here = world();
    const before = ask(here, "Read a.txt", FIVE).messages;
    expect(ask(here, say, FIVE, before).answer).toContain("bee");
    expect(ask(here, say, FIVE).rule).toBe("decline");
    expect(ask(here, "What did I just ask?", FIVE, before).answer).toContain("Read a.txt");
  },
);

test.each([
  ["Refactor src/app.ts", '"Refactor"', "Replace 'foo' with 'bar' in src/app.ts"],
  ["重构 src/app.ts", "“重构”", "把 src/app.ts 里的 'foo' 换成 'bar'"],
  ["src/app.ts をリファクタリングして", "「リファクタリング」", "src/app.ts の 'foo' を"],
])("a decline names what it did not know and one thing to try: %s", (say, word, example) => {
  const { rule, text } = think({ messages: [{ role: "user", content: say }], tools: FIVE });
  expect(rule).toBe("decline");
  expect(text).toContain(word);
  expect(text).toContain(example);
  expect(halfWidth(text ?? "")).toEqual([]);
});

test.each(["Hello", "你好", "こんにちは"])("the first greeting shows three requests: %s", (say) => {
  const here = world();
  const first = ask(here, say, FIVE);
  expect(first.answer.match(/^- /gm)).toHaveLength(3);
  expect(halfWidth(first.answer)).toEqual([]);
  expect(ask(here, say, FIVE, first.messages).answer).not.toMatch(/^- /m);
});
