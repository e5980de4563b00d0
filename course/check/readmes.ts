// course/check/readmes · the READMEs of the chapters, of docs/ and of the root, in every language.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { globSync } from "tinyglobby";
import type { Fault, Outcome } from "../base/fault.ts";
import { LANGUAGES, type Language, readmeName } from "../base/languages.ts";
import { lineWith } from "../base/text.ts";
import { type Chapter, textOf } from "../chapters/files.ts";
import { linkFaults } from "../readme/links.ts";
import { parseReadme } from "../readme/parse.ts";
import {
  markFaults,
  type ReadmeFile,
  readmeFaults,
  readmeFile,
  sourceOf,
} from "../readme/rules.ts";
import { NOT_WRITTEN } from "../readme/sections.ts";
import { translationFaults } from "../readme/translation.ts";
import type { Avoided } from "../readme/words.ts";
import { wordFaults } from "./words.ts";

/** Where a README is: a chapter's folder, a page of docs/, or the root, whose name is "". */
interface Place {
  folder: string;
  chapter: Chapter | undefined;
  /** What a chapter's README leaves out is on a second page. */
  isDetails?: true;
}

/** The folders of docs/, a page each, in every language. */
function pagesOf(root: string): string[] {
  if (!existsSync(join(root, "docs"))) return [];
  return readdirSync(join(root, "docs"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `docs/${name}`)
    .sort();
}

/** One outcome for each README that is there or should be. */
export function readmeOutcomes(chapters: Chapter[], root: string, avoided: Avoided): Outcome[] {
  const places: Place[] = [
    ...chapters.map((chapter) => ({ folder: chapter.name, chapter })),
    ...chapters
      .filter(({ files }) => files.has("details.md"))
      .map((chapter): Place => ({ folder: chapter.name, chapter, isDetails: true })),
    ...["", ...pagesOf(root)].map((folder) => ({ folder, chapter: undefined })),
  ];
  return places.flatMap((place) => {
    const read = (language: Language) => readOne(place, language, root);
    const english = read("en");
    return LANGUAGES.flatMap((language): Outcome[] => {
      const one = read(language);
      const file = posix.join(place.folder, readmeName(language, pageOf(place)));
      if (one)
        return [
          {
            name: file,
            faults: [...faultsOf(one, place, english, root), ...wordsIn(one, avoided)],
          },
        ];
      const translate = `translate ${posix.join(place.folder, readmeName("en", pageOf(place)))}`;
      const mend = language === "en" ? `write ${file}` : translate;
      return [{ name: file, faults: [{ file, line: 1, says: "is missing", mend }] }];
    });
  });
}

const pageOf = ({ isDetails }: Place) => (isDetails ? "details" : "README");

function readOne(place: Place, language: Language, root: string): ReadmeFile | undefined {
  const { folder, chapter, isDetails } = place;
  const file = posix.join(folder, readmeName(language, pageOf(place)));
  const path = join(root, file);
  if (!existsSync(path)) return undefined;
  return readmeFile(file, language, readFileSync(path, "utf8"), isDetails ? undefined : chapter);
}

function faultsOf(
  one: ReadmeFile,
  { folder, chapter, isDetails }: Place,
  english: ReadmeFile | undefined,
  root: string,
): Fault[] {
  const faults = readmeFaults(one, chapter ? chapterSource(chapter, root) : rootSource(root));
  if (!isWritten(one)) return faults;
  if (!folder.startsWith("docs/") && !isDetails) faults.push(...markFaults(one));
  faults.push(...linkFaults(one.file, one.readme, root));
  const isTranslation = one.language !== "en" && english && isWritten(english);
  return isTranslation ? [...faults, ...translationFaults(one, english)] : faults;
}

const isWritten = (file: ReadmeFile) => !file.text.includes(NOT_WRITTEN[file.language]);

const wordsIn = (one: ReadmeFile, avoided: Avoided): Fault[] =>
  isWritten(one) ? wordFaults([{ ...one, line: 1, words: one.text }], avoided) : [];

/** In the READMEs of the root and of docs/ a block names its file from the root. */
const rootSource = (root: string) => (name: string) => {
  const path = join(root, name);
  return !name.includes("..") && existsSync(path) ? readFileSync(path, "utf8") : undefined;
};

/** In a chapter's pages it names its file from the chapter's folder, or from the root if it is in shared/. */
const chapterSource = (chapter: Chapter, root: string) => (name: string) =>
  (name.startsWith("shared/") ? rootSource(root) : sourceOf(chapter))(name);

const OTHER_PAGES = ["*.md", "docs/*.md", "{course,practice,shared}/{,*/}*.md"];

/** Links and words of pages that are no README of a chapter, of docs/ or of the root; these are English. */
export const otherPageFaults = (root: string, avoided: Avoided): Fault[] =>
  globSync(OTHER_PAGES, { cwd: root, ignore: ["README*.md"] })
    .sort()
    .flatMap((file) => {
      const words = readFileSync(join(root, file), "utf8");
      const page = { file, line: 1, language: "en", words } as const;
      return [...linkFaults(file, parseReadme(words), root), ...wordFaults([page], avoided)];
    });

/** The sentence of the table of chapters, in every language. */
export function descriptionFaults(chapter: Chapter): Fault[] {
  const { name, manifest, files } = chapter;
  const file = `${name}/package.json`;
  if (!files.has("package.json")) return [];
  const line = lineWith(textOf(chapter, "package.json"), '"description');
  if (manifest.description.en.trim() === "") {
    const mend = `write one sentence in "description" of ${file}, then: npm run course -- check --write`;
    return [{ file, line, says: "has no description of its mechanism", mend }];
  }
  return LANGUAGES.filter((language) => language !== "en").flatMap((language) => {
    if (manifest.description[language] !== manifest.description.en) return [];
    const mend = `write "descriptions": { "${language}": … } in ${file}`;
    return [{ file, line, says: `its description is not translated (${language})`, mend }];
  });
}
