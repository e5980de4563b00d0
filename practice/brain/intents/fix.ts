// practice/brain/intents/fix · runs the tests or a program, quotes what failed, and tries one plain mistake.
import { stringOf } from "../blocks.ts";
import { filesOf, pointsBack } from "../clauses.ts";
import { decide } from "../decide.ts";
import { failuresIn } from "../project/failure.ts";
import {
  boundsIn,
  type Edit,
  editStep,
  importsOf,
  nearestFirst,
  takenBack,
} from "../project/mend.ts";
import { report } from "../project/report.ts";
import { countsOf, filesHere, isTest, type Ran, runLine, runTests } from "../project/testRun.ts";
import { paragraphs, tell } from "../tell.ts";
import type { Clause, Language, PlanContext, Reading } from "../types.ts";
import { type Script, unfolding } from "../unfold.ts";
import { readStep } from "./read.ts";
import { startCommand } from "./run.ts";

/** "Run the tests", all or those of a file. */
export function runAllTests(clause: Clause, { language }: PlanContext): Reading {
  const [file] = filesOf(clause).filter(isTest);
  return unfolding("run-tests", function* () {
    const ran = yield* runTests(language, yield* filesHere(language), file);
    return ran === undefined ? tell(language, "noTests") : report(language, ran);
  });
}

const RUNS = ["run-file", "run-tests", "fix-and-rerun"];

/** "Fix it and run it again": the first does both. */
export function onlyReruns(clause: Clause, { steps, file, book }: PlanContext): boolean {
  const [best] = decide(clause, book).ranked;
  const isSame = filesOf(clause).every((name) => name === file);
  return steps.at(-1)?.rule === "fix-it" && isSame && RUNS.includes(best?.intent ?? "");
}

/** What was run last in the conversation. */
const lastLine = ({ earlier }: PlanContext): string =>
  earlier
    .flatMap(({ outcomes = [] }) => outcomes)
    .map(({ call }) => stringOf(call.input.command))
    .findLast((line) => PROGRAM.test(line) || TESTS.test(line)) ?? "";

const PROGRAM = /^(?:node|python3|bash) ([\w./-]+)$/;
const TESTS = /^(?:npm test|node --test|python3 -m (?:pytest|unittest))/;
const AGAIN = /\b(?:again|once more|re-?run)\b|再|もう一度|もう一回/i;

/** "Run them again", where tests were run last. */
export function testsAgain(clause: Clause, context: PlanContext): Reading | undefined {
  const isBare = clause.tokens.every(({ span }) => span === undefined);
  const isMeant = isBare && context.steps.length === 0 && AGAIN.test(clause.text);
  return isMeant && TESTS.test(lastLine(context)) ? runAllTests(clause, context) : undefined;
}

/** The program that a wish names, or that ran last; undefined for the tests, and for what is no program. */
function programOf(clause: Clause, context: PlanContext): string | undefined {
  const [named] = filesOf(clause);
  const ran = PROGRAM.exec(lastLine(context))?.[1];
  return named ?? (pointsBack(clause) ? (context.steps.at(-1)?.file ?? ran) : ran);
}

/** "Why does it fail?": the program or the tests once more, and what failed. */
export function whyFails(clause: Clause, context: PlanContext): Reading | undefined {
  const { language } = context;
  const program = programOf(clause, context);
  const line = program === undefined || isTest(program) ? undefined : startCommand(program);
  if (program !== undefined && line === undefined && !isTest(program)) return noProgram(language);
  return unfolding("explain-failure", function* () {
    const ran =
      line === undefined
        ? yield* runTests(language, yield* filesHere(language), program)
        : yield* runLine(language, line);
    return ran === undefined ? tell(language, "noTests") : report(language, ran);
  });
}

const noProgram = (language: Language): Reading => ({
  kind: "decline",
  reason: tell(language, "unknownCause"),
});

const MOST_TRIES = 4;

/** "Fix the failing test": the tests, then bounds that are off by one where the test leads; what does not help is taken back. */
export function fixIt(clause: Clause, context: PlanContext): Reading {
  const { language, steps } = context;
  const [file] = filesOf(clause);
  if (file !== undefined && startCommand(file) === undefined) return noProgram(language);
  const isAgain = /^(?:run|explain-failure)/.test(steps.at(-1)?.rule ?? "");
  return unfolding("fix-it", () => mend(language), isAgain ? 1 : 0);
}

function* mend(language: Language): Script {
  const files = yield* filesHere(language);
  const ran = yield* runTests(language, files);
  if (ran === undefined) return tell(language, "noTests");
  if (!ran.failed) return paragraphs([tell(language, "nothingFails"), report(language, ran)]);
  for (const edit of yield* editsFor(language, ran, files)) {
    yield editStep(language, edit);
    const { file, line, old, next } = edit;
    const again = yield* runLine(language, ran.line, tell(language, "changeIsIn", { file, line }));
    if (isBetter(again, ran)) {
      const change = ["```", `- ${old}`, `+ ${next}`, "```"].join("\n");
      const done = tell(language, "mended", { file, line });
      return paragraphs([done, change, report(language, again)]);
    }
    yield editStep(language, takenBack(edit));
  }
  return paragraphs([report(language, ran), tell(language, "unknownCause")]);
}

/** What might mend the first test that failed. */
function* editsFor(language: Language, ran: Ran, files: readonly string[]): Script<Edit[]> {
  const place = failuresIn(ran.text)[0]?.place;
  if (place === undefined || !files.includes(place.file)) return [];
  const text = yield readStep(language, place.file);
  const test = text.split("\n").slice(place.line - 1);
  const end = test.findIndex((line) => /^\}/.test(line));
  const edits: Edit[] = [];
  for (const file of importsOf(place.file, text, files)) {
    edits.push(...boundsIn(file, yield readStep(language, file)));
  }
  const own = test.slice(0, end < 0 ? undefined : end).join("\n");
  return nearestFirst(edits, own).slice(0, MOST_TRIES);
}

/** More passes than before and nothing fails that did not. */
function isBetter(ran: Ran, before: Ran): boolean {
  const [now, then] = [countsOf(ran), countsOf(before)];
  return (
    now !== undefined && then !== undefined && now.passed > then.passed && now.failed < then.failed
  );
}
