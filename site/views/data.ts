// site/views/data · what the build writes for the views, and they read: each a JSON file below views/.

/** An agent that can be compared: a chapter, or a draft of one. */
export interface Agent {
  /** "s04", or "s04.2" */
  name: string;
  /** "s04_hooks" */
  chapter: string;
  /** Of a draft: its own file, and the one behind whose name it stands. */
  draft: { file: string; door: string } | undefined;
}

/** versions.json: which version of each file an agent has, as an index into the file's texts; -1 where it has none. */
export interface Versions {
  agents: Agent[];
  /** By the file's path in its chapter; as many numbers as there are agents. */
  files: Record<string, number[]>;
}

/** packs/NAME.json: the files of one folder, or one file that is in none. */
export type Pack = Record<string, FileTexts>;

export interface FileTexts {
  /** Each text that the file has in some agent. */
  texts: string[];
  /** By two versions, "0 1": git's hunks without context, four numbers each. */
  hunks: Record<string, number[]>;
}

/** The pack that a file is in. */
export const packOf = (file: string): string => file.split("/")[0] ?? file;

/** words/LANGUAGE.json */
export interface StepWords {
  /** By an agent's name. */
  titles: Record<string, string>;
  /** By a chapter's name, "s04", and a file: the sentence of its package.json; `*` says why it needs more than usual. */
  changes: Record<string, Record<string, string>>;
}

/** notes/sNN.LANGUAGE.json: by an agent's name and a file. */
export type Notes = Record<string, Record<string, Note[]>>;

/** What a page says of lines that it quotes. */
export interface Note {
  /** The places that are quoted: first and last line, counted from 1. */
  places: [first: number, last: number][];
  /** The paragraph before the quotation, and the one after it. */
  html: string;
}

/** map.json: the chapters in order. */
export interface MapStep {
  name: string;
  chapter: string;
  newFiles: string[];
  newLines: number;
  /** The mechanisms that the agent has now, in the order in which chapters brought them. */
  mechanisms: Mechanism[];
}

export interface Mechanism {
  /** Its file, or its folder with a slash. */
  name: string;
  /** The chapter that brought it, "s08". */
  since: string;
  /** The file to begin with. */
  door: string;
  tools: string[];
  events: string[];
  commands: string[];
}

/** traces/list.json: the chapters for which a run was recorded, with the session of the page. */
export type Recorded = Record<string, { chapter: string; session: string }>;
