// course/judge/verdicts · which results of a spec's tests are right and which are wrong, as lines and as counts.
import { say } from "../base/say.ts";
import type { Verdict } from "../spec/errors.ts";
import type { Counts, SpecTest } from "../spec/report.ts";

/** The promises of the spec, in order: `--only` takes their numbers. Without them, lines have no number. */
export type Numbering = readonly string[];

/** A test as the command shows it. */
interface Line {
  test: SpecTest;
  isRight: boolean;
  word: string;
  message: string | undefined;
}

/** The tests of a spec as lines, the last of them the counts, and the exit code they make. */
export function reportOf(tests: SpecTest[], shouldFail: boolean, numbering?: Numbering) {
  const { linesOf, ending } = createTeller(shouldFail, numbering);
  const shown = tests.flatMap(linesOf);
  const { lines, counts, code } = ending(tests);
  return { lines: [...shown, ...lines], counts, code };
}

/** Tells the tests of a spec one after the other, and at the end what is to be said of all. */
export function createTeller(shouldFail: boolean, numbering?: Numbering) {
  const judgeOne = shouldFail ? judgeBefore : judgeHere;
  const told = new Map<string, string>();
  return {
    linesOf: (test: SpecTest): string[] =>
      show(withoutRepeat(judgeOne(test), told, numbering), numbering),
    ending(tests: SpecTest[]) {
      const counts = countOf(tests.map(judgeOne));
      const isGood = tests.length > counts.notJudged && counts.failed === 0;
      return { lines: [summary(counts)], counts, code: isGood ? 0 : 1 };
    },
  };
}

/** For somebody who is writing the agent: the first broken promise whole, how many others there are, how many are kept. */
export function firstWrong(tests: SpecTest[], numbering?: Numbering): string[] {
  const { failed, passed, notJudged } = countOf(tests.map(judgeHere));
  if (failed > 0) return [...firstBroken(tests, numbering), countsLine(tests)];
  if (notJudged > 0) return [say`${passed} promises are kept, ${notJudged} are not judged.`];
  return [say`All ${tests.length} promises are kept.`];
}

/** The first broken promise whole; nothing when none is broken. */
export function firstBroken(tests: SpecTest[], numbering?: Numbering): string[] {
  const first = tests.map(judgeHere).find(({ isRight }) => !isRight);
  return first === undefined ? [] : show(first, numbering);
}

/** How many promises are kept, have failed besides the one that is shown, and are not judged. */
export function countsLine(tests: SpecTest[]): string {
  const { failed, notJudged } = countOf(tests.map(judgeHere));
  const parts = [say`${tests.length - failed - notJudged} of ${tests.length} promises kept`];
  if (failed > 1) parts.push(say`${failed - 1} more failed`);
  if (notJudged > 0) parts.push(say`${notJudged} not judged`);
  return parts.join(say`, `);
}

/** How many promises of the core are kept, and how many of the rest; nothing where not all of both were judged. */
export function coreLine(tests: SpecTest[], core: string[] = []): string[] {
  const kept = (some: SpecTest[]) =>
    say`${some.filter(({ verdict }) => verdict === "passed").length} of ${some.length}`;
  const isCore = ({ name }: SpecTest) => core.includes(name);
  const [of, rest] = [tests.filter(isCore), tests.filter((test) => !isCore(test))];
  if (of.length < core.length || of.length === 0 || rest.length === 0) return [];
  return [say`The core: ${kept(of)} promises kept; the rest: ${kept(rest)}.`];
}

/** What another test has given already is not printed again, whole messages or long lines: that one is named. */
function withoutRepeat(line: Line, told: Map<string, string>, numbering?: Numbering): Line {
  const { message, test } = line;
  if (message === undefined) return line;
  const before = told.get(message);
  if (before !== undefined) return { ...line, message: say`(the same as ${before})` };
  const number = numberOf(test, numbering);
  const place = number === undefined ? say`above` : String(number);
  const lines = message.split("\n").map((text) => {
    const key = keyOf(text);
    const first = told.get(key);
    if (first !== undefined && first !== place && isLongQuote(text))
      return say`${text.slice(0, SHOWN_AGAIN)} … (the same as in ${first})`;
    told.set(key, first ?? place);
    return text;
  });
  told.set(message, place);
  return { ...line, message: lines.join("\n") };
}

/** So much of a long line is printed when it comes again. */
const SHOWN_AGAIN = 60;

const isLongQuote = (text: string) => /^ *\| /.test(text) && text.length > 2 * SHOWN_AGAIN;

/** The scratch folder of each test has another name. */
const keyOf = (text: string) => text.replaceAll(/\bspec-\w{6}\b/g, "spec-…");

function numberOf({ name }: SpecTest, numbering: Numbering = []): number | undefined {
  const at = numbering.indexOf(name);
  return at < 0 ? undefined : at + 1;
}

/** The counts of several runs in one. */
export const sumOf = (all: Counts[]): Counts => {
  const sum = (name: keyof Counts) => all.reduce((total, counts) => total + counts[name], 0);
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
};

/** On the spec's own chapter and on later ones, every promise is kept. */
function judgeHere(test: SpecTest): Line {
  const { verdict, message } = test;
  if (isUnjudged(test)) return unjudged(test);
  const isRight = verdict === "passed" || verdict === "skipped";
  return { test, isRight, word: wordOf(verdict), message };
}

/** What is printed for a verdict: the short ones are equally wide. */
const wordOf = (verdict: Verdict): string =>
  ({
    passed: say`passed `,
    failed: say`failed `,
    broken: say`could not run`,
    skipped: say`skipped`,
    "not judged": say`not judged`,
  })[verdict];

const isUnjudged = ({ verdict }: SpecTest) => verdict === "not judged";

/** Neither right nor wrong; the word says what is missing to judge it. */
const unjudged = (test: SpecTest): Line => ({
  test,
  isRight: true,
  word: say`not judged (${test.message})`,
  message: undefined,
});

/**
 * On the chapter before, a test fails as it should, unless it is inherited: then it passes. That the chapter before
 * does not have the tool is no reason to fail: then the test could not tell an agent that only has the tool.
 */
function judgeBefore({ otherwise, ...told }: SpecTest): Line {
  const test = { ...told, verdict: otherwise ?? told.verdict };
  const { verdict, inherited } = test;
  if (isUnjudged(test)) return unjudged(test);
  const isRight = verdict === (inherited === undefined ? "failed" : "passed");
  if (isRight) return { test, isRight, word: wordOf(verdict), message: undefined };
  const wrong =
    inherited === undefined ? say`It should fail here.` : say`It is inherited: it should pass.`;
  const message = [wrong, test.message].join("\n").trim();
  return { test, isRight, word: wordOf(verdict), message };
}

function show({ test, isRight, word, message }: Line, numbering?: Numbering): string[] {
  const why = test.inherited === undefined ? "" : say` (inherited: ${test.inherited})`;
  const mark = isRight ? " " : "!";
  const indent = numbering === undefined ? "    " : "        ";
  const detail = message === undefined ? [] : message.split("\n").map((line) => indent + line);
  const number =
    numbering === undefined ? "" : `${String(numberOf(test, numbering) ?? "").padStart(3)} `;
  return [`${number}${mark} ${word} ${test.name}${why}`, ...detail];
}

function countOf(lines: Line[]) {
  const count = (wanted: Verdict) => lines.filter(({ test }) => test.verdict === wanted).length;
  const [skipped, notJudged] = [count("skipped"), count("not judged")];
  const wrong = lines.filter(({ isRight }) => !isRight);
  const passed = lines.length - wrong.length - skipped - notJudged;
  const broken = wrong.filter(({ test }) => test.verdict === "broken").length;
  return { passed, failed: wrong.length, broken, skipped, notJudged };
}

/** In the mode for the chapter before, "passed" counts the tests that did as they should. */
function summary(counts: ReturnType<typeof countOf>): string {
  const { passed, failed, broken, skipped, notJudged } = counts;
  const parts = [say`${passed} passed`];
  parts.push(say`${failed - broken} failed`);
  if (broken > 0) parts.push(say`${broken} could not run`);
  if (skipped > 0) parts.push(say`${skipped} skipped`);
  if (notJudged > 0) parts.push(say`${notJudged} not judged`);
  return parts.join(say`, `);
}
