// practice/brain/programs.test · the small programs: each is written by its words and run, with input where it asks for some.
import { spawnSync } from "node:child_process";
import { afterEach, expect, test } from "vitest";
import { ask, BASH, createWorld, FIVE, TODO, type World } from "../trials/testWorld.ts";
import { PROGRAMS, source } from "./intents/sources.ts";

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
  ["创建 fibonacci.py 并运行", "\n21\n34\n"],
  ["写一个 fizzbuzz 并运行", "Fizz\n4\nBuzz"],
  ["fibonacci.js を作って実行して", "\n21\n34\n"],
  ["fizzbuzz を書いて実行して", "Fizz\n4\nBuzz"],
  ["Write a hello world and run it", "Hello, world!"],
])("a program that is named is written, and then run: %s", (say, sees) => {
  const run = ask(world(), say, FIVE);
  expect(run.rule).toBe("run-file");
  expect(run.answer).toContain(sees);
});

/** What each program is given, and what it prints then. */
const RUNS: Record<string, { input?: string; sees: RegExp }> = {
  table: { sees: /^1 x 1 = 1\n[\s\S]*10 x 10 = 100\n$/ },
  fizzbuzz: { sees: /^1\n2\nFizz\n4\nBuzz\n[\s\S]*14\nFizzBuzz\n/ },
  fibonacci: { sees: /^0\n1\n1\n2\n3\n5\n8\n13\n21\n34\n$/ },
  guess: {
    input: `${Array.from({ length: 100 }, (_, at) => at + 1).join("\n")}\n`,
    sees: /Right!/,
  },
  say: { sees: /^Hello, world!\n$/ },
};

const STARTERS: Record<string, string> = { js: "node", py: "python3", sh: "bash" };

const ALL = Object.entries(PROGRAMS).flatMap(([name, program]) =>
  Object.keys(program.code).map((ending) => ({ name, ending })),
);

test.each(ALL)("$name.$ending does what it says", ({ name, ending }) => {
  const { input = "", sees = /^$/ } = RUNS[name] ?? {};
  const here = world();
  here.write(`program.${ending}`, (PROGRAMS[name] && source(PROGRAMS[name], ending)) ?? "");
  const { stdout, status } = spawnSync(STARTERS[ending] ?? "", [`program.${ending}`], {
    cwd: here.folder,
    input,
    encoding: "utf8",
  });
  expect(stdout).toMatch(sees);
  expect(status).toBe(0);
});

test("each program is asked for by its own name, in three languages", () => {
  for (const [name, { name: names, words }] of Object.entries(PROGRAMS)) {
    if (words.length === 0) continue;
    for (const say of [`Write ${names.en}`, `写${names.zh}`, `${names.ja}を書いて`]) {
      const run = ask(world(), say, FIVE);
      expect([say, run.rule]).toEqual([say, "write-program"]);
      const file = PROGRAMS[name]?.file ?? "";
      expect([say, run.calls[0]?.input.path]).toEqual([say, expect.stringContaining(`${file}.`)]);
    }
  }
});

test.each([["写一个猜数字游戏并运行", "node guess.js"]])(
  "what asks for input is written and not started: %s",
  (say, line) => {
    for (const tools of [BASH, FIVE]) {
      const run = ask(world(), say, tools);
      expect(run.rules).toEqual(["write-program"]);
      expect(run.answer).toContain(`\`${line}\``);
    }
  },
);

test.each([
  ["Write a tetris game", /guess the number game/],
  ["写一个俄罗斯方块游戏程序", /游戏/],
  ["テトリスのゲームのプログラムを書いて", /ゲーム/],
  ["Write a program that prints the lyrics of a song", /imagination/],
  ["make a web page with a calculator", /"Write /],
  ["Write a program that prints the sum of the even numbers up to 20", /"Write /],
  ["Write a program that prints the first 20 primes", /"Write /],
  ["print a countdown from 10", /countdown/],
  ["Write a snake game and run it", /"Write /],
  ["create primes.py and run it", /"Write /],
  ["Write fizzbuzz in rust", /`\.py`/],
  ["write a python program that prints hello 5 times", /"Write /],
  ["write a program that prints the numbers from 10 to 1", /"Write /],
  ["make fizzbuzz.js print in color", /./],
  ["让 fizzbuzz.js 用颜色打印", /./],
  ["create hello.py which prints Good morning Anna", /./],
  ["把贪吃蛇做得更快", /./],
  ["make the snake game faster", /./],
  ["create fizz.js with fizzbuzz up to 15 and run it", /./],
  ["make a multiplication table of 7 in python and run it", /./],
  ["写一个打印 1 到 5 的脚本并运行", /./],
  ["Should I write a snake game?", /./],
  ["Don't write a calculator", /./],
])("what it can't write, it doesn't: %s", (say, sees) => {
  const run = ask(world(), say, FIVE);
  expect(run).toMatchObject({ rule: "decline", calls: [], answer: expect.stringMatching(sees) });
});

test.each([
  "Make a folder demo, then put a main.py in it and run it",
  "put a main.py in a new folder demo and run it",
  "create a folder named demo with a file main.js inside, then run it",
  "创建文件夹 demo，然后在里面放一个 main.py 并运行",
  "在新文件夹 demo 里创建 main.py 并运行",
  "新建目录 demo，里面放一个 main.js，然后运行",
  "demo フォルダを作って、その中に main.py を作って実行して",
  "新しいフォルダ demo に main.py を作って実行して",
  "demo というフォルダを作り、main.js をその中に作って動かして",
])("a file for a new folder is not put beside it: %s", (say) => {
  for (const tools of [BASH, FIVE]) {
    const here = world();
    ask(here, say, tools);
    expect(() => here.read("main.py")).toThrow();
    expect(() => here.read("main.js")).toThrow();
  }
});

test.each([
  ["hello.pyをもう一回動かして", 1],
  ["再跑一次 hello.py", 1],
  ["run hello.py twice", 0],
  ["hello.py を3回実行して", 0],
  ["跑三遍 hello.py", 0],
])("a program runs once, or not at all: %s", (say, times) => {
  const here = world();
  here.write("hello.py", "print('hi')\n");
  const run = ask(here, say, TODO);
  const runs = run.calls.filter(({ input }) => input.command === "python3 hello.py");
  expect(runs).toHaveLength(times);
});
