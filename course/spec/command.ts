// course/spec/command · `course spec s02 [--on s01] [--should-fail] [--json]`: a spec run, in lines.
import { parseArgs } from "node:util";
import { chapterFolder, UsageError } from "../chapters.ts";
import { runSpecs, type SpecTest } from "./run.ts";

const USAGE = "course spec CHAPTER [--on CHAPTER] [--should-fail] [--json]";

/** A test as the command shows it. */
interface Line {
  test: SpecTest;
  isRight: boolean;
  word: string;
  message: string | undefined;
}

/**
 * Runs the command; `print` takes its lines. Gives the exit code: 0, or 1 when something is not as it should be.
 * Throws a UsageError for what cannot be run.
 */
export async function specCommand(
  args: string[],
  root: string,
  print: (line: string) => void,
): Promise<number> {
  const { spec, on, shouldFail, json } = readArgs(args, root);
  const { tests } = await runSpecs({ spec, on });
  const { lines, code, counts } = reportOf(tests, shouldFail);
  if (json) print(JSON.stringify({ spec, on, shouldFail, ...counts, tests }, undefined, 2));
  else for (const line of lines) print(line);
  return code;
}

/** The tests of a spec as lines, the last of them the counts, and the exit code they make. */
export function reportOf(tests: SpecTest[], shouldFail: boolean) {
  const all = tests.map(shouldFail ? judgeBefore : judgeHere);
  const counts = countOf(all);
  const isGood = all.length > 0 && counts.failed === 0;
  return { lines: [...all.flatMap(show), summary(counts)], counts, code: isGood ? 0 : 1 };
}

function readArgs(args: string[], root: string) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        on: { type: "string" },
        json: { type: "boolean" },
        "should-fail": { type: "boolean" },
      },
    });
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0) throw new UsageError(`Usage: ${USAGE}`);
    // npm runs scripts in the root, and says here where the person is.
    const base = process.env.INIT_CWD;
    const spec = chapterFolder(name, root, base);
    const on = values.on === undefined ? spec : chapterFolder(values.on, root, base);
    return { spec, on, json: values.json ?? false, shouldFail: values["should-fail"] ?? false };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${error instanceof Error ? error.message : error}. Usage: ${USAGE}`);
  }
}

/** On the spec's own chapter and on later ones, every promise is kept. */
function judgeHere(test: SpecTest): Line {
  const isRight = test.verdict === "passed" || test.verdict === "skipped";
  return { test, isRight, word: test.verdict, message: test.message };
}

/** On the chapter before, a test fails as it should, unless it is inherited: then it passes. */
function judgeBefore(test: SpecTest): Line {
  const { verdict, inherited } = test;
  const isRight = verdict === (inherited === undefined ? "failed" : "passed");
  if (isRight) return { test, isRight, word: verdict, message: undefined };
  const wrong =
    inherited === undefined ? "It should fail here." : "It is inherited: it should pass.";
  return { test, isRight, word: verdict, message: [wrong, test.message].join("\n").trim() };
}

function show({ test, isRight, word, message }: Line): string[] {
  const why = test.inherited === undefined ? "" : ` (inherited: ${test.inherited})`;
  const mark = isRight ? " " : "!";
  const detail = message === undefined ? [] : message.split("\n").map((line) => `    ${line}`);
  return [`${mark} ${word.padEnd(7)} ${test.name}${why}`, ...detail];
}

function countOf(lines: Line[]) {
  const skipped = lines.filter(({ test }) => test.verdict === "skipped").length;
  const passed = lines.filter(({ isRight }) => isRight).length - skipped;
  const wrong = lines.filter(({ isRight }) => !isRight);
  const broken = wrong.filter(({ test }) => test.verdict === "broken").length;
  return { passed, failed: wrong.length, broken, skipped };
}

/** In the mode for the chapter before, "passed" counts the tests that did as they should. */
function summary({ passed, failed, broken, skipped }: ReturnType<typeof countOf>): string {
  const parts = [`${passed} passed`, `${failed} failed`];
  if (broken > 0) parts.push(`${broken} of them broken`);
  if (skipped > 0) parts.push(`${skipped} skipped`);
  return parts.join(", ");
}
