// course/replay/plain · what a start line says without a shell, and where only a shell can tell.
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { readPlain } from "./plain.ts";

/** What a program gets from bash. */
function fromBash(before: string, after: string) {
  const program = "console.log(JSON.stringify([process.env.A ?? '', process.argv.slice(1)]))";
  const line = `${before} ${process.execPath} -e "${program}" -- ${after}`;
  return JSON.parse(execFileSync("bash", ["-c", line], { encoding: "utf8" }));
}

test.each([
  ["", ""],
  ["A=1", "--resume"],
  ["A='two words' ", `-p 'say "one"' "it's" a'b c'd`],
  ["A= B=x/y.json", "context list "],
])("%j and %j are read as bash reads them", (before, after) => {
  const plain = readPlain(before, after);
  expect([plain?.env.A ?? "", plain?.words]).toEqual(fromBash(before, after));
});

test.each([
  "-p $HOME",
  '"$(seq 3)"',
  "2>/dev/null",
  "a | b",
  "*.md",
  "~",
  "a\\ b",
  "'open",
  "a; b",
  '"a!"',
])("%s is left to bash", (words) => {
  expect(readPlain("", words)).toBeUndefined();
});
