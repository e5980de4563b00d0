// s08 · compact/results – finds the results in a history, and gives some of them another text.
import type Anthropic from "@anthropic-ai/sdk";

type Message = Anthropic.MessageParam;
export type Result = Anthropic.ToolResultBlockParam;

const SHORT = 120; // characters; a placeholder is shorter
const CLEARED = "[Result left out to save room. It is in";

/** What stands in the place of a result that was cleared. */
export const placeholder = (path: string): string => `${CLEARED} ${path}]`;

/** Whether a placeholder makes a result shorter. */
export function isLong({ content }: Result): boolean {
  if (typeof content !== "string") return content !== undefined;
  const isPlaceholder = content.startsWith(CLEARED) && content.length < 2 * SHORT;
  return content.length > SHORT && !isPlaceholder;
}

export function resultsOf({ content }: Message): Result[] {
  if (typeof content === "string") return [];
  return content.flatMap((block) => (block.type === "tool_result" ? [block] : []));
}

/** The ids of the calls of these tools. A result carries the id of its call, and not the name of the tool. */
export function idsOfCalls(messages: Message[], tools: string[]): Set<string> {
  const blocks = messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
  const calls = blocks.filter((block) => block.type === "tool_use");
  return new Set(calls.filter(({ name }) => tools.includes(name)).map(({ id }) => id));
}

/** A copy of a message with new texts for some of its results; the message itself when no result changes. */
export function withTexts(message: Message, texts: ReadonlyMap<unknown, string>): Message {
  if (message.role !== "user" || typeof message.content === "string") return message;
  if (!message.content.some((block) => texts.has(block))) return message;
  const content = message.content.map((block) => {
    const text = texts.get(block);
    return block.type === "tool_result" && text !== undefined ? { ...block, content: text } : block;
  });
  return { ...message, content };
}
