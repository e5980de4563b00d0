// course/replay/readme · what the blocks of a README are read as, and what is wrong with them.
import { expect, test } from "vitest";
import { actionOf, readSessions } from "./readme.ts";

const read = (...lines: string[]) => readSessions(lines.join("\n"));
const mistakesOf = (...lines: string[]) =>
  read(...lines).sessions.flatMap(({ mistakes }) =>
    mistakes.map(({ line, message }) => `${line}: ${message}`),
  );

test.each([
  ["^C", { kind: "interrupt" }],
  ["~ 90s", { kind: "advance", time: "90s", times: 1 }],
  ["~ 30m x48", { kind: "advance", time: "30m", times: 48 }],
  ["s07 >> say: it", { kind: "type", label: "s07", text: "say: it" }],
  ["s07 >>", { kind: "type", label: "s07", text: "" }],
  [
    "? Allow bash: rm -rf a? [y]es: y",
    { kind: "answer", question: "Allow bash: rm -rf a? [y]es", word: "y" },
  ],
  ["? Sure?: ", { kind: "answer", question: "Sure?", word: "" }],
  ["$ ls -l", { kind: "shell", command: "ls -l" }],
  ["$ npx tsx s01_a/code.ts", { kind: "start", chapter: "s01_a", before: "", words: "" }],
  [
    "$ A=1 B= npx tsx ../c/s01_a/code.ts -p 'x y'",
    { kind: "start", chapter: "s01_a", before: "A=1 B= ", words: "-p 'x y'" },
  ],
  ["$ npm start", { kind: "start", chapter: undefined, before: "", words: "" }],
  ["$ npm start s02 Read a", { kind: "start", chapter: "s02", before: "", words: "Read a" }],
  ["$ npm start --silent s02 a", { kind: "start", chapter: "s02", before: "", words: "a" }],
  ["$ npm start 2", { kind: "start", chapter: "2", before: "", words: "" }],
  ["$ npm start Read it", { kind: "start", chapter: undefined, before: "", words: "Read it" }],
  ["$ npm start s02 -- -p 'a'", { kind: "start", chapter: "s02", before: "", words: "-p 'a'" }],
  ["2$ ls -l", { kind: "shell", command: "ls -l" }],
  ["2 s07 >> q", { kind: "type", label: "s07", text: "q" }],
  ["2 ? Sure?: y", { kind: "answer", question: "Sure?", word: "y" }],
  ["2 ^C", { kind: "interrupt" }],
  [
    "$ npm start s02 -- --fresh",
    { kind: "start", chapter: "s02", fresh: "", before: "", words: "" },
  ],
  [
    "$ A=1 npm start s02.1 -- --fresh=shop -p 'a'",
    { kind: "start", chapter: "s02.1", fresh: "shop", before: "A=1 ", words: "-p 'a'" },
  ],
  ["$ npx tsx code.ts | head -1", { kind: "shell", command: "npx tsx code.ts | head -1" }],
])("%j is typed", (line, action) => {
  expect(actionOf(line)).toEqual(action);
});

test.each([
  "",
  "$",
  "$x",
  "2 $ ls",
  "2$",
  "2 files",
  "2 ~ 5s",
  "~ soon",
  "> bash ls",
  "^C ",
  "s1 >> a",
  "…",
  "?",
])("%j is printed", (line) => {
  expect(actionOf(line)).toBeUndefined();
});

test.each(["~ 30m x0", "~ 30m 48", "~ 30 m", "~ 30m x", "~ 30m x5000", "~30m"])(
  "a step of the clock of another form is refused: %s",
  (line) => {
    expect(mistakesOf("```console session=a", "$ ls", line, "```")).toEqual([
      "3: This is no step of the clock: ~ 30m, or ~ 30m x48 for 48 of them.",
    ]);
  },
);

test("a timeline belongs to the session it names, and to no other one", () => {
  const a = "```console session=a\n$ ls\n```";
  const [session] = read(a, "```timeline session=a\ntime | lead\n```").sessions;
  expect(session?.timelines.map(({ lines }) => lines)).toEqual([["time | lead"]]);
  expect(mistakesOf(a, "```timeline session=b\ntime | lead\n```")).toEqual([
    "4: The timeline names no session of this page.",
  ]);
});

test("a session is all blocks of its name, a real one is none, and other languages are text", () => {
  const { sessions, real } = read(
    "```console session=a fixture=bottle\r",
    "$ ls\r",
    "one\r",
    "```\r",
    "```ts code.ts\n$ no\n```",
    "- in a list",
    "  ```console session=b",
    "  $ pwd",
    "    two",
    "  ```",
    "````md\n```console session=c\n$ no\n```\n````",
    "~~~console session=a\n$ cat x\n```\n~~~",
    "```console real\n$ curl it\n```",
    "```console session=a real\n$ curl it\n```",
  );
  expect(real).toBe(2);
  expect(sessions.flatMap(({ mistakes }) => mistakes)).toEqual([]);
  expect(sessions.map(({ name, fixture, line }) => [name, fixture, line])).toEqual([
    ["a", "bottle", 1],
    ["b", undefined, 9],
  ]);
  expect(sessions[0]?.segments).toMatchObject([
    { line: 2, expected: ["one"], indent: "" },
    { line: 19, expected: ["```"] },
  ]);
  expect(sessions[1]?.segments).toMatchObject([{ line: 10, expected: ["  two"], indent: "  " }]);
});

test("a typed line without an assertion is a mistake", () => {
  const block = (...lines: string[]) => mistakesOf("```console session=a", ...lines, "```");
  const told = "2: Nothing is asserted after this line: add a printed line.";
  expect(block("s01 >> hi")).toEqual([told]);
  expect(block("s01 >> hi", "…", "s01 >> ho", "ho")).toEqual([told]);
  expect(block("s01 >> hi", "", "$ cat x", "x")).toEqual([told]);
  expect(block("s01 >> hi", "? Sure?: y", "…")).toEqual([]);
  expect(block("s01 >> hi", "^C", "(interrupted)")).toEqual([]);
  expect(block("s01 >> q", "$ ls", "s01 >>")).toEqual([]);
});

test("what a block says of itself is checked", () => {
  expect(mistakesOf("```console", "$ ls", "```")).toEqual([
    "1: The block names no session: session=a, or real.",
  ]);
  expect(mistakesOf("```console session=a fixtures=b", "$ ls", "```")).toEqual([
    '1: "fixtures=b" is none of session=, fixture= and real.',
  ]);
  expect(mistakesOf("```console session=a", "three", "$ ls", "```")).toEqual([
    "2: A block begins with what is typed, not printed.",
  ]);
  const again = ["```console session=a", "$ ls", "```", "```console session=a fixture=b", "```"];
  expect(mistakesOf(...again)).toEqual([
    "4: Session a goes on here: its fixture is named where it begins.",
  ]);
});
