// site/page/kit · what the site has for editing a chapter in its page.

/** A file of the chapter as it is, and as a CommonJS module that runs in the page. */
export interface KitFile {
  source: string;
  code: string;
}

export interface EditKit {
  /** By their paths in the chapter's folder. */
  files: Record<string, KitFile>;
  /** The edit of the section "Break it": a file, and the lines of a diff. */
  breaks: { file: string; diff: string[] };
  /** The promises of the core, and those that the edit breaks; none where the page cannot judge the chapter. */
  promises: KitPromise[];
}

/** A promise as the spec has it, and in other languages. */
export interface KitPromise {
  sentence: string;
  /** Whether a page can judge it; else it needs a computer with processes. */
  isHere: boolean;
  names: Record<string, string>;
}
