// course/check/toy-readme · the READMEs of the small course, in three languages, from the templates in fixtures/toy-course.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "../base/languages.ts";
import { ROOT } from "../base/root.ts";
import { SECTIONS } from "../readme/sections.ts";

type Texts = Record<string, string>;

/** The chapters' names, without their numbers. */
export const NAMES = ["one", "two", "three"];

export const folderOf = (at: number) => `s0${at + 1}_${NAMES[at]}`;

const read = (name: string) => readFileSync(join(ROOT, "course/fixtures/toy-course", name), "utf8");

const WORDS: Record<Language, Texts> = JSON.parse(read("words.json"));

/** The files that belong to no chapter, by their paths. */
export const AROUND: Texts = JSON.parse(read("files.json"));

/** As many lines of loop.ts as a page has to show. */
const CODE = Array.from({ length: 37 }, (_, at) => `const line${at + 20} = ${at + 20};`);

/** A template with these texts in its holes. */
export const filled = (template: string, texts: Texts) =>
  read(template).replaceAll(/\{(\w+)\}/g, (hole, name: string) => texts[name] ?? hole);

/** A session of a chapter, that lists what is there. */
const session = (name: string, at: number, language: Language) =>
  filled("session.txt", {
    ...WORDS[language],
    session: name,
    number: String(at + 1),
    folder: folderOf(at),
  }).trimEnd();

/** The page of a chapter. */
export const chapterReadme = (at: number, language: Language): string =>
  filled("page.txt", {
    ...WORDS[language],
    ...Object.fromEntries(SECTIONS[language].entries()),
    number: String(at + 1),
    name: NAMES[at] ?? "",
    before: at === 0 ? "" : session("before", at - 1, language),
    session: session("a", at, language),
    code: CODE.join("\n"),
  });

/** The page of the course. */
export const rootReadme = (language: Language): string => filled("root.txt", WORDS[language]);
