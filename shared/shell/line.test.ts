import { homedir } from "node:os";
import { expect, test } from "vitest";
import { FORK_BOMB, readShellLine } from "./line.ts";

const wordsIn = (line: string) =>
  readShellLine(line).commands.map(({ words }) => words.map(({ text }) => text));

test.each([
  ["ls -la", [["ls", "-la"]]],
  ["a && b || ! c | d; e\nf # g", [["a"], ["b"], ["c"], ["d"], ["e"], ["f"]]],
  ["a 'b  c' \"d'e\" f\\ g h'i'\"j\"", [["a", "b  c", "d'e", "f g", "hij"]]],
  ["'l's \\-l \"\" '$x' \"\\$y\"", [["ls", "-l", "", "$x", "$y"]]],
  ["a b#c --d=e {} f@g:h,i%j^k", [["a", "b#c", "--d=e", "{}", "f@g:h,i%j^k"]]],
  ["cat ~ ~/x '~' a~", [["cat", homedir(), `${homedir()}/x`, "~", "a~"]]],
  ["a <<'END'\n$(b)\nEND\nc", [["a"], ["c"]]],
  ["a <<< 'b c'", [["a"]]],
  ["", []],
])("%s is read as %j", (line, words) => {
  expect(wordsIn(line)).toEqual(words);
  expect(readShellLine(line).unclear).toEqual([]);
});

test("a star divides a word only if it is not quoted", () => {
  const [command] = readShellLine("ls a*.ts '*' \\* \"b*\"*").commands;
  expect(command?.words.map(({ pieces }) => pieces)).toEqual([
    ["ls"],
    ["a", ".ts"],
    ["*"],
    ["*"],
    ["b*", ""],
  ]);
});

test.each([
  ["a > x 2>> y &> z >| w", "write x, write y, write z, write w"],
  ["> 'b c' a < d 2>&1", "write b c, read d"],
  ["a > ~/x | b < y", `write ${homedir()}/x, read y`],
])("%s has the files %s", (line, files) => {
  const found = readShellLine(line);
  expect(found.files.map(({ how, path }) => `${how} ${path}`).join(", ")).toBe(files);
  expect(found.unclear).toEqual([]);
});

test("commands and files of one pipeline have the same number, later ones a higher one", () => {
  const { commands, files } = readShellLine("a | b > x && c < y; d\ne |& f");
  const numbers = commands.map(({ words: [name], pipeline }) => [name?.text, pipeline]);
  const numberOf = Object.fromEntries(numbers);
  expect(numberOf.a).toBe(numberOf.b);
  expect(numberOf.e).toBe(numberOf.f);
  const order = ["a", "c", "d", "e"].map((name) => numberOf[name]);
  expect(order).toEqual([...new Set(order)].sort((one, other) => one - other));
  expect(files.map(({ pipeline }) => pipeline)).toEqual([numberOf.a, numberOf.c]);
});

test.each([
  'echo "unclosed',
  "a $X",
  'a "${X}"',
  "a $(b)",
  "a `b`",
  "a $((1 + 2))",
  "a $'b'",
  'a $"b"',
  "a <(b)",
  "a b?",
  "a [bc]",
  "a {b,c}",
  "a {1..3}",
  "~+/a",
  "cat ~-/a",
  "cat a=~/b",
  "cat a=b:~/c",
  "X=1",
  "X=1 a",
  "X=(a b)",
  "a &",
  "a & b",
  "(a)",
  "{ a; }",
  "if a; then b; fi",
  "for x in a b; do c; done",
  "while a; do b; done",
  "f() { a; }",
  "time a",
  "coproc a",
  "[[ a ]]",
  "(( 1 ))",
  "a > $X",
  "a > b*",
  "a <> b",
  "a 3> b",
  "a {x}> b",
  "a >&3",
  "a >& b",
  "a <<END\n$(b)\nEND",
  "a <<'END'\nb",
  "a | | b",
])("%s is not understood", (line) => {
  expect(readShellLine(line).unclear).not.toEqual([]);
});

test.each([
  "a $(rm x)",
  'a "b $(rm x)" c',
  "a `rm x`",
  "a <(rm x)",
  "a > $(rm x)",
  "X=$(rm x)",
  "a ${X:-$(rm x)} $((1 + $(rm x)))",
  "f() { rm x; }",
  "if a; then rm x; else b; fi",
  "for y in a; do rm x; done",
  "while rm x; do a; done",
  "case a in a) rm x ;; esac",
  "{ (rm x) }; a & rm x & time rm x",
  "a <<END\n$(rm x)\nEND",
  "[[ -n $(rm x) ]]",
  "\\r'm' \"x\"",
])("in %s the command rm x is seen", (line) => {
  expect(readShellLine(line).seen).toContainEqual(["rm", "x"]);
});

test("written files are seen in every part of a line", () => {
  const { seenWrites } = readShellLine("if a; then b > x; fi; (c) >> y; d $(e &> z)");
  expect(seenWrites.sort()).toEqual(["x", "y", "z"]);
});

test.each([":() { :|:& }; :", "bomb() { bomb | bomb & }", "function f { f & f; }"])(
  "%s is a fork bomb",
  (line) => {
    expect(readShellLine(line).seen).toContainEqual([FORK_BOMB]);
  },
);

test.each(["f() { f; }; f", "f() { a | b & }"])("%s is not a fork bomb", (line) => {
  expect(readShellLine(line).seen).not.toContainEqual([FORK_BOMB]);
});

const LONGEST = 3000; // a longer line is not parsed

test.each(["$(", "(", "{ ", "if ", "a <(", '"$(', "${a:-", "$((", "f() { "])(
  "a line of many %s is parsed to its end, and not understood",
  (opening) => {
    expect(readShellLine(opening.repeat(LONGEST / opening.length)).unclear).not.toEqual([]);
  },
);
