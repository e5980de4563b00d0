// s08 · compact/state – what the compactor of one agent knows.
import { randomUUID } from "node:crypto";
import type Anthropic from "@anthropic-ai/sdk";
import type { AskModel } from "../../shared/askModel.ts";
import type { ToolContext } from "../tools.ts";
import type { Around } from "./core.ts";
import { newSize, type Size } from "./size.ts";

export type Messages = Anthropic.MessageParam[];

/** The turn that runs now. `content` is its prompt, kept because a summary replaces the message. */
export interface Turn {
  context: ToolContext;
  message: Anthropic.MessageParam;
  content: Anthropic.MessageParam["content"];
}

/** What is known about the history of one agent. */
export interface Compaction {
  ask: AskModel;
  /** The size of the window in tokens. */
  windowOf(): number;
  around: Around;
  size: Size;
  /** The path of the file that gets what leaves the history. */
  transcript: string;
  /** The first words of the person in this conversation. */
  beganWith: string;
  turn: Turn | undefined;
  /** Set when the model asked for a summary with the tool compact. */
  wanted: { focus?: string | undefined } | undefined;
}

export const newCompaction = (
  ask: AskModel,
  windowOf: () => number,
  around: Around,
): Compaction => ({
  ask,
  windowOf,
  around,
  size: newSize(),
  transcript: `.transcripts/${randomUUID()}.jsonl`,
  beganWith: "",
  turn: undefined,
  wanted: undefined,
});
