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

/** The text of a message, its blocks joined by lines; "" when it has none. */
export function textOf({ content }: Anthropic.MessageParam): string {
  if (typeof content === "string") return content;
  return content
    .map((block) => (block.type === "text" ? block.text : ""))
    .join("\n")
    .trim();
}

/** A value as JSON between tags. Nothing in it can close the tag and pass for words outside of it. */
export function asData(tag: string, value: unknown): string {
  return `<${tag}>\n${JSON.stringify(value).replaceAll("<", "\\u003c")}\n</${tag}>`;
}
