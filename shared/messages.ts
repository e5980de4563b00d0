// shared/messages · reading and keeping message content safely.
import type Anthropic from "@anthropic-ai/sdk";

/**
 * A reply's content as it may be sent again. Models now and then say a text block of nothing but
 * white space, beside a call for example; the API refuses it when it comes back.
 */
export function withoutBlankText(content: Anthropic.ContentBlock[]): Anthropic.ContentBlock[] {
  return content.filter((block) => block.type !== "text" || block.text.trim() !== "");
}

/** Puts text at the end of a message, behind what is there: results come first, words after them. */
export function addText(message: Anthropic.MessageParam, text: string): void {
  const blocks =
    typeof message.content === "string"
      ? [{ type: "text" as const, text: message.content }]
      : message.content;
  message.content = [...blocks, { type: "text", text }];
}

/** True for a message that answers tool calls. */
export function hasResults({ content }: Anthropic.MessageParam): boolean {
  return typeof content !== "string" && content.some(({ type }) => type === "tool_result");
}
