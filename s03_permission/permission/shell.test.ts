import { expect, test } from "vitest";
import { readShellLine } from "./shell.ts";

const namesIn = (line: string) => readShellLine(line).commands.map(({ name }) => name);

test.each([
  ["a && b | c; d & e", ["a", "b", "c", "d", "e"]],
  ["if a; then b; elif c; then d; else e; fi", ["a", "b", "c", "d", "e"]],
  [
    "for x in $(a); do b; done; while c; do d; done; until e; do f; done",
    ["a", "b", "c", "d", "e", "f"],
  ],
  ["case $(a) in x) b ;; esac; select y in 1; do c; done", ["a", "b", "c"]],
  ["(a; { b; }); f() { c; }; ! d; time e; coproc g", ["a", "b", "c", "d", "e", "g"]],
  ['a "$(b)" `c` <(d) >(e) <<< "$(f)"', ["a", "b", "c", "d", "e", "f"]],
  ["a <<END\n$(b) `c`\nEND", ["a", "b", "c"]],
  ["a <<'END'\n$(b)\nEND", ["a"]],
  ["a $((1 + $(b))) ${x:-$(c)} ${y[$(d)]}; z=($(e))", ["a", "b", "c", "d", "e"]],
  ["X=$(a) b; Y=$(c)", ["b", "a", "c"]],
  ["[[ -n $(a) ]] && (( $(b) ))", ["a", "b"]],
  ["\\r'm' \"a\" $'\\x72m'; $'\\x72m' b", ["rm", "rm"]],
  ["/usr/bin/rm x; ./rm y", ["rm", "rm"]],
  ["bash -c 'a; b' ; sh -ec \"c\"", ["bash", "a", "b", "sh", "c"]],
  ["eval a 'b; c'", ["eval", "a", "c"]],
  ["find . -exec a {} \\; -o -execdir b {} +", ["find", "a", "b"]],
])("%s runs %j", (line, names) => {
  for (const name of names) expect(namesIn(line)).toContain(name);
  expect(readShellLine(line).unclear).toEqual([]);
});

test.each([
  "printf '%s' $((1 + 2))",
  "export X=1; read Y; test -n $Z",
  "echo '$(rm x)'",
  "[[ $X == a* ]]",
])("%s has nothing unclear in it", (line) => {
  expect(readShellLine(line).unclear).toEqual([]);
});

test.each([
  "sudo -u root rm x",
  "env -i A=b rm x",
  "xargs -0 -n 1 rm",
  "timeout -s KILL 5 rm x",
  "nice -n 5 nohup setsid rm x",
  "command -p rm x",
  "busybox rm x",
  "bash -c 'env rm x'",
  "trap 'rm x' EXIT",
  "find . -exec sh -c 'rm x' \\;",
])("%s runs rm, whatever its options mean", (line) => {
  expect(namesIn(line)).toContain("rm");
});

test.each([
  'echo "unclosed',
  "echo $(",
  "if true",
  "$X a",
  "r${Y}m a",
  "`a` b",
  "eval $X",
  "bash -c $X",
  "a | sh",
  "bash <<END\na\nEND",
  "xargs $X",
  "a > $FILE",
  "trap $X EXIT",
  "source <(a)",
  ". /dev/stdin",
  "let 'a[$(rm x)]=1'",
  "[[ -v 'a[$(rm x)]' ]]",
  "printf -v 'a[`rm x`]' y",
])("%s cannot be known", (line) => {
  expect(readShellLine(line).unclear).not.toEqual([]);
});

test.each([
  ["a > x 2>> y &> z >| w", { writes: ["x", "y", "z", "w"], reads: [] }],
  ["a < x 2>&1 1>&- <> y", { writes: ["y"], reads: ["x"] }],
  ["{ a; } > 'b c'", { writes: ["b c"], reads: [] }],
])("%s writes and reads %j", (line, files) => {
  expect(readShellLine(line)).toMatchObject(files);
});

test("a line that is nested very deep, or very long, is judged in time and not passed", () => {
  expect(readShellLine("$(".repeat(5000)).unclear).not.toEqual([]);
  expect(readShellLine(`env ${"env ".repeat(2000)}rm`).unclear).not.toEqual([]);
  let line = "rm x";
  for (let level = 0; level < 8; level++) line = `bash -c ${JSON.stringify(line)}`;
  expect(readShellLine(line).unclear).not.toEqual([]);
});
