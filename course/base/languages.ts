// course/base/languages · the three languages of the READMEs.

export const LANGUAGES = ["en", "zh", "ja"] as const;

export type Language = (typeof LANGUAGES)[number];

/** Every chapter and the root have a README in each of these. */
export const REQUIRED_LANGUAGES: readonly Language[] = LANGUAGES;

/** The same words in each language. */
export type Translated = Record<Language, string>;

/** The file name of a language's README, or of another page that a folder has in each language. */
export const readmeName = (language: Language, page = "README"): string =>
  language === "en" ? `${page}.md` : `${page}.${language}.md`;
