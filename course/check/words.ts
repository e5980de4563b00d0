// course/check/words · the words to avoid, in pages, in the texts of a chapter's package.json and in what the practice model says.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Fault } from "../base/fault.ts";
import { parseRecord } from "../base/json.ts";
import { LANGUAGES, type Language, type Translated } from "../base/languages.ts";
import { lineWith } from "../base/text.ts";
import { type Chapter, isTest, listFiles, textOf, translated } from "../chapters/files.ts";
import { TERMS } from "../readme/terms.ts";
import { type Avoided, wordsToAvoid } from "../readme/words.ts";

/** A text that a person reads: a page, or a sentence in a file. `line` is where it begins. */
export interface Said {
  file: string;
  line: number;
  language: Language;
  words: string;
}

const mend = `${TERMS} lists the words; write another one`;

/** The words to avoid in texts. */
export const wordFaults = (all: Said[], avoided: Avoided): Fault[] =>
  all.flatMap(({ file, line, language, words }) =>
    wordsToAvoid(words, language, avoided).map(({ at, says }) => ({
      file,
      line: line + at,
      says,
      mend,
    })),
  );

/** The sentences of a chapter's package.json: its description, its changes and the names of its drafts. */
export function manifestSentences(chapter: Chapter): Said[] {
  const { description, changes } = chapter.manifest;
  const file = `${chapter.name}/package.json`;
  const text = textOf(chapter, "package.json");
  const { drafts } = parseRecord(text) ?? {};
  const titles = (Array.isArray(drafts) ? drafts : []).map(translated);
  return [description, ...Object.values(changes), ...titles].flatMap((sentences) =>
    LANGUAGES.filter((language) => isOwnSentence(sentences, language)).map((language) => {
      const words = sentences[language];
      return { file, language, words, line: lineWith(text, JSON.stringify(words)) };
    }),
  );
}

/** English stands in for a sentence that is not translated. */
const isOwnSentence = (sentences: Translated, language: Language) =>
  language === "en" || sentences[language] !== sentences.en;

/** What the practice model says: the sentences of its mind in each language, and its hints. */
export function practiceSentences(root: string): Said[] {
  const said = brainFiles(root).flatMap((file) =>
    saidIn(readFileSync(join(root, file), "utf8")).map((one) => ({ file, ...one })),
  );
  return [...said, ...LANGUAGES.flatMap((language) => hintSentences(root, language))];
}

/** What a person types may be any word: examples, concepts, and what a decline offers to type. */
const TYPED = /^(examples|concepts)\/|leads\.json$/;

function brainFiles(root: string): string[] {
  const folder = join(root, "practice/brain");
  if (!existsSync(folder)) return [];
  return listFiles(folder)
    .filter((file) => /\.(ts|json)$/.test(file) && !isTest(file) && !TYPED.test(file))
    .map((file) => `practice/brain/${file}`);
}

/** The sentences of a file, in code or in JSON: `en: "…"`. A list of strings is what a person types. */
export const saidIn = (text: string): Omit<Said, "file">[] =>
  [...text.matchAll(/\b(en|zh|ja)"?:\s*"((?:[^"\\\n]|\\.)*)"/g)].flatMap((found) => {
    const language = LANGUAGES.find((one) => one === found[1]);
    if (language === undefined) return [];
    const line = text.slice(0, found.index).split("\n").length;
    return [{ language, words: (found[2] ?? "").replaceAll('\\"', '"'), line }];
  });

/** A file of hints is one language's. */
function hintSentences(root: string, language: Language): Said[] {
  const file = `practice/validation/hints/${language}.json`;
  const text = existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : "{}";
  const hints = z.record(z.string(), z.string()).parse(JSON.parse(text));
  return Object.values(hints).map((words) => {
    const line = lineWith(text, JSON.stringify(words));
    return { file, line, language, words };
  });
}
