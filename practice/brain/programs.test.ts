// practice/brain/programs.test · the small programs: each is written by its words and run, with input where it asks for some.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
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
  ["Write a test in python", "python3 example_test.py"],
  ["Write a test in javascript", "node example_test.js"],
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
  ["create fizz.js with fizzbuzz up to 15 and run it", "14\nFizzBuzz\n```"],
  ["make a multiplication table of 7 in python and run it", "7 x 10 = 70\n```"],
  ["1から10までの合計を計算するプログラムを書いて実行して", "55"],
  ["帮我写一个打印前 5 个素数的程序并运行", "\n11\n```"],
  ["写一个简单的网页服务器并启动", "node server.js"],
  ["写一个打印 1 到 5 的脚本并运行", "\n4\n5\n"],
])("a program that is named is written, and then run: %s", (say, sees) => {
  const run = ask(world(), say, FIVE);
  expect(run.rule).toBe(/server/.test(sees) ? "write-program" : "run-file");
  expect(run.answer).toContain(sees);
});

/** What each program is asked for by, what it is given, and what it prints then. */
const RUNS: Record<string, { input?: string; sees: RegExp }> = {
  name: { input: "Ada\n", sees: /Hello, Ada!/ },
  even: { sees: /^2\n4\n6\n[\s\S]*20\n$/ },
  odd: { sees: /^1\n3\n5\n[\s\S]*19\n$/ },
  table: { sees: /^1 x 1 = 1\n[\s\S]*10 x 10 = 100\n$/ },
  sum: { sees: /^The sum of 1 to 100 is 5050\.\n$/ },
  add: { input: "2 3.5\n", sees: /The sum is 5\.5\./ },
  first_primes: { sees: /^2\n3\n5\n7\n11\n13\n17\n19\n23\n29\n$/ },
  is_prime: { input: "91\n", sees: /91 is not a prime\./ },
  primes: { sees: /^2\n3\n5\n7\n11\n[\s\S]*\n89\n97\n$/ },
  fizzbuzz: { sees: /^1\n2\nFizz\n4\nBuzz\n[\s\S]*14\nFizzBuzz\n/ },
  fibonacci_to: { sees: /^0\n1\n1\n2\n[\s\S]*\n55\n89\n$/ },
  fibonacci: { sees: /^0\n1\n1\n2\n3\n5\n8\n13\n21\n34\n$/ },
  factorial: { sees: /^10! = 3628800\n$/ },
  triangle: { sees: /^\*\n\*\*\n\*{3}\n\*{4}\n\*{5}\n$/ },
  guess: {
    input: `${Array.from({ length: 100 }, (_, at) => at + 1).join("\n")}\n`,
    sees: /Right!/,
  },
  countdown: { sees: /1\nGo!\n$/ },
  temperature: { input: "68 F\n", sees: /20\.0 C/ },
  dice: { sees: /^You rolled [1-6]\.\nTogether: [1-6]\n$/ },
  coin: { sees: /^(?:Heads|Tails)\n$/ },
  rps: { input: "rock\nstone\n\n", sees: /(?:draw|win)![\s\S]*Type rock, paper or scissors/ },
  reverse_text: { sees: /^olleh\n$/ },
  reverse: { input: "hello\n", sees: /olleh\n$/ },
  palindrome: { input: "Anna\n", sees: /The same from both ends/ },
  words: { sees: /^README\.md has 4 words\.\n$/ },
  todo: { input: "buy milk\nsleep\n1\n\n", sees: /2\. sleep[\s\S]*1\. sleep\n/ },
  calculator: { input: "2 + 3\n7 * 6\n1 - 4\n\n", sees: /5\n[\s\S]*42\n[\s\S]*-3\n/ },
  password: { sees: /^\S{16}\n$/ },
  date: { sees: /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{2} \d{4}\n$/ },
  test: { sees: /pass 1|OK/ },
  count: { sees: /^1\n2\n[\s\S]*9\n10\n$/ },
  say: { sees: /^Hello, world!\n$/ },
};

const STARTERS: Record<string, string> = { js: "node", py: "python3", sh: "bash" };
const VALUES = { countdown: { from: 1 }, reverse_text: { text: "hello" } };

/** Every program in every language that it is written in, but pages. */
const ALL = Object.entries(PROGRAMS).flatMap(([name, program]) =>
  Object.keys(program.code)
    .filter((ending) => ending !== "html")
    .map((ending) => ({ name, ending })),
);

function written(name: string, ending: string): World {
  const here = world();
  here.write("README.md", "# Demo\n\nthree words");
  const given = Object.entries(VALUES).find(([own]) => own === name)?.[1];
  here.write(`program.${ending}`, (PROGRAMS[name] && source(PROGRAMS[name], ending, given)) ?? "");
  return here;
}

test.each(ALL.filter(({ name }) => PROGRAMS[name]?.ends !== "never"))(
  "$name.$ending does what it says",
  ({ name, ending }) => {
    const { input = "", sees = /^$/ } = RUNS[name] ?? {};
    const { stdout, stderr, status } = spawnSync(STARTERS[ending] ?? "", [`program.${ending}`], {
      cwd: written(name, ending).folder,
      input,
      encoding: "utf8",
    });
    expect(ending === "py" && name === "test" ? stderr : stdout).toMatch(sees);
    expect(status).toBe(0);
  },
);

test.each(ALL.filter(({ name }) => PROGRAMS[name]?.ends === "never"))(
  "$name.$ending can be started",
  ({ name, ending }) => {
    const check = ending === "js" ? ["node", "--check"] : ["python3", "-m", "py_compile"];
    const [program = "", ...options] = check;
    const { folder } = written(name, ending);
    expect(spawnSync(program, [...options, `program.${ending}`], { cwd: folder }).status).toBe(0);
  },
);

test.each(["js", "py"])("the web server answers: %s", async (ending) => {
  const here = world();
  const port = 20_000 + (process.pid % 10_000) + ending.charCodeAt(0);
  const text = PROGRAMS.server && source(PROGRAMS.server, ending, { port });
  here.write(`server.${ending}`, text ?? "");
  const child = spawn(
    STARTERS[ending] ?? "",
    ["-u", `server.${ending}`].slice(ending === "py" ? 0 : 1),
    {
      cwd: here.folder,
    },
  );
  try {
    await once(child.stdout, "data");
    let answer: Response | undefined;
    while (answer === undefined && child.exitCode === null)
      answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    expect(await answer?.text()).toBe("Hello, world!\n");
  } finally {
    child.kill();
  }
});

test("snake moves, turns and ends at the wall", () => {
  const run = spawnSync("node", ["program.js"], {
    cwd: written("snake", "js").folder,
    input: "w",
    encoding: "utf8",
  });
  expect(run.stdout).toMatch(/#[\s\S]*Points: 0\n[\s\S]*The end\.\n$/);
});

test("each program is asked for by its own name, in three languages", () => {
  for (const [name, { name: names, words }] of Object.entries(PROGRAMS)) {
    if (words.length === 0 || name === "reverse_text") continue;
    for (const say of [`Write ${names.en}`, `写${names.zh}`, `${names.ja}を書いて`]) {
      const run = ask(world(), say, FIVE);
      expect([say, run.rule]).toEqual([say, "write-program"]);
      const file = PROGRAMS[name]?.file ?? "";
      expect([say, run.calls[0]?.input.path]).toEqual([say, expect.stringContaining(`${file}.`)]);
    }
  }
});

test.each([
  ["Create a web server and start it", "node server.js"],
  ["Create server.js and run it", "node server.js"],
  ["写一个猜数字游戏并运行", "node guess.js"],
  ["ターミナルで動くスネークゲームを作って実行して", "node snake.js"],
  ["Write a calculator in Python, then run it", "python3 calculator.py"],
])("what asks for input or never ends is written and not started: %s", (say, line) => {
  for (const tools of [BASH, FIVE]) {
    const run = ask(world(), say, tools);
    expect(run.rules).toEqual(["write-program"]);
    expect(run.answer).toContain(`\`${line}\``);
  }
});

test.each([
  ["Write a tetris game", /snake game/],
  ["写一个俄罗斯方块游戏程序", /游戏/],
  ["テトリスのゲームのプログラムを書いて", /ゲーム/],
  ["Write a program that prints the lyrics of a song", /"Write /],
  ["make a web page with a calculator", /"Write /],
  ["Write a program that prints the sum of the even numbers up to 20", /even numbers/],
  ["Write fizzbuzz in rust", /`\.py`/],
  ["write a python program that prints hello 5 times", /"Write /],
  ["write a program that prints the numbers from 10 to 1", /"Write /],
  ["make fizzbuzz.js print in color", /./],
  ["让 fizzbuzz.js 用颜色打印", /./],
  ["create index.html with a button", /"a button"/],
  ["create hello.py which prints Good morning Anna", /"Good morning Anna"/],
  ["把贪吃蛇做得更快", /./],
  ["make the snake game faster", /./],
  ["Should I write a snake game?", /./],
  ["Don't write a calculator", /./],
])("what it can't write, it doesn't: %s", (say, sees) => {
  const run = ask(world(), say, FIVE);
  expect(run).toMatchObject({ rule: "decline", calls: [], answer: expect.stringMatching(sees) });
});

test.each([
  ["Make a folder demo, then put a main.py in it and run it", "demo/main.py"],
  ["put a main.py in a new folder demo and run it", "demo/main.py"],
  ["create a folder named demo with a file main.js inside, then run it", "demo/main.js"],
  ["创建文件夹 demo，然后在里面放一个 main.py 并运行", "demo/main.py"],
  ["在新文件夹 demo 里创建 main.py 并运行", "demo/main.py"],
  ["新建目录 demo，里面放一个 main.js，然后运行", "demo/main.js"],
  ["demo フォルダを作って、その中に main.py を作って実行して", "demo/main.py"],
  ["新しいフォルダ demo に main.py を作って実行して", "demo/main.py"],
  ["demo というフォルダを作り、main.js をその中に作って動かして", "demo/main.js"],
])("a file goes into the new folder, and runs there: %s", (say, path) => {
  for (const tools of [BASH, FIVE]) {
    const here = world();
    const run = ask(here, say, tools);
    expect(run.rules).toEqual(["make-folder", "write-file", "run-file"]);
    expect(here.read(path)).toContain("Hello, world!");
    expect(run.answer).toContain(`${path}\``);
  }
});

test.each([
  ["run hello.py twice", 2],
  ["run hello.py three times", 3],
  ["hello.py を3回実行して", 3],
  ["hello.pyをもう一回動かして", 1],
  ["跑三遍 hello.py", 3],
  ["再跑一次 hello.py", 1],
  ["run hello.py 20 times", 0],
])("a program runs as often as it is said, up to five times: %s", (say, times) => {
  const here = world();
  here.write("hello.py", "print('hi')\n");
  const run = ask(here, say, TODO);
  const runs = run.calls.filter(({ input }) => input.command === "python3 hello.py");
  expect(runs).toHaveLength(times);
  expect(run.answer.split("`hi`")).toHaveLength(times + 1);
});
