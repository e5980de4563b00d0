// practice/brain/intents/addTest · a test for a function that is there: it pins down what the function gives now.
import { filesOf } from "../clauses.ts";
import {
  functionsIn,
  hasWord,
  importsIn,
  type Made,
  moduleFile,
  type Source,
} from "../project/code.ts";
import { type Edit, editStep, linesAfter, takenBack } from "../project/edit.ts";
import { failuresIn } from "../project/failure.ts";
import { namesOf } from "../project/named.ts";
import { report } from "../project/report.ts";
import { paragraphs, tell } from "../project/tell.ts";
import { filesHere, isTest, runTests } from "../project/testRun.ts";
import { quote } from "../shell.ts";
import type { Clause, Language, PlanContext, Reading } from "../types.ts";
import { type Script, unfolding } from "../unfold.ts";
import { quoted } from "../words.ts";
import { needsModel } from "./leads.ts";
import { readStep } from "./read.ts";
import { runStep } from "./run.ts";
import { writeStep } from "./writeStep.ts";

/** "Add a test for coins", "add tests for src/money.js", "add a test". */
export function addTest(clause: Clause, { language }: PlanContext): Reading {
  const [file, other] = filesOf(clause).filter((name) => name.includes("."));
  if (other !== undefined || (file !== undefined && !/\.(?:[cm]?js|py)$/.test(file)))
    return { kind: "decline", reason: needsModel(language, "add-test") };
  const [name] = namesOf(clause, language);
  return unfolding("add-test", () => pinDown(language, { name, file }));
}

/** In a program that is written, not in this one. */
const REQUIRE = "require";

interface Wanted {
  name: string | undefined;
  file: string | undefined;
}

/** A function, where it is made, and the file its test goes to. */
interface Tested extends Source {
  made: Made;
  isPython: boolean;
  files: string[];
}

function* pinDown(language: Language, wanted: Wanted): Script {
  const files = yield* filesHere(language);
  const file = fileIn(files, wanted.file);
  const tested = yield* functionFor(language, { ...wanted, file }, files);
  if (tested === undefined)
    return tell(language, "noFunction", { name: wanted.name ?? wanted.file ?? "" });
  const calls = callsOf(tested.made);
  const printed = yield runStep(language, "try", tryLine(tested, calls));
  const values = printed.split("\n");
  const cases = calls.map((call, at) => ({ call, value: spaced(values[at] ?? "") }));
  const isKnown = values.length === calls.length && !/\[exit code \d+\]$/.test(printed);
  const known = isKnown ? cases.filter(({ value }) => VALUE.test(value)) : [];
  if (known.length === 0)
    return tell(language, "noValues", { name: tested.made.name }) + quoted(language, printed);
  const place = yield* placeFor(language, tested);
  const edits = place === undefined ? [] : testEdits(tested, place, known);
  const fresh = newFile(tested);
  if (place === undefined) yield writeStep(language, fresh, newTest(tested, known));
  for (const edit of edits) yield editStep(language, edit);
  const test = place?.file ?? fresh;
  const ran = yield* runTests(language, [...files, test]);
  const broken = ran?.failed === true ? failuresIn(ran.text).map(({ name }) => name) : [];
  if (ran !== undefined && broken.some((name) => OWN.test(name) || name.endsWith(test))) {
    if (place === undefined)
      return tell(language, "testFails", { file: test }) + quoted(language, ran.text);
    for (const edit of edits.toReversed()) yield editStep(language, takenBack(edit));
    return tell(language, "testTakenBack", { file: test }) + quoted(language, ran.text);
  }
  return paragraphs([
    tell(language, "testAdded", { name: tested.made.name, file: test }),
    testText(tested, known, place),
    tell(language, "pinsDown"),
    ran === undefined ? "" : report(language, ran, files),
  ]);
}

/** A name without its folder, as the only file of that name. */
function fileIn(files: readonly string[], name: string | undefined): string | undefined {
  const [one, more] = files.filter((file) => file.endsWith(`/${name}`));
  const isThere = name === undefined || files.includes(name);
  return isThere || one === undefined || more !== undefined ? name : one;
}

const spaced = (value: string) =>
  /^\[[^"]*\]$/.test(value) ? value.replace(/,(?=\S)/g, ", ") : value;

/** The names of the tests that it writes. */
const OWN = / gives what it gave when this test was written|_as_it_is$/;
/** Values that can be written down as they are printed. */
const VALUE = /^(?:-?\d[\d.]*|"[^\\]*"|'[^\\]*'|true|false|True|False|None|[[{(][^\\]*[\]})])$/;
const DEFINES =
  "^(export )?(default )?(async )?function |^(export )?const \\w+ = (async )?\\(|^def |^import |^from |require\\(";

/** The function of this name, or the first one of the file, or of the project, that no test imports. */
function* functionFor(
  language: Language,
  { name, file }: Wanted,
  files: string[],
): Script<Tested | undefined> {
  const line = `grep -rnE --exclude-dir=node_modules ${quote(DEFINES)} ${file ?? "*"} /dev/null`;
  const lines = (yield runStep(language, "find-functions", line)).split("\n");
  const found = lines.flatMap((text) => {
    const [, path = "", code = ""] = /^([^:]+):\d+:(.*)$/.exec(text) ?? [];
    return [{ path, code }];
  });
  const tests = found
    .filter(({ path }) => isTest(path))
    .map(({ code }) => code)
    .join("\n");
  const isShared = ({ path, code }: (typeof found)[number]) =>
    code.startsWith("export") ||
    !found.some((other) => other.path === path && other.code.startsWith("export"));
  const made = found
    .filter(({ path }) => !isTest(path) && (file === undefined || path === file))
    .filter(isShared)
    .flatMap(({ path, code }) => functionsIn([code]).map((one) => ({ path, name: one.name })));
  const one =
    name === undefined
      ? made.find((other) => !hasWord(tests, other.name))
      : made.find((other) => other.name === name);
  if (one === undefined) return undefined;
  const source = (yield readStep(language, one.path)).split("\n");
  const own = functionsIn(source).find((other) => other.name === one.name);
  if (own === undefined) return undefined;
  return { file: one.path, lines: source, made: own, isPython: one.path.endsWith(".py"), files };
}

/** Plain arguments by the name of a parameter; the last row is for any other. */
const ARGUMENTS: [name: RegExp, values: [string, string, string]][] = [
  [/time|hour/i, ['"09:00"', '"12:30"', '"17:00"']],
  [/date|day/i, ['"2026-01-05"', '"2026-02-28"', '"2026-12-31"']],
  [/name|text|str|word|title|line|left|right|key|^s$/i, ['"a"', '"two words"', '"Ada"']],
  [/list|items|array|arr|numbers|prices|values|rows|^xs$/i, ["[]", "[1]", "[3, 1, 2]"]],
  [/./, ["1", "10", "80"]],
];

function callsOf({ name, args }: Made): string[] {
  const names =
    args === "" ? [] : args.split(",").filter((part) => !/=|^\s*(?:self|\*|\.\.\.)/.test(part));
  const valuesOf = (arg: string) =>
    ARGUMENTS.find(([form]) => form.test(arg))?.[1] ?? ["1", "10", "80"];
  const calls = [0, 1, 2].map(
    (at) => `${name}(${names.map((arg) => valuesOf(arg.trim())[at]).join(", ")})`,
  );
  return [...new Set(calls)];
}

/** A line that prints what the calls give, one in each line. */
function tryLine({ file, isPython, made }: Tested, calls: string[]): string {
  if (isPython) {
    const module = file.replace(/\.py$/, "").replaceAll("/", ".");
    const printed = calls.map((call) => `print(repr(${call}))`).join("; ");
    return `python3 -c ${quote(`from ${module} import ${made.name}; ${printed}`)}`;
  }
  const printed = calls.map((call) => `console.log(JSON.stringify(${call}))`).join("; ");
  return `node -e ${quote(`import("./${file}").then(({ ${made.name} }) => { ${printed} })`)}`;
}

interface Case {
  call: string;
  value: string;
}

/** The test file that imports the function's file, or else is named after it. */
function* placeFor(language: Language, { file, files }: Tested): Script<Source | undefined> {
  const stem = /([^/]+)\.\w+$/.exec(file)?.[1] ?? "";
  const tests = files.filter(
    (name) => isTest(name) && name.endsWith(".py") === file.endsWith(".py"),
  );
  const named = tests.find((name) => name.includes(stem));
  for (const name of named === undefined ? tests.slice(0, 3) : [named]) {
    const lines = (yield readStep(language, name)).split("\n");
    const imports = importsIn(lines).map(({ from }) => moduleFile(from, name, files));
    if (name === named || imports.includes(file)) return { file: name, lines };
  }
  return undefined;
}

/** The import where it is missing, and the test at the end. */
function testEdits(tested: Tested, place: Source, cases: Case[]): Edit[] {
  const imported = withImport(tested, place);
  const lines = imported === undefined ? place.lines : linesAfter(imported);
  const main = lines.findIndex((line) => /^if __name__|^unittest\.main\(/.test(line));
  const end = lines
    .slice(0, main < 0 ? lines.length : main)
    .findLastIndex((line) => line.trim() !== "");
  const next = [lines[end] ?? "", "", ...testText(tested, cases, place).split("\n").slice(1, -1)];
  const test: Edit = { file: place.file, lines, at: end, count: 1, next };
  return imported === undefined ? [test] : [imported, test];
}

function withImport(
  { file, made, files, isPython }: Tested,
  { file: own, lines }: Source,
): Edit | undefined {
  const { name } = made;
  if (importsIn(lines).some(({ names }) => names.includes(name))) return undefined;
  const from = importsIn(lines).find((one) => moduleFile(one.from, own, files) === file);
  const at = lines.findIndex(
    (line) => from !== undefined && line.includes(from.from) && /import|require/.test(line),
  );
  const line = lines[at] ?? "";
  const edit = (place: number, next: string[]): Edit => ({
    file: own,
    lines,
    at: place,
    count: 1,
    next,
  });
  if (isPython && line.startsWith("from ")) return edit(at, [`${line}, ${name}`]);
  if (/\s*\}/.test(line)) return edit(at, [line.replace(/,?\s*\}/, `, ${name} }`)]);
  const last = lines.findLastIndex((one) => /^import |^from |require\(/.test(one));
  return edit(Math.max(last, 0), [
    lines[Math.max(last, 0)] ?? "",
    importLine(own, file, name, lines),
  ]);
}

function importLine(own: string, file: string, name: string, lines: readonly string[]): string {
  if (file.endsWith(".py"))
    return `from ${file.replace(/\.py$/, "").replaceAll("/", ".")} import ${name}`;
  const up = own
    .split("/")
    .slice(0, -1)
    .map(() => "..");
  const path = `${up.length === 0 ? "." : up.join("/")}/${file}`;
  return lines.some((line) => /require\(/.test(line)) &&
    !lines.some((line) => /^import /.test(line))
    ? `const { ${name} } = ${REQUIRE}("${path}");`
    : `import { ${name} } from "${path}";`;
}

const OBJECT = /^[[{(]/;

/** The test, fenced, in the manner of the file. */
function testText({ made, isPython }: Tested, cases: Case[], place?: Source): string {
  const text = place?.lines.join("\n") ?? "";
  const title = `${made.name} gives what it gave when this test was written`;
  const fenced = (lines: string[]) => ["```", ...lines, "```"].join("\n");
  if (isPython) {
    const isClass = /^class \w+\(.*TestCase\)/m.test(text) || text === "";
    const head = `def test_${made.name}_as_it_is(${isClass ? "self" : ""}):`;
    const body = cases.map(({ call, value }) =>
      isClass ? `    self.assertEqual(${call}, ${value})` : `    assert ${call} == ${value}`,
    );
    return fenced([head, ...body].map((line) => (isClass ? `    ${line}` : line)));
  }
  const word = /^\s*it\(/m.test(text) && !/^\s*test\(/m.test(text) ? "it" : "test";
  const isExpect = /\bexpect\(/.test(text);
  const lines = cases.map(({ call, value }) => {
    if (isExpect) return `  expect(${call}).toEqual(${value});`;
    return `  assert.${OBJECT.test(value) ? "deepEqual" : "equal"}(${call}, ${value});`;
  });
  return fenced([`${word}("${title}", () => {`, ...lines, "});"]);
}

const newFile = ({ file, isPython, files }: Tested): string => {
  const stem = /([^/]+)\.\w+$/.exec(file)?.[1] ?? "";
  const folder = files.find((name) => /^tests?\//.test(name))?.split("/")[0];
  if (isPython) return `test_${stem}.py`;
  return `${folder ?? "test"}/${stem}.test.js`;
};

function newTest(tested: Tested, cases: Case[]): string {
  const { file, made, lines, isPython } = tested;
  const own = newFile(tested);
  const test = testText(tested, cases).split("\n").slice(1, -1);
  const line = importLine(
    own,
    file,
    made.name,
    lines.some((one) => /module\.exports|require\(/.test(one)) ? [`${REQUIRE}(`] : [],
  );
  if (isPython)
    return ["import unittest", line, "", "", "class Test(unittest.TestCase):", ...test, ""].join(
      "\n",
    );
  const load = (names: string, from: string) =>
    line.startsWith("import")
      ? `import ${names} from "${from}";`
      : `const ${names} = ${REQUIRE}("${from}");`;
  return [
    load("assert", "node:assert/strict"),
    load("{ test }", "node:test"),
    line,
    "",
    ...test,
    "",
  ].join("\n");
}
