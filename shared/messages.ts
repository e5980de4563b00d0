// shared/messages · reading and keeping message content safely.
import type Anthropic from "@anthropic-ai/sdk";

/**
 * A reply's content as it may be sent again. Models now and then write a text block of nothing but
 * white space, beside a call for example; the API refuses it when it comes back. It also refuses a
 * message that ends in thinking, so thinking that nothing follows goes, too.
 */
export function withoutBlankText(content: Anthropic.ContentBlock[]): Anthropic.ContentBlock[] {
  const said = content.filter((block) => block.type !== "text" || block.text.trim() !== "");
  return said.slice(0, said.findLastIndex(({ type }) => !THINKING.includes(type)) + 1);
}

/** The kinds of blocks that are thinking. */
export const THINKING: string[] = ["thinking", "redacted_thinking"];

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

/** The text of the last reply; "" when it had none. An empty reply is not in the messages. */
export function lastReply(messages: readonly Anthropic.MessageParam[]): string {
  const last = messages.at(-1);
  return last?.role === "assistant" ? textOf(last) : "";
}

/** The last text in any of the replies; "" when there is none. A reply that only calls tools has no text. */
export function lastWords(messages: readonly Anthropic.MessageParam[]): string {
  const replies = messages.filter(({ role }) => role === "assistant").map(textOf);
  return replies.findLast((text) => text !== "") ?? "";
}

const NOTE_BEGINS = '<note kind="';
const NOTE_ENDS = "</note>";
const NOTE = /<note kind="[^"]*">[\s\S]*?<\/note>/g;

/**
 * What a part of the program tells the model, in an envelope with a kind, such as "reminder". The envelope
 * marks it as not written by the person. Nothing in `text` can end the envelope early.
 */
export function asNote(kind: string, text: string): string {
  const safe = text.replaceAll(/<(?=\/note)/gi, "< ");
  return `${NOTE_BEGINS}${kind}">\n${safe}\n${NOTE_ENDS}`;
}

/** The content of a message as a list of blocks. */
export function blocksOf({ content }: Anthropic.MessageParam): Anthropic.ContentBlockParam[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

/** Puts a text at the end of a message, after what is there: results come first, text after them. */
export function addText(message: Anthropic.MessageParam, text: string): void {
  message.content = [...blocksOf(message), { type: "text", text }];
}

/** Puts a note at the end of a message. */
export function addNote(message: Anthropic.MessageParam, kind: string, text: string): void {
  addText(message, asNote(kind, text));
}

/** True for a block that is one or several notes and nothing else. */
export function isNote(block: Anthropic.ContentBlockParam): boolean {
  return block.type === "text" && block.text !== "" && withoutNotes(block.text) === "";
}

/** The text of a message without the notes in it: what the person wrote, or the model. */
export function wordsOf(message: Anthropic.MessageParam): string {
  return withoutNotes(textOf(message));
}

const withoutNotes = (text: string) => text.replaceAll(NOTE, "").trim();

/** A person's text, changed so that nothing in it looks like a note. */
export function asWords(text: string): string {
  return text.replaceAll(/<(?=\s*note\b)/gi, "< ");
}

/** A value as JSON between tags. Nothing in the value can close the tag. */
export function asData(tag: string, value: unknown): string {
  return `<${tag}>\n${JSON.stringify(value).replaceAll("<", "\\u003c")}\n</${tag}>`;
}

/** A text that can stand between XML tags: nothing in it begins a tag or an entity. */
export const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
