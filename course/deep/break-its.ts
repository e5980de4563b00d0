// course/deep/break-its · does what each README says under "Break it": makes the edit, and runs the commands.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { ROOT } from "../base/root.ts";
import { copyOf } from "../chapters/copy.ts";
import { reportOf } from "../judge/verdicts.ts";
import { SPEC_COMMAND, TEST_COMMAND } from "../readme/contents.ts";
import { edited } from "../readme/diff.ts";
import { type Block, parseReadme, type Readme, sectionsOf } from "../readme/parse.ts";
import { BREAK_IT, SECTIONS } from "../readme/sections.ts";
import type { Counts } from "../spec/report.ts";
import { runSpecs } from "../spec/run.ts";

/** What a command printed, and whether it found a fault. */
export interface Outcome {
  found: boolean;
  output: string;
}

/** Breaks each chapter once, as its README says; `print` gets one line per chapter. */
export async function runBreaks(
  chapters: string[],
  root: string,
  print: (line: string) => void,
): Promise<Counts> {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const name of chapters) {
    const problem = await breakOne(
      join(root, name),
      await readFile(join(root, name, "README.md"), "utf8"),
    );
    print(`${name} broken as its README says: ${problem ?? "found"}`);
    if (problem === undefined) counts.passed++;
    else counts.failed++;
  }
  return counts;
}

/** What a README says of its break: the prose, which names a command, and the lines of a report that it quotes, in a block or in the prose. */
interface Said {
  prose: string;
  quoted: string[];
}

/** Runs the command of a section on the broken copy of a chapter. */
type RunCommand = (said: Said, chapter: string, copy: string) => Promise<Outcome>;

/** Undefined when the break was found as the README's text says; else what happened instead. */
export async function breakOne(
  chapter: string,
  text: string,
  run: RunCommand = commandIn,
): Promise<string | undefined> {
  const { edit, prose, quoted } = sectionOf(parseReadme(text));
  if (edit === undefined) return "there is no diff in the section";
  const place = await mkdtemp(join(tmpdir(), "break-"));
  try {
    const copy = await copyOf(chapter, place, basename(chapter));
    const file = join(copy, edit.info);
    await writeFile(file, edited(edit.lines, await readFile(file, "utf8")));
    const { found, output } = await run({ prose, quoted }, chapter, copy);
    if (!found) return `nothing was found:\n${output}`;
    const missing = quoted.find((line) => !output.includes(line));
    return missing === undefined ? undefined : `not a word of "${missing}" in:\n${output}`;
  } finally {
    await rm(place, { recursive: true });
  }
}

/** The edit, the prose, and the lines of a report that are quoted. */
function sectionOf(readme: Readme) {
  const section = sectionsOf(readme).find(({ text }) => text === SECTIONS.en[BREAK_IT]);
  const isInside = ({ line }: { line: number }) =>
    section !== undefined && line > section.line && line < section.end;
  const blocks = readme.blocks.filter(isInside);
  const prose = readme.prose.filter(isInside).map(({ text }) => text);
  const isDiff = ({ language }: Block) => language === "diff";
  const quoted = [...blocks.flatMap(({ lines }) => lines), ...prose.flatMap(codeIn)];
  return {
    edit: blocks.find(isDiff),
    prose: prose.join("\n"),
    quoted: quoted.filter((line) => line.startsWith("! ")),
  };
}

const codeIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);

/** Runs the command of the section on the copy. */
async function commandIn({ prose, quoted }: Said, chapter: string, copy: string): Promise<Outcome> {
  const tests = TEST_COMMAND.exec(prose)?.[1];
  if (tests !== undefined) return runUnitTests(copy, tests);
  if (!SPEC_COMMAND.test(prose)) return { found: false, output: "the section names no command" };
  const report = await runSpecs({ spec: chapter, on: copy }, promiseIn(quoted));
  const { lines, counts } = reportOf(report.tests, false);
  return { found: counts.failed > counts.broken, output: lines.join("\n") };
}

/** The promise that a quoted line says is broken: then the others need not be tried. */
function promiseIn(quoted: string[]): string | undefined {
  const promises = quoted.map((line) => /^! failed {2}(.*)$/.exec(line)?.[1]);
  return promises.length === 1 ? promises[0] : undefined;
}

function runUnitTests(copy: string, file: string): Promise<Outcome> {
  const program = join(ROOT, "node_modules", "vitest", "vitest.mjs");
  const args = [program, "run", "--root", join(copy, ".."), "--no-isolate", join(copy, file)];
  const env = { ...process.env, NO_COLOR: "1", COUNT_FILE: "" };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env }, (_, stdout, stderr) => {
      const failed = Number(/^\s*Tests\s+(\d+) failed/m.exec(stdout)?.[1] ?? 0);
      resolve({ found: failed > 0, output: `${stdout}${stderr}` });
    });
  });
}
