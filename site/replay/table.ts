// site/replay/table · how many sessions of each chapter pass in a page, by language, and why the others do not.
import { PASSED } from "../build/reasons.ts";

export const LANGUAGES = ["en", "zh", "ja"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The pages of a chapter that have sessions. */
export const pagesOf = (language: Language): string[] =>
  ["README", "details"].map((name) =>
    language === "en" ? `${name}.md` : `${name}.${language}.md`,
  );

const languageOf = (key: string): Language =>
  /\.(zh|ja)\.md /.exec(key)?.[1] === "zh" ? "zh" : key.includes(".ja.md ") ? "ja" : "en";

/** The rows of the table, for sessions by their keys, such as "s01_agent_loop/README.md one". */
export function tableOf(keys: string[], verdictOf: (key: string) => string): string[] {
  const chapters = [...new Set(keys.map((key) => key.slice(0, 3)))];
  const rowOf = (name: string, some: string[]) => {
    const counts = LANGUAGES.map((language) =>
      countOf(
        some.filter((key) => languageOf(key) === language),
        verdictOf,
      ),
    );
    return [
      name.padEnd(8),
      ...counts.map((count) => count.padStart(10)),
      ` ${reasonsOf(some, verdictOf)}`,
    ].join("");
  };
  const head = [
    "".padEnd(8),
    ...LANGUAGES.map((language) => language.padStart(10)),
    " why not",
  ].join("");
  const rows = chapters.map((chapter) =>
    rowOf(
      chapter,
      keys.filter((key) => key.startsWith(chapter)),
    ),
  );
  return [head, ...rows, rowOf("all", keys)];
}

function countOf(keys: string[], verdictOf: (key: string) => string): string {
  return `${keys.filter((key) => verdictOf(key) === PASSED).length}/${keys.length}`;
}

/** Such as "two agents: core two". */
function reasonsOf(keys: string[], verdictOf: (key: string) => string): string {
  const names = new Map<string, Set<string>>();
  for (const key of keys) {
    const verdict = verdictOf(key);
    if (verdict === PASSED) continue;
    names.set(verdict, (names.get(verdict) ?? new Set()).add(key.split(" ").at(-1) ?? ""));
  }
  return [...names].map(([reason, some]) => `${reason}: ${[...some].join(" ")}`).join("; ");
}
