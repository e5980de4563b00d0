// shared/messageForm · whether a value from a file has the form of a message, and a history that of a conversation.
import type Anthropic from "@anthropic-ai/sdk";
import { blocksOf } from "./messages.ts";

type Message = Anthropic.MessageParam;

/** True for a message that the API could take. A file is not trusted: a hand, another program or a git pull may have changed it. */
export function isMessage(value: unknown): value is Message {
  if (!isObject(value) || (value.role !== "user" && value.role !== "assistant")) return false;
  const { content } = value;
  if (typeof content === "string") return content !== "";
  return Array.isArray(content) && content.length > 0 && content.every(isBlock);
}

function isBlock(value: unknown): boolean {
  if (!isObject(value)) return false;
  if (value.type === "text") return typeof value.text === "string";
  if (value.type === "tool_use")
    return typeof value.id === "string" && typeof value.name === "string" && isObject(value.input);
  if (value.type === "tool_result") return isResult(value);
  return typeof value.type === "string";
}

/** True for the result of a tool call. */
export function isResult(value: unknown): value is Anthropic.ToolResultBlockParam {
  return (
    isObject(value) &&
    value.type === "tool_result" &&
    typeof value.tool_use_id === "string" &&
    ["string", "object", "undefined"].includes(typeof value.content)
  );
}

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
