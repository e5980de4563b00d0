// site/build/starts · what the section "Build it" begins with in a page: the draft that it names, and its button.
import type { Language } from "../../course/base/languages.ts";
import { draftsOf, filesWith } from "../../course/chapters/drafts.ts";
import { isCounted } from "../../course/chapters/files.ts";
import { BUILD_IT, SECTIONS } from "../../course/readme/sections.ts";
import type { EditKit } from "../page/kit.ts";

const BUTTONS: Record<Language, string> = {
  en: "Start building here",
  zh: "在这里开始自己做",
  ja: "ここで作り始める",
};

/** `npm run course -- build s03 --from 4`: the number of the draft. */
const FROM = /\bcourse -- build s\d\d --from (\d)/;
/** Files of the chapter that the page has its reader copy beside the draft. */
const COPIED = /\(cd s\d\d_\w+\/(\S+) && cp ((?:\S+\.ts )+)/;

/** The draft that a chapter's page begins with, in the place of the mechanism; undefined for a page that names none. */
export function startOf(chapter: string, page: string): EditKit["start"] {
  const draft = draftsOf(chapter)[Number(FROM.exec(page)?.[1]) - 1];
  if (draft === undefined) return undefined;
  const files = filesWith(draft);
  const [, folder = "", names = ""] = COPIED.exec(page) ?? [];
  const copied = names.split(" ").flatMap((name) => (name === "" ? [] : `${folder}/${name}`));
  const all = [...files.keys()].filter(isCounted);
  return {
    file: draft.door,
    text: files.get(draft.door) ?? "",
    files: [...new Set([...all, ...copied])].sort(),
  };
}

/** The HTML of a block of commands, with a button where it makes the folder in which "Build it" begins. */
export function withStart(block: string, commands: string, title: string, language: Language) {
  const isStart = title === SECTIONS[language][BUILD_IT] && FROM.test(commands);
  if (!isStart) return block;
  const button = `<button class="start" type="button">${BUTTONS[language]}</button>`;
  return `<div class="builds">${block}${button}</div>\n`;
}
