// course/readme/languages · the three languages of the READMEs, and what is called what in them.

export const LANGUAGES = ["en", "zh", "ja"] as const;

export type Language = (typeof LANGUAGES)[number];

/** Every chapter and the root have a README in each of these. */
export const REQUIRED_LANGUAGES: readonly Language[] = LANGUAGES;

/** The same words in each language. */
export type Translated = Record<Language, string>;

/** The file name of a language's README. */
export const readmeName = (language: Language): string =>
  language === "en" ? "README.md" : `README.${language}.md`;

/** The sections of a chapter's README, in this order. */
export const SECTIONS: Record<Language, readonly string[]> = {
  en: [
    "The problem",
    "The idea",
    "How it works",
    "What changed",
    "Try it",
    "Break it",
    "What real agents do",
    "Next",
  ],
  zh: ["问题", "思路", "怎么运作", "改了什么", "试一试", "弄坏它", "真实的 agent 怎么做", "下一步"],
  ja: [
    "問題",
    "考え方",
    "しくみ",
    "変わったところ",
    "試してみる",
    "壊してみる",
    "実際のエージェントは",
    "次へ",
  ],
};

/** The places of the sections with the picture, with the changes, and with the edit to try. */
export const IDEA = 1;
export const CHANGED = 3;
export const BREAK_IT = 5;

/** Marks missing prose in a new chapter; the check reports it. */
export const NOT_WRITTEN: Translated = {
  en: "(Not written yet.)",
  zh: "（尚未写。）",
  ja: "（まだ書かれていません。）",
};
