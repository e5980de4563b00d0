// practice/cache/tokens · token counts of texts and blocks, estimated without a tokenizer.

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
  return kind === LINES ? 2.764 : 0;
}

/**
 * Whole tokens of a text, 0 for the empty text. Six terms, fitted on Markdown, TypeScript, JSON, logs
 * and Chinese: mean error 0–3 % a class, 9–13 % at the ninetieth percentile of 1,500-character chunks.
 * `scale` is that of the model's tokenizer, for everything but Chinese, Japanese and Korean.
 */
export function tokensOfText(text: string, scale = 1): number {
  let tokens = 0;
  let cjk = 0;
  let kind = SPACE;
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    const next = at < text.length ? classOf(text.charCodeAt(at)) : SPACE;
    if (next === kind && at < text.length) continue;
    if (kind === CJK) cjk += 0.928 * (at - start);
    else tokens += tokensOfRun(kind, at - start);
    kind = next;
    start = at;
  }
  return Math.ceil(tokens * scale + cjk);
}

/** Tokens of a value as its JSON. */
export const tokensOfJson = (value: unknown, scale = 1): number =>
  tokensOfText(JSON.stringify(value) ?? "", scale);

/** Tokens of one content block; `cache_control` and other settings cost nothing. */
export function tokensOfBlock(block: object, scale = 1): number {
  if (!("type" in block)) return 0;
  if (block.type === "text" && "text" in block) return tokensOfText(String(block.text), scale);
  if (block.type === "thinking" && "thinking" in block) {
    return ID_TOKENS + tokensOfText(String(block.thinking), scale);
  }
  const isCall = block.type === "tool_use" || block.type === "server_tool_use";
  if (isCall && "name" in block && "input" in block) {
    return ID_TOKENS + tokensOfText(String(block.name), scale) + tokensOfJson(block.input, scale);
  }
  if (block.type === "tool_result") {
    return ID_TOKENS + ("content" in block ? tokensOfContent(block.content, scale) : 0);
  }
  if (block.type === "image" || block.type === "document") return MEDIA_TOKENS;
  const { cache_control, ...rest } = { cache_control: 0, ...block };
  return tokensOfJson(rest, scale);
}

/** Tokens of a content: a string is one text block. */
export function tokensOfContent(content: unknown, scale = 1): number {
  if (typeof content === "string") return tokensOfText(content, scale);
  if (!Array.isArray(content)) return 0;
  return content.reduce((sum: number, block) => sum + tokensOfBlock(block, scale), 0);
}
