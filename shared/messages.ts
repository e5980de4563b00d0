// shared/messages · reading and keeping message content safely.
import type Anthropic from "@anthropic-ai/sdk";

/**
 * A reply's content as it may be sent again. Models now and then say a text block of nothing but
 * white space, beside a call for example; the API refuses it when it comes back.
 */
export function withoutBlankText(content: Anthropic.ContentBlock[]): Anthropic.ContentBlock[] {
  return content.filter((block) => block.type !== "text" || block.text.trim() !== "");
}
