// practice/brain/intents/sources · the text of the small programs it can write: Python, JavaScript, some in the shell.
import { quote } from "../shell.ts";

export type Topic =
  | { kind: "text"; text: string }
  | { kind: "numbers"; from: number; to: number }
  | { kind: "fibonacci"; count: number }
  | { kind: "fizzbuzz"; to: number }
  | { kind: "server" }
  | { kind: "test" };

export const HELLO_WORLD: Topic = { kind: "text", text: "Hello, world!" };

const SAMENESS: Record<string, string> = { mjs: "js", cjs: "js", ts: "js", bash: "sh" };

/** Whether it can write programs in files of this ending. */
export function isProgram(ending: string): boolean {
  return ["py", "js", "sh"].includes(SAMENESS[ending] ?? ending);
}

/** The program a file gets whose content the request leaves open: by its name, or else a greeting. */
export function starter(file: string, ending: string): string {
  const stem = /([^/.]*)\.\w+$/.exec(file)?.[1]?.toLowerCase() ?? "";
  if (/^fizz[-_]?buzz$/.test(stem)) return source(ending, { kind: "fizzbuzz", to: 100 });
  if (/^fib(?:onacci)?$/.test(stem)) return source(ending, { kind: "fibonacci", count: 10 });
  const isShell = (SAMENESS[ending] ?? ending) === "sh";
  return source(ending, isServer(file) && !isShell ? { kind: "server" } : HELLO_WORLD);
}

/** Whether the name of a file says that it is a server. */
export function isServer(file: string): boolean {
  return /(?:^|\/)(?:web[-_]?|http[-_]?)?server\.\w+$/i.test(file);
}

/** The text of a program; in a shell, a server and a test are greetings. */
export function source(ending: string, topic: Topic): string {
  const language = SAMENESS[ending] ?? ending;
  if (language === "py") return python(topic);
  return language === "sh" ? shell(topic) : javascript(topic);
}

function python(topic: Topic): string {
  if (topic.kind === "text") return `print(${JSON.stringify(topic.text)})\n`;
  if (topic.kind === "numbers")
    return `for number in range(${topic.from}, ${topic.to + 1}):\n    print(number)\n`;
  if (topic.kind === "fizzbuzz")
    return `for number in range(1, ${topic.to + 1}):\n    word = "Fizz" * (number % 3 == 0) + "Buzz" * (number % 5 == 0)\n    print(word or number)\n`;
  if (topic.kind === "fibonacci")
    return `a, b = 0, 1\nfor _ in range(${topic.count}):\n    print(a)\n    a, b = b, a + b\n`;
  return topic.kind === "server" ? SERVER_PY : TEST_PY;
}

const SERVER_PY = `from http.server import HTTPServer, SimpleHTTPRequestHandler

print("http://127.0.0.1:8000")
HTTPServer(("127.0.0.1", 8000), SimpleHTTPRequestHandler).serve_forever()
`;
const TEST_PY = `import unittest


class Example(unittest.TestCase):
    def test_sum(self):
        self.assertEqual(1 + 1, 2)


unittest.main()
`;

function javascript(topic: Topic): string {
  if (topic.kind === "text") return `console.log(${JSON.stringify(topic.text)});\n`;
  if (topic.kind === "numbers")
    return `for (let number = ${topic.from}; number <= ${topic.to}; number++) {\n  console.log(String(number));\n}\n`;
  if (topic.kind === "fizzbuzz")
    return `for (let number = 1; number <= ${topic.to}; number++) {\n  const word = (number % 3 === 0 ? "Fizz" : "") + (number % 5 === 0 ? "Buzz" : "");\n  console.log(word || String(number));\n}\n`;
  if (topic.kind === "fibonacci")
    return `let a = 0n;\nlet b = 1n;\nfor (let i = 0; i < ${topic.count}; i++) {\n  console.log(String(a));\n  [a, b] = [b, a + b];\n}\n`;
  return topic.kind === "server" ? SERVER_JS : TEST_JS;
}

/** Works in modules of both kinds; in a program that is written, not in this one. */
export const LOAD = "import";
const SERVER_JS = `${LOAD}("node:http").then(({ createServer }) => {
  const server = createServer((request, response) => response.end("Hello, world!\\n"));
  server.listen(8000, "127.0.0.1", () => console.log("http://127.0.0.1:8000"));
});
`;
const TEST_JS = `${LOAD}("node:test").then(({ test }) => {
  test("a sum", () => {
    if (1 + 1 !== 2) throw new Error("the sum is wrong");
  });
});
`;

function shell(topic: Topic): string {
  if (topic.kind === "numbers") return counting(topic.from, topic.to, '  echo "$i"');
  if (topic.kind === "fizzbuzz") return counting(1, topic.to, FIZZ_SH);
  if (topic.kind === "fibonacci")
    return `a=0\nb=1\n${counting(1, topic.count, '  echo "$a"\n  next=$((a + b))\n  a=$b\n  b=$next')}`;
  return `printf '%s\\n' ${quote(topic.kind === "text" ? topic.text : "Hello, world!")}\n`;
}

const FIZZ_SH = `  word=""
  if [ $((i % 3)) -eq 0 ]; then word=Fizz; fi
  if [ $((i % 5)) -eq 0 ]; then word="\${word}Buzz"; fi
  echo "\${word:-$i}"`;

function counting(from: number, to: number, body: string): string {
  return `i=${from}\nwhile [ "$i" -le ${to} ]; do\n${body}\n  i=$((i + 1))\ndone\n`;
}
