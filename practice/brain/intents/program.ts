// practice/brain/intents/program · four small programs in three languages: a greeting, a text, numbers, Fibonacci.
import { covers, filesOf, firstValue, has, spansOf, valuesOf } from "../clauses.ts";
import { GREETING } from "../slots.ts";
import type { Clause, PlanContext, Reading } from "../types.ts";
import { HELLO_WORLD, isProgram, source, type Topic } from "./sources.ts";
import { writeStep } from "./writeStep.ts";

/** Written in Python where no language is named. */
const PROGRAM =
  /\b(?:program|script|code|hello,? world)\b|程序|脚本|代码|你好,?世界|プログラム|スクリプト|コード|ハローワールド/i;

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
  const given = /\.(\w+)$/.exec(files[0] ?? "")?.[1] ?? firstValue(clause, "kind");
  const ending = given ?? (files.length === 0 && PROGRAM.test(clause.text) ? "py" : "");
  const topic = topicOf(clause);
  if (topic === undefined || files.length > 1 || !isProgram(ending)) return undefined;
  const file = files[0] ?? `${topic.kind === "text" ? "hello" : topic.kind}.${ending}`;
  return {
    kind: "steps",
    steps: [{ ...writeStep(language, file, source(ending, topic)), rule: "write-program" }],
  };
}

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
