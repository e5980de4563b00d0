// practice/brain/newcomer.test · what people ask in the first minutes, in three languages, run for real.
import { afterEach, expect, test } from "vitest";
import { halfWidth } from "../trials/testSigns.ts";
import { ask, BASH, createWorld, FIVE, STATUS, type World } from "../trials/testWorld.ts";

const worlds: World[] = [];
function world(): World {
  const made = createWorld({
    "a.txt": "one\ntwo\nthree\n",
    "b.txt": "bee\n",
    "deep/c.txt": "see me\n",
  });
  worlds.push(made);
  return made;
}
afterEach(() => {
  for (const made of worlds.splice(0)) made.remove();
});

const PHRASES: [string, string, string[]][] = [
  ["identity", "`date`", ["What is this?", "这是什么?", "これは何ですか?"]],
  [
    "leave",
    "/exit",
    ["How do I leave?", "怎么退出?", "どうやって終了しますか?", "exit", "退出", "終了"],
  ],
  [
    "bye",
    "/exit",
    ["bye", "Thanks, bye!", "See you later", "再见", "拜拜", "さようなら", "バイバイ"],
  ],
  ["acknowledged", "", ["ok", "no", "好的", "嗯", "はい", "わかりました"]],
  ["identity", "`date`", ["How does this work?", "/help", "怎么用?", "使い方は?", "誰が作ったの?"]],
  ["just-asked", "", ["What did I just ask?", "我刚才问了什么?", "さっき何を聞きましたか?"]],
  [
    "show-folder",
    "brain-",
    ["What is the current directory?", "我在哪个目录?", "現在のディレクトリは?"],
  ],
  [
    "list-files",
    "deep/c.txt",
    ["show the tree", "show me the directory structure", "显示目录树", "ツリーを表示して"],
  ],
  ["find-files", "b.txt", ["Is there a file b.txt?", "b.txt 存在吗?", "b.txt はありますか?"]],
  ["list-files", "c.txt", ["what is in deep", "deep 里有什么?", "deep の中身"]],
  [
    "find-text",
    "b.txt:1:bee",
    [
      "grep bee",
      "grep bee in b.txt",
      "Which files mention bee?",
      "哪些文件里有 bee?",
      "beeに触れているファイル",
      "bee について書いてあるファイルは?",
      "bee を含むファイルを教えて",
      "bee が出てくるファイル",
    ],
  ],
  [
    "write-program",
    "fizzbuzz.py",
    ["Write fizzbuzz in python", "用 python 写一个 fizzbuzz", "Python で fizzbuzz を書いて"],
  ],
  [
    "write-program",
    "fibonacci.js",
    ["Write a fibonacci program", "写个斐波那契程序", "フィボナッチのプログラムを書いて"],
  ],
];

const MODEL = [
  ["the smallest file", "最小的文件是哪个?", "一番小さいファイルは?"],
  ["What is the biggest file?", "最大的文件是哪个?", "一番大きいファイルは?"],
  ["How big is a.txt?", "a.txt 有多大?", "a.txt の大きさは?"],
  ["Fix the typo in a.txt", "修复 a.txt 里的错别字", "a.txt の誤字を直して"],
  ["There is a bug in a.txt", "a.txt 有个 bug", "a.txt にバグがあります"],
  ["Create a small web server", "写一个小的网页服务器", "小さな Web サーバーを作って"],
  ["Write a test", "写一个测试", "テストを書いて"],
];

test.each(MODEL.flat())("what needs a real model is not begun: %s", (say) => {
  const run = ask(world(), say, FIVE);
  expect(run).toMatchObject({ rule: "decline", calls: [] });
  expect(run.answer).toMatch(/real model|真实的模型|実際のモデル/);
  expect(halfWidth(run.answer)).toEqual([]);
});

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
  ["Read a.txt", "how many lines?", "a.txt has 3"],
  ["Read a.txt", "show me the first line", "one\n"],
  ["a.txt を読んで", "何行ありますか?", "a.txt は 3"],
])("a question goes on about the file before: %s %s", (say, question, sees) => {
  const here = world();
  const before = ask(here, say, FIVE).messages;
  expect(ask(here, question, FIVE, before).answer).toContain(sees);
});

test("another file is not changed like the one before", () => {
  const here = world();
  const before = ask(here, "Delete a.txt", FIVE).messages;
  for (const say of ["and b.txt?", "那 b.txt 呢?", "b.txt は?"])
    expect(ask(here, say, FIVE, before).calls).toEqual([]);
});

test.each(["Hello", "你好", "こんにちは"])(
  "the first greeting offers requests by number: %s",
  (say) => {
    const here = world();
    const first = ask(here, say, FIVE);
    expect(first.answer.match(/^\d\. /gm)).toHaveLength(3);
    expect(halfWidth(first.answer)).toEqual([]);
    expect(ask(here, say, FIVE, first.messages).answer).not.toMatch(/^1\. /m);
  },
);

test.each([
  ["what time is it?", "It is"],
  ["What is the date today?", "It is"],
  ["现在几点？", "现在是"],
  ["今天几号？", "现在是"],
  ["今何時ですか？", "現在は"],
  ["今日は何日？", "現在は"],
])(
  "the time comes from the agent's status where it has one, and from the computer otherwise: %s",
  (request, words) => {
    const status = ask(world(), request, STATUS);
    expect(status.calls).toEqual([{ name: "session_status", input: {} }]);
    expect(status.answer).toContain(words);
    expect(status.answer).toContain("`Friday, 27 November 2026, 00:30 (Asia/Tokyo)`");
    expect(status.answer).not.toContain("practice-1");
    expect(ask(world(), request, FIVE).calls).toEqual([
      { name: "bash", input: { command: "date" } },
    ]);
  },
);
