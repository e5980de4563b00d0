// practice/brain/project/testRun · the tests of a project: how they are run, and what they say.

import { runStep } from "../intents/run.ts";
import { findStep, linesOf } from "../intents/search.ts";
import { quotePath } from "../shell.ts";
import type { Language } from "../types.ts";
import type { Script } from "../unfold.ts";

const JS_TEST = /(?:\.|_)(?:test|spec)\.[cm]?[jt]s$|(?:^|\/)tests?\/(?:.*\/)?[^/]+\.[cm]?js$/;
const PY_TEST = /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/;

export const isTest = (file: string): boolean => JS_TEST.test(file) || PY_TEST.test(file);

/** How tests are run in a project that has such a file; `missing`: what is printed where that is not there. */
const RUNNERS = [
  { has: /^package\.json$/, line: "npm test", missing: /Missing script|no test specified/ },
  { has: JS_TEST, line: "node --test", missing: /^$/ },
  { has: PY_TEST, line: "python3 -m pytest -q", missing: /No module named '?pytest/ },
  { has: PY_TEST, line: "python3 -m unittest", missing: /^$/ },
];

/** A command line that was run, and what it printed. */
export interface Ran {
  line: string;
  text: string;
  failed: boolean;
}

/** The files of the project, without hidden ones. */
export function* filesHere(language: Language): Script<string[]> {
  const lines = linesOf(yield findStep(language, "*"));
  return lines
    .map((line) => line.replace(/^\.\//, ""))
    .filter((file) => !/(?:^|\/)(?:\.|node_modules\/|__pycache__\/)/.test(file));
}

/** `note` is said with the line where it was not allowed. */
export function* runLine(language: Language, line: string, note = ""): Script<Ran> {
  const step = runStep(language, "run", line);
  const text = plain(yield { ...step, task: step.task + note });
  return { line, text, failed: /\[exit code \d+\]$/.test(text) };
}

/** The command that runs the tests among these files. */
export const testLine = (files: readonly string[]): string | undefined =>
  RUNNERS.find(({ has }) => files.some((name) => has.test(name)))?.line;

/** Runs the tests, or those of one file; undefined where there are none. */
export function* runTests(
  language: Language,
  files: readonly string[],
  file?: string,
): Script<Ran | undefined> {
  const there = file === undefined ? files : [file];
  for (const { has, line, missing } of RUNNERS) {
    if (!there.some((name) => has.test(name))) continue;
    const ran = yield* runLine(language, file === undefined ? line : `${line} ${quotePath(file)}`);
    if (!missing.test(ran.text)) return ran;
  }
  return undefined;
}

/** Without colours, and without the sign that TAP puts before what is no result. */
function plain(text: string): string {
  const bare = text.replace(/\u001b\[[\d;]*m/g, "");
  return /^TAP version/m.test(bare) ? bare.replace(/^# ?/gm, "") : bare;
}

const PASSED = /^(?:ℹ )?pass (\d+)$|\b(\d+) pass(?:ed|ing)\b/gm;
const FAILED = /^(?:ℹ )?fail (\d+)$|\b(\d+) fail(?:ed|ing)\b|\b(\d+) errors? in /gm;
const RAN = /^Ran (\d+) tests?/gm;
const NOT_PASSED = /\b(?:failures|errors|skipped)=(\d+)/g;

/** How many passed and failed; undefined where the output does not say. */
export function countsOf({ text }: Ran): { passed: number; failed: number } | undefined {
  const last = (form: RegExp) => {
    const found = [...text.matchAll(form)]
      .at(-1)
      ?.slice(1)
      .find((one) => one !== undefined);
    return found === undefined ? undefined : Number(found);
  };
  const ran = last(RAN);
  const bad = [...text.matchAll(NOT_PASSED)].reduce((sum, [, count]) => sum + Number(count), 0);
  if (ran !== undefined) return { passed: ran - bad, failed: bad };
  const [passed, failed] = [last(PASSED), last(FAILED)];
  if (passed === undefined && failed === undefined) return undefined;
  return { passed: passed ?? 0, failed: failed ?? 0 };
}
