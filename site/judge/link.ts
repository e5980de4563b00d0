// site/judge/link · what a page and a worker that judges say to each other.
import type { Modules } from "../host/edited.ts";

/** One promise of the chapter, to be judged on these files. */
export interface JudgeOrder {
  sentence: string;
  chapter: string;
  modules: Modules;
  /** Where the bundle is that runs them: for a program beside the agent, such as the server of s27. */
  bundle: string;
  /** The language in which failures are told. */
  language: string;
}

/** How it ended, and why. */
export interface Judged {
  /** "passed", "failed", or why it could not be judged in a word. */
  verdict: string;
  problem?: string | undefined;
}
