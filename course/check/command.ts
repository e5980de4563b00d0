// course/check/command · `course check [--json] [--write] [--translated README.zh.md]`: all checks that need no agent.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { siteFaults } from "../../site/scripts/data.mjs";
import { faultLines, type Outcome } from "../base/fault.ts";
import { uncommitted } from "../base/git.ts";
import { readWords, UsageError, usageOf } from "../base/usage.ts";
import { type Comparison, compareAll, type Figures } from "../chapters/compare.ts";
import { type Chapter, loadChapters } from "../chapters/files.ts";
import { countSpecs, type SpecCount } from "../chapters/specs.ts";
import { generatedFiles, generatedOutcomes, writeAll } from "../generate/generated.ts";
import { type PageFigures, pageFigures, pageLines, tableLines } from "../generate/table.ts";
import { stamped } from "../readme/stamp.ts";
import { readTerms, TERMS } from "../readme/terms.ts";
import { type Avoided, avoidedBy } from "../readme/words.ts";
import { breakFaults } from "./breaks.ts";
import { CHECKLIST, checklistFaults } from "./checklist.ts";
import { draftFaults } from "./drafts.ts";
import { hintFaults } from "./hints.ts";
import { hostFaults } from "./host.ts";
import { chapterImportFaults, otherImportFaults } from "./imports.ts";
import { descriptionFaults, otherPageFaults, readmeOutcomes } from "./readmes.ts";
import { type Size, sizeFaults, sizeLines, sizesOf } from "./sizes.ts";
import { inheritedFaults } from "./specs.ts";
import { termFaults } from "./terms.ts";
import { copiedTestFaults } from "./tests.ts";
import { budgetFaults, carriedFaults, shapeFaults } from "./text.ts";
import { typeFaults } from "./types.ts";
import { manifestSentences, practiceSentences, wordFaults } from "./words.ts";

/** How the command is called, what it does, and more. */
export const CHECK_HELP = `course check [--json] [--write] [--translated CHAPTER/README.zh.md]

Checks inheritance, budgets, imports, READMEs and generated parts; runs no agent.
  --write             writes what is generated: "What changed", the tables of chapters, package files
  --translated FILE   says that this translation is up to date with the English text
  --json              the same for programs`;

const USAGE = usageOf(CHECK_HELP);

/**
 * Runs the command; `print` takes its lines, and `countFile` what `npm test` sums up.
 * Returns the exit code: 0, or 1 when something is wrong. Throws a UsageError for misuse.
 */
export async function checkCommand(
  args: string[],
  root: string,
  print: (line: string) => void,
  countFile?: string,
): Promise<number> {
  const { json, write, translated } = readArgs(args);
  for (const file of translated) stampTranslation(file, root);
  const written = write ? await writeAll(root) : [];
  const { figures, pages, specs, sizes, outcomes } = await checkAll(root);
  const faults = outcomes.flatMap((outcome) => outcome.faults);
  const failed = outcomes.filter((outcome) => outcome.faults.length > 0).length;
  const passed = outcomes.length - failed;
  if (json)
    print(
      JSON.stringify(
        { chapters: figures, pages, specs, sizes, passed, failed, faults, written },
        undefined,
        2,
      ),
    );
  else {
    for (const file of written) print(`wrote ${file}`);
    const tables = [...tableLines(figures, specs), ...pageLines(pages), ...sizeLines(sizes)];
    const lines = [...tables, ...faults.flatMap(faultLines)];
    for (const line of lines) print(line);
    print(`${passed} checks passed, ${failed} failed`);
  }
  if (countFile) writeFileSync(countFile, JSON.stringify({ passed, failed }));
  return failed > 0 ? 1 : 0;
}

function readArgs(args: string[]) {
  const flag = { type: "boolean", default: false } as const;
  const options = {
    json: flag,
    write: flag,
    translated: { type: "string", multiple: true, default: [] as string[] },
  } as const;
  return readWords({ args, options }, USAGE).values;
}

/** What was counted, and what was checked. */
interface Checked {
  figures: Figures[];
  pages: PageFigures[];
  specs: SpecCount;
  sizes: Size[];
  outcomes: Outcome[];
}

/** Every check on the chapters of `root` and on what is around them; `types` asks tsc, the slowest part. */
export async function checkAll(root: string, types = typeFaults): Promise<Checked> {
  const chapters = loadChapters(root);
  const terms = readTerms(root);
  const avoided = avoidedBy(terms.table);
  const sizes = sizesOf(root);
  const [comparisons, unlisted, edited] = await Promise.all([
    compareAll(chapters, root),
    types(chapters, root),
    uncommitted(["."], root).catch(() => []), // a downloaded copy has no history, which is fine
  ]);
  const outcomes: Outcome[] = [
    { name: "there are chapters", faults: chapters.length > 0 ? [] : [NO_CHAPTERS] },
    ...comparisons.flatMap((one, place) => chapterOutcomes(one, place, new Set(edited), avoided)),
    { name: "every chapter file is type-checked", faults: unlisted },
    { name: "imports of shared, practice and course", faults: otherImportFaults(root) },
    { name: "what only Node has", faults: hostFaults(chapters, root) },
    { name: "budgets of the tools", faults: sizeFaults(sizes) },
    { name: "few promises are inherited", faults: inheritedFaults(chapters) },
    { name: "each unit test stands once", faults: copiedTestFaults(chapters) },
    {
      name: "hints fit promises and code",
      faults: chapters.flatMap((chapter) => hintFaults(chapter, root)),
    },
    {
      name: "each Break it is a planted mistake",
      faults: chapters.flatMap((chapter) => breakFaults(chapter, root)),
    },
    ...(await draftOutcomes(chapters, root)),
    ...readmeOutcomes(chapters, root, avoided),
    { name: "words of the practice model", faults: wordFaults(practiceSentences(root), avoided) },
    { name: TERMS, faults: termFaults(terms, chapters, avoided) },
    { name: CHECKLIST, faults: checklistFaults(root) },
    { name: "the site's lists of sessions and promises", faults: siteFaults(root) },
    { name: "links and words of the other pages", faults: otherPageFaults(root, avoided) },
    ...generatedOutcomes(generatedFiles(comparisons, root)),
  ];
  return {
    figures: comparisons.map(({ figures }) => figures),
    pages: pageFigures(chapters),
    specs: countSpecs(chapters),
    sizes,
    outcomes,
  };
}

async function draftOutcomes(chapters: Chapter[], root: string): Promise<Outcome[]> {
  const outcomes = chapters.map(async (chapter) => ({
    name: `${chapter.name}: drafts`,
    faults: await draftFaults(chapter, root),
  }));
  return Promise.all(outcomes);
}

const NO_CHAPTERS = {
  file: "s01_…",
  line: 1,
  says: "there is no chapter here",
  mend: "start it in the folder of the course",
};

function chapterOutcomes(
  one: Comparison,
  place: number,
  edited: Set<string>,
  avoided: Avoided,
): Outcome[] {
  const { chapter } = one;
  return [
    { name: `${chapter.name}: shape`, faults: shapeFaults(one, place) },
    { name: `${chapter.name}: carried files`, faults: carriedFaults(one, edited) },
    { name: `${chapter.name}: budgets`, faults: budgetFaults(one) },
    { name: `${chapter.name}: imports`, faults: chapterImportFaults(chapter) },
    { name: `${chapter.name}: description`, faults: descriptionFaults(chapter) },
    {
      name: `${chapter.name}: words`,
      faults: wordFaults(manifestSentences(chapter), avoided),
    },
  ];
}

/** Renews the stamp of a translation: a person has said that it is up to date with the English text. */
function stampTranslation(name: string, root: string) {
  const base = process.env.INIT_CWD ?? root;
  const path = [resolve(root, name), resolve(base, name)].find((one) => existsSync(one));
  const [, page] = /(README|details)\.\w+\.md$/.exec(path ?? "") ?? [];
  if (path === undefined || page === undefined)
    throw new UsageError(`${name} is not a translated README. Usage: ${USAGE}`);
  const english = join(dirname(path), `${page}.md`);
  if (!existsSync(english)) throw new UsageError(`There is no ${relative(root, english)}.`);
  writeFileSync(path, stamped(readFileSync(path, "utf8"), readFileSync(english, "utf8")));
}
