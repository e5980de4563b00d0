// site/page/kit · what the site has for editing a chapter in its page.

/** A file of the chapter as it is, and as a CommonJS module that runs in the page. */
export interface KitFile {
  source: string;
  code: string;
}

/** A word of judged.json; page/words.ts has the sentences. */
export const NO_JUDGE = [
  "agents",
  "differs",
  "await",
  "worktrees",
  "programs",
  "not measured",
] as const;
export type NoJudge = (typeof NO_JUDGE)[number];

export interface EditKit {
  /** By their paths in the chapter's folder. */
  files: Record<string, KitFile>;
  /** The edit of the section "Break it": a file, and the lines of a diff. */
  breaks: { file: string; diff: string[] };
  /** With what "Build it" begins: the text in the place of the mechanism's file, and the files that are there beside it. */
  start: { file: string; text: string; files: string[] } | undefined;
  /** Why no promise of the chapter is judged in a page; undefined where some are. */
  noJudge: NoJudge | undefined;
  /** The promises of the core, and those that the edit breaks; none where the page cannot judge the chapter. */
  promises: KitPromise[];
  /** How many promises the whole spec has. */
  promised: number;
}

/** A promise as the spec has it, and in other languages. */
export interface KitPromise {
  sentence: string;
  /** Whether a page can judge it; else it needs a computer with processes. */
  isHere: boolean;
  names: Record<string, string>;
}
