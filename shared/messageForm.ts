// shared/messageForm · whether a value from a file has the form of a message, and a history that of a conversation.
import type Anthropic from "@anthropic-ai/sdk";
import { blocksOf } from "./messages.ts";
import { withGoodIds, withoutLastThoughts, withSignatures } from "./plainMessages.ts";

type Message = Anthropic.MessageParam;

/**
 * True for a message that the API could take, with small repairs (`mended`). A file is not trusted: a hand, another
 * program or a git pull may have changed it, and what the API refuses once it would refuse in every later request.
 */
export function isMessage(value: unknown): value is Message {
  if (!isObject(value) || (value.role !== "user" && value.role !== "assistant")) return false;
  const { role, content } = value;
  if (typeof content === "string") return content.trim() !== "";
  return Array.isArray(content) && content.length > 0 && content.every((one) => isBlock(one, role));
}

function isBlock(value: unknown, role: Message["role"]): boolean {
  if (!isObject(value)) return false;
  if (value.type === "text") return isText(value) && value.text.trim() !== "";
  if (value.type === "tool_result") return role === "user" && isResult(value);
  if (role === "user") return isPicture(value);
  if (value.type === "tool_use")
    return typeof value.id === "string" && typeof value.name === "string" && isObject(value.input);
  if (value.type === "thinking")
    return typeof value.thinking === "string" && isTextOrNone(value.signature); // some endpoints sign nothing
  return typeof value.type === "string" && !isPicture(value); // the API has more kinds of blocks than we know
}

/** True for the result of a tool call. */
export function isResult(value: unknown): value is Anthropic.ToolResultBlockParam {
  if (!isObject(value) || value.type !== "tool_result") return false;
  const { tool_use_id, content } = value;
  if (typeof tool_use_id !== "string") return false;
  const isInside = (one: unknown) => isText(one) || isPicture(one);
  if (Array.isArray(content)) return content.every(isInside);
  return content === undefined || typeof content === "string";
}

const isText = (value: unknown): value is { text: string } =>
  isObject(value) && value.type === "text" && typeof value.text === "string";

const isTextOrNone = (value: unknown) =>
  typeof value === "string" || value === undefined || value === null;

const isPicture = (value: unknown): boolean =>
  isObject(value) && value.type === "image" && isObject(value.source);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The tool calls of a message; none for no message. */
export function callsIn(message: Message | undefined): Anthropic.ToolUseBlockParam[] {
  if (message === undefined) return [];
  return blocksOf(message).flatMap((block) => (block.type === "tool_use" ? [block] : []));
}

/** True when each call but those of the last message has its result in the next message, and no result is without its call. */
export function isPaired(messages: Message[]): boolean {
  let open = "";
  for (const message of messages) {
    const results = blocksOf(message).flatMap((block) =>
      isResult(block) ? block.tool_use_id : [],
    );
    if (open !== results.sort().join(" ")) return false;
    const calls = callsIn(message).map(({ id }) => id);
    open = calls.sort().join(" ");
  }
  return true;
}

/**
 * A history from a file with what the API insists on and not every endpoint gives: ids of its characters, and none
 * twice; a signature beside thinking; no thinking at the end of a reply. What is right already stays the same object.
 */
export const mended = (messages: Message[]): Message[] =>
  withGoodIds(withSignatures(withoutLastThoughts(messages)));
