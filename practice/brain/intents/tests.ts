// practice/brain/intents/tests · the tests run and what failed quoted, and one plain mistake mended: a bound that leaves its own number out.

import { filesOf, says } from "../clauses.ts";
import { listed, paragraphs, tell } from "../tell.ts";
import type { Clause, Intent, Language, Outcome, PlanContext, Reading, Step } from "../types.ts";
import { isEmpty } from "../words.ts";
import { replaceStep } from "./change.ts";
import { needsModel } from "./leads.ts";
import { readStep } from "./read.ts";
import { runStep } from "./run.ts";

/** How many tests passed and failed, as node counts them at the end. */
const COUNTS = /^ℹ pass (?<passed>\d+)\n(?:ℹ .*\n)*?ℹ fail (?<failed>\d+)$/m;
const FAILURES = "✖ failing tests:";
/** The name of a test that failed, its error, and the two values. */
const TOLD = /^✖ .+|^\s*(?:[A-Z]\w*Error\b|actual:|expected:).*/gm;

const TEST = /\btests?\b|测试|テスト/i;

/** "Why does the test fail?": what the tests say of it. */
export const whyFails: Intent = (clause, context) =>
  says(clause, TEST) ? runTests(clause, context) : undefined;

/** "Run the tests": the counts, and each that failed. */
export function runTests(clause: Clause, { language }: PlanContext): Reading | undefined {
  return filesOf(clause).length > 0 ? undefined : { kind: "steps", steps: [testStep(language)] };
}

const testStep = (language: Language): Step => ({
  ...runStep(language, "run-tests", "npm test"),
  accepts: COUNTS,
  say: (result) => report(language, result),
});

function report(language: Language, result: string): string {
  const counts = COUNTS.exec(result)?.groups;
  if (counts === undefined) return runStep(language, "run-tests", "npm test").say(result, []);
  const failures = result.split(FAILURES)[1]?.match(TOLD) ?? [];
  const said = failures.map((line) => `\`${line.trim()}\``);
  return paragraphs([tell(language, "counts", counts), listed(said)]);
}

/** "Fix it": the tests, then the one bound with a number of the first test that failed, then the tests again. */
export function fixIt(clause: Clause, { language, steps }: PlanContext): Reading {
  if (filesOf(clause).length > 0 || steps.some(({ rule }) => rule !== "run-tests"))
    return { kind: "decline", reason: needsModel(language, "fix-it") };
  const test = testStep(language);
  const nothing = (result: string) =>
    COUNTS.exec(result)?.groups?.failed === "0"
      ? paragraphs([tell(language, "nothingFails"), report(language, result)])
      : undefined;
  const mend: Step[] = [
    { ...test, isQuiet: true, problem: nothing },
    { ...readStep(language, "package.json"), isQuiet: true, call: readsTest },
    boundStep(language),
    { ...replaceStep(language, "*.js", ">", ">="), isQuiet: true, call: editsBound },
    { ...test, rule: "fix-it", say: (result, done) => saidOfMend(language, result, done) },
  ];
  return { kind: "steps", steps: mend, replace: steps.length };

  function readsTest(...[offer, [ran]]: Parameters<Step["call"]>) {
    return readStep(language, placeIn(ran).file).call(offer, []);
  }
  function editsBound(...[offer, done]: Parameters<Step["call"]>) {
    const { file, old, next } = boundIn(done);
    return replaceStep(language, file, old, next).call(offer, []);
  }
}

/** A test in this folder or below: what tests print is no reason to read anything else. */
const PLACE = /^test at (?!\/|.*\.\.)(\S+\.[cm]?js):(\d+):/m;

/** Where the first test that failed begins; where nothing says it, no bound has anything to do with what is read. */
function placeIn(ran: Outcome | undefined): { file: string; line: number } {
  const [, file = "package.json", line = "1"] = PLACE.exec(ran?.text ?? "") ?? [];
  return { file, line: Number(line) };
}

/** The numbers of the test, outside its texts. */
function numbersIn([ran, read]: Outcome[]): string[] {
  const lines = (read?.text ?? "").split("\n").slice(placeIn(ran).line - 1);
  const [test = ""] = lines.join("\n").split(/^\}/m);
  return test.replace(/"[^"]*"/g, "").match(/\b\d+\b/g) ?? ["0"];
}

const boundStep = (language: Language): Step => ({
  ...runStep(language, "find-text", "grep"),
  isQuiet: true,
  call: (offer, done) =>
    offer.shell?.(
      `grep -rnE ' [<>] (${numbersIn(done).join("|")})\\b' --include=*.js --exclude=*.test.js --exclude-dir=node_modules . | sort`,
    ),
  problem: (result) =>
    isEmpty(result) || result.includes("\n") ? needsModel(language, "fix-it") : undefined,
});

function boundIn([, , found]: Outcome[]): Record<"file" | "line" | "old" | "next", string> {
  const [, file = "", line = "", old = ""] =
    /^(?:\.\/)?(.+?):(\d+):(.*)$/.exec(found?.text ?? "") ?? [];
  return { file, line, old, next: old.replace(/ ([<>]) (?=\d)/, " $1= ") };
}

function saidOfMend(language: Language, result: string, done: Outcome[]): string {
  const { file, line, old, next } = boundIn(done);
  const isGreen = COUNTS.exec(result)?.groups?.failed === "0";
  const said = tell(language, isGreen ? "mended" : "notMended", { file, line });
  return paragraphs([said, "```", `- ${old}`, `+ ${next}`, "```", report(language, result)]);
}
