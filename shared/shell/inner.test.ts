import { expect, test } from "vitest";
import { everyRun } from "./inner.ts";
import { readShellLine } from "./line.ts";
import { runsCode, scriptOf } from "./programs.ts";

const PLAIN = ["cat", "echo", "find"];

/** Every command that a line may run, as text. */
const runBy = (line: string) =>
  [...everyRun(readShellLine(line), (name) => PLAIN.includes(name))].flatMap(({ commands }) =>
    commands.map((words) => words.join(" ")),
  );

test.each([
  "rm x",
  "env A=1 rm x",
  "timeout 5 nice -n 3 rm x",
  "find . -name a -exec rm x",
  "find . -ok env rm x",
  "bash -c 'rm x'",
  "env sh -c 'rm x'",
  "bash -c \"bash -c 'rm x'\"",
  "eval rm x",
  "bash <<< 'rm x'",
  "sh <<END\nrm x\nEND",
  "echo $(bash -c 'rm x')",
])("%s may run rm x", (line) => {
  expect(runBy(line)).toContain("rm x");
});

test.each(["echo rm x", "env echo rm x", "env cat rm x", "find . -name rm x", "env find rm x"])(
  "%s does not run rm x",
  (line) => {
    expect(runBy(line)).not.toContain("rm x");
  },
);

test("the written files of inner lines are seen", () => {
  const runs = [...everyRun(readShellLine("a > x; bash -c 'b > y'"), () => false)];
  expect([...new Set(runs.flatMap(({ writes }) => writes))]).toEqual(["x", "y"]);
});

test("a line that is made to be slow is searched only in part", () => {
  expect(runBy(`env ${"env ".repeat(700)}`).length).toBeLessThan(1000);
  const many = Array.from({ length: 200 }, (_, number) => `'a${number}'`).join(" ");
  expect([...everyRun(readShellLine(`bash ${many}`), () => false)]).toHaveLength(51);
});

test.each([
  [["bash", "x.sh"], true],
  [["/bin/sh"], true],
  [["."], true],
  [["python3", "x.py"], false],
  [["python3.12", "-c", "1"], true],
  [["python3"], true],
  [["node", "--eval", "1"], true],
  [["node", "--test"], false],
  [["env", "python3", "x.py"], true],
  [["env", "ls"], false],
  [["ls"], false],
])("%j runs code that is not in its words: %s", (words, expected) => {
  expect(runsCode(words)).toBe(expected);
});

test("a script has a name with an ending", () => {
  expect(scriptOf(["node", "x.js", "a"])).toBe("x.js");
  expect(scriptOf(["/usr/bin/python3", "./a/b.py"])).toBe("./a/b.py");
  for (const words of [["node", "x"], ["node", "-e", "x.js"], ["cat", "x.js"], ["node"]])
    expect(scriptOf(words)).toBeUndefined();
});
