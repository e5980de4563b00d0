// practice/validation/hints · what to do about each broken rule, by language and the rule's id.
import en from "./hints/en.json" with { type: "json" };
import ja from "./hints/ja.json" with { type: "json" };
import zh from "./hints/zh.json" with { type: "json" };

/** A table for each language. */
export const HINTS: Readonly<Record<"en" | "zh" | "ja", Readonly<Record<string, string>>>> = {
  en,
  zh,
  ja,
};
