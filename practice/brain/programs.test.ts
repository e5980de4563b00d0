// practice/brain/programs.test · the programs it writes by their names have that content, and run.
import { afterEach, expect, test } from "vitest";
import { ask, createWorld, FIVE, type World } from "./testWorld.ts";

const worlds: World[] = [];
function world(): World {
  const made = createWorld();
  worlds.push(made);
  return made;
}
afterEach(() => {
  for (const made of worlds.splice(0)) made.remove();
});

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

test.each([
  ["Create fizzbuzz.js and run it", "Fizz\n4\nBuzz"],
  ["Write fizzbuzz and run it", "Fizz\n4\nBuzz"],
  ["Create fizzbuzz.sh and run it", "Fizz\n4\nBuzz"],
  [
    "Write a fizzbuzz program up to 20 in javascript, run it and show me the output",
    "19\nBuzz\n```",
  ],
  ["创建 fibonacci.py 并运行", "\n21\n34\n"],
  ["写一个 fizzbuzz 并运行", "Fizz\n4\nBuzz"],
  ["fibonacci.js を作って実行して", "\n21\n34\n"],
  ["fizzbuzz を書いて実行して", "Fizz\n4\nBuzz"],
  ["Write a hello world and run it", "Hello, world!"],
  ["写一个打印 1 到 5 的脚本并运行", "\n4\n5\n"],
])("a program that is named is written, and then run: %s", (say, sees) => {
  const run = ask(world(), say, FIVE);
  expect(run.rule).toBe("run-file");
  expect(run.answer).toContain(sees);
});

test.each(["Create server.js", "新建 server.js", "server.js を作って"])(
  "a server is written and not started: %s",
  (say) => {
    const here = world();
    ask(here, say, FIVE);
    expect(here.read("server.js")).toContain("listen(8000");
    for (const more of ["Create server.js and run it", "写一个 web 服务器并运行"]) {
      const run = ask(here, more, FIVE);
      expect(run.rule).toBe("decline");
      expect(run.calls).toEqual([]);
    }
  },
);
