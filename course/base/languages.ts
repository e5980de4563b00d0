// course/base/languages · the three languages: every chapter and the root have a README in each of them.

export const LANGUAGES = ["en", "zh", "ja"] as const;

export type Language = (typeof LANGUAGES)[number];

/** The same words in each language. */
export type Translated = Record<Language, string>;

/** The file name of a language's README, or of another page that a folder has in each language. */
export const readmeName = (language: Language, page = "README"): string =>
  language === "en" ? `${page}.md` : `${page}.${language}.md`;
