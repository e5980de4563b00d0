// practice/brain/intents/fix · runs the tests or a program, says what fails first and where, and tries plain mistakes.
import { stringOf } from "../blocks.ts";
import { filesOf, pointsBack } from "../clauses.ts";
import { decide } from "../decide.ts";
import { importsIn } from "../project/code.ts";
import { type Edit, editStep, takenBack } from "../project/edit.ts";
import { type Failure, failuresIn } from "../project/failure.ts";
import { mistakesIn } from "../project/mistakes.ts";
import { failureText, report } from "../project/report.ts";
import { type Scene, sceneOf } from "../project/scene.ts";
import { excerpt, listed, paragraphs, tell } from "../project/tell.ts";
import { countsOf, filesHere, isTest, type Ran, runLine, runTests } from "../project/testRun.ts";
import type { Clause, Language, PlanContext, Reading } from "../types.ts";
import { type Script, unfolding } from "../unfold.ts";
import { quoted } from "../words.ts";
import { repair } from "./repair.ts";
import { startCommand } from "./run.ts";

/** It would not end by itself. */
const SERVER = /(?:^|\/)server\.\w+$/;

/** What is to be run: the file that a wish names, or the program that ran last. */
interface Target {
  file: string | undefined;
  /** Whether it is run before the tests. */
  isFirst: boolean;
}

/** "Run the tests", all or those of a file. */
export function runAllTests(clause: Clause, { language }: PlanContext): Reading {
  const [file] = filesOf(clause).filter(isTest);
  return unfolding("run-tests", function* () {
    const files = yield* filesHere(language);
    const ran = yield* runTests(language, files, file);
    return ran === undefined ? tell(language, "noTests") : report(language, ran, files);
  });
}

/** "And tell me what is red": the answer says it anyway. */
const TESTED = /^(?:run-tests|fix-it|fix-and-rerun)$/;
const ASKS_WHICH =
  /^(?:(?:please|also|just)\s+)*(?:(?:tell|show|say|report|give|let)(?: (?:to )?me)?(?: know)?|see|report|list) (?:what|what's|whats|which|how many|if|whether|the (?:failing|failed|red|broken) ones?)\b.*\b(?:red|green|fail\w*|broken|breaks?|pass\w*|wrong|works?|ok|okay|happens?|left|remain\w*)\b[^a-z]*$|^(?:tell|show|give) me the (?:failing|failed|red|broken) (?:ones?|tests?)[^a-z]*$/i;
const RUNS = ["run-file", "run-tests", "fix-and-rerun"];

/** "Fix it and run it again": the first does both. */
export function onlyReruns(clause: Clause, { steps, file, book }: PlanContext): boolean {
  const [best] = decide(clause, book).ranked;
  if (TESTED.test(steps.at(-1)?.rule ?? "") && ASKS_WHICH.test(clause.text.trim())) return true;
  const isSame = filesOf(clause).every((name) => name === file);
  return steps.at(-1)?.rule === "fix-it" && isSame && RUNS.includes(best?.intent ?? "");
}

export function whyFails(clause: Clause, context: PlanContext): Reading | undefined {
  const { language } = context;
  return aboutFailure("explain-failure", clause, context, function* (target) {
    const found = yield* find(language, target);
    if (typeof found === "string") return found;
    return paragraphs([...whereText(language, found), tell(language, "askToFix")]);
  });
}

export function fixIt(clause: Clause, context: PlanContext): Reading | undefined {
  return aboutFailure("fix-it", clause, context, (target) => mend(context.language, target));
}

/** A text is no program, and a server would not end. */
function aboutFailure(
  rule: string,
  clause: Clause,
  context: PlanContext,
  script: (target: Target) => Script,
): Reading | undefined {
  const { steps } = context;
  const [named = steps.at(-1)?.file, more] = filesOf(clause);
  const isProgram = named === undefined || startCommand(named) !== undefined;
  if (!isProgram || more !== undefined) return repair(clause, context);
  const ran = pointsBack(clause) || named === undefined ? lastProgram(context) : undefined;
  const file = named ?? ran;
  if (file !== undefined && SERVER.test(file)) return repair(clause, context);
  const isAgain = /^(?:run|explain-failure)/.test(steps.at(-1)?.rule ?? "");
  const isFirst = file !== undefined && (file === ran || !file.includes("/"));
  return unfolding(rule, () => script({ file, isFirst }), isAgain ? 1 : 0);
}

const PROGRAM = /^(?:node|python3|bash) ([\w./-]+)$/;
const TESTS = /^(?:npm test|node --test|python3 -m (?:pytest|unittest))/;

/** The program that was run last, where no tests were run since. */
function lastProgram({ earlier }: PlanContext): string | undefined {
  const lines = earlier
    .flatMap(({ outcomes = [] }) => outcomes)
    .map(({ call }) => stringOf(call.input.command));
  const last = lines.findLast((line) => PROGRAM.test(line) || TESTS.test(line)) ?? "";
  return PROGRAM.exec(last)?.[1];
}

/** "Run them again", where tests were run last. */
export function testsAgain(clause: Clause, context: PlanContext): Reading | undefined {
  const lines = context.earlier
    .flatMap(({ outcomes = [] }) => outcomes)
    .map(({ call }) => stringOf(call.input.command));
  const last = lines.findLast((line) => PROGRAM.test(line) || TESTS.test(line)) ?? "";
  const isBare = clause.tokens.every(({ span }) => span === undefined);
  const isMeant = isBare && context.steps.length === 0 && AGAIN.test(clause.text);
  return isMeant && TESTS.test(last) ? runAllTests(clause, context) : undefined;
}
const AGAIN = /\b(?:again|once more|one more time|another time|re-?run)\b|再|もう一度|もう一回/i;

interface Found {
  ran: Ran;
  failure: Failure;
  scene: Scene;
  files: string[];
}

/** What fails first, and where; what is said where nothing does. */
function* find(language: Language, { file, isFirst }: Target): Script<Found | string> {
  const files = yield* filesHere(language);
  const test = file !== undefined && isTest(file) ? file : undefined;
  const line = test === undefined && file !== undefined ? startCommand(file) : undefined;
  let ran = line !== undefined && isFirst ? yield* runLine(language, line) : undefined;
  if (ran?.failed !== true) ran = (yield* runTests(language, files, test)) ?? ran;
  if (ran?.failed !== true && line !== undefined && !isFirst) ran = yield* runLine(language, line);
  if (ran === undefined) return tell(language, "nothingToRun");
  if (!ran.failed)
    return paragraphs([tell(language, "nothingFails"), report(language, ran, files)]);
  const [failure] = failuresIn(ran.text);
  if (failure === undefined) return report(language, ran, files);
  return { ran, failure, files, scene: yield* sceneOf(language, failure, files) };
}

/** What fails first, with the lines where it shows and those that are called there. */
function whereText(language: Language, { ran, failure, scene, files }: Found): string[] {
  const { shown, suspects } = scene;
  const counts = countsOf(ran);
  const what = failureText(language, failure, files);
  const [called] = suspects.filter(({ file }) => file !== shown?.file);
  const isTold =
    called !== undefined &&
    shown !== undefined &&
    isTest(shown.file) &&
    importsIn([shown.lines[shown.at] ?? ""]).length === 0;
  return [
    counts === undefined ? "" : tell(language, "counts", { line: ran.line, ...counts }),
    tell(language, "first", { what }),
    ...(shown === undefined ? [quoted(language, ran.text)] : shownText(language, shown)),
    isTold ? tell(language, "calls", { file: called.file }) : "",
    isTold ? excerpt(called.lines, called.from, Math.min(called.to, called.from + 14)) : "",
  ];
}

const shownText = (language: Language, { file, lines, at }: NonNullable<Scene["shown"]>) => [
  tell(language, "place", { file, line: at + 1 }),
  excerpt(lines, Math.max(0, at - 2), at + 2),
];

const MOST_TRIES = 4;

/** Tries one plain mistake after the other; what does not help is taken back. */
function* mend(language: Language, target: Target): Script {
  const found = yield* find(language, target);
  if (typeof found === "string") return found;
  const tried: Edit[] = [];
  for (const edit of mistakesIn(found.failure, found.scene).slice(0, MOST_TRIES)) {
    yield editStep(language, edit);
    const note = tell(language, "changeIsIn", { file: edit.file, line: edit.at + 1 });
    const ran = yield* runLine(language, found.ran.line, note);
    if (isBetter(ran, found)) return mendedText(language, edit, ran, tried.length, found.files);
    yield editStep(language, takenBack(edit));
    tried.push(edit);
  }
  const end = tried.length === 0 ? "unknownCause" : "triedInVain";
  const changes = listed(tried.map((edit) => `${edit.file}:${edit.at + 1} ${shortChange(edit)}`));
  return paragraphs([...whereText(language, found), tell(language, end), changes]);
}

/** What failed does not, more passes than before and no more fails; of a program, it does not fail. */
function isBetter(ran: Ran, { ran: before, failure }: Found): boolean {
  const [now, then] = [countsOf(ran), countsOf(before)];
  if (now === undefined || then === undefined) return !ran.failed;
  const isThere = ran.failed && failuresIn(ran.text).some(({ name }) => name === failure.name);
  return !isThere && now.passed > then.passed && now.failed <= then.failed;
}

function mendedText(
  language: Language,
  edit: Edit,
  ran: Ran,
  count: number,
  files: readonly string[],
): string {
  const { file, lines, at, next } = edit;
  const change = ["```", `- ${lines[at]}`, ...next.map((line) => `+ ${line}`), "```"].join("\n");
  return paragraphs([
    tell(language, "mended", { file, line: at + 1 }),
    change,
    count === 0 ? "" : tell(language, "triedBefore", { count }),
    report(language, ran, files),
  ]);
}

const shortChange = ({ lines, at, next }: Edit): string =>
  `\`${lines[at]?.trim()}\` → \`${next.join(" ").trim()}\``;
