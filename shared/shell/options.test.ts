import { expect, test } from "vitest";
import { readArguments } from "./options.ts";

const KINDS = { number: /^\d+$/, word: /^[a-z]+$/ };
const read = (line: string, forms: string) =>
  readArguments(line.split(" "), forms.split(" "), KINDS);

test("options and operands are divided, in any order; after -- come only operands", () => {
  expect(read("a -x b --all - -- -y --", "-x --all")).toEqual({
    options: ["-x", "--all"],
    operands: ["a", "b", "-", "-y", "--"],
  });
});

test.each([
  ["-l -a -la -all", "-[la]"],
  ["--color --color=red", "--color --color=<word>"],
  ["-n5 -n 7", "-n<number> -n_<number>"],
  ["-20", "-<number>"],
  ["-A3 -rA3 -rnA3", "-[rn] -*A<number>"],
  ["-rnA 3 -A 3", "-[rn] -*A_<number>"],
])("%s has the forms %s", (line, forms) => {
  expect(read(line, forms)).toEqual({ options: line.split(" "), operands: [] });
});

test.each([
  ["-lx", "-[la]", "-lx"],
  ["-[la]", "-[la]", "-[la]"],
  ["--all=1", "--all", "--all=1"],
  ["--al", "--all", "--al"],
  ["--color=", "--color --color=<word>", "--color="],
  ["-n x", "-n_<number>", "-n"],
  ["-n", "-n_<number>", "-n"],
  ["-n -- 5", "-n_<number>", "-n"],
  ["-n5", "-n_<number>", "-n5"],
  ["-n_5", "-n_<number>", "-n_5"],
  ["-n 5", "-n<number>", "-n"],
  ["-A3r", "-[rn] -*A<number>", "-A3r"],
  ["-rA3", "-[rn] -A<number>", "-rA3"],
  ["-xA3", "-[rn] -*A<number>", "-xA3"],
  ["-n<number>", "-n<number>", "-n<number>"],
  ["-x", "-<unheard-of>", "-x"],
])("%s does not have the forms %s", (line, forms, unknown) => {
  expect(read(line, forms)).toEqual({ unknown });
});

test("if there are forms for operands, each operand has one of them, and no option", () => {
  expect(read("-x 12 -- 3", "<number> -x")).toEqual({ options: ["-x"], operands: ["12", "3"] });
  expect(read("-x 12 a", "<number> -x")).toEqual({ unknown: "a" });
  expect(read("12 -- -y", "<number>")).toEqual({ unknown: "-y" });
  expect(read("-7", "<word>")).toEqual({ unknown: "-7" });
});
