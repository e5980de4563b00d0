// course/check/words · the words to avoid, in the texts of a chapter's package.json and in what the practice model says.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import type { Fault } from "../base/fault.ts";
import { LANGUAGES, type Language, type Translated } from "../base/languages.ts";
import { lineWith } from "../base/text.ts";
import { type Chapter, isTest, listFiles, textOf } from "../chapters/files.ts";
import { wordsToAvoid } from "../readme/words.ts";

const MEND = "course/readme/words.ts lists the words; write another one";

/** The words to avoid in the sentences of a chapter's package.json. */
export function manifestWordFaults(chapter: Chapter): Fault[] {
  const { description, changes } = chapter.manifest;
  const file = `${chapter.name}/package.json`;
  const text = textOf(chapter, "package.json");
  return [description, ...Object.values(changes)].flatMap((sentences) =>
    LANGUAGES.filter((language) => isOwnSentence(sentences, language)).flatMap((language) => {
      const sentence = sentences[language];
      const found = wordsToAvoid(sentence, language);
      return found.map(({ says }) => ({
        file,
        line: lineWith(text, JSON.stringify(sentence)),
        says,
        mend: MEND,
      }));
    }),
  );
}

/** English stands in for a sentence that is not translated. */
const isOwnSentence = (sentences: Translated, language: Language) =>
  language === "en" || sentences[language] !== sentences.en;

/** The words to avoid in what the practice model says: its sentences, those of its rows and its hints. */
export async function practiceWordFaults(root: string): Promise<Fault[]> {
  const said = brainFiles(root).flatMap((file) => brainFaults(root, file));
  const hints = await Promise.all(LANGUAGES.map((language) => hintFaults(root, language)));
  return [...said, ...(await rowFaults(root)), ...hints.flat()];
}

function brainFiles(root: string): string[] {
  const folder = join(root, "practice/brain");
  if (!existsSync(folder)) return [];
  return listFiles(folder)
    .filter((file) => file.endsWith(".ts") && !isTest(file))
    .map((file) => `practice/brain/${file}`);
}

function brainFaults(root: string, file: string): Fault[] {
  const said = saidIn(readFileSync(join(root, file), "utf8"));
  return said.flatMap(({ language, words, line }) =>
    wordsToAvoid(words, language).map(({ at, says }) => ({
      file,
      line: line + at,
      says,
      mend: MEND,
    })),
  );
}

/** What is said by the intents that are data. */
async function rowFaults(root: string): Promise<Fault[]> {
  const { ROWS = [] } = rows.parse(await tableIn(root, "practice/brain/rows/rows.ts"));
  const files = brainFiles(root).filter((file) => file.includes("/rows/"));
  return ROWS.flatMap(({ task, says }) =>
    LANGUAGES.flatMap((language) =>
      [task[language], says?.[language] ?? ""].flatMap((words) =>
        faultsIn(root, files, words, language),
      ),
    ),
  );
}

/** A file of hints is one language's: a table that it exports under the language's name. */
async function hintFaults(root: string, language: Language): Promise<Fault[]> {
  const file = `practice/validation/hints/${language}.ts`;
  const { [language]: hints = {} } = tables.parse(await tableIn(root, file));
  return Object.values(hints).flatMap((words) => faultsIn(root, [file], words, language));
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

/** The words to avoid in a sentence that stands on one line of one of these files. */
function faultsIn(root: string, files: string[], words: string, language: Language): Fault[] {
  return wordsToAvoid(words, language).map(({ says }) => {
    const [file, line] = placeOf(root, files, words) ?? [files[0] ?? "practice", 1];
    return { file, line, says, mend: MEND };
  });
}

function placeOf(root: string, files: string[], words: string): [string, number] | undefined {
  for (const file of files) {
    const text = readFileSync(join(root, file), "utf8");
    if (text.includes(words)) return [file, lineWith(text, words)];
  }
  return undefined;
}

/** A sentence of the practice model, and the line where it begins. */
interface Said {
  language: Language;
  words: string;
  line: number;
}

const lineAt = (text: string, at: number) => text.slice(0, at).split("\n").length;

/**
 * What is said by each `pick(language, en, zh, ja)` of a file. The other strings there recognise what
 * a person types, which may be any word.
 */
export function saidIn(text: string): Said[] {
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
