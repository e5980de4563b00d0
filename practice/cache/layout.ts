// practice/cache/layout · a request as the sequence of blocks that the model reads: tools, system, messages.
import { isFields, listOf } from "../json/fields.ts";
import { profileOf } from "../protocol/profiles.ts";
import type { MessageRequest } from "../protocol/reply.ts";
import { tokensOfBlock, tokensOfJson, tokensOfText } from "./tokens.ts";

/** What the API adds around each message and around a system prompt: fitted to the documentation's examples. */
const MESSAGE_TOKENS = 4;
const SYSTEM_TOKENS = 1;
/** The instructions that the API adds when tools are offered, and when a call is forced. */
const TOOL_PROMPT_TOKENS = 330;
const FORCED_TOOL_TOKENS = 120;

/** How long a cache entry lives. */
export type Ttl = "5m" | "1h";
/** The parts of a prompt, in the order in which it is read. */
export type Section = "tools" | "system" | "messages";

/** One block at its position. A string is one text block. */
export interface Part {
  section: Section;
  role: string;
  block: object | string;
  tokens: number;
  /** The cache mark on the block, or within it. */
  mark?: Ttl;
}

/** A whole prompt. */
export interface Layout {
  parts: Part[];
  /** All input tokens, before any caching. */
  tokens: number;
}

/** Lays a valid request out. The automatic mark is on the last block that can carry one. */
export function layoutOf(body: MessageRequest): Layout {
  const scale = profileOf(body.model)?.tokenScale ?? 1;
  const parts = [...toolParts(body, scale), ...systemParts(body, scale)];
  addMessages(parts, body, scale);
  const automatic = ttlOf(body.cache_control);
  const last = automatic && parts.findLast(mayCarryMark);
  if (last) last.mark ??= automatic;
  return { parts, tokens: parts.reduce((sum, part) => sum + part.tokens, 0) };
}

/** Thinking and empty texts cannot carry a mark. */
export function mayCarryMark({ block }: { block: unknown }): boolean {
  if (typeof block === "string") return block !== "";
  if (!isFields(block)) return true;
  if (block.type === "text") return block.text !== "";
  return block.type !== "thinking" && block.type !== "redacted_thinking";
}

/** Tools that are loaded only when they are searched for (defer_loading) are not part of the prompt at the start. */
function toolParts({ tools = [] }: MessageRequest, scale: number): Part[] {
  const loaded = tools.filter((tool) => !("defer_loading" in tool && tool.defer_loading));
  return loaded.map((tool, index) => {
    const { cache_control, ...rest } = tool;
    const added = index === 0 ? TOOL_PROMPT_TOKENS : 0;
    const tokens = added + tokensOfJson(rest, scale);
    return { section: "tools", role: "", block: tool, tokens, mark: ttlOf(cache_control) };
  });
}

function systemParts({ system }: MessageRequest, scale: number): Part[] {
  const blocks = typeof system === "string" ? (system ? [system] : []) : (system ?? []);
  return blocks.map((block, index) => {
    const tokens = (index === 0 ? SYSTEM_TOKENS : 0) + sizeOf(block, scale);
    return { section: "system", role: "", block, tokens, mark: markOf(block) };
  });
}

/** Consecutive messages of one role are one message. */
function addMessages(
  parts: Part[],
  { messages, tool_choice, tools }: MessageRequest,
  scale: number,
) {
  const isForced = tool_choice?.type === "any" || tool_choice?.type === "tool";
  let added = isForced && tools?.length ? FORCED_TOOL_TOKENS : 0;
  let reading = "";
  for (const { role, content } of messages) {
    if (role !== reading) added += MESSAGE_TOKENS;
    reading = role;
    for (const block of typeof content === "string" ? [content] : content) {
      const tokens = added + sizeOf(block, scale);
      parts.push({ section: "messages", role, block, tokens, mark: markOf(block) });
      added = 0;
    }
  }
}

const sizeOf = (block: object | string, scale: number): number =>
  typeof block === "string" ? tokensOfText(block, scale) : tokensOfBlock(block, scale);

function markOf(block: object | string): Ttl | undefined {
  if (typeof block === "string" || !isFields(block)) return undefined;
  const nested = block.type === "tool_result" ? listOf(block.content).findLast(hasMark) : undefined;
  return ttlOf(block.cache_control) ?? (isFields(nested) ? ttlOf(nested.cache_control) : undefined);
}

const hasMark = (block: unknown): boolean => isFields(block) && isFields(block.cache_control);

const ttlOf = (control: unknown): Ttl | undefined =>
  isFields(control) ? (control.ttl === "1h" ? "1h" : "5m") : undefined;
