// course/readme/minutes · how long a chapter takes, by a rule, and where its page says so.
import type { Language } from "../base/languages.ts";
import { sightOf } from "./form.ts";
import { parseReadme } from "./parse.ts";

/** By our own estimate: prose of this kind is read slowly, a line of code takes as long as ten words, and a typed line has to be waited for. */
const A_MINUTE = { words: 120, code: 12, typed: 3 };
const STEP = 5;

/** A line that a person types, waits for, or answers in a session. */
const TYPED = /^(2?\$ |(2 )?(s\d\d(\.\d)? >> .|\? |\^C)|~ )/;

/**
 * How many minutes the English page of a chapter takes to read and try, in steps of five: its words and lines of
 * TypeScript outside of boxes, and the lines typed in its sessions.
 */
export function minutesOf(page: string): number {
  const readme = parseReadme(page);
  const { words, code } = sightOf(readme);
  const sessions = readme.blocks.filter(({ language }) => language === "console");
  const typed = sessions.flatMap(({ lines }) => lines).filter((line) => TYPED.test(line)).length;
  const minutes = words / A_MINUTE.words + code / A_MINUTE.code + typed / A_MINUTE.typed;
  return Math.ceil(minutes / STEP) * STEP;
}

/** How the first lines of a page name the time; it is the only figure of the line that is generated. */
const NAMED: Record<Language, RegExp> = {
  en: /^(\*About )\d+( minutes)/m,
  zh: /^(\*?大约 )\d+( 分钟)/m,
  ja: /^(\*?約 )\d+( 分)/m,
};

/** An English page without the figure of its time. */
export const withoutMinutes = (english: string): string => english.replace(NAMED.en, "$1$2");

/** A page with the time that its English original takes; unchanged where it names none. */
export const withMinutes = (text: string, language: Language, english: string): string =>
  text.replace(NAMED[language], (_, before, after) => `${before}${minutesOf(english)}${after}`);
