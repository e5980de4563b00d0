// practice/validation/hint · a line about a refused request that the API does not give, in the learner's language.
import { ownOf } from "../json/fields.ts";

/** The languages of the hints. */
export type Language = "en" | "zh" | "ja";

/** The language of an environment: LC_ALL, else LANG; English for every other than Chinese and Japanese. */
export function languageOf(environment: Record<string, string | undefined>): Language {
  const [language] = (environment.LC_ALL || environment.LANG || "").split(/[_.-]/);
  return language === "zh" || language === "ja" ? language : "en";
}

/** What to do about a broken rule; undefined for a rule without a hint. The texts are loaded when first needed. */
export async function hintOf(rule: string, language: Language): Promise<string | undefined> {
  const { HINTS } = await import("./hints.ts");
  return ownOf(HINTS[language], rule);
}
