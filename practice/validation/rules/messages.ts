// practice/validation/rules/messages · messages, each looked at alone.
import { isFields, listOf } from "../../json/fields.ts";
import type { Place } from "../../protocol/ruleError.ts";
import { type Checked, extraField, fieldWords, findIn, type Rule, somewhere } from "./rule.ts";

/** Messages of the system may set the effort, and, with the beta's header, when they end. */
function messageFields(role: unknown, betas: string[]): string[] {
  if (role !== "system") return ["role", "content"];
  const cleared = betas.some((beta) => beta.startsWith("mid-conversation-system-clear-at-"));
  return ["role", "content", "output_config", ...(cleared ? ["clear_at"] : [])];
}

const emptyContent = ({ messages }: Checked): Place | undefined =>
  findIn(messages, ({ role, content }, index) => {
    const isOptional = role === "system" || (index === messages.length - 1 && role === "assistant");
    return !isOptional && (content === "" || (Array.isArray(content) && content.length === 0));
  });

export const messageRules: Rule[] = [
  {
    id: "messages-empty",
    path: "messages",
    message: "at least one message is required",
    source: "seen",
    find: ({ messages }) => somewhere(messages.length === 0),
  },
  {
    id: "messages-too-many",
    path: "messages",
    message: "List should have at most 100000 items after validation, not {count}",
    source: "inferred",
    find: ({ messages }) => somewhere(messages.length > 100_000, { count: messages.length }),
  },
  {
    id: "message-type",
    path: "messages.#",
    message: "Input should be a valid dictionary",
    source: "inferred",
    find: ({ fields }) => findIn(listOf(fields.messages), (message) => !isFields(message)),
  },
  {
    id: "message-field-required",
    path: "messages.#.{field}",
    message: "Field required",
    source: "seen",
    find: ({ messages }) =>
      findIn(messages, (message) =>
        fieldWords(["role", "content"].find((name) => !(name in message))),
      ),
  },
  {
    id: "message-role",
    path: "messages.#.role",
    message: "Input should be 'user' or 'assistant'",
    source: "seen",
    find: ({ messages }) =>
      findIn(messages, ({ role }) => role !== "user" && role !== "assistant" && role !== "system"),
  },
  {
    id: "message-unknown-field",
    path: "messages.#.{field}",
    message: "Extra inputs are not permitted",
    source: "seen",
    find: ({ messages, betas }) =>
      findIn(messages, (message) =>
        fieldWords(extraField(message, messageFields(message.role, betas))),
      ),
  },
  {
    id: "message-content-type",
    path: "messages.#.content",
    message: "Input should be a valid list",
    source: "inferred",
    find: ({ messages }) =>
      findIn(messages, ({ content }) => typeof content !== "string" && !Array.isArray(content)),
  },
  {
    id: "message-empty",
    path: "messages.#",
    message:
      "all messages must have non-empty content except for the optional final assistant message",
    source: "seen",
    find: emptyContent,
  },
];
