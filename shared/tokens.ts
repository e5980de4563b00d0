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

/** What a picture costs at most, whatever its size in bytes. Source: the API's documentation, vision. */
const PICTURE_AT_MOST = 4800;
/** The estimate of a text is for English; code and JSON take up to half as many again. */
const CAUTION = 1.5;

/** As many tokens as the input of a request can have at most. */
export function mostTokens(body: object): number {
  let pictures = 0;
  const text = JSON.stringify(body, (_, value: unknown) => {
    if (!isPicture(value)) return value;
    pictures++;
    return "";
  });
  return mostTokensIn(text) + pictures * PICTURE_AT_MOST;
}

/** As many tokens as a text can have at most. */
export const mostTokensIn = (text: string): number => Math.ceil(CAUTION * estimateTokens(text));

const isPicture = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  "media_type" in value &&
  String(value.media_type).startsWith("image/");
