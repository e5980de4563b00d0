// practice/brain/intents/program · small programs that are asked for by what they do, and run where that is asked too.
import { filesOf, says, spansOf } from "../clauses.ts";
import { kindsIn, numbersIn } from "../numbers.ts";
import { GREETING } from "../slots.ts";
import type { Clause, PlanContext, Reading, Step } from "../types.ts";
import { endless, runStep, startCommand } from "./run.ts";
import { HELLO_WORLD, isProgram, isServer, source, type Topic } from "./sources.ts";
import { writeStep } from "./writeStep.ts";

const PRINTS =
  /\b(?:prints?|printing|printed|says?|outputs?|echoes|logs|shows?|displays?)\b|打印|输出|显示|说|出力|表示|プリント|印刷/i;
const GREETS =
  /\b(?:hello|greetings?|greets?|welcome)\b|问候|问好|打招呼|招呼|你好|欢迎|挨拶|あいさつ|ハロー ?ワールド|ハロワ|こんにちは/i;
const COUNTS = /\b(?:numbers?|counts?|counting|integers|digits)\b|数字|整数|数到|数|从|数値/i;
/** Languages that it writes nothing in. */
const OTHER =
  /(?<![\w.-])(?:go|golang|rust|ruby|php|perl|java|swift|kotlin|lua|scala|haskell|html|c|c\+\+|c#)(?![\w.+#-])|(?<![a-z.])c\s*(?:语言|言語)|HTML/i;
const TEST =
  /^(?:(?!\b(?:for|of|that)\b).)*\b(?:unit )?test\b(?!.*\b(?:for|of|that)\b)|^(?:(?!给|对|为).)*(?:单元)?测试|^(?:(?!の).)*(?:単体)?テストを/i;
const ADDS = /\badd\b|追加|加|足/i;
const RUNS = /\b(?:run|execute|start|launch|try|test)\b|运行|执行|跑|试|実行|動か|走らせ|試/i;

/** "create hello.py that prints a greeting": a topic it knows, in the file that is named or one called after it. */
export function program(clause: Clause, context: PlanContext): Reading | undefined {
  const { language } = context;
  const [name, more] = filesOf(clause);
  const topic = topicOf(clause, name);
  const ending = /\.(\w+)$/.exec(name ?? "")?.[1] ?? kindsIn(clause.text)[0] ?? "py";
  if (says(clause, OTHER)) return undefined;
  if (topic === undefined || more !== undefined || !isProgram(ending)) return undefined;
  if (ending === "sh" && (topic.kind === "server" || topic.kind === "test")) return undefined;
  const stem = { text: "hello", test: ending === "js" ? "example.test" : "test_example" }[
    String(topic.kind)
  ];
  const file = name ?? `${stem ?? topic.kind}.${ending}`;
  const step = { ...writeStep(language, file, source(ending, topic)), rule: "write-program" };
  return { kind: "steps", steps: [step] };
}

/** "Write fizzbuzz and run it" in one. */
export function programAndRun(clause: Clause, context: PlanContext): Reading | undefined {
  const reading = program(clause, context);
  const file = reading?.kind === "steps" ? reading.steps[0]?.file : undefined;
  const line = file === undefined ? undefined : startCommand(file);
  if (reading?.kind !== "steps" || file === undefined || line === undefined || !says(clause, RUNS))
    return reading;
  if (isServer(file)) return { kind: "decline", reason: endless(context.language) };
  const run: Step = { ...runStep(context.language, "run-file", line), file };
  return { kind: "steps", steps: [...reading.steps, run] };
}

/** A test of nothing in particular is a program it knows; one for a program that is there is not the same. */
export function firstTest(clause: Clause, context: PlanContext): Reading | undefined {
  const isOwn = filesOf(clause).length === 0 && says(clause, TEST) && !says(clause, ADDS);
  return isOwn ? program(clause, context) : undefined;
}

function topicOf(clause: Clause, name = ""): Topic | undefined {
  const numbers = numbersIn(clause.text);
  const literals = spansOf(clause, "literal");
  const [literal] = literals;
  const text = literal?.text;
  const words = `${clause.typed(clause.text)} ${name}`;
  const [first, last] = [numbers[0], numbers.at(-1)];
  if (/fizz[ -_]?buzz|フィズバズ/i.test(words))
    return { kind: "fizzbuzz", to: limit(first ?? 100, 1000) };
  if (/fibonac?ci|斐波那契|斐波纳契|フィボナッチ/i.test(words))
    return { kind: "fibonacci", count: limit(last ?? 10, 90) };
  if (/(?:web|http)[ -]?server|服务器|サーバー?/i.test(words)) return { kind: "server" };
  if (says(clause, TEST) && literals.length === 0) return { kind: "test" };
  const [from, to] = numbers.length === 1 ? [1, first] : numbers;
  if (from !== undefined && to !== undefined && text === undefined)
    return numbers.length <= 2 && from <= to && (says(clause, PRINTS) || says(clause, COUNTS))
      ? { kind: "numbers", from, to: limit(to, from + 1000) }
      : undefined;
  if (numbers.length > 0 || literals.length > 1) return undefined;
  // To say hello is to greet in any words, to print hello is not.
  const isFree = literal?.kind === "free";
  if (text === undefined) return says(clause, GREETS) ? HELLO_WORLD : undefined;
  const isSaid = /\bsays?\s/i.test(clause.text) && isFree && isHello(text);
  if (!isSaid && says(clause, PRINTS) && GREETING.test(text))
    return isFree && isHelloWorld(text) ? HELLO_WORLD : printed(clause, text);
  if (says(clause, GREETS) && (isFree || !says(clause, PRINTS)))
    return { kind: "text", text: `Hello, ${text}!` };
  return isFree && isHello(text) ? HELLO_WORLD : printed(clause, text);
}

/** "with hello world" behind a program's name means the program, not its source. */
const isHello = (text: string) => /^(?:hello|hi)(?:,? world)?!?$/i.test(text.normalize("NFKC"));
const isHelloWorld = (text: string) => /^hello,? world!?$/i.test(text.normalize("NFKC"));

function printed(clause: Clause, text: string): Topic | undefined {
  return says(clause, PRINTS) && !text.includes("\n") ? { kind: "text", text } : undefined;
}

const limit = (value: number, most: number): number => Math.min(Math.max(0, value), most);
