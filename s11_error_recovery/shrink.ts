// s08 · shrink – three cheap ways to a shorter history. None of them parts a call from its result.
import type Anthropic from "@anthropic-ai/sdk";
import { hasResults } from "../shared/messages.ts";
import { estimateTokens } from "../shared/tokens.ts";

type Result = Anthropic.ToolResultBlockParam;

/** A shorter history, and the messages that are no longer in it as they were. */
export interface Shrunk {
  next: Anthropic.MessageParam[];
  dropped: Anthropic.MessageParam[];
}

const PREVIEW = 2000;
const SMALLEST_PREVIEW = 200;
const MAX_MESSAGES = 200;
const KEPT_MESSAGES = 100;
const KEPT_RESULTS = 3;
const SHORT = 120;
const LEFT_OUT = "[Result left out to save room. It is in";
const ASIDE = "[The result is too large for here. All of it is in";
/** What these tools gave is in use for as long as the work goes on. */
const KEPT_TOOLS = ["load_skill"];

/**
 * A history in which the largest results that the model has not seen yet stand as a preview and the
 * path of a file, until all of them together have about `limit` tokens; undefined when they do already.
 * `save` writes a text and gives its path.
 */
export async function withinBudget(
  messages: Anthropic.MessageParam[],
  limit: number,
  save: (text: string) => Promise<string>,
): Promise<Anthropic.MessageParam[] | undefined> {
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

/** In tokens. A picture cannot be made shorter, so it counts for nothing. */
function sizeOf({ content }: Result): number {
  return typeof content === "string" ? estimateTokens(content) : 0;
}

/** In characters: not more than a share of `tokens`, since some scripts take a token a character. */
function previewLength(text: string, tokens: number): number {
  const length = (tokens * text.length) / estimateTokens(text);
  return Math.max(SMALLEST_PREVIEW, Math.min(PREVIEW, Math.floor(length)));
}

function preview(text: string, length: number, path: string): string {
  const half = Math.floor(length / 2);
  return [
    `${ASIDE} ${path} (${text.length} characters); read_file with offset and limit gives parts of it. It begins:]`,
    text.slice(0, half).toWellFormed(),
    "[… and ends:]",
    text.slice(-half).toWellFormed(),
  ].join("\n");
}

/** True for a history so long that its middle may go. */
export function isSnippable(messages: Anthropic.MessageParam[]): boolean {
  return messages.length > MAX_MESSAGES;
}

/** A long history without its middle: the first message stays, the request, and the last ones. `words` stand between. */
export function snip(
  messages: Anthropic.MessageParam[],
  request: Anthropic.MessageParam,
  words: string[],
): Shrunk | undefined {
  const [first] = messages;
  const from = messages.findIndex(
    (message, at) => at >= messages.length - KEPT_MESSAGES && !hasResults(message),
  );
  if (first === undefined || from < 0) return undefined;
  const middle = messages.slice(1, from);
  const content = words.map((text) => ({ type: "text" as const, text }));
  return {
    next: [
      first,
      { role: "user", content },
      ...middle.filter((message) => message === request),
      ...messages.slice(from),
    ],
    dropped: middle.filter((message) => message !== request),
  };
}

/** A history with a word in place of old results. The newest stay, and those the model has not seen. */
export function micro(messages: Anthropic.MessageParam[], where: string): Shrunk | undefined {
  const lastReply = messages.findLastIndex(({ role }) => role === "assistant");
  const seen = messages.slice(0, Math.max(lastReply, 0)).flatMap(resultsOf);
  const kept = idsOfKept(messages);
  const old = seen.slice(0, -KEPT_RESULTS).filter((result) => !kept.has(result.tool_use_id));
  const words = new Map(
    old.filter(isLong).map((result) => [result, placeholder(result, where)] as const),
  );
  if (words.size === 0) return undefined;
  const isOld = (message: Anthropic.MessageParam) =>
    resultsOf(message).some((result) => words.has(result));
  return {
    next: messages.map((message) => withTexts(message, words)),
    dropped: messages.filter(isOld),
  };
}

function idsOfKept(messages: Anthropic.MessageParam[]): Set<string> {
  const blocks = messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
  const uses = blocks.flatMap((block) => (block.type === "tool_use" ? [block] : []));
  return new Set(uses.filter(({ name }) => KEPT_TOOLS.includes(name)).map(({ id }) => id));
}

function isLong({ content }: Result): boolean {
  if (typeof content !== "string") return content !== undefined;
  const isPlaceholder = content.startsWith(LEFT_OUT) && content.length < 2 * SHORT;
  return content.length > SHORT && !isPlaceholder;
}

/** What was put aside before keeps its path: the transcript has only the preview. */
function placeholder({ content }: Result, where: string): string {
  const text = typeof content === "string" ? content : "";
  const path = text.startsWith(ASIDE) ? text.slice(ASIDE.length).trim().split(" ", 1)[0] : where;
  return `${LEFT_OUT} ${path}]`;
}

function resultsOf({ content }: Anthropic.MessageParam): Result[] {
  if (typeof content === "string") return [];
  return content.flatMap((block) => (block.type === "tool_result" ? [block] : []));
}

/** A copy of a message, with other texts in some of its results; the message itself when none is meant. */
function withTexts(
  message: Anthropic.MessageParam,
  texts: ReadonlyMap<unknown, string>,
): Anthropic.MessageParam {
  if (message.role !== "user" || typeof message.content === "string") return message;
  if (!message.content.some((block) => texts.has(block))) return message;
  const content = message.content.map((block) => {
    const text = texts.get(block);
    return block.type === "tool_result" && text !== undefined ? { ...block, content: text } : block;
  });
  return { ...message, content };
}
