// practice/brain/intents/addTest · a test for a function that is there: it pins down what the function gives now.
import { filesOf, says } from "../clauses.ts";
import {
  functionsIn,
  hasWord,
  importsIn,
  type Made,
  moduleFile,
  type Source,
} from "../project/code.ts";
import { editStep, linesAfter, takenBack } from "../project/edit.ts";
import { failuresIn } from "../project/failure.ts";
import { namesOf } from "../project/named.ts";
import { report } from "../project/report.ts";
import { paragraphs, tell } from "../project/tell.ts";
import { filesHere, isTest, type Ran, runTests } from "../project/testRun.ts";
import {
  type Case,
  newTestFile,
  OWN,
  type Tested,
  testEdits,
  testLines,
} from "../project/testText.ts";
import { quote } from "../shell.ts";
import type { Clause, Language, PlanContext, Reading } from "../types.ts";
import { type Script, unfolding } from "../unfold.ts";
import { quoted } from "../words.ts";
import { needsModel } from "./leads.ts";
import { readStep } from "./read.ts";
import { runStep } from "./run.ts";
import { writeStep } from "./writeStep.ts";

interface Wanted {
  name: string | undefined;
  file: string | undefined;
}

/** What is to be tested, or how, is more than what a function gives now. */
const DEMANDS =
  /\b(?:style|include|including|cover(?:ing|s)?|cases|edge|that (?:it|they|checks?|covers?|proves?|shows?|makes sure)|for when|for the case|in case|throws?|negative|make sure|ensur\w+|to (?:check|see|prove|show|verify))\b|\d\s*%/i;

/** "Add a test for coins", "add tests for src/money.js", "add a test". */
export function addTest(clause: Clause, { language, file: before }: PlanContext): Reading {
  const [named, other] = filesOf(clause).filter((name) => name.includes("."));
  const file = named ?? (says(clause, FOR_IT) ? before : undefined);
  const isMore = DEMANDS.test(clause.text) || (file !== undefined && isTest(file));
  if (isMore || other !== undefined || (file !== undefined && !/\.(?:[cm]?js|py)$/.test(file)))
    return { kind: "decline", reason: needsModel(language, "add-test") };
  const [name] = namesOf(clause, language);
  return unfolding("add-test", () => pinDown(language, { name, file }));
}

/** For what was spoken of before, and for nothing else. */
const FOR_IT = /\bfor (?:it|that|this)\b|[给为对]\s*[它这那]|(?:それ|これ|その)/i;

function* pinDown(language: Language, wanted: Wanted): Script {
  const files = yield* filesHere(language);
  const file = fileIn(files, wanted.file);
  const found = yield* functionFor(language, { ...wanted, file }, files);
  const missing = wanted.name ?? wanted.file ?? "–";
  if (found === undefined) return tell(language, "noFunction", { name: missing });
  const { tested, made } = found;
  const calls = callsOf(made);
  const printed = yield runStep(language, "try", tryLine(tested, calls));
  const cases = casesIn(printed, calls);
  if (cases.length === 0)
    return tell(language, "noValues", { name: made.name }) + quoted(language, printed);
  const there = yield* placeFor(language, tested);
  return yield* added(language, tested, cases, there);
}

/** Adds the test and runs all; one that fails is taken back. */
function* added(
  language: Language,
  tested: Tested,
  cases: Case[],
  there: Source | undefined,
): Script {
  const place = there ?? newTestFile(tested);
  const { file } = place;
  const test = testLines(tested.name, cases, place);
  const edits = testEdits(tested, place, test);
  const whole = [...edits.slice(-1).flatMap(linesAfter), ""].join("\n");
  if (there === undefined) yield writeStep(language, file, whole);
  else for (const edit of edits) yield editStep(language, edit);
  const ran = yield* runTests(language, [...tested.files, file]);
  if (ran !== undefined && isBroken(ran, file)) {
    if (there === undefined)
      return tell(language, "testFails", { file }) + quoted(language, ran.text);
    for (const edit of edits.toReversed()) yield editStep(language, takenBack(edit));
    return tell(language, "testTakenBack", { file }) + quoted(language, ran.text);
  }
  return paragraphs([
    tell(language, "testAdded", { name: tested.name, file }),
    ["```", ...test, "```"].join("\n"),
    tell(language, "pinsDown"),
    ran === undefined ? "" : report(language, ran, tested.files),
  ]);
}

const isBroken = ({ failed, text }: Ran, file: string): boolean =>
  failed && failuresIn(text).some(({ name }) => OWN.test(name) || name.endsWith(file));

/** Values that can be written down as they are printed. */
const VALUE = /^(?:-?\d[\d.]*|"[^\\]*"|'[^\\]*'|true|false|True|False|None|[[{(][^\\]*[\]})])$/;

/** A name without its folder, as the only file of that name. */
function fileIn(files: readonly string[], name: string | undefined): string | undefined {
  const [one, more] = files.filter((file) => file.endsWith(`/${name}`));
  const isThere = name === undefined || files.includes(name);
  return isThere || one === undefined || more !== undefined ? name : one;
}

const spaced = (value: string) =>
  /^\[[^"]*\]$/.test(value) ? value.replace(/,(?=\S)/g, ", ") : value;

/** What each call gave, where a test can hold it. */
function casesIn(printed: string, calls: string[]): Case[] {
  const values = printed.split("\n");
  if (values.length !== calls.length || /\[exit code \d+\]$/.test(printed)) return [];
  return (
    calls
      .map((call, at) => ({ call, value: spaced(values[at] ?? "") }))
      // Of an object with functions nothing is printed.
      .filter(({ value }) => value !== "{}" && VALUE.test(value))
  );
}

const DEFINES =
  "^(export )?(default )?(async )?function |^(export )?const \\w+ = (async )?\\(|^def |^import |^from |require\\(|^exports\\.\\w+ =";

/** The function of this name, or the first one of the file, or of the project, that no test imports. */
function* functionFor(
  language: Language,
  { name, file }: Wanted,
  files: string[],
): Script<{ tested: Tested; made: Made } | undefined> {
  const line = `grep -rnE --exclude-dir=node_modules ${quote(DEFINES)} ${file === undefined ? "*" : quote(file)} /dev/null`;
  const printed = yield runStep(language, "find-functions", line);
  const found = [...printed.matchAll(/^([^:\n]+):\d+:(.*)$/gm)].map(([, path = "", code = ""]) => ({
    path,
    code,
  }));
  const tests = found
    .filter(({ path }) => isTest(path))
    .map(({ code }) => code)
    .join("\n");
  const isShared = (path: string, code: string) =>
    code.startsWith("export") ||
    !found.some((one) => one.path === path && one.code.startsWith("export "));
  const one = found
    .filter(({ path, code }) => !isTest(path) && isShared(path, code))
    .flatMap(({ path, code }) => functionsIn([code]).map((made) => ({ path, name: made.name })))
    .find((made) => (name === undefined ? !hasWord(tests, made.name) : made.name === name));
  if (one === undefined) return undefined;
  const lines = (yield readStep(language, one.path)).split("\n");
  const made = functionsIn(lines).find((other) => other.name === one.name);
  return made && { tested: { file: one.path, lines, name: one.name, files }, made };
}

/** Plain arguments by the name of a parameter; the last row is for any other. */
const ARGUMENTS: [name: RegExp, values: [string, string, string]][] = [
  [/time|hour/i, ['"09:00"', '"12:30"', '"17:00"']],
  [/date|day/i, ['"2026-01-05"', '"2026-02-28"', '"2026-12-31"']],
  [/name|text|str|word|title|line|left|right|key|^s$/i, ['"a"', '"two words"', '"Ada"']],
  [/list|items|array|arr|numbers|prices|values|rows|^xs$/i, ["[]", "[1]", "[3, 1, 2]"]],
  [/(?:)/, ["1", "10", "80"]],
];

function callsOf({ name, args }: Made): string[] {
  const names = args.split(",").filter((part) => !/^\s*$|=|^\s*(?:self|\*|\.\.\.)/.test(part));
  const values = names.map((arg) => ARGUMENTS.find(([form]) => form.test(arg.trim()))?.[1] ?? []);
  return [
    ...new Set([0, 1, 2].map((at) => `${name}(${values.map((three) => three[at]).join(", ")})`)),
  ];
}

/** In the line that is run, not in this file. */
const LOAD = "import";

/** A line that prints what the calls give, one in each line. */
function tryLine({ file, name }: Tested, calls: string[]): string {
  const each = (print: string) => calls.map((call) => `${print}(${call}))`).join("; ");
  if (!file.endsWith(".py"))
    return `node -e ${quote(`${LOAD}("./${file}").then(({ ${name} }) => { ${each("console.log(JSON.stringify")} })`)}`;
  const module = file.replace(/\.py$/, "").replaceAll("/", ".");
  return `python3 -c ${quote(`from ${module} import ${name}; ${each("print(repr")}`)}`;
}

/** The test file that is named after the function's file, or imports it. */
function* placeFor(language: Language, { file, files }: Tested): Script<Source | undefined> {
  const stem = /([^/]+)\.\w+$/.exec(file)?.[1] ?? "";
  const ending = file.endsWith(".py");
  const tests = files.filter((name) => isTest(name) && name.endsWith(".py") === ending);
  const named = tests.find((name) => name.split("/").at(-1)?.includes(stem));
  for (const name of named === undefined ? tests.slice(0, 3) : [named]) {
    const lines = (yield readStep(language, name)).split("\n");
    const isUsed = importsIn(lines).some(({ from }) => moduleFile(from, name, files) === file);
    if (name === named || isUsed) return { file: name, lines };
  }
  return undefined;
}
