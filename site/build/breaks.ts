// site/build/breaks · the edit under "Break it" gets a button that makes it in the page.
import type { Language } from "../../course/base/languages.ts";
import { BREAK_IT, SECTIONS } from "../../course/readme/sections.ts";

interface Token {
  type: string;
  tag: string;
  content: string;
}

const BUTTONS: Record<Language, string> = {
  en: "Make this edit here, and run it",
  zh: "在这里做这个改动并运行",
  ja: "ここでこの変更をして実行する",
};

/** The title of the section that a block is in. */
export function titleAbove(tokens: Token[], index: number): string {
  const heading = tokens
    .slice(0, index)
    .findLastIndex(({ type, tag }) => type === "heading_open" && tag === "h2");
  return tokens[heading + 1]?.content ?? "";
}

/** The language of a page of the site. */
export function languageOf(page: string): Language {
  const folder = page.slice(0, 3);
  if (folder === "zh/") return "zh";
  return folder === "ja/" ? "ja" : "en";
}

/** The HTML of a diff, with a button where it is the edit of "Break it". */
export function withEdit(block: string, title: string, page = ""): string {
  const language = languageOf(page);
  const isBreak = title === SECTIONS[language][BREAK_IT];
  if (!isBreak) return block;
  const button = `<button class="edit" type="button">${BUTTONS[language]}</button>`;
  return `<div class="breaks">${block}${button}</div>\n`;
}
