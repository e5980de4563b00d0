// course/check/toy-readme · the READMEs of the small course, in three languages.
import type { Language } from "../base/languages.ts";
import {
  BUILD_IT,
  CHANGED,
  CHECK_YOURSELF,
  PROBLEM,
  REAL_AGENTS,
  REAL_ONE,
  SECTIONS,
  TRY_IT,
} from "../readme/sections.ts";

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

const TIME = { en: "*About 5 minutes.*", zh: "大约 5 分钟。", ja: "約 5 分です。" };
const NEXT = 8;

/** As many lines of loop.ts as a page has to show. */
const CODE = Array.from({ length: 37 }, (_, at) => `const line${at + 20} = ${at + 20};`);

/** Something that is folded away. */
const folded = (summary: string) =>
  ["<details><summary>", summary, "</summary></details>"].join("");

/** A session of a chapter, that lists what is there. */
const session = (name: string, at: number, language: Language) => [
  `\`\`\`console session=${name}`,
  `$ npx tsx ${folderOf(at)}/code.ts`,
  `s0${at + 1} >> ${ASKED[language]}`,
  "…",
  "```",
];

export function chapterReadme(at: number, language: Language): string {
  const bodies: Record<number, string[]> = {
    [PROBLEM]: at === 0 ? [] : session("before", at - 1, language),
    [REAL_ONE]: [
      "```mermaid",
      "flowchart LR",
      `    you([you]) -- ${DRAWN[language]} --> agent[agent]`,
      "```",
      "",
      "```ts loop.ts",
      "for (const tool of tools) {",
      "  // …",
      "}",
      "```",
      "",
      "```ts loop.ts",
      ...CODE,
      "```",
    ],
    [CHANGED]: ["<!-- changes -->", "<!-- /changes -->"],
    [TRY_IT]: session("a", at, language),
    [BUILD_IT]: [folded("1")],
    [CHECK_YOURSELF]: ["1. A", "2. B", "3. C", "", folded("!")],
    [REAL_AGENTS]: ["- [A](https://example.com) (2026)"],
    [NEXT]: ["[↑](../README.md)"],
  };
  const sections = SECTIONS[language].flatMap((heading, place) => [
    `## ${heading}`,
    "",
    PROSE[language],
    "",
    ...(bodies[place] ?? []),
    "",
  ]);
  return [
    `# s0${at + 1} · ${NAMES[at]}`,
    "",
    TIME[language],
    "",
    PROSE[language],
    "",
    ...sections,
  ].join("\n");
}

export function rootReadme(language: Language): string {
  const title = { en: "The course", zh: "课程", ja: "コース" }[language];
  return `# ${title}\n\n${PROSE[language]}\n\n<!-- chapters -->\n<!-- /chapters -->\n\n## ${title}\n\n${PROSE[language]}\n`;
}
