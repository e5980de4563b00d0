// site/.vitepress/config · what VitePress is told.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitepress";
import { keepHighlights, openKept, writeKept } from "../build/highlight.ts";
import { addBlocks, slugify } from "../build/markdown.ts";

const SITE = join(import.meta.dirname, "..");
const ROOT = join(SITE, "..");
const KNOWN = JSON.parse(readFileSync(join(SITE, "sessions.json"), "utf8"));
const base = process.env.SITE_BASE ?? "/";

/** Nothing is asked of any other address; a machine may run what its reader has written. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const WORDS = {
  en: {
    label: "English",
    title: "How coding agents work inside",
    details: "Workshop page",
    outline: "On this page",
    search: { buttonText: "Search", noResultsText: "Nothing found for" },
    other: { sidebarMenuLabel: "Chapters", returnToTopLabel: "To the top" },
    footer: { prev: "Before", next: "Next" },
  },
  zh: {
    label: "中文",
    title: "编程 Agent 的内部原理",
    details: "工坊页",
    outline: "本页",
    search: { buttonText: "搜索", noResultsText: "没有找到" },
    other: { sidebarMenuLabel: "各章", returnToTopLabel: "回到顶部" },
    footer: { prev: "上一页", next: "下一页" },
  },
  ja: {
    label: "日本語",
    title: "コーディングエージェントの中身",
    details: "工房ページ",
    outline: "このページ",
    search: { buttonText: "検索", noResultsText: "見つかりません：" },
    other: { sidebarMenuLabel: "章の一覧", returnToTopLabel: "先頭へ" },
    footer: { prev: "前へ", next: "次へ" },
  },
};
type Language = keyof typeof WORDS;
const PREFIX = { en: "", zh: "/zh", ja: "/ja" };
const ENDING = { en: "", zh: ".zh", ja: ".ja" };

const titleIn = (path: string) => /^# (.*)$/m.exec(readFileSync(path, "utf8"))?.[1] ?? "";

function sidebar(language: Language) {
  const chapters = readdirSync(ROOT).filter((name) => /^s\d\d_/.test(name));
  return chapters.sort().map((name) => {
    const text = titleIn(join(ROOT, name, `README${ENDING[language]}.md`)).replaceAll("`", "");
    const link = `${PREFIX[language]}/${name}/`;
    const hasDetails = readdirSync(join(ROOT, name)).includes(`details${ENDING[language]}.md`);
    const items = hasDetails ? [{ text: WORDS[language].details, link: `${link}details` }] : [];
    return { text, link, items, collapsed: true };
  });
}

const searchIn = (language: Language) => {
  const { buttonText, noResultsText } = WORDS[language].search;
  const button = { buttonText, buttonAriaLabel: buttonText };
  return { translations: { button, modal: { noResultsText } } };
};

const localeOf = (language: Language) => ({
  label: WORDS[language].label,
  title: WORDS[language].title,
  lang: language,
  themeConfig: {
    ...WORDS[language].other,
    sidebar: sidebar(language),
    outline: { label: WORDS[language].outline },
    docFooter: WORDS[language].footer,
  },
});

/** A trace is read in a page by the course's own code, of which a part that is not used there needs Node. */
const STAND_INS = {
  find: /^node:(async_hooks|util)$/,
  replacement: join(SITE, "views/trace/stand-ins.ts"),
};

/** Coloured code of earlier builds, by the version of what colours it. */
const COLOURED = join(SITE, "recorded/colours.json");
const VERSION = createHash("sha1")
  .update(readFileSync(join(SITE, "package-lock.json")))
  .digest("hex");
const kept = openKept(COLOURED, VERSION);

export default defineConfig({
  base,
  buildEnd: () => writeKept(COLOURED, VERSION, kept),
  vite: { resolve: { alias: [STAND_INS] } },
  srcDir: "work",
  outDir: "dist",
  cacheDir: "work/.cache",
  cleanUrls: false,
  title: WORDS.en.title,
  appearance: true,
  lastUpdated: false,
  router: { prefetchLinks: false }, // a reader pays for the pages that they open
  head: [
    ["link", { rel: "icon", href: "data:," }],
    ["meta", { "http-equiv": "Content-Security-Policy", content: POLICY }],
  ],
  locales: {
    root: localeOf("en"),
    zh: { ...localeOf("zh"), link: "/zh/" },
    ja: { ...localeOf("ja"), link: "/ja/" },
  },
  markdown: {
    languageAlias: { timeline: "txt" },
    anchor: { slugify },
    toc: { slugify },
    headers: { slugify },
    config(markdown) {
      keepHighlights(markdown, kept);
      addBlocks(markdown, KNOWN);
    },
  },
  themeConfig: {
    search: {
      provider: "local",
      options: {
        locales: { root: searchIn("en"), zh: searchIn("zh"), ja: searchIn("ja") },
        miniSearch: {
          options: {
            // Chinese and Japanese have no spaces between words.
            tokenize: (text) =>
              [...new Intl.Segmenter("ja", { granularity: "word" }).segment(text)]
                .filter(({ isWordLike }) => isWordLike)
                .map(({ segment }) => segment.toLowerCase()),
          },
        },
      },
    },
  },
});
