// course/judge/verdicts · which results of a spec's tests are right and which are wrong, as lines and as counts.
import { basename } from "node:path";
import type { Verdict } from "../spec/errors.ts";
import type { Counts, PairReport, SpecTest } from "../spec/report.ts";

/** A test as the command shows it. */
interface Line {
  test: SpecTest;
  isRight: boolean;
  word: string;
  message: string | undefined;
}

/** The tests of a spec as lines, the last of them the counts, and the exit code they make. */
export function reportOf(tests: SpecTest[], shouldFail: boolean) {
  const { linesOf, ending } = createTeller(shouldFail);
  const shown = tests.flatMap(linesOf);
  const { lines, counts, code } = ending(tests);
  return { lines: [...shown, ...lines], counts, code };
}

/** Tells the tests of a spec one after the other, and at the end what is to be said of all. */
export function createTeller(shouldFail: boolean) {
  const judgeOne = shouldFail ? judgeBefore : judgeHere;
  const told = new Set<string>();
  return {
    linesOf: (test: SpecTest): string[] => show(withoutRepeat(judgeOne(test), told)),
    ending(tests: SpecTest[]) {
      const counts = countOf(tests.map(judgeOne));
      const isGood = tests.length > counts.notJudged && counts.failed === 0;
      return {
        lines: [...missingTools(tests), summary(counts)],
        counts,
        code: isGood ? 0 : 1,
      };
    },
  };
}

/** For somebody who is writing the agent: the first broken promise whole, how many others there are, how many are kept. */
export function firstWrong(tests: SpecTest[]): string[] {
  const { failed, passed, notJudged } = countOf(tests.map(judgeHere));
  if (failed > 0) return [...missingTools(tests), ...firstBroken(tests), countsLine(tests)];
  if (notJudged > 0) return [`${passed} promises are kept, ${notJudged} are not judged.`];
  return [`All ${tests.length} promises are kept.`];
}

/** The first broken promise whole; nothing when none is broken. */
export function firstBroken(tests: SpecTest[]): string[] {
  const first = tests.map(judgeHere).find(({ isRight }) => !isRight);
  return first === undefined ? [] : show(first);
}

/** How many promises are kept, broken besides the one that is shown, and not judged. */
export function countsLine(tests: SpecTest[]): string {
  const { failed, notJudged } = countOf(tests.map(judgeHere));
  const parts = [`${tests.length - failed - notJudged} of ${tests.length} promises kept`];
  if (failed > 1) parts.push(`${failed - 1} more broken`);
  if (notJudged > 0) parts.push(`${notJudged} not judged`);
  return parts.join(", ");
}

/** What an agent answers when the model calls a tool that it does not have. */
const NO_TOOL = /There is no tool (\w+)\./g;

/** A tool that is missing, once for all tests that call it. One test alone says it itself, and may mean to. */
function missingTools(tests: SpecTest[]): string[] {
  const broken = tests.filter(({ verdict }) => verdict === "failed" || verdict === "broken");
  const names = broken.flatMap(({ message = "" }) => [
    ...new Set([...message.matchAll(NO_TOOL)].map(([, name = ""]) => name)),
  ]);
  return [...new Set(names)].flatMap((name) => {
    const count = names.filter((one) => one === name).length;
    return count > 1 ? [`The agent has no tool ${name}: ${count} broken promises call it.`] : [];
  });
}

/** A message that another test has given already is not printed again. */
function withoutRepeat(line: Line, told: Set<string>): Line {
  const { message } = line;
  if (message === undefined || !told.has(message)) {
    if (message !== undefined) told.add(message);
    return line;
  }
  return { ...line, message: "(the same as above)" };
}

/** A spec on an agent in one line, and all lines of it when something is wrong; with the counts. */
export function resultOf({ spec, on, tests }: PairReport, shouldFail: boolean) {
  const { lines, counts } = reportOf(tests, shouldFail);
  const failed = tests.length === 0 ? 1 : counts.failed; // a spec without tests promises nothing
  const wish = shouldFail ? ", where each test must fail" : "";
  const name = `spec of ${basename(spec)} on ${basename(on)}${wish}`;
  const first = `${name}: ${counts.passed} right, ${failed} wrong`;
  return { lines: [first, ...(failed > 0 ? lines : [])], counts: { ...counts, failed } };
}

/** The counts of several runs in one. */
export const sumOf = (all: Counts[]): Counts =>
  all.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );

/** On the spec's own chapter and on later ones, every promise is kept. */
function judgeHere(test: SpecTest): Line {
  const { verdict, message } = test;
  if (isUnjudged(test)) return unjudged(test);
  if (verdict === "wording")
    return {
      test,
      isRight: true,
      word: verdict,
      message: `Promise kept, wording differs: ${message}`,
    };
  const isRight = verdict === "passed" || verdict === "skipped";
  return { test, isRight, word: verdict, message };
}

const isUnjudged = ({ verdict }: SpecTest) => verdict === "not judged";

/** Neither right nor wrong; the word says what is missing to judge it. */
const unjudged = (test: SpecTest): Line => ({
  test,
  isRight: true,
  word: `not judged (${test.message})`,
  message: undefined,
});

/** On the chapter before, a test fails as it should, unless it is inherited: then it passes. */
function judgeBefore(test: SpecTest): Line {
  const { verdict, inherited } = test;
  if (isUnjudged(test)) return unjudged(test);
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
  const count = (wanted: Verdict) => lines.filter(({ test }) => test.verdict === wanted).length;
  const [skipped, notJudged, wording] = [count("skipped"), count("not judged"), count("wording")];
  const wrong = lines.filter(({ isRight }) => !isRight);
  const passed = lines.length - wrong.length - skipped - notJudged;
  const broken = wrong.filter(({ test }) => test.verdict === "broken").length;
  return { passed, failed: wrong.length, broken, skipped, wording, notJudged };
}

/** In the mode for the chapter before, "passed" counts the tests that did as they should. */
function summary(counts: ReturnType<typeof countOf>): string {
  const { passed, failed, broken, skipped, wording, notJudged } = counts;
  const parts = [`${passed} passed`];
  if (wording > 0) parts.push(`${wording} of them in other words`);
  parts.push(`${failed} failed`);
  if (broken > 0) parts.push(`${broken} of them broken`);
  if (skipped > 0) parts.push(`${skipped} skipped`);
  if (notJudged > 0) parts.push(`${notJudged} not judged`);
  return parts.join(", ");
}
