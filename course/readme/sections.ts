// course/readme/sections · what the sections of a chapter's README are called, and the phrases in them that are checked.
import type { Language, Translated } from "../base/languages.ts";
import { sayIn } from "../base/say.ts";

/** The sections of a chapter's README, in this order; drafts stand between the first two. */
export const SECTIONS: Record<Language, readonly string[]> = {
  en: sectionsIn("en"),
  zh: sectionsIn("zh"),
  ja: sectionsIn("ja"),
};

function sectionsIn(language: Language): string[] {
  const say = sayIn(language);
  return [
    say`The problem`,
    say`The real one`,
    say`What changed`,
    say`Try it`,
    say`Build it`,
    say`Break it`,
    say`Check yourself`,
    say`What real agents do`,
    say`Next`,
  ];
}

/** In the place of "The real one", when the last draft is the core: what is shown whole has been shown before. */
export const NOT_YET: Translated = {
  en: "What it doesn't do yet",
  zh: "它还做不到的",
  ja: "まだできないこと",
};

/** The places of the sections for which there are rules. */
export const PROBLEM = 0;
export const REAL_ONE = 1;
export const CHANGED = 2;
export const TRY_IT = 3;
export const BUILD_IT = 4;
export const BREAK_IT = 5;
export const CHECK_YOURSELF = 6;
export const REAL_AGENTS = 7;

/** How the line below the title begins, which says how long a chapter takes. */
export const TIME: Record<Language, RegExp> = {
  en: /^\*About \d+ minutes\b/,
  zh: /^大约 \d+ 分钟/,
  ja: /^約 \d+ 分/,
};

/** Marks missing prose in a new chapter; the check reports it. */
export const NOT_WRITTEN: Translated = {
  en: "(Not written yet.)",
  zh: "（尚未写。）",
  ja: "（まだ書かれていません。）",
};
