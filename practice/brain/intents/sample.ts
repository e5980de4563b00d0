// practice/brain/intents/sample · small programs that are asked for by name: FizzBuzz, Fibonacci, a web server, a test.
import type { Plan } from "../types.ts";
import type { Asked } from "./newcomer.ts";
import { starter } from "./program.ts";
import { writeStep } from "./writeStep.ts";

const TOPICS: [string, RegExp][] = [
  ["fizzbuzz", /fizz[ -]?buzz|フィズバズ/i],
  [
    "fibonacci",
    /fibonacci(?: (?:numbers|sequence|series))?|斐波那契(?:数列|数)?|フィボナッチ(?:数列|数)?/i,
  ],
  [
    "server",
    /(?:small |simple |tiny |little )*(?:web|http) ?server|(?:小|小型|简单)?的?\s*(?:web|http|网页|网络)\s*服务器|(?:小さな|簡単な)?\s*(?:web|http|ウェブ)\s*サーバー?/i,
  ],
  ["test", /\b(?:unit )?test\b|(?:单元)?测试|(?:単体)?テスト/i],
];
const LANGUAGES: [string, RegExp][] = [
  ["py", /(?:in |with |用\s*)?\bpython3?\b(?:\s*(?:で|的))?/i],
  ["js", /(?:in |with |用\s*)?\b(?:javascript|js|node(?:\.js)?)\b(?:\s*(?:で|的))?/i],
];
const FILE =
  /(?:(?:in|to|as|called|named|into) |(?:到|在|为|叫)\s*)?(?<![\w./-])([\w/-]+\.(py|js|mjs))(?![\w.])(?:\s*(?:に|里|中|という))?/i;
const REST =
  /\b(?:write|create|make|build|generate|give|show|me|a|an|the|new|small|simple|tiny|short|little|program|script|function|code|file|for me|please|can|could|you)\b|请|帮我|帮忙|给我|创建|新建|编写|生成|写|做|建|一个|一段|个|小的?|简单的?|程序|脚本|代码|文件|的|吧|プログラム|スクリプト|コード|ファイル|小さな|簡単な|を|の|書いて|作って|作成して|ください|くれますか/gi;
const WRITES =
  /\b(?:write|create|make|build|generate)\b|创建|新建|编写|生成|写|做|建|書いて|作って|作成して/i;

const PYTHON: Record<string, string> = {
  fizzbuzz: `for number in range(1, 101):
    word = "Fizz" * (number % 3 == 0) + "Buzz" * (number % 5 == 0)
    print(word or number)
`,
  fibonacci: `a, b = 0, 1
for _ in range(10):
    print(a)
    a, b = b, a + b
`,
  server: `from http.server import HTTPServer, SimpleHTTPRequestHandler

print("http://127.0.0.1:8000")
HTTPServer(("127.0.0.1", 8000), SimpleHTTPRequestHandler).serve_forever()
`,
  test: `import unittest


class Example(unittest.TestCase):
    def test_sum(self):
        self.assertEqual(1 + 1, 2)


unittest.main()
`,
};
/** Works in modules of both kinds; in a program that is written, not in this one. */
const LOAD = "import";
const JAVASCRIPT: Record<string, string> = {
  fizzbuzz: `for (let number = 1; number <= 100; number++) {
  const word = (number % 3 === 0 ? "Fizz" : "") + (number % 5 === 0 ? "Buzz" : "");
  console.log(word || String(number));
}
`,
  fibonacci: `let [a, b] = [0, 1];
for (let i = 0; i < 10; i++) {
  console.log(String(a));
  [a, b] = [b, a + b];
}
`,
  server: `${LOAD}("node:http").then(({ createServer }) => {
  const server = createServer((request, response) => response.end("Hello, world!\\n"));
  server.listen(8000, "127.0.0.1", () => console.log("http://127.0.0.1:8000"));
});
`,
  test: `${LOAD}("node:test").then(({ test }) => {
  test("a sum", () => {
    if (1 + 1 !== 2) throw new Error("the sum is wrong");
  });
});
`,
};

/** "Write fizzbuzz in python": a program it knows, a file or none, and not one word more. */
export function sample({ words, language }: Asked): Plan | undefined {
  if (!WRITES.test(words)) return undefined;
  const [, name, typed] = FILE.exec(words) ?? [];
  let rest = words.replace(FILE, " ");
  const kind = LANGUAGES.find(([, form]) => form.test(rest));
  if (kind !== undefined) rest = rest.replace(kind[1], " ");
  const topic = TOPICS.find(([, form]) => form.test(rest));
  if (topic === undefined) return undefined;
  // A test for a program that is there is not the same.
  if (topic[0] === "test" && name !== undefined && !name.includes("test")) return undefined;
  rest = rest.replace(topic[1], " ").replace(REST, " ");
  if (/[^\s,、]/.test(rest)) return undefined;
  const ending = typed ?? kind?.[0] ?? "py";
  const content = (ending === "py" ? PYTHON : JAVASCRIPT)[topic[0]] ?? starter(ending);
  const own = topic[0] === "test" ? { py: "test_example", js: "example.test" }[ending] : topic[0];
  const step = writeStep(language, name ?? `${own}.${ending}`, content);
  return { kind: "steps", language, steps: [{ ...step, rule: "write-program" }] };
}
