// shared/tokens · how much of the window something takes, estimated without a tokenizer.

/**
 * Whole tokens of a text, roughly: four ASCII characters a token, and one for every other character.
 * Source of the four: the API's documentation, for English. Code and JSON take up to 50 % more; only
 * the `usage` of a reply is exact.
 */
export function estimateTokens(text: string): number {
  let others = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) others++;
  return Math.ceil((text.length - others) / 4) + others;
}
