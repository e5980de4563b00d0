// practice/brain/texts.test · texts without quotes reach the file as they stand, or nothing is done.
import { afterEach, expect, test } from "vitest";
import { ask, BASH, createWorld, FIVE, type World } from "../trials/testWorld.ts";

const worlds: World[] = [];
function world(files: Record<string, string> = {}): World {
  const made = createWorld({ "a.txt": "foo one\nfoo two\n", ...files });
  worlds.push(made);
  return made;
}
afterEach(() => {
  for (const made of worlds.splice(0)) made.remove();
});

test.each([
  ["create c.txt with the text Hello World in it", "Hello World"],
  ["make c.txt and put Hello World in it", "Hello World"],
  ["put Hello World into c.txt", "Hello World"],
  ["write Hello World to c.txt", "Hello World"],
  ["c.txt should contain Hello World", "Hello World"],
  ["new file c.txt with the text: one, two, three", "one, two, three"],
  ["create c.txt saying Hello World, then read a.txt", "Hello World"],
  ["在 c.txt 里写上 你好世界", "你好世界"],
  ["把 你好世界 写到 c.txt", "你好世界"],
  ["新建 c.txt，内容是 你好世界，然后读取 a.txt", "你好世界"],
  ["新建 c.txt，里面写：牛奶、鸡蛋、面包", "牛奶、鸡蛋、面包"],
  ["建个文件,叫c.txt,里面写上牛奶,鸡蛋,面包", "牛奶,鸡蛋,面包"],
  ["新建 c.txt，写上：你好,世界，然后读给我看", "你好,世界"],
  ["c.txt に Hello World と書いて", "Hello World"],
  ["c.txt に こんにちは世界 と書いて保存して", "こんにちは世界"],
  ["c.txt に 7時に集合 と書いて、それから a.txt を読んで", "7時に集合"],
])("exactly the text is written: %s", (say, text) => {
  for (const tools of [BASH, FIVE]) {
    const here = world();
    ask(here, say, tools);
    expect(here.read("c.txt")).toBe(`${text}\n`);
  }
});

test("a sign that is left of the words around it is not looked for", () => {
  const { calls } = ask(world(), "linePrice 这函数在哪定义的,都谁调用了", FIVE);
  expect(JSON.stringify(calls)).not.toContain("都");
});

test.each([
  "change foo to bar in a.txt",
  "in a.txt, swap foo for bar",
  "a.txt: bar instead of foo",
  "in a.txt write bar instead of foo",
  "把 a.txt 里的 foo 改成 bar",
  "a.txt里的foo全换成bar",
  "a.txt 里的 foo 换成 bar",
  "用 bar 代替 a.txt 里的 foo",
  "a.txt の foo を bar に変えて",
  "foo を bar に変えて、a.txt の",
  "a.txt の foo の代わりに bar と書いて",
])("one text takes the other's place, said in either order: %s", (say) => {
  for (const tools of [BASH, FIVE]) {
    const here = world();
    ask(here, say, tools);
    expect(here.read("a.txt")).toBe("bar one\nbar two\n");
  }
});

test.each([
  ["a.txt最后追加一行:`npm test` 运行测试", "`npm test` 运行测试"],
  ["add buy milk and bread to a.txt", "buy milk and bread"],
  ["append call Peter to a.txt", "call Peter"],
  ["在 a.txt 末尾加上 我今天很高兴", "我今天很高兴"],
  ["把 买牛奶 追加到 a.txt", "买牛奶"],
  ["a.txt の末尾に 牛乳を買う と追記して", "牛乳を買う"],
])("a line is added: %s", (say, text) => {
  for (const tools of [BASH, FIVE])
    for (const before of ["foo\n", "foo", "}\n}\n", "", "a\n\n\n"]) {
      const here = world({ "a.txt": before });
      ask(here, say, tools);
      const isTrimmed = tools === FIVE && before.endsWith("\n\n");
      const close = before === "" || before.endsWith("\n") ? "" : "\n";
      if (!isTrimmed) expect(here.read("a.txt").trimEnd()).toBe(`${before}${close}${text}`);
      expect(here.read("a.txt")).toContain(`\n${text}\n`.slice(before === "" ? 1 : 0).trimEnd());
    }
});

test.each([
  ["在 c.txt 里写上你好，世界", "“你好，世界”"],
  ["write Hello, World to c.txt", '"Hello, World"'],
  ["create c.txt with Hello, World", '"Hello, World"'],
  ["put a poem about cats into c.txt", "real model"],
  ["add installation instructions to a.txt", "real model"],
  ["猫についての文章を c.txt に書いて", "実際のモデル"],
  ["a.txt 里写了什么", "foo one"],
])("where it is not certain, nothing is written: %s", (say, sees) => {
  const here = world();
  const run = ask(here, say, FIVE);
  expect(run.answer).toContain(sees);
  expect(() => here.read("c.txt")).toThrow();
  expect(here.read("a.txt")).toBe("foo one\nfoo two\n");
});

test("a line is never lost because a file cannot be shown whole, or as text", () => {
  const long = `${"x".repeat(9)}\n`.repeat(3);
  const here = world({ "a.txt": long });
  const calls = ask(here, "append 'end' to a.txt", FIVE).calls;
  expect(calls.map(({ name }) => name)).toEqual(["read_file", "edit_file"]);
  expect(here.read("a.txt")).toBe(`${long}end\n`);
});

test.each([
  "rename a.txt to b.txt, then delete a.txt",
  "copy a.txt to b.txt, then delete a.txt",
  "把 a.txt 改名为 b.txt，然后删除 a.txt",
  "a.txt を b.txt に名前変更して、それから a.txt を削除して",
])("behind what no rule does, nothing is done: %s", (say) => {
  expect(ask(world(), say, FIVE)).toMatchObject({ rule: "decline", calls: [] });
});

test.each([
  ["how many lines are there in all files", "5 lines in 3 files"],
  ["统计所有文件的行数", "3 个文件共 5 行"],
  ["すべてのファイルの行数を数えて", "3 個のファイルで合わせて 5 行"],
])("the lines of all files are counted, not the files: %s", (say, sees) => {
  const here = world({ "b/c.txt": "one\ntwo", "d.txt": "x\n", "node_modules/e.js": "1\n2\n" });
  expect(ask(here, say, FIVE).answer).toContain(sees);
});

test("a word with a slip in it is no path, and what is kept is not denied", () => {
  expect(ask(world(), "run sleep 1 in the b/ackground", FIVE).rule).toBe("no-tool");
  expect(ask(world(), "覚えておいて、私の好きな色は青です", FIVE).rule).toBe("remember");
});

test.each(["put 'hi' into c.txt", "把“hi”写入 c.txt", "c.txt に「hi」と書いて"])(
  "a command that prints nothing is not told as an answer: %s",
  (say) => {
    expect(ask(world(), say, BASH).answer).not.toContain("(no output)");
    const { answer } = ask(world(), say, FIVE);
    expect(/[\u3040-\u9fff]/.test(say) && /wrote/.test(answer)).toBe(false);
  },
);
