// course/check/words · the words to avoid, in the texts of a chapter's package.json and in what the practice model says.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES, type Language, type Translated } from "../readme/languages.ts";
import { wordsToAvoid } from "../readme/words.ts";
import { type Chapter, isTest, linesOf, listFiles, textOf } from "./chapters.ts";
import type { Fault } from "./fault.ts";

const MEND = "course/readme/words.ts lists the words; write another one";

/** The words to avoid in the sentences of a chapter's package.json. */
export function manifestWordFaults(chapter: Chapter): Fault[] {
  const { description, changes } = chapter.manifest;
  const file = `${chapter.name}/package.json`;
  const lines = linesOf(textOf(chapter, "package.json"));
  const lineOf = (sentence: string) =>
    Math.max(
      0,
      lines.findIndex((text) => text.includes(JSON.stringify(sentence))),
    ) + 1;
  return [description, ...Object.values(changes)].flatMap((sentences) =>
    LANGUAGES.filter((language) => isOwnSentence(sentences, language)).flatMap((language) => {
      const sentence = sentences[language];
      const found = wordsToAvoid(sentence, language);
      return found.map(({ says }) => ({ file, line: lineOf(sentence), says, mend: MEND }));
    }),
  );
}

/** English stands in for a sentence that is not translated. */
const isOwnSentence = (sentences: Translated, language: Language) =>
  language === "en" || sentences[language] !== sentences.en;

/** The words to avoid in what the practice model says: its sentences and its hints. */
export function practiceWordFaults(root: string): Fault[] {
  return practiceFiles(root).flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return textsIn(file, text).flatMap(({ language, words, line }) =>
      wordsToAvoid(words, language).map(({ at, says }) => ({
        file,
        line: line + at,
        says,
        mend: MEND,
      })),
    );
  });
}

function practiceFiles(root: string): string[] {
  const folder = join(root, "practice");
  if (!existsSync(folder)) return [];
  return listFiles(folder)
    .filter((file) => /^(?:brain|hints)\/.*\.ts$|^brain\.ts$/.test(file) && !isTest(file))
    .map((file) => `practice/${file}`);
}

/** A sentence of the practice model, and the line where it begins. */
interface Said {
  language: Language;
  words: string;
  line: number;
}

/** A file of hints is one language's; elsewhere the model speaks through `pick`. */
function textsIn(file: string, text: string): Said[] {
  const language = LANGUAGES.find((one) => file === `practice/hints/${one}.ts`);
  if (language !== undefined) return hintsIn(text, language);
  return saidIn(text);
}

const hintsIn = (text: string, language: Language): Said[] =>
  [...text.matchAll(/^.*"(.+)",$/gm)].map((match) => ({
    language,
    words: match[1] ?? "",
    line: lineAt(text, match.index),
  }));

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
