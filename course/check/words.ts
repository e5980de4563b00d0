// course/check/words · the words to avoid, in pages, in the texts of a chapter's package.json and in what the practice model says.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
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

/** What the practice model says: its sentences, those of its rows and its hints. */
export async function practiceSentences(root: string): Promise<Said[]> {
  const said = brainFiles(root).flatMap((file) =>
    saidIn(readFileSync(join(root, file), "utf8")).map((one) => ({ file, ...one })),
  );
  const hints = await Promise.all(LANGUAGES.map((language) => hintSentences(root, language)));
  return [...said, ...(await rowSentences(root)), ...hints.flat()];
}

function brainFiles(root: string): string[] {
  const folder = join(root, "practice/brain");
  if (!existsSync(folder)) return [];
  return listFiles(folder)
    .filter((file) => file.endsWith(".ts") && !isTest(file))
    .map((file) => `practice/brain/${file}`);
}

/** What is said by the intents that are data. */
async function rowSentences(root: string): Promise<Said[]> {
  const { ROWS = [] } = rows.parse(await tableIn(root, "practice/brain/rows/rows.ts"));
  const files = brainFiles(root).filter((file) => file.includes("/rows/"));
  return ROWS.flatMap(({ task, says }) =>
    LANGUAGES.flatMap((language) =>
      [task[language], says?.[language] ?? ""].map((words) => placed(root, files, words, language)),
    ),
  );
}

/** A file of hints is one language's: a table that it exports under the language's name. */
async function hintSentences(root: string, language: Language): Promise<Said[]> {
  const file = `practice/validation/hints/${language}.ts`;
  const { [language]: hints = {} } = tables.parse(await tableIn(root, file));
  return Object.values(hints).map((words) => placed(root, [file], words, language));
}

/** What a file exports; nothing where there is no such file. */
async function tableIn(root: string, file: string): Promise<object> {
  const path = join(root, file);
  return existsSync(path) ? await import(pathToFileURL(path).href) : {};
}

const tables = z.record(z.string(), z.record(z.string(), z.string()));
const sentences = z.object({ en: z.string(), zh: z.string(), ja: z.string() });
const rows = z.object({
  ROWS: z.array(z.object({ task: sentences, says: sentences.optional() })).optional(),
});

/** A sentence, at its line in the one of these files that has it. */
function placed(root: string, files: string[], words: string, language: Language): Said {
  for (const file of files) {
    const text = readFileSync(join(root, file), "utf8");
    if (text.includes(words)) return { file, line: lineWith(text, words), language, words };
  }
  return { file: files[0] ?? "practice", line: 1, language, words };
}

const lineAt = (text: string, at: number) => text.slice(0, at).split("\n").length;

/**
 * What is said by each `pick(language, en, zh, ja)` of a file. The other strings there recognise what
 * a person types, which may be any word.
 */
export function saidIn(text: string): Omit<Said, "file">[] {
  return [...text.matchAll(/\bpick\(/g)].flatMap((match) => {
    const [, ...said] = argumentsAt(text, match.index + match[0].length);
    return said.slice(0, LANGUAGES.length).flatMap((literals, place) => {
      const language = LANGUAGES[place];
      if (language === undefined) return [];
      return literals.map(({ words, at }) => ({ language, words, line: lineAt(text, at) }));
    });
  });
}

interface Literal {
  words: string;
  at: number;
}

const LITERAL = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`/y;

/** The string literals of each argument of a call, from behind its opening bracket to the closing one. */
function argumentsAt(text: string, start: number): Literal[][] {
  const found: Literal[][] = [[]];
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    LITERAL.lastIndex = at;
    const literal = LITERAL.exec(text)?.[0];
    const sign = text[at] ?? "";
    if (literal !== undefined) {
      found.at(-1)?.push({ words: spoken(literal), at });
      at += literal.length - 1;
    } else if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign)) {
      if (depth === 0) break;
      depth--;
    } else if (sign === "," && depth === 0) found.push([]);
  }
  return found;
}

/** A literal's own words: what is put in is not in them, and its escaped quotes mark code. */
const spoken = (literal: string): string =>
  literal
    .slice(1, -1)
    .replaceAll(/\$\{[^}]*\}/g, "…")
    .replaceAll("\\`", "`");
