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
  ["新建 c.txt，写上：你好,世界，然后读给我看", "你好,世界"],
  ["c.txt に Hello World と書いて", "Hello World"],
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
  "把 a.txt 里的 foo 改成 bar",
  "a.txt里的foo全换成bar",
  "a.txt 里的 foo 换成 bar",
  "a.txt の foo を bar に変えて",
  "foo を bar に変えて、a.txt の",
])("one text takes the other's place: %s", (say) => {
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
      const close = before === "" || before.endsWith("\n") ? "" : "\n";
      expect(here.read("a.txt")).toBe(`${before}${close}${text}\n`);
    }
});

test.each([
  ["在 c.txt 里写上你好，世界", "引号"],
  ["write Hello, World to c.txt", "did nothing"],
  ["create c.txt with Hello, World", "did nothing"],
  ["put a poem about cats into c.txt", "real model"],
  ["add installation instructions to a.txt", "real model"],
  ["猫についての文章を c.txt に書いて", "実際のモデル"],
  ["a.txt 里写了什么", "foo one"],
  ["建个文件,叫c.txt,里面写上牛奶,鸡蛋,面包", "什么也没做"],
  ["run sleep 1 in the b/ackground", "did nothing"],
])("where it is not certain, nothing is written: %s", (say, sees) => {
  const here = world();
  const run = ask(here, say, FIVE);
  expect(run.answer).toContain(sees);
  expect(() => here.read("c.txt")).toThrow();
  expect(here.read("a.txt")).toBe("foo one\nfoo two\n");
});

test("a file that is not there is not made by a line that is added to it", () => {
  const here = world();
  expect(ask(here, "append 'end' to c.txt", FIVE).rule).toBe("stopped");
  expect(() => here.read("c.txt")).toThrow();
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
  "how many lines are there in all files",
  "统计所有文件的行数",
  "すべてのファイルの行数を数えて",
])("asked for the lines of all files, it does not count the files: %s", (say) => {
  expect(ask(world(), say, FIVE)).toMatchObject({ rule: "decline", calls: [] });
});

test("a command in the background needs a tool for it, and what is kept is not denied", () => {
  expect(ask(world(), "run sleep 1 in the background", FIVE).rule).toBe("no-tool");
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
