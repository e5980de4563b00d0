// practice/brain/commands.test · a command runs as it was typed, or not at all.
import { expect, test } from "vitest";
import { BASH } from "../trials/testWorld.ts";
import { think } from "./brain.ts";

const asked = (content: string) => think({ messages: [{ role: "user", content }], tools: BASH });

test.each([
  ["run `timeout 5 rm bottle.js`", "timeout 5 rm bottle.js"],
  ["run `wc -l bottle.js`", "wc -l bottle.js"],
  ['execute "cp a.js b.js"', "cp a.js b.js"],
  ["run 'nice rm x.js'", "nice rm x.js"],
  ["run `rm notes/*.md`", "rm notes/*.md"],
  ["run `touch a.txt`", "touch a.txt"],
  ["run `\\r'm' notes/1.md`", "\\r'm' notes/1.md"],
  ["run the script `rm a.js`", "rm a.js"],
  ['run `echo \\"it’s\\"`', 'echo \\"it’s\\"'],
  ["运行 `chmod +x a.js`", "chmod +x a.js"],
  ["执行“unlink a.js”", "unlink a.js"],
  ["`timeout 5 rm bottle.js` を実行して", "timeout 5 rm bottle.js"],
  ["「cp a.js b.js」を実行してください", "cp a.js b.js"],
  ["run find . -name '*.md' -delete", "find . -name '*.md' -delete"],
  ["运行 find . -name '*.md' -delete\uff0c然后读取 a.txt", "find . -name '*.md' -delete"],
  [
    "find . -name '*.md' -delete を実行して、それから a.txt を読んで",
    "find . -name '*.md' -delete",
  ],
  ["run ls ..", "ls .."],
  ["运行 ls ..", "ls .."],
  ["ls .. を実行して", "ls .."],
  ["run rm -rf .", "rm -rf ."],
  ["运行 git add .", "git add ."],
  ["git add . を実行してください", "git add ."],
  ["run ls.", "ls"],
  ["Execute: ls -la", "ls -la"],
  ["Run ls. Then read a.txt.", "ls"],
  ["run git add . then read a.txt", "git add ."],
  ["run ls; pwd", "ls; pwd"],
  ["运行 sort -t, -k2 a.csv", "sort -t, -k2 a.csv"],
  ['run git commit -m "x, then y"', 'git commit -m "x, then y"'],
  ["nice rm x を実行して", "nice rm x"],
  ["执行以下命令\uff1arm -f a.md", "rm -f a.md"],
])("it runs word for word: %s", (say, command) => {
  expect(asked(say)).toMatchObject({ rule: "run-command", calls: [{ input: { command } }] });
});

test.each([
  'run echo "a, then b',
  "run ls. Thanks!",
  "run echo this and show that",
  "run ls; read a.txt",
  "run touch now",
  "run rm a?",
  "run echo it’s here",
  "run \uff4c\uff53",
  "run echo ａ",
  "运行 echo 你好",
  "运行 mkdir 目录",
  "run a.py b.py",
  "run hello.py ..",
  "run hello.py --flag",
  "echo ａ を実行して",
  "运行 ls\uff0crm a.txt",
])("it asks for backticks where the end is not certain: %s", (say) => {
  const reply = asked(say);
  expect(reply).toMatchObject({ rule: "decline" });
  expect(reply.text).toMatch(/in backticks|反引号|バッククォート/);
});

test("a name in quotes is still a file to be started", () => {
  const started = (say: string) => asked(say).calls?.[0]?.input;
  expect(started("run `bottle.js`")).toEqual({ command: "node bottle.js" });
  expect(started('run the file "my app.js"')).toEqual({ command: "node 'my app.js'" });
  expect(started("run hello.py and a.js")).toBeUndefined();
});
