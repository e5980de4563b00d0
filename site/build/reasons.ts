// site/build/reasons · why a session can't run in a page: the words of sessions.json, and what a page says of them.

/** By the page and the name of a session: "passed", or one of the reasons. */
export type Known = Record<string, string>;

export const PASSED = "passed";
/** Of a session that was not measured, or whose failure nobody has looked into. */
export const UNKNOWN = "not known";

type Sentence = Record<"en" | "zh" | "ja", string>;

const REASONS: Record<string, Sentence> = {
  worktree: {
    en: "It needs git worktrees, which git in a page does not have",
    zh: "它需要 git worktree，页面里的 git 没有这个功能",
    ja: "git worktree が必要ですが、ページの中の git にはありません",
  },
  "two agents": {
    en: "Two agents work in one folder at the same time, and a page runs one",
    zh: "两个代理同时在一个文件夹里工作，而页面只能运行一个",
    ja: "二つのエージェントが同時に一つのフォルダーで働きますが、ページで動くのは一つです",
  },
  tool: {
    en: "It runs a tool of the course, and no agent",
    zh: "它运行的是课程自带的工具，不是代理",
    ja: "エージェントではなく、コースの道具を動かします",
  },
};

export const isReason = (word: string): boolean => word in REASONS;

/** What is said of a session on a page of a language. */
export const sentenceOf = (word: string, language: string): string =>
  (language in { zh: 0, ja: 0 }
    ? REASONS[word]?.[language === "zh" ? "zh" : "ja"]
    : REASONS[word]?.en) ?? word;
