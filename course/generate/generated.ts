// course/generate/generated · every file, or part of one, that is made from the rest; compared, or written.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Outcome, WRITE } from "../base/fault.ts";
import { LANGUAGES, type Language, readmeName } from "../base/languages.ts";
import { type Comparison, compareAll } from "../chapters/compare.ts";
import { loadChapters } from "../chapters/files.ts";
import { countSpecs } from "../chapters/specs.ts";
import { withMinutes } from "../readme/minutes.ts";
import { replaceMarked } from "../readme/parse.ts";
import { movedParts, sha256, stamped, stampOf } from "../readme/stamp.ts";
import { readTerms } from "../readme/terms.ts";
import { draftsTable } from "./draftsTable.ts";
import { glossaryText } from "./glossary.ts";
import { lockfile, packageText } from "./packages.ts";
import {
  allJoins,
  changesText,
  chaptersTable,
  mapTable,
  mutantsTable,
  specsTable,
} from "./readmeParts.ts";
import { seamTable } from "./seam.ts";
import { tableLines } from "./table.ts";

/** A file as it is and as it should be; names are from the root. */
export interface Generated {
  file: string;
  is: string;
  should: string;
}

/** All generated files of `root` that exist. */
export function generatedFiles(comparisons: Comparison[], root: string): Generated[] {
  const chapters = comparisons.map(({ chapter }) => chapter);
  const names = chapters.map(({ name }) => name);
  const { table } = readTerms(root);
  return [
    ...made(root, "package-lock.json", (text) => lockfile(text, names) ?? text),
    ...names.flatMap((name, at) =>
      made(root, `${name}/package.json`, (text) => packageText(text, name, names[at - 1])),
    ),
    ...comparisons.flatMap((comparison) =>
      readmes(root, `${comparison.chapter.name}/`, {
        changes: (language) => changesText(comparison, language),
        drafts: (language) => draftsTable(join(root, comparison.chapter.name), language),
      }),
    ),
    ...made(root, "ARCHITECTURE.md", (text) => replaceMarked(text, "host", seamTable(root))),
    ...readmes(root, "", { chapters: (language) => chaptersTable(comparisons, root, language) }),
    ...readmes(root, "docs/map/", {
      map: (language) => mapTable(comparisons, language),
      joins: (language) => allJoins(comparisons, language),
    }),
    ...(table === undefined
      ? []
      : readmes(root, "docs/glossary/", {
          terms: (language) => glossaryText(table, chapters, language),
        })),
    ...readmes(root, "docs/checks/", {
      check: () => checkBlock(comparisons),
      specs: (language) => specsTable(comparisons, language),
      mutants: (language) => mutantsTable(comparisons, root, language),
    }),
  ];
}

/** What `course check` prints of the chapters. */
function checkBlock(comparisons: Comparison[]): string {
  const figures = comparisons.map((one) => one.figures);
  const specs = countSpecs(comparisons.map(({ chapter }) => chapter));
  return ["```text", ...tableLines(figures, specs), "```"].join("\n");
}

function made(root: string, file: string, make: (text: string) => string): Generated[] {
  const path = join(root, file);
  if (!existsSync(path)) return [];
  const is = readFileSync(path, "utf8");
  return [{ file, is, should: make(is) }];
}

/** The READMEs of a folder, with the text for each mark. When generated text alone moved in the English one, so does the stamp of the others. */
function readmes(
  root: string,
  folder: string,
  bodies: Record<string, (language: Language) => string>,
): Generated[] {
  const marked = (language: Language) =>
    made(root, folder + readmeName(language), (text) =>
      Object.entries(bodies).reduce(
        (all, [mark, body]) => replaceMarked(all, mark, body(language)),
        text,
      ),
    );
  const page = marked("en")[0]?.should;
  const english = page && withMinutes(page, "en", page);
  return LANGUAGES.flatMap((language) =>
    marked(language).map((one) => {
      const text = english ? withMinutes(one.should, language, english) : one.should;
      return { ...one, should: restamped(text, english) };
    }),
  );
}

function restamped(text: string, english: string | undefined): string {
  const stamp = stampOf(text);
  if (!stamp || english === undefined || stamp.of === sha256(english)) return text;
  return movedParts(stamp, english).length === 0 ? stamped(text, english) : text;
}

/** One outcome for each generated file. */
export function generatedOutcomes(files: Generated[]): Outcome[] {
  return files.map(({ file, is, should }) => {
    const name = `generated parts of ${file}`;
    if (is === should) return { name, faults: [] };
    const lines = is.split("\n");
    const stray = should.split("\n").findIndex((line, at) => line !== lines[at]);
    const says = "is not what is generated from the code";
    return { name, faults: [{ file, line: Math.max(0, stray) + 1, says, mend: WRITE }] };
  });
}

/** Writes the files that are not as they should be; gives their names. */
function writeGenerated(files: Generated[], root: string): string[] {
  const moved = files.filter(({ is, should }) => is !== should);
  for (const { file, should } of moved) writeFileSync(join(root, file), should);
  return moved.map(({ file }) => file);
}

/** Writes the generated parts; returns the names of the files that it changed. */
export async function writeAll(root: string): Promise<string[]> {
  const comparisons = await compareAll(loadChapters(root), root);
  return writeGenerated(generatedFiles(comparisons, root), root);
}
