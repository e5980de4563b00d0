// practice/usage · token counts, estimated without a tokenizer.
import type { MessageRequest, ReplyBlock, Usage } from "./reply.ts";

/** What the API adds around each message and around a system prompt: fitted to the documentation's examples. */
const MESSAGE_TOKENS = 4;
const SYSTEM_TOKENS = 1;
/** The instructions that the API adds when tools are offered, and when a call is forced. */
const TOOL_PROMPT_TOKENS = 330;
const FORCED_TOOL_TOKENS = 120;
/** A picture or a binary document, whatever its size: its bytes are not text. */
const MEDIA_TOKENS = 1500;
/** An id costs about this much; a constant, so that a count does not depend on a random id. */
const ID_TOKENS = 10;

const SPACE = 0;
const WORD = 1;
const DIGITS = 2;
const LINES = 3;
const OTHER = 4;
const CJK = 5;

/** The class of each ASCII character. */
const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (character === "\n") return LINES;
  if (/\s/.test(character)) return SPACE;
  if (/[a-z]/i.test(character)) return WORD;
  return /\d/.test(character) ? DIGITS : OTHER;
});

function classOf(code: number): number {
  if (code < 128) return ASCII[code] ?? OTHER;
  if (code >= 0x3040 && code <= 0x9fff) return CJK;
  if (code >= 0xac00 && code <= 0xd7af) return CJK;
  const isPunctuation = code < 0xc0 || (code >= 0x2000 && code < 0x3040) || code >= 0xd800;
  return isPunctuation ? OTHER : WORD;
}

function tokensOfRun(kind: number, length: number): number {
  if (kind === WORD) return 1.214 + (length > 6 ? 0.145 * (length - 6) : 0);
  if (kind === OTHER) return 0.31 * Math.ceil(length / 2);
  // biome-ignore lint/suspicious/noApproximativeNumericConstant: a fitted weight, by chance near log2(e)
  if (kind === DIGITS) return 1.443 * Math.ceil(length / 3);
  if (kind === LINES) return 2.764;
  return kind === CJK ? 0.928 * length : 0;
}

/**
 * Whole tokens of a text, 0 for the empty text. Six terms, fitted on Markdown, TypeScript, JSON, logs
 * and Chinese: mean error 0–3 % a class, 9–13 % at the ninetieth percentile of 1,500-character chunks.
 */
export function tokensOfText(text: string): number {
  let tokens = 0;
  let kind = SPACE;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const next = classOf(text.charCodeAt(at));
    if (next === kind) continue;
    tokens += tokensOfRun(kind, at - start);
    kind = next;
    start = at;
  }
  return Math.ceil(tokens + tokensOfRun(kind, text.length - start));
}

const tokensOfJson = (value: unknown): number => tokensOfText(JSON.stringify(value) ?? "");

/** Tokens of one content block of a request; `cache_control` and other settings cost nothing. */
export function tokensOfBlock(block: object): number {
  if (!("type" in block)) return 0;
  if (block.type === "text" && "text" in block) return tokensOfText(String(block.text));
  if (block.type === "tool_use" && "name" in block && "input" in block) {
    return ID_TOKENS + tokensOfText(String(block.name)) + tokensOfJson(block.input);
  }
  if (block.type === "tool_result") {
    return ID_TOKENS + ("content" in block ? tokensOfContent(block.content) : 0);
  }
  if (block.type === "image" || block.type === "document") return MEDIA_TOKENS;
  const { cache_control, signature, ...rest } = { cache_control: 0, signature: 0, ...block };
  return tokensOfJson(rest);
}

/** Tokens of a content: a string is one text block. */
export function tokensOfContent(content: unknown): number {
  if (typeof content === "string") return tokensOfText(content);
  if (!Array.isArray(content)) return 0;
  return content.reduce((sum: number, block) => sum + tokensOfBlock(block), 0);
}

/** Tokens of the tool definitions, with the instructions that come with them; 0 without tools. */
export function tokensOfTools(body: MessageRequest): number {
  const { tools = [], tool_choice } = body;
  if (tools.length === 0) return 0;
  const forced = tool_choice?.type === "any" || tool_choice?.type === "tool";
  const definitions = tools.map(({ cache_control, ...tool }) => tokensOfJson(tool));
  return definitions.reduce(
    (a, b) => a + b,
    TOOL_PROMPT_TOKENS + (forced ? FORCED_TOOL_TOKENS : 0),
  );
}

/** All input tokens of a request, before any caching. Consecutive messages of one role count as one. */
export function countInputTokens(body: MessageRequest): number {
  const system = body.system?.length ? SYSTEM_TOKENS + tokensOfContent(body.system) : 0;
  return body.messages.reduce((sum, message, index) => {
    const starts = body.messages[index - 1]?.role !== message.role;
    return sum + (starts ? MESSAGE_TOKENS : 0) + tokensOfContent(message.content);
  }, tokensOfTools(body) + system);
}

/** Output tokens of a reply's blocks; a reply that says nothing still costs one. */
export function countOutputTokens(content: ReplyBlock[]): number {
  return Math.max(
    1,
    content.reduce((sum, block) => sum + tokensOfBlock(block), 0),
  );
}

/** The usage of one exchange: estimates, with the caller's overrides. */
export function usageOf(
  inputTokens: number,
  content: ReplyBlock[],
  given: Partial<Usage> = {},
): Usage {
  return {
    input_tokens: inputTokens,
    output_tokens: countOutputTokens(content),
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
    output_tokens_details: { thinking_tokens: 0 },
    server_tool_use: null,
    service_tier: "standard",
    inference_geo: null,
    speed: "standard",
    ...given,
  };
}
