// practice/brain/intents/program · four small programs in three languages: a greeting, a text, numbers, Fibonacci.
import { covers, filesOf, firstValue, has, spansOf, valuesOf } from "../clauses.ts";
import { quote } from "../shell.ts";
import { GREETING } from "../slots.ts";
import type { Clause, PlanContext, Reading } from "../types.ts";
import { writeStep } from "./writeStep.ts";

type Topic =
  | { kind: "text"; text: string }
  | { kind: "numbers"; from: number; to: number }
  | { kind: "fibonacci"; count: number };

const SAMENESS: Record<string, string> = { mjs: "js", cjs: "js", ts: "js", bash: "sh" };

/** Whether it can write programs in files of this ending. */
export function isProgram(ending: string): boolean {
  return ["py", "js", "sh"].includes(SAMENESS[ending] ?? ending);
}

/** The program a file gets whose content the request leaves open. */
export function starter(ending: string): string {
  return source(ending, { kind: "text", text: "Hello, world!" });
}

/** "create hello.py that prints a greeting": a file, a topic it knows, and nothing else. */
export function program(clause: Clause, { language }: PlanContext): Reading | undefined {
  const known = [
    "write",
    "name",
    "literal",
    "file",
    "program",
    "print",
    "hello",
    "greet",
    "range",
    "count",
    "fibonacci",
    "first",
    "number",
    "kind",
    "line",
    "to",
    "all",
    "it",
    "word",
    "text",
    "show",
    "folder",
  ];
  if (!has(clause, "write") || !covers(clause, ...known)) return undefined;
  const files = filesOf(clause);
  const ending = /\.(\w+)$/.exec(files[0] ?? "")?.[1] ?? firstValue(clause, "kind") ?? "";
  const topic = topicOf(clause);
  if (topic === undefined || files.length > 1 || !isProgram(ending)) return undefined;
  const file = files[0] ?? `${topic.kind === "text" ? "hello" : topic.kind}.${ending}`;
  return {
    kind: "steps",
    steps: [{ ...writeStep(language, file, source(ending, topic)), rule: "write-program" }],
  };
}

const HELLO_WORLD: Topic = { kind: "text", text: "Hello, world!" };

function topicOf(clause: Clause): Topic | undefined {
  const numbers = valuesOf(clause, "number").map(Number);
  const literals = spansOf(clause, "literal");
  const text = literals[0]?.text;
  if (has(clause, "fibonacci"))
    return { kind: "fibonacci", count: limit(numbers.at(-1) ?? 10, 90) };
  const [from, to] = numbers.length === 1 ? [1, numbers[0]] : numbers;
  if (
    from !== undefined &&
    to !== undefined &&
    literals.length === 0 &&
    has(clause, "print", "range", "count")
  )
    return numbers.length <= 2 && from <= to
      ? { kind: "numbers", from, to: limit(to, from + 1000) }
      : undefined;
  if (numbers.length > 0 || literals.length > 1) return undefined;
  // To say hello is to greet in any words, to print hello is not.
  const isSaid = /\bsays?\s/i.test(clause.text) && greets(text ?? "", literals[0]?.kind);
  if (text !== undefined && !isSaid && has(clause, "print") && GREETING.test(text))
    return isHelloWorld(text, literals[0]?.kind) ? HELLO_WORLD : printed(clause, text);
  const greeted = literals[0]?.kind === "free" || !has(clause, "print");
  if (text !== undefined && has(clause, "hello", "greet") && greeted)
    return { kind: "text", text: `Hello, ${text}!` };
  if (text !== undefined)
    return greets(text, literals[0]?.kind) ? HELLO_WORLD : printed(clause, text);
  return has(clause, "hello", "greet") ? HELLO_WORLD : undefined;
}

/** "with hello world" behind a program's name means the program, not its source. */
function greets(text: string, kind: string | undefined): boolean {
  return kind === "free" && /^(?:hello|hi)(?:,? world)?!?$/i.test(text.normalize("NFKC"));
}

function isHelloWorld(text: string, kind: string | undefined): boolean {
  return kind === "free" && /^hello,? world!?$/i.test(text.normalize("NFKC"));
}

function printed(clause: Clause, text: string): Topic | undefined {
  return has(clause, "print") && !text.includes("\n") ? { kind: "text", text } : undefined;
}

function limit(value: number, most: number): number {
  return Math.min(Math.max(0, value), most);
}

function source(ending: string, topic: Topic): string {
  const language = SAMENESS[ending] ?? ending;
  if (language === "py") return python(topic);
  return language === "sh" ? shell(topic) : javascript(topic);
}

function python(topic: Topic): string {
  if (topic.kind === "text") return `print(${JSON.stringify(topic.text)})\n`;
  if (topic.kind === "numbers")
    return `for number in range(${topic.from}, ${topic.to + 1}):\n    print(number)\n`;
  return `a, b = 0, 1\nfor _ in range(${topic.count}):\n    print(a)\n    a, b = b, a + b\n`;
}

function javascript(topic: Topic): string {
  if (topic.kind === "text") return `console.log(${JSON.stringify(topic.text)});\n`;
  if (topic.kind === "numbers")
    return `for (let number = ${topic.from}; number <= ${topic.to}; number++) {\n  console.log(String(number));\n}\n`;
  return `let a = 0n;\nlet b = 1n;\nfor (let i = 0; i < ${topic.count}; i++) {\n  console.log(String(a));\n  [a, b] = [b, a + b];\n}\n`;
}

function shell(topic: Topic): string {
  if (topic.kind === "text") return `printf '%s\\n' ${quote(topic.text)}\n`;
  const start = topic.kind === "numbers" ? `i=${topic.from}` : "i=1\na=0\nb=1";
  const end = topic.kind === "numbers" ? topic.to : topic.count;
  const body =
    topic.kind === "numbers" ? '  echo "$i"' : '  echo "$a"\n  next=$((a + b))\n  a=$b\n  b=$next';
  return `${start}\nwhile [ "$i" -le ${end} ]; do\n${body}\n  i=$((i + 1))\ndone\n`;
}
