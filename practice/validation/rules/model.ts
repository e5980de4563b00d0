// practice/validation/rules/model · what depends on the model and on the API version.
import { isFields, listOf } from "../../json/fields.ts";
import { type Checked, findBlock, type Rule, somewhere } from "./rule.ts";

/** A turn that paused in one of the server's tools is sent back to go on: it is no prefill. */
export const endsInPrefill = ({ messages, blocks }: Checked): boolean =>
  messages.at(-1)?.role === "assistant" &&
  !/^server_tool_use$|_tool_result$/.test(blocks.at(-1)?.type ?? "");

function endsInSpace({ messages, blocks }: Checked): boolean {
  const { type, block } = blocks.at(-1) ?? {};
  return (
    messages.at(-1)?.role === "assistant" && type === "text" && /\s$/.test(String(block?.text))
  );
}

/** What cannot go with `max_tokens: 0`, which only warms the cache. */
const notWithZero = ({ fields }: Checked): string | undefined => {
  if (fields.stream) return "stream";
  if (isFields(fields.thinking) && fields.thinking.type === "enabled") return "thinking";
  if (isFields(fields.output_config) && fields.output_config.format) return "output_config.format";
  const choice = isFields(fields.tool_choice) ? fields.tool_choice.type : undefined;
  return choice === "any" || choice === "tool" ? "tool_choice" : undefined;
};

export const modelRules: Rule[] = [
  {
    id: "model-unknown",
    path: "model",
    message: "{model}",
    source: "docs",
    status: 404,
    type: "not_found_error",
    find: ({ profile, fields }) => somewhere(!profile, { model: String(fields.model) }),
  },
  {
    id: "max-tokens-too-many",
    path: "max_tokens",
    message:
      "{asked} > {maximum}, which is the maximum allowed number of output tokens for {model}",
    source: "seen",
    find: ({ profile, fields }) =>
      somewhere(Number(fields.max_tokens) > (profile?.maxOutputTokens ?? Infinity), {
        asked: Number(fields.max_tokens),
        maximum: profile?.maxOutputTokens ?? 0,
        model: profile?.id ?? "",
      }),
  },
  {
    id: "max-tokens-zero",
    path: "max_tokens",
    message: "0 is not supported with {field}",
    source: "inferred",
    find: (request) => {
      const field = request.fields.max_tokens === 0 ? notWithZero(request) : undefined;
      return somewhere(field !== undefined, { field: field ?? "" });
    },
  },
  {
    id: "prefill",
    path: "",
    message:
      "This model does not support assistant message prefill. The conversation must end with a user message.",
    source: "docs",
    find: (request) => somewhere(request.profile?.prefill === false && endsInPrefill(request)),
  },
  {
    id: "prefill-space",
    path: "messages",
    message: "final assistant content cannot end with trailing whitespace",
    source: "seen",
    find: (request) => somewhere(endsInSpace(request)),
  },
  {
    id: "system-unsupported",
    path: "messages",
    message:
      'Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.',
    source: "one source",
    find: ({ profile, messages }) =>
      somewhere(
        profile?.systemMessages === false && messages.some(({ role }) => role === "system"),
      ),
  },
  {
    id: "document-in-assistant",
    path: "messages.#.content.#",
    message: "`document` blocks can only be in `user` messages",
    source: "inferred",
    find: (request) =>
      findBlock(
        request,
        ({ role, type }) =>
          request.version !== "2023-06-01" && role === "assistant" && type === "document",
      ),
  },
  {
    id: "citations-in-user",
    path: "messages.#.content.#.text.citations",
    message: "Extra inputs are not permitted",
    source: "inferred",
    find: (request) =>
      findBlock(
        request,
        ({ role, type, block }) =>
          request.version !== "2023-06-01" &&
          role === "user" &&
          type === "text" &&
          listOf(block.citations).length > 0,
      ),
  },
];
