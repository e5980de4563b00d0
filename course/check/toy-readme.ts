// course/check/toy-readme · the READMEs of the small course, in three languages.
import { type Language, SECTIONS } from "../readme/languages.ts";

/** The chapters' names, without their numbers. */
export const NAMES = ["one", "two", "three"];

export const folderOf = (at: number) => `s0${at + 1}_${NAMES[at]}`;

const PROSE = {
  en: "This paragraph of prose has clearly more than eight words in it.",
  zh: "这一段文字说明这一章的想法,写得足够长,可以看出语言来。",
  ja: "この段落は章の考えを説明する文章で、言語がわかるくらい長く書いてあります。",
} as const;

const ASKED = {
  en: "What files are here?",
  zh: "这里有哪些文件?",
  ja: "ここにはどんなファイルがありますか?",
};
const DRAWN = { en: "asks the agent", zh: "请求", ja: "頼む" };

export function chapterReadme(at: number, language: Language): string {
  const bodies: Record<number, string[]> = {
    1: [
      "```mermaid",
      "flowchart LR",
      `    you([you]) -- ${DRAWN[language]} --> agent[agent]`,
      "```",
    ],
    2: ["```ts loop.ts", "for (const tool of tools) {", "  // …", "}", "```"],
    3: ["<!-- changes -->", "<!-- /changes -->"],
    4: [
      "```console session=a",
      `$ npx tsx ${folderOf(at)}/code.ts`,
      `s0${at + 1} >> ${ASKED[language]}`,
      "…",
      "```",
    ],
    7: ["[↑](../README.md)"],
  };
  const sections = SECTIONS[language].flatMap((heading, place) => [
    `## ${heading}`,
    "",
    PROSE[language],
    "",
    ...(bodies[place] ?? []),
    "",
  ]);
  return [`# s0${at + 1} · ${NAMES[at]}`, "", PROSE[language], "", ...sections].join("\n");
}

export function rootReadme(language: Language): string {
  const title = { en: "The course", zh: "课程", ja: "コース" }[language];
  return `# ${title}\n\n${PROSE[language]}\n\n<!-- chapters -->\n<!-- /chapters -->\n\n## ${title}\n\n${PROSE[language]}\n`;
}
