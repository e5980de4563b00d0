// s08 · compact/shrink – two ways to shorten a history that the core does not have. Neither separates a call from its result.
import type Anthropic from "@anthropic-ai/sdk";
import { addNote, hasResults } from "../../shared/messages.ts";
import { estimateTokens } from "../../shared/tokens.ts";
import { type Result, resultsOf, withTexts } from "./results.ts";

type Message = Anthropic.MessageParam;

/** A shorter history, and the messages that were left out of it or changed. */
export interface Shrunk {
  next: Message[];
  dropped: Message[];
}

const PREVIEW = 2000;
const SMALLEST_PREVIEW = 200;
const MAX_MESSAGES = 200;
const KEPT_MESSAGES = 100;
const PUT_ASIDE = "[The result is too large to be shown here. All of it is in";

/**
 * The messages with a budget of about `limit` tokens for all results that the model has not seen yet: the largest are
 * replaced by a preview and the path of a file, until the rest fits. Undefined when they are small enough already.
 * `save` writes a text to a file and returns its path.
 */
export async function withinBudget(
  messages: Message[],
  limit: number,
  save: (text: string) => Promise<string>,
): Promise<Message[] | undefined> {
  const lastReply = messages.findLastIndex(({ role }) => role === "assistant");
  const unseen = messages.slice(lastReply + 1).flatMap(resultsOf);
  const shorter = new Map<Result, string>();
  let total = unseen.reduce((sum, result) => sum + sizeOf(result), 0);
  const share = limit / Math.max(unseen.length, 1);
  for (const result of unseen.sort((one, other) => sizeOf(other) - sizeOf(one))) {
    const { content } = result;
    if (total <= limit || typeof content !== "string") break;
    const length = previewLength(content, share);
    if (content.length <= 2 * length) continue;
    const text = preview(content, length, await save(content));
    shorter.set(result, text);
    total += estimateTokens(text) - sizeOf(result);
  }
  return shorter.size === 0 ? undefined : messages.map((one) => withTexts(one, shorter));
}

/** In tokens. A picture counts as 0, because it cannot be made shorter. */
function sizeOf({ content }: Result): number {
  return typeof content === "string" ? estimateTokens(content) : 0;
}

/** In characters, for a share of `tokens`. It depends on the text: some scripts take one token per character. */
function previewLength(text: string, tokens: number): number {
  const length = (tokens * text.length) / estimateTokens(text);
  return Math.max(SMALLEST_PREVIEW, Math.min(PREVIEW, Math.floor(length)));
}

function preview(text: string, length: number, path: string): string {
  const half = Math.floor(length / 2);
  return [
    `${PUT_ASIDE} ${path} (${text.length} characters); read_file with offset and limit gives parts of it. It begins:]`,
    text.slice(0, half).toWellFormed(),
    "[… and ends:]",
    text.slice(-half).toWellFormed(),
  ].join("\n");
}

/** The path in a preview; undefined for any other result. */
export function savedAt({ content }: Result): string | undefined {
  if (typeof content !== "string" || !content.startsWith(PUT_ASIDE)) return undefined;
  return content.slice(PUT_ASIDE.length).trim().split(" ", 1)[0];
}

/** True for a history that is long enough to leave out its middle. */
export function isSnippable(messages: Message[]): boolean {
  return messages.length > MAX_MESSAGES;
}

/**
 * A long history without its middle. The first message stays, and so do `prompt`, which this turn began with, and
 * the last messages. `notes` take the place of the middle. Undefined when there is no place to cut.
 */
export function snip(messages: Message[], prompt: Message, notes: string[]): Shrunk | undefined {
  const [first] = messages;
  const from = messages.findIndex(
    (message, at) => at >= messages.length - KEPT_MESSAGES && !hasResults(message),
  );
  if (first === undefined || from < 0) return undefined;
  const middle = messages.slice(1, from);
  const gap: Message = { role: "user", content: [] };
  for (const text of notes) addNote(gap, "context", text);
  return {
    next: [first, gap, ...middle.filter((message) => message === prompt), ...messages.slice(from)],
    dropped: middle.filter((message) => message !== prompt),
  };
}
