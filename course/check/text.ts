// course/check/text · carried files are the same byte for byte, revisions are declared, steps are small.
import type { Fault } from "../base/fault.ts";
import { lineWith } from "../base/text.ts";
import { type Comparison, type FileChange, percent } from "../chapters/compare.ts";
import { fullLines, isCounted, linesOf, textOf, WHY_MORE } from "../chapters/files.ts";

const MOST_CODE_LINES = 120;
const MOST_NEW_LINES = 250;
const MOST_TOUCHED = 3;
/** From this chapter on a mechanism joins by an import, a line in a list and a line of the prompt. */
const SMALL_STEPS_FROM = "s12";
const MOST_CODE_EDITS = 6;

const USUAL = { kept: 95, edits: 15, added: 350 };
/** The step from the first chapter to the second is larger: one tool becomes many. The gate needs its tables. */
const LARGER: Record<string, Partial<typeof USUAL>> = {
  s02: { kept: 80, edits: 20 },
  s03: { added: 500 },
};
const budgetOf = (short: string) => ({ ...USUAL, ...LARGER[short] });

/** Carried files against "changes". `edited` are the files that differ from the last commit. */
export function carriedFaults(comparison: Comparison, edited: Set<string>): Fault[] {
  return [...undeclared(comparison, edited), ...declared(comparison)];
}

function undeclared({ chapter, before, files }: Comparison, edited: Set<string>): Fault[] {
  if (!before) return [];
  const { changes } = chapter.manifest;
  return files
    .filter(({ file }) => file !== "code.ts")
    .flatMap((change) => {
      const { file, kind, line } = change;
      const at = { file: `${chapter.name}/${file}`, line };
      const copy = `cp ${before.name}/${file} ${at.file}`;
      if (kind === "dropped")
        return [{ ...at, says: `is gone; ${before.short} has it`, mend: copy }];
      if (kind !== "changed" || Object.hasOwn(changes, file)) return [];
      const isMendedBefore = edited.has(`${before.name}/${file}`) && !edited.has(at.file);
      const mend = isMendedBefore ? `npm run course -- propagate ${before.short}` : copy;
      return [{ ...at, says: `differs from ${before.short}; not in "changes"`, mend }];
    });
}

function declared({ chapter, before, files }: Comparison): Fault[] {
  const file = `${chapter.name}/package.json`;
  const text = textOf(chapter, "package.json");
  const changes = Object.entries(chapter.manifest.changes);
  return changes.flatMap(([name, sentence]) => {
    if (name === WHY_MORE) return []; // budgetFaults looks at it
    const line = lineWith(text, `"${name}":`);
    const change = files.find((one) => one.file === name);
    const mend = `edit "changes" in ${file}`;
    if (sentence.en.trim() === "") {
      return [{ file, line, says: `"changes" says nothing about ${name}`, mend }];
    }
    if (change && change.kind !== "same" && before) return [];
    const says = `"changes" names ${name}, which does not differ from ${before?.short ?? "anything"}`;
    return [{ file, line, says, mend }];
  });
}

/** How much a chapter may change, and how long its files may be. */
export function budgetFaults(comparison: Comparison): Fault[] {
  const { chapter, before, figures, files } = comparison;
  const most = budgetOf(chapter.short);
  const mend = before
    ? `npm run course -- diff ${before.short} ${chapter.short}`
    : "make it shorter";
  const changed = files
    .filter(({ file, kind }) => isCounted(file) && kind !== "added")
    .sort(byLoss);
  const worst = changed[0];
  const at = { file: `${chapter.name}/${worst?.file ?? "code.ts"}`, line: worst?.line ?? 1, mend };
  const faults: Fault[] = [];
  if (figures.kept !== undefined && figures.kept < most.kept) {
    const says = `${percent(figures.kept)} of the lines of ${before?.short} are kept; at least ${most.kept} % must be`;
    faults.push({ ...at, says });
  }
  const many = manyEdits(comparison, most).map((fault) => ({ ...at, mend: MEND_MANY, ...fault }));
  const isExplained = Boolean(chapter.manifest.changes[WHY_MORE]?.en.trim());
  if (!isExplained) faults.push(...many);
  if (isExplained && many.length === 0) {
    const says = `"changes" says why the step is large ("${WHY_MORE}"), but the step is within its budget`;
    faults.push({
      ...at,
      file: `${chapter.name}/package.json`,
      line: 1,
      says,
      mend: 'leave "*" out',
    });
  }
  return [...faults, ...lengthFaults(comparison, mend)];
}

const MEND_MANY = `make the step smaller, or say in "changes" of package.json under "${WHY_MORE}" why it is large`;

/** Where a step is larger than usual; the chapter may explain it. */
function manyEdits({ chapter, figures, files }: Comparison, most: typeof USUAL) {
  const faults: (Pick<Fault, "says"> & Partial<Fault>)[] = [];
  if (figures.edits > most.edits)
    faults.push({ says: `${figures.edits} hunks in earlier files; at most ${most.edits}` });
  if (figures.new > most.added) {
    const at = { file: `${chapter.name}/package.json`, line: 1 };
    faults.push({ ...at, says: `${figures.new} new lines; at most ${most.added}` });
  }
  if (figures.touched > MOST_TOUCHED) {
    const first = files.find((one) => one.kind === "changed" && one.file !== "code.ts");
    const at = { file: `${chapter.name}/${first?.file}`, line: first?.line ?? 1 };
    const says = `${figures.touched} carried files are touched; at most ${MOST_TOUCHED}`;
    faults.push({ ...at, says });
  }
  const code = files.find(({ file }) => file === "code.ts");
  const lines = Math.max(code?.added ?? 0, code?.deleted ?? 0);
  if (chapter.short >= SMALL_STEPS_FROM && lines > MOST_CODE_EDITS) {
    const at = { file: `${chapter.name}/code.ts`, line: code?.line ?? 1 };
    faults.push({ ...at, says: `${lines} changed lines; at most ${MOST_CODE_EDITS}` });
  }
  return faults;
}

function lengthFaults({ chapter, figures, files }: Comparison, mend: string): Fault[] {
  const tooLong = (file: string, lines: number, most: number): Fault[] =>
    lines <= most
      ? []
      : [{ file: `${chapter.name}/${file}`, line: most + 1, says: says(lines, most), mend }];
  const says = (lines: number, most: number) => `has ${lines} lines; at most ${most}`;
  const added = files.filter(({ file, kind }) => kind === "added" && isCounted(file));
  return [
    ...tooLong("code.ts", figures.code, MOST_CODE_LINES),
    ...added
      .filter(({ file }) => file !== "code.ts")
      .flatMap((change) => tooLong(change.file, change.added, MOST_NEW_LINES)),
  ];
}

/** Numbers follow one another, and every chapter has what a chapter needs. */
export function shapeFaults({ chapter }: Comparison, place: number): Fault[] {
  const expected = `s${String(place + 1).padStart(2, "0")}`;
  const faults: Fault[] = [];
  const mend = `rename or remove ${chapter.name}`;
  if (chapter.short !== expected) {
    faults.push({ file: chapter.name, line: 1, says: `should be number ${expected}`, mend });
  }
  for (const file of ["loop.ts", "spec.test.ts", "package.json"]) {
    if (fullLines(textOf(chapter, file)) > 0) continue;
    faults.push({
      file: `${chapter.name}/${file}`,
      line: 1,
      says: "is missing",
      mend: `write ${file}`,
    });
  }
  const [first = ""] = linesOf(textOf(chapter, "code.ts"));
  if (/\bs\d\d\b/.test(first)) {
    const at = { file: `${chapter.name}/code.ts`, line: 1 };
    const says = "its first line names a chapter, which would be an edit in every chapter";
    faults.push({ ...at, says, mend: "leave the number out" });
  }
  return faults;
}

const byLoss = (a: FileChange, b: FileChange) =>
  b.deletedFull + b.hunks - (a.deletedFull + a.hunks);
