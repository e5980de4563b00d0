// practice/brain/asking.test · a question about a change is no order, in three languages and for every change.
import { afterEach, expect, test } from "vitest";
import { ask, BASH, createWorld, FIVE, type World } from "../trials/testWorld.ts";
import { think } from "./brain.ts";

const FILES = { "alpha.txt": "alpha\n", "beta.txt": "beta\n", "hello.py": "print(1)\n" };
const worlds: World[] = [];
function world(files: Record<string, string> = FILES): World {
  const made = createWorld(files);
  worlds.push(made);
  return made;
}
afterEach(() => {
  for (const made of worlds.splice(0)) made.remove();
});
const reply = (content: string, tools: unknown[] = FIVE) =>
  think({
    messages: [
      { role: "user", content: "read alpha.txt" },
      { role: "assistant", content: "alpha" },
      { role: "user", content },
    ],
    tools,
  });

const CHANGES = [
  ["delete beta.txt", "删除 beta.txt", "beta.txt を削除"],
  ["write 'hi' to a.txt", "把“hi”写入 a.txt", "a.txt に「hi」と書き込み"],
  ["add 'hi' to beta.txt", "在 beta.txt 末尾追加“hi”", "beta.txt に「hi」と追記"],
  [
    "replace 'a' with 'b' in beta.txt",
    "把 beta.txt 里的“a”换成“b”",
    "beta.txt の「a」を「b」に置き換え",
  ],
  ["run hello.py", "运行 hello.py", "hello.py を実行"],
  ["run `rm beta.txt`", "运行 `rm beta.txt`", "`rm beta.txt` を実行"],
  ["create a folder called data", "新建一个名为 data 的文件夹", "data というフォルダを作成"],
] as const;

/** What no rule does. */
const NEVER = [
  ["rename alpha.txt to b.txt", "把 alpha.txt 改名为 b.txt", "alpha.txt を b.txt に名前変更"],
  ["copy alpha.txt to b.txt", "把 alpha.txt 复制到 b.txt", "alpha.txt を b.txt にコピー"],
] as const;

test.each([...CHANGES, ...NEVER])("asked whether to %s, it changes nothing", (en, zh, ja) => {
  const questions = [
    `should I ${en}?`,
    `Do you think we should ${en}?`,
    `did you ${en}?`,
    `can I ${en}`,
    `How do I ${en}?`,
    `is it ok to ${en}?`,
    `${en}?`,
    `怎么${zh}？`,
    `要不要${zh}？`,
    `我应该${zh}吗？`,
    `需要${zh}吗？`,
    `是不是该${zh}`,
    `${ja}していい？`,
    `${ja}してもいいですか？`,
    `${ja}したほうがいい？`,
    `${ja}しましたか？`,
    `${ja}する？`,
    `どうやって${ja}しますか？`,
  ];
  for (const question of questions)
    for (const tools of [BASH, FIVE]) {
      const { rule, calls } = reply(question, tools);
      expect([question, rule, calls]).toEqual([question, "decline", undefined]);
    }
});

const politely = (en: string, zh: string, ja: string) => [
  `could you ${en}?`,
  `Can you please ${en}?`,
  `Would you ${en}?`,
  `请${zh}`,
  `能不能帮我${zh}？`,
  `可以帮我${zh}吗？`,
  `${ja}してくれますか？`,
  `${ja}してください`,
];

test.each(CHANGES)("asked politely to %s, it does so", (en, zh, ja) => {
  const orders = politely(en, zh, ja);
  const plain = reply(en).calls?.map(({ name }) => name);
  expect(plain).toHaveLength(1);
  for (const order of orders)
    expect([order, reply(order).calls?.map(({ name }) => name)]).toEqual([order, plain]);
});

test.each(NEVER)("asked politely to %s, it says that it does not", (en, zh, ja) => {
  for (const order of [en, zh, `${ja}して`, ...politely(en, zh, ja)])
    expect([order, reply(order)]).toEqual([order, { rule: "decline", text: expect.any(String) }]);
});

test.each([
  "delete beta.txt, I mean alpha.txt",
  "Delete beta.txt, no, alpha.txt",
  "删除 beta.txt，我是说 alpha.txt",
  "删除 beta.txt，不对，alpha.txt",
  "beta.txt を削除して、いや alpha.txt",
  "beta.txt じゃなくて alpha.txt を削除して",
])("one name corrected by another is not both: %s", (words) => {
  expect(reply(words).calls).toBeUndefined();
});

test.each([
  "copy beta.txt to the folder notes, then delete the original",
  "把 beta.txt 复制到 notes 里面,再把原来那个删掉",
])("behind a copy the original is deleted, or nothing: %s", (words) => {
  const here = world({ ...FILES, "notes/x.txt": "x\n" });
  const { calls } = ask(here, words, FIVE);
  const deleted = calls.flatMap(({ input }) => /^rm .*/.exec(String(input.command)) ?? []);
  expect(deleted.filter((line) => line !== "rm beta.txt")).toEqual([]);
  expect(here.read("notes/x.txt")).toBe("x\n");
});

test.each(["show the first 2 and the last 2 lines of alpha.txt", "alpha.txt 头2行和末2行给我看"])(
  "both ends are shown, or neither: %s",
  (words) => {
    const { calls } = ask(world(), words, FIVE);
    expect(calls.length).not.toBe(1);
  },
);

test.each([
  "跑测试,通过了再提交,说明写“好”",
  "测试全绿的话就删除 beta.txt",
  "跑一下测试,没问题就把 beta.txt 删掉",
  "修复测试,不要改文件",
  "把 beta.txt 改名为 b.txt,先别动文件",
])("what hangs on a test, or is not to be touched, stays: %s", (words) => {
  expect(reply(words).calls).toBeUndefined();
});

test.each([
  ["Read beta.txt. Should I delete it?", "delete"],
  ["读取 beta.txt，要不要删除它？", "删除"],
  ["beta.txt を読んで。削除していい？", "削除"],
])("a question behind an order is not carried out with it: %s", (words) => {
  for (const { name } of reply(words).calls ?? []) expect(name).toBe("read_file");
});

test.each([
  ["create q.txt with 'should I delete beta.txt?'", "write_file"],
  ["创建 q.txt，内容是“要不要删除 beta.txt？”", "write_file"],
  ["q.txt に「beta.txt を削除していい？」と書いて", "write_file"],
])("a question in quotes is none about a change: %s", (words, name) => {
  expect(reply(words).calls?.map((call) => call.name)).toEqual([name]);
});
