// practice/brain/types · the values the brain's parts hand to each other.
import type { Book } from "./examples.ts";
import type { SentPlan } from "./plans.ts";
import type { IntentRow } from "./rows/row.ts";
import type { Token } from "./tokens.ts";

export type Language = "en" | "zh" | "ja";

/** A piece of the request that is taken literally: never split, never read as words. */
export interface Span {
  /** file: a name; pattern: with a star; quote: marked as literal; free: literal by its place; command: to be run; unclear: a command whose end is not certain; pasted: a content on lines of its own; task: a wish for a subagent; skill: the name of one. */
  kind: "file" | "pattern" | "quote" | "free" | "command" | "unclear" | "pasted" | "task" | "skill";
  text: string;
  /** As it stood in the request, with its quotes. */
  raw: string;
}

/** One wish of the request. */
export interface Clause {
  /** With one character in place of each span. */
  text: string;
  tokens: Token[];
  /** Words of it as the person typed them, spans and all. */
  typed(words: string): string;
  /** What it means, where that is known without its words. */
  reading?: Reading;
}

export interface Call {
  name: string;
  input: Record<string, unknown>;
}

/** A call of this turn with what came back. */
export interface Outcome {
  call: Call;
  /** undefined: no result has come. */
  text: string | undefined;
  failed: boolean;
  /** The type of a block in it that is no text, such as an image. */
  other?: string;
  /** Calls before it may be missing. */
  gap?: boolean;
}

/** An earlier request, the calls made for it and the words that answered it, where these are still in the conversation. */
export interface Said {
  request: string;
  outcomes?: Outcome[];
  answer?: string;
}

/** A manual that the system text names. */
export interface Skill {
  name: string;
  description: string;
}

/** A note of an earlier session that came with a request. */
export interface Memory {
  source: string;
  content: string;
}

/** A file, or the conversation, and what its lines say. */
export interface Source {
  name: string;
  lines: string[];
}

/** What the offered tools can do; each is there only when a tool's name and input schema are known. */
export interface Offer {
  names: string[];
  /** The same tools with their input schemas; of one that is only listed, it is not known. */
  tools?: { name: string; schema: Record<string, unknown>; isUnknown?: true }[];
  /** Named by the system text. */
  skills: Skill[];
  /** Given with the conversation. */
  memories?: Memory[];
  /** Of the workspace, in the system prompt. */
  files?: Source[];
  /** Sent by mates in the conversation. */
  plans?: SentPlan[];
  shell?: (command: string) => Call;
  read?: (path: string, lines?: number) => Call | undefined;
  write?: (path: string, content: string) => Call;
  /** `once`: the old text must stand there once. */
  edit?: (path: string, old: string, replacement: string, once?: boolean) => Call;
  glob?: (pattern: string) => Call;
  todo?: (todos: { content: string; status: string }[]) => Call;
  task?: (description: string) => Call;
  loadSkill?: (name: string) => Call;
  compact?: () => Call;
  /** Tells the day and the time in its first line. */
  status?: () => Call;
}

export interface Step {
  rule: string;
  /** What it does, in the language of the request. */
  task: string;
  /** The file it leaves in the reader's mind: what "it" means afterwards. */
  file?: string;
  /** The folder that it makes. */
  folder?: string;
  /** Of a program that it writes: that it asks for input, or never ends. */
  ends?: string;
  /** It looks at what a step behind it needs; nobody is told of it. */
  isQuiet?: boolean;
  /** Results that are fine, though the command failed. */
  accepts?: RegExp;
  /** Why a result that is no failure by its form is one. */
  problem?(result: string): string | undefined;
  /** undefined: no offered tool fits. `done` holds the outcomes of the steps planned before. */
  call(offer: Offer, done: Outcome[]): Call | undefined;
  /** What the result says; speaks of nothing but it. `call` is what was answered. */
  say(result: string, done: Outcome[], call?: Call): string;
}

export type Plan =
  | { kind: "steps"; steps: Step[]; language: Language }
  | { kind: "talk"; rule: string; text: string };

export interface PlanContext {
  language: Language;
  book: Book;
  /** The intents that are data. */
  rows: readonly IntentRow[];
  offer: Offer;
  /** The steps of the clauses before. */
  steps: Step[];
  /** The file spoken of last, in this request or an earlier one. */
  file: string | undefined;
  /** The request, and what was said before. */
  request: string;
  earlier: readonly Said[];
  /** Whether it is a wish for a subagent. */
  isAlone: boolean;
  /** How a wish is understood by somebody who has not heard the rest. */
  planAlone(wish: string): Plan;
  /** What would be done about another request in place of this one, with the tools there are; undefined for nothing. */
  tried(request: string): Plan | undefined;
}

/** An intent reads a clause: steps, words to say without a call, or undefined when it is not meant. */
export type Intent = (clause: Clause, context: PlanContext) => Reading | undefined;

export type Reading =
  | { kind: "steps"; steps: Step[]; replace?: number }
  | { kind: "talk"; rule: string; text: string }
  | { kind: "decline"; reason: string };
