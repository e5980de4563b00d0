// course/mutants/run · a list that is not right is said, with the mistake and what is wrong about it.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { FIXTURES, ROOT } from "../base/root.ts";
import { type Mutant, mutantsOf } from "./mutants.ts";
import { judgeMutants } from "./run.ts";

/** A root with the toy agent as its only chapter, and a list of mistakes for it. */
function rootWith(list: Mutant[]): string {
  const root = mkdtempSync(join(tmpdir(), "toy-mutants-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  cpSync(join(FIXTURES, "toy-agent"), join(root, "toy-agent"), { recursive: true });
  const spec = join(root, "toy-agent", "spec.test.ts");
  const text = readFileSync(spec, "utf8");
  writeFileSync(spec, text.replace("../../spec.ts", join(ROOT, "course", "spec.ts")));
  const lists = join(root, "course", "mutants", "lists");
  mkdirSync(lists, { recursive: true });
  writeFileSync(join(lists, "toy.json"), JSON.stringify(list));
  return root;
}

const silent = {
  breaks: "nothing is printed",
  file: "agent.ts",
  old: "say(`${text}\\n`)",
  new: "{}",
};
const deaf = {
  breaks: "no question is asked",
  file: "code.ts",
  old: "asks: true",
  new: "asks: false",
};
const other = { file: "agent.ts", old: '"no such tool"', new: '"none"' };
const list: Mutant[] = [
  { ...silent, by: 1 },
  { ...deaf, by: 3 },
  { ...other, breaks: "the words for an unknown tool" },
  { ...other, breaks: "these words again", left: "no promise is about them" },
  { breaks: "what is gone", file: "agent.ts", old: "old words", new: "", by: 1 },
];

test("each mistake that another promise finds, or none without a reason, or that has no place any more is named", async () => {
  const lines: string[] = [];
  const counts = await judgeMutants(["toy-agent"], rootWith(list), (line) => lines.push(line));
  expect(lines).toEqual([
    "! toy-agent: no question is asked: promise 2 finds it, not 3",
    "! toy-agent: the words for an unknown tool: no promise finds it, and no reason is given",
    '! toy-agent: what is gone: its list does not fit any more: agent.ts has "old words" 0 times, not once',
    "toy-agent: its spec finds 2 of 5 planted mistakes",
  ]);
  expect(counts).toEqual({ passed: 2, failed: 3, skipped: 0 });
});

test("the number of the promise that finds a mistake is written", async () => {
  const root = rootWith([
    { ...deaf, by: 3 },
    { ...silent, left: "no promise is about it" },
  ]);
  const lines: string[] = [];
  await judgeMutants(["toy-agent"], root, (line) => lines.push(line), true);
  expect(lines).toEqual([
    "! toy-agent: no question is asked: promise 2 finds it, not 3",
    "! toy-agent: nothing is printed: promise 1 finds it, so it is not left",
    "toy-agent: its spec finds 2 of 2 planted mistakes",
  ]);
  expect(mutantsOf("toy-agent", root)).toEqual([
    { ...deaf, by: 2 },
    { ...silent, by: 1 },
  ]);
});
