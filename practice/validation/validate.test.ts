// practice/validation/validate · each rule of the table refuses what it names, in the API's words, and nothing else.
import { describe, expect, test } from "vitest";
import { ApiError } from "../protocol/errors.ts";
import { sign } from "../protocol/signature.ts";
import { RULES, validate } from "./validate.ts";

type Fields = Record<string, unknown>;

interface Case {
  bad: unknown;
  /** The whole message for the bad request. */
  says: string;
  /** The nearest request that is fine. */
  good: Fields;
  version?: string;
  /** Beta headers of the good request. */
  betas?: string[];
  /** Beta headers of both. */
  both?: string[];
}

const user = (content: unknown): Fields => ({ role: "user", content });
const assistant = (content: unknown): Fields => ({ role: "assistant", content });
const system = (content: unknown): Fields => ({ role: "system", content });
const text = (words: string, more: Fields = {}): Fields => ({ type: "text", text: words, ...more });
const use = (id: string, more: Fields = {}): Fields => ({
  type: "tool_use",
  id,
  name: "bash",
  input: {},
  ...more,
});
const result = (id: string, more: Fields = {}): Fields => ({
  type: "tool_result",
  tool_use_id: id,
  content: "ok",
  ...more,
});
const bash: Fields = { name: "bash", input_schema: { type: "object", properties: {} } };

/** A request that is fine, with these fields in place of its own. */
const ask = (more: Fields = {}): Fields => ({
  model: "practice-1",
  max_tokens: 100,
  messages: [user("Hello")],
  ...more,
});
const talk = (...messages: Fields[]): Fields => ask({ messages, tools: [bash] });
const offer = (...tools: Fields[]): Fields => ask({ tools });
const without = (field: string): Fields => {
  const { [field]: _, ...rest } = ask();
  return rest;
};
const mark = (ttl?: string): Fields => ({ cache_control: { type: "ephemeral", ttl } });
const talkOf = (...blocks: Fields[]): Fields =>
  talk(user("Go"), assistant([use("a"), use("b")]), user(blocks));
const as = (model: string, more: Fields = {}): Fields => ask({ model, ...more });
const thought = (words: string, signature = sign("practice-1", words, words)): Fields => ({
  type: "thinking",
  thinking: words,
  signature,
});
const enabled = (budget_tokens?: unknown): Fields => ({
  max_tokens: 4000,
  thinking: { type: "enabled", budget_tokens },
});
/** Bytes enough to see what an image is. */
const PNG = Buffer.from("\x89PNG\r\n\x1a\n-", "latin1").toString("base64");
const image = (media_type: string, data = PNG): Fields => ({
  type: "image",
  source: { type: "base64", media_type, data },
});
const searched: Fields = { type: "web_search_tool_result", tool_use_id: "s", content: [] };
/** What the blocks of a beta need. */
const BETA_FIELDS: Record<string, Fields> = {
  mcp_tool_use: { id: "m", name: "look", input: {}, server_name: "files" },
  mcp_tool_result: { tool_use_id: "m" },
  advisor_tool_result: { tool_use_id: "s", content: {} },
  fallback: { from: {}, to: {} },
};
const page: Fields = {
  type: "document",
  source: { type: "text", media_type: "text/plain", data: "a" },
};
const pdf: Fields = { type: "base64", media_type: "application/pdf", data: "JVBERi0x" };
const closed = (properties: Fields = {}): Fields => ({
  type: "object",
  properties,
  additionalProperties: false,
});
const strict = (input_schema: Fields): Fields => offer({ ...bash, input_schema, strict: true });
const formatted = (schema: Fields): Fields =>
  ask({ output_config: { format: { type: "json_schema", schema } } });
const prefilled = (model: string, more: Fields): Fields =>
  as(model, { messages: [user("a"), assistant("b")], ...more });
const old = "2023-06-01";
const THREADS = "message-threads-2026-08-12";
const directive =
  "the directive-only form (content: [] with output_config) is accepted at any position";
const unanswered = (at: number, ids: string) =>
  `messages.${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;

const cases: Record<string, Case[]> = {
  "body-type": [{ bad: ["a"], says: "Input should be a valid dictionary", good: ask() }],
  "thread-unsupported": [
    {
      bad: ask({ thread: { type: "create" } }),
      says: "thread: Message threads are not supported by this model.",
      good: ask({ thread: null, container: null, diagnostics: null, cache_control: null }),
      both: [THREADS],
    },
  ],
  "unknown-field": [
    { bad: ask({ foo: 1 }), says: "foo: Extra inputs are not permitted", good: ask() },
    {
      bad: ask({ thread: { type: "create" } }),
      says: "thread: Extra inputs are not permitted",
      good: ask(),
    },
    {
      bad: ask({ thread: null }),
      says: "thread: Extra inputs are not permitted",
      good: ask({ thread: null }),
      betas: [THREADS],
    },
    {
      bad: ask({ mcp_servers: [] }),
      says: "mcp_servers: Extra inputs are not permitted",
      good: ask({ mcp_servers: [] }),
      betas: ["mcp-client-2026-09-15"],
    },
    {
      bad: ask({ something_new: 1 }),
      says: "something_new: Extra inputs are not permitted",
      good: ask({ something_new: 1 }),
      betas: ["something-new-2027-01-01"],
    },
    {
      bad: ask({ temperature: 1 }),
      says: "temperature: Extra inputs are not permitted",
      good: ask({
        metadata: { user_id: "side:title" },
        output_config: { effort: "low", format: { type: "json_schema", schema: {} } },
        thinking: { type: "adaptive", display: "omitted" },
        cache_control: { type: "ephemeral" },
        service_tier: "auto",
        stop_sequences: ["END"],
        container: "c",
        diagnostics: { previous_message_id: "msg_1" },
        stream: true,
      }),
    },
  ],
  "field-required": [
    { bad: {}, says: "model: Field required", good: ask() },
    { bad: without("model"), says: "model: Field required", good: ask() },
    { bad: without("messages"), says: "messages: Field required", good: ask() },
    { bad: without("max_tokens"), says: "max_tokens: Field required", good: ask() },
  ],
  "field-type": [
    {
      bad: ask({ max_tokens: 1.5 }),
      says: "max_tokens: Input should be a valid integer",
      good: ask({ system: null }),
    },
    {
      bad: ask({ messages: {} }),
      says: "messages: Input should be a valid list",
      good: ask({ tools: [] }),
    },
    {
      bad: ask({ stream: "yes" }),
      says: "stream: Input should be a valid boolean",
      good: ask({ stream: false }),
    },
    {
      bad: ask({ model: null }),
      says: "model: Input should be a valid string",
      good: ask({ metadata: null }),
    },
    {
      bad: ask({ temperature: "warm" }),
      says: "temperature: Input should be a valid number",
      good: ask({ temperature: 0.5, top_p: 1, top_k: 4 }),
      version: "2023-06-01",
    },
  ],
  "nested-unknown-field": [
    {
      bad: ask({ metadata: { name: "x" } }),
      says: "metadata.name: Extra inputs are not permitted",
      good: ask({ metadata: { user_id: "x" } }),
    },
    {
      bad: ask({ output_config: { task_budget: {} } }),
      says: "output_config.task_budget: Extra inputs are not permitted",
      good: ask({ output_config: { task_budget: {} } }),
      betas: ["task-budgets-2026-03-13"],
    },
  ],
  "user-id-type": [
    {
      bad: ask({ metadata: { user_id: 5 } }),
      says: "metadata.user_id: Input should be a valid string",
      good: ask({ metadata: { user_id: null } }),
    },
  ],
  "not-a-choice": [
    {
      bad: ask({ output_config: { effort: "huge" } }),
      says: "output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'",
      good: ask({ output_config: { effort: "max" } }),
    },
    {
      bad: ask({ thinking: { type: "adaptive", display: "updates" } }),
      says: "thinking.display: Input should be 'summarized' or 'omitted'",
      good: ask({ thinking: { type: "adaptive", display: "updates" } }),
      betas: ["thinking-display-updates-2026-08-18"],
    },
  ],
  "max-tokens-negative": [
    {
      bad: ask({ max_tokens: -1 }),
      says: "max_tokens: Input should be greater than or equal to 0",
      good: ask({ max_tokens: 0 }),
    },
  ],
  "stop-sequence-blank": [
    {
      bad: ask({ stop_sequences: ["a", " "] }),
      says: "stop_sequences: each stop sequence must contain non-whitespace",
      good: ask({ stop_sequences: [] }),
    },
  ],
  "output-format": [
    {
      bad: ask({ output_config: { format: { type: "json" } } }),
      says: expect.stringContaining("output_config.format: Input should be a JSON schema"),
      good: ask({ output_config: { format: null } }),
    },
  ],
  "thinking-type": [
    {
      bad: ask({ thinking: { type: "on" } }),
      says: expect.stringContaining("thinking: Input tag 'on' found"),
      good: ask({ thinking: { type: "disabled" } }),
    },
  ],
  "thinking-unknown-field": [
    {
      bad: ask({ thinking: { type: "disabled", budget_tokens: 5 } }),
      says: "thinking.disabled.budget_tokens: Extra inputs are not permitted",
      good: ask({ thinking: { type: "between_tools" } }),
    },
    {
      bad: ask({ thinking: { type: "adaptive", block_binding: {} } }),
      says: "thinking.adaptive.block_binding: Extra inputs are not permitted",
      good: ask({ thinking: { type: "adaptive", block_binding: {} } }),
      betas: ["thinking-binding-controls-2026-08-01"],
    },
  ],
  "system-type": [
    {
      bad: ask({ system: 5 }),
      says: "system: Input should be a valid list",
      good: ask({ system: "Be brief." }),
    },
  ],
  "system-block": [
    {
      bad: ask({ system: [{ type: "image" }] }),
      says: expect.stringContaining("system.0: Input tag 'image'"),
      good: ask({ system: [text("a")] }),
    },
  ],
  "system-unknown-field": [
    {
      bad: ask({ system: [text("a"), text("b", { clear_at: 1 })] }),
      says: "system.1.text.clear_at: Extra inputs are not permitted",
      good: ask({ system: [text("a", mark())] }),
    },
  ],
  "system-empty-text": [
    {
      bad: ask({ system: [text("")] }),
      says: "system: text content blocks must be non-empty",
      good: ask({ system: "" }),
    },
  ],
  "messages-empty": [
    { bad: ask({ messages: [] }), says: "messages: at least one message is required", good: ask() },
  ],
  "messages-too-many": [
    {
      bad: ask({ messages: Array.from({ length: 100_001 }, () => user("a")) }),
      says: "messages: List should have at most 100000 items after validation, not 100001",
      good: ask(),
    },
  ],
  "message-type": [
    {
      bad: ask({ messages: ["Hello"] }),
      says: "messages.0: Input should be a valid dictionary",
      good: ask(),
    },
  ],
  "message-field-required": [
    {
      bad: talk(user("a"), { role: "user" }),
      says: "messages.1.content: Field required",
      good: talk(user("a"), user("b")),
    },
  ],
  "message-role": [
    {
      bad: talk({ role: "tool", content: "a" }),
      says: "messages.0.role: Input should be 'user' or 'assistant'",
      good: ask(),
    },
  ],
  "message-unknown-field": [
    {
      bad: talk({ ...user("a"), clear_at: 1 }),
      says: "messages.0.clear_at: Extra inputs are not permitted",
      good: talk(user("a"), { ...system("b"), clear_at: "never" }),
      betas: ["mid-conversation-system-clear-at-2026-08-21"],
    },
  ],
  "message-content-type": [
    { bad: talk(user(5)), says: "messages.0.content: Input should be a valid list", good: ask() },
  ],
  "message-empty": [
    {
      bad: talk(user("a"), assistant([]), user("b")),
      says: "messages.1: all messages must have non-empty content except for the optional final assistant message",
      good: talk(user("a"), assistant("b"), user("c")),
    },
    {
      bad: talk(user("")),
      says: "messages.0: all messages must have non-empty content except for the optional final assistant message",
      good: talk(user("a")),
    },
  ],
  "block-type": [
    {
      bad: talk(user([{ type: "video" }])),
      says: expect.stringContaining("messages.0.content.0: Input tag 'video' found using 'type'"),
      good: talk(
        user([{ type: "image", source: { type: "url", url: "https://example.org/a.png" } }]),
      ),
    },
    ...[
      ["compaction", "compact-2026-09-04"],
      ["mcp_tool_use", "mcp-client-2026-09-15"],
      ["mcp_tool_result", "mcp-client-2026-09-15"],
      ["advisor_tool_result", "advisor-tool-2026-03-01"],
      ["fallback", "server-side-fallback-2026-07-01"],
    ].map(([type = "", beta = ""]) => ({
      bad: talk(user("a"), assistant([{ type }, text("b")]), user("c")),
      says: expect.stringContaining(`messages.1.content.0: Input tag '${type}' found`),
      good: talk(user("a"), assistant([{ type, ...BETA_FIELDS[type] }, text("b")]), user("c")),
      betas: [beta],
    })),
    ...[
      ["tool_addition", "mid-conversation-tool-changes-2026-07-01"],
      ["tool_removal", "mid-conversation-tool-changes-2026-07-01"],
      ["tool_addition", "inline-tools-2026-09-15"],
      ["tool_removal", "inline-tools-2026-09-15"],
    ].map(([type = "", beta = ""]) => {
      const tool = { type: "tool_reference", name: "bash" };
      const changed = { ...offer(bash), ...talk(user("a"), system([{ type, tool }])) };
      return {
        bad: changed,
        says: expect.stringContaining(`messages.1.content.0: Input tag '${type}' found`),
        good: changed,
        betas: [beta],
      };
    }),
  ],
  "source-type": [
    {
      bad: talk(user([{ type: "image", source: { type: "path", path: "a.png" } }])),
      says: "messages.0.content.0.image.source: Input tag 'path' found using 'type' does not match any of the expected tags: 'base64', 'url', 'file'",
      good: talk(user([{ type: "image", source: { type: "file", file_id: "file_1" } }])),
    },
  ],
  "source-field-required": [
    {
      bad: talkOf(result("a", { content: [{ type: "image", source: { type: "url" } }] })),
      says: "messages.2.content.0.tool_result.content.0.image.source.url.url: Field required",
      good: talk(user([page])),
    },
  ],
  "source-media-type": [
    {
      bad: talk(user([{ ...page, source: { type: "text", media_type: "text/html", data: "a" } }])),
      says: "messages.0.content.0.document.source.text.media_type: Input should be 'text/plain'",
      good: talk(user([page])),
    },
    {
      bad: talk(user([image("image/svg+xml")])),
      says: "messages.0.content.0.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
      good: talk(user([image("image/png")])),
    },
  ],
  "source-base64": [
    {
      bad: talk(user([image("image/png", `data:image/png;base64,${PNG}`)])),
      says: "messages.0.content.0.image.source.base64.data: invalid base64 data",
      good: talk(user([image("image/png")])),
    },
  ],
  "image-invalid": [
    {
      bad: talk(user([image("image/png", "SGVsbG8h")])),
      says: "messages.0.content.0.image.source.base64.data: The image was specified using the image/png media type, but does not appear to be a valid png image",
      good: talk(user([image("image/gif", "R0lGODlh")])),
    },
  ],
  "image-media-type": [
    {
      bad: talkOf(result("a", { content: [image("image/jpeg")] }), result("b")),
      says: "messages.2.content.0.tool_result.content.0.image.source.base64.data: The image was specified using the image/jpeg media type, but the image appears to be a image/png image",
      good: talkOf(result("a", { content: [image("image/png")] }), result("b")),
    },
  ],
  "tool-result-is-error": [
    {
      bad: talkOf(result("a", { is_error: "true" })),
      says: "messages.2.content.0.tool_result.is_error: Input should be a valid boolean",
      good: talkOf(result("a", { is_error: false }), result("b", { is_error: null })),
    },
  ],
  "server-tool-use-name": [
    {
      bad: talk(user("a"), assistant([use("x", { type: "server_tool_use" })])),
      says: expect.stringContaining(
        "messages.1.content.0.server_tool_use.name: Input should be 'web_search', ",
      ),
      good: talk(user("a"), assistant([use("x", { type: "server_tool_use", name: "advisor" })])),
      betas: ["advisor-tool-2026-03-01"],
    },
  ],
  "tool-result-field-required": [
    {
      bad: talkOf(result("a", { content: [text("x"), { type: "tool_reference" }] })),
      says: "messages.2.content.0.tool_result.content.1.tool_reference.tool_name: Field required",
      good: talkOf(
        result("a", { content: [{ type: "tool_reference", tool_name: "bash" }] }),
        result("b"),
      ),
    },
    {
      bad: talkOf(result("a", { content: [{ type: "text" }] })),
      says: "messages.2.content.0.tool_result.content.0.text.text: Field required",
      good: talkOf(result("a", { content: [text("x")] }), result("b")),
    },
  ],
  "tool-result-field-type": [
    {
      bad: talkOf(result("a"), result("b", { content: [{ type: "text", text: 1 }] })),
      says: "messages.2.content.1.tool_result.content.0.text.text: Input should be a valid string",
      good: talkOf(result("a", { content: [{ type: "browser_state", tabs: [] }] }), result("b")),
    },
  ],
  "tool-choice-name-required": [
    {
      bad: ask({ tools: [bash], tool_choice: { type: "tool" } }),
      says: "tool_choice.tool.name: Field required",
      good: ask({ tools: [bash], tool_choice: { type: "tool", name: "bash" } }),
    },
  ],
  "tool-choice-field-type": [
    {
      bad: ask({ tools: [bash], tool_choice: { type: "auto", disable_parallel_tool_use: 1 } }),
      says: "tool_choice.auto.disable_parallel_tool_use: Input should be a valid boolean",
      good: ask({ tools: [bash], tool_choice: { type: "auto", disable_parallel_tool_use: true } }),
    },
  ],
  "system-field-type": [
    {
      bad: ask({ system: [text("a"), { type: "text", text: 7 }] }),
      says: "system.1.text.text: Input should be a valid string",
      good: ask({ system: [text("a", { citations: null })] }),
    },
  ],
  "nested-field-type": [
    {
      bad: ask({ diagnostics: { previous_message_id: 7 } }),
      says: "diagnostics.previous_message_id: Input should be a valid string",
      good: ask({ diagnostics: { previous_message_id: null } }),
    },
  ],
  "source-field-type": [
    {
      bad: talk(user([{ type: "image", source: { type: "url", url: 7 } }])),
      says: "messages.0.content.0.image.source.url.url: Input should be a valid string",
      good: talk(user([{ type: "image", source: { type: "url", url: "https://example.org" } }])),
    },
    {
      bad: talk(user([{ type: "document", source: { type: "content", content: 7 } }])),
      says: "messages.0.content.0.document.source.content.content: Input should be a valid list",
      good: talk(user([{ type: "document", source: { type: "content", content: "a" } }])),
    },
  ],
  "tool-server-field-required": [
    {
      bad: offer({ type: "computer_20251124", name: "computer", display_width_px: 800 }),
      says: "tools.0.computer_20251124.display_height_px: Field required",
      good: offer({
        ...{ type: "computer_20251124", name: "computer" },
        ...{ display_width_px: 800, display_height_px: 600 },
      }),
      both: ["computer-use-2025-11-24"],
    },
  ],
  "tool-field-type": [
    {
      bad: offer({ type: "web_search_20250305", name: "web_search", max_uses: "5" }),
      says: "tools.0.web_search_20250305.max_uses: Input should be a valid integer",
      good: offer({ type: "web_search_20250305", name: "web_search", max_uses: null }),
    },
    {
      bad: offer({ ...bash, strict: "yes" }),
      says: "tools.0.custom.strict: Input should be a valid boolean",
      good: offer({ ...bash, strict: false }),
    },
  ],
  "tool-server-name": [
    {
      bad: offer({ type: "text_editor_20250728", name: "edit" }),
      says: "tools.0.text_editor_20250728.name: Input should be 'str_replace_based_edit_tool'",
      good: offer(
        { type: "text_editor_20250728", name: "str_replace_based_edit_tool" },
        { type: "web_search_20260318", name: "web_search" },
        { type: "browser_toolset_20260801" },
        { type: "computer_toolset_20260801" },
      ),
    },
  ],
  "tool-schema-keys": [
    {
      bad: offer({ ...bash, input_schema: { type: "object", properties: { "a b": {} } } }),
      says: "tools.0.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'",
      good: offer({ ...bash, input_schema: { type: "object", properties: { "a.b-C_9": {} } } }),
    },
  ],
  "tools-deferred": [
    {
      bad: offer({ ...bash, defer_loading: true }),
      says: "All tools have defer_loading set. At least one tool must be non-deferred.",
      good: offer({ ...bash, defer_loading: true }, { ...bash, name: "other" }),
    },
  ],
  "strict-schema-open": [
    {
      bad: strict(closed({ a: { type: "array", items: { type: "object" } } })),
      says: "tools.0.custom: For 'object' type, 'additionalProperties' must be explicitly set to false",
      good: strict(closed({ a: { type: "array", items: closed() } })),
    },
    {
      bad: formatted({ $defs: { a: { type: "object" } } }),
      says: "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false",
      good: formatted({ $defs: { a: closed() } }),
    },
  ],
  "strict-schema-additional": [
    {
      bad: formatted({ type: ["object", "null"], additionalProperties: { type: "string" } }),
      says: "output_config.format.schema: For 'object' type, 'additionalProperties: object' is not supported. Please set 'additionalProperties' to false",
      good: offer({ ...bash, input_schema: { type: "object", additionalProperties: {} } }),
    },
  ],
  "strict-schema-words": [
    {
      bad: formatted(closed({ a: { type: "integer", minimum: 0, maximum: 9 } })),
      says: "output_config.format.schema: For 'integer' type, properties maximum, minimum are not supported",
      good: formatted(closed({ minimum: { type: "integer", enum: [1, 2] } })),
    },
    {
      bad: strict(closed({ a: { anyOf: [{ type: "array", maxItems: 2 }] } })),
      says: "tools.0.custom: For 'array' type, property 'maxItems' is not supported",
      good: strict(closed({ a: { type: "array", minItems: 1 } })),
    },
  ],
  "strict-schema-min-items": [
    {
      bad: formatted({ type: "array", minItems: 2 }),
      says: "output_config.format.schema: For 'array' type, 'minItems' values other than 0 or 1 are not supported",
      good: formatted({ type: "array", minItems: 1 }),
    },
  ],
  "sampling-range": [
    {
      bad: ask({ temperature: 1.5 }),
      says: "temperature: range: 0..1",
      good: ask({ temperature: 0 }),
      version: old,
    },
  ],
  "sampling-unsupported": [
    {
      bad: as("claude-sonnet-5-5", { temperature: 1 }),
      says: "`temperature` is deprecated for this model.",
      good: as("claude-sonnet-5", { temperature: 1 }),
      version: old,
    },
    {
      bad: as("claude-opus-5", { top_k: 5 }),
      says: "`top_k` is deprecated for this model.",
      good: as("claude-sonnet-4-6", { top_k: 5 }),
      version: old,
    },
  ],
  "sampling-both": [
    {
      bad: as("claude-haiku-4-5", { temperature: 0.5, top_p: 0.5 }),
      says: "`temperature` and `top_p` cannot both be specified for this model. Please use only one.",
      good: as("claude-haiku-4-5", { temperature: 0.5, top_p: null, top_k: 5 }),
      version: old,
    },
  ],
  "sampling-thinking-temperature": [
    {
      bad: ask({ temperature: 0.5, thinking: { type: "adaptive" } }),
      says: expect.stringContaining("`temperature` may only be set to 1 when thinking is enabled"),
      good: ask({ temperature: 1, thinking: { type: "adaptive" } }),
      version: old,
    },
  ],
  "sampling-thinking-top-k": [
    {
      bad: ask({ top_k: 5, ...enabled(2000) }),
      says: "`top_k` must be unset when thinking is enabled or in adaptive mode",
      good: ask({ top_k: 5, thinking: { type: "disabled" } }),
      version: old,
    },
  ],
  "effort-unsupported": [
    {
      bad: as("claude-haiku-4-5", { output_config: { effort: "low" } }),
      says: "This model does not support the effort parameter.",
      good: as("claude-haiku-4-5", { output_config: { effort: null } }),
    },
  ],
  "effort-level": [
    {
      bad: as("claude-opus-4-6", { output_config: { effort: "xhigh" } }),
      says: "This model does not support effort level 'xhigh'. Supported levels: high, low, max, medium.",
      good: as("claude-opus-4-6", { output_config: { effort: "max" } }),
    },
  ],
  "thinking-forced-tool": [
    {
      bad: ask({ tools: [bash], tool_choice: { type: "any" }, ...enabled(2000) }),
      says: "Thinking may not be enabled when tool_choice forces tool use.",
      good: ask({
        tools: [bash],
        tool_choice: { type: "any" },
        thinking: { type: "adaptive" },
      }),
    },
  ],
  "thinking-prefill": [
    {
      bad: prefilled("claude-haiku-4-5", enabled(2000)),
      says: expect.stringContaining(
        "messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `text`.",
      ),
      good: prefilled("claude-haiku-4-5", { thinking: { type: "disabled" } }),
    },
  ],
  "thinking-redacted": [
    {
      bad: talk(user("a"), assistant([{ type: "redacted_thinking", data: "x" }]), user("d")),
      says: "messages.1.content.0: Invalid `data` in `redacted_thinking` block",
      good: talk(
        user("a"),
        assistant([{ type: "redacted_thinking", data: sign("practice-1", "hidden", "") }]),
        user("d"),
      ),
    },
  ],
  "block-field-required": [
    {
      bad: talk(user("a"), assistant([{ type: "web_search_tool_result", content: [] }])),
      says: "messages.1.content.0.web_search_tool_result.tool_use_id: Field required",
      good: talk(user("a"), assistant([searched])),
    },
    {
      bad: talk(user([{ type: "text" }])),
      says: "messages.0.content.0.text.text: Field required",
      good: talk(user([text("a")])),
    },
    {
      bad: talk(user([{ type: "tool_result", content: "a" }])),
      says: "messages.0.content.0.tool_result.tool_use_id: Field required",
      good: talkOf(result("a", { content: undefined }), result("b", { is_error: true })),
    },
  ],
  "block-unknown-field": [
    {
      bad: talk(user([text("a", { id: "x" })])),
      says: "messages.0.content.0.text.id: Extra inputs are not permitted",
      good: talk(user([text("a", { citations: null, cache_control: null })])),
    },
    {
      bad: talk(
        user("a"),
        assistant([{ type: "thinking", thinking: "x", signature: "s", ...mark() }]),
        user("b"),
      ),
      says: "messages.1.content.0.thinking.cache_control: Extra inputs are not permitted",
      good: talk(
        user("a"),
        assistant([use("x", { caller: { type: "direct" } })]),
        user([result("x")]),
      ),
    },
  ],
  "block-field-type": [
    {
      bad: talk(user([{ type: "text", text: null }])),
      says: "messages.0.content.0.text.text: Input should be a valid string",
      good: ask(),
    },
    {
      bad: talk(user("a"), assistant([{ ...searched, tool_use_id: 1 }])),
      says: "messages.1.content.0.web_search_tool_result.tool_use_id: Input should be a valid string",
      good: talk(user("a"), assistant([{ ...searched, something_new: 1 }])),
    },
    {
      bad: talk(user([{ ...page, title: 1 }])),
      says: "messages.0.content.0.document.title: Input should be a valid string",
      good: talk(user([{ ...page, title: null, citations: null }])),
    },
  ],
  "text-empty": [
    {
      bad: talk(user([text("")])),
      says: "messages: text content blocks must be non-empty",
      good: talk(user([text("a")])),
    },
    {
      bad: talkOf(result("a", { content: [text("x"), text("")] }), result("b")),
      says: "messages: text content blocks must be non-empty",
      good: talkOf(result("a", { content: "" }), result("b", { content: [] })),
    },
  ],
  "text-blank": [
    {
      bad: talk(user(" \n")),
      says: "messages: text content blocks must contain non-whitespace text",
      good: talk(user(" a ")),
    },
  ],
  "tool-use-input": [
    {
      bad: talk(user("a"), assistant([use("x", { input: "{}" })]), user([result("x")])),
      says: "messages.1.content.0.tool_use.input: Input should be a valid dictionary",
      good: talk(user("a"), assistant([use("x")]), user([result("x")])),
    },
  ],
  "tool-use-name": [
    {
      bad: talk(user("a"), assistant([use("x", { name: "a b" })]), user([result("x")])),
      says: "messages.1.content.0.tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
      good: talk(user("a"), assistant([use("x", { name: "gone" })]), user([result("x")])),
    },
  ],
  "block-id": [
    {
      bad: talk(user("a"), assistant([use("x:1")]), user([result("x:1")])),
      says: "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
      good: talk(user("a"), assistant([use("call_0")]), user([result("call_0")])),
    },
  ],
  "tool-result-content": [
    {
      bad: talkOf(result("a", { content: [{ type: "tool_use" }] })),
      says: expect.stringContaining(
        "messages.2.content.0.tool_result.content: Input tag 'tool_use' found",
      ),
      good: talkOf(result("a", { content: [] }), result("b", { content: [text("x")] })),
    },
  ],
  "tool-result-content-type": [
    {
      bad: talkOf(result("a", { content: 5 })),
      says: "messages.2.content.0.tool_result.content: Input should be a valid list",
      good: ask(),
    },
  ],
  "block-in-user": [
    {
      bad: talk(user([use("x")])),
      says: "messages.0: `tool_use` blocks can only be in `assistant` messages",
      good: ask(),
    },
  ],
  "block-in-assistant": [
    {
      bad: talk(user("a"), assistant([result("x")]), user("b")),
      says: "messages.1: `tool_result` blocks can only be in `user` messages",
      good: ask(),
    },
  ],
  "tool-type": [
    {
      bad: offer(bash, { type: "function", function: {} }),
      says: expect.stringMatching(
        /^tools\.1: Input tag 'function' found using 'type' does not match any of the expected tags: 'bash_20250124', /,
      ),
      good: offer(
        { ...bash, name: "sh", type: "custom" },
        { type: "bash_20250124", name: "bash" },
        { type: "tool_search_tool_bm25", name: "tool_search_tool_bm25" },
        { type: "tool_search_tool_regex", name: "tool_search_tool_regex" },
      ),
    },
    {
      bad: offer({ type: "mcp_toolset", mcp_server_name: "files" }),
      says: expect.stringContaining("tools.0: Input tag 'mcp_toolset' found"),
      good: offer(
        { type: "mcp_toolset", mcp_server_name: "files" },
        { type: "mcp_toolset", mcp_server_name: "mail" },
      ),
      betas: ["mcp-client-2026-09-15"],
    },
    {
      bad: offer({ type: "computer_20241022", name: "computer" }),
      says: expect.stringContaining("tools.0: Input tag 'computer_20241022' found"),
      good: offer(
        {
          ...{ type: "computer_20241022", name: "computer" },
          ...{ display_width_px: 800, display_height_px: 600 },
        },
        { type: "bash_20241022", name: "bash" },
        { type: "text_editor_20241022", name: "str_replace_editor" },
      ),
      betas: ["computer-use-2024-10-22"],
    },
    {
      bad: offer({ type: "advisor_20260301", name: "advisor" }),
      says: expect.stringContaining("tools.0: Input tag 'advisor_20260301' found"),
      good: offer({ type: "advisor_20260301", name: "advisor", model: "claude-opus-5-5" }),
      betas: ["advisor-tool-2026-03-01"],
    },
  ],
  "tool-field-required": [
    {
      bad: offer({ name: "bash" }),
      says: "tools.0.custom.input_schema: Field required",
      good: offer(bash),
    },
  ],
  "tool-unknown-field": [
    {
      bad: offer({ ...bash, parameters: {} }),
      says: "tools.0.custom.parameters: Extra inputs are not permitted",
      good: offer({
        ...bash,
        strict: false,
        defer_loading: false,
        input_examples: [],
        allowed_callers: ["direct"],
        ...mark(),
      }),
    },
  ],
  "tool-name": [
    {
      bad: offer({ ...bash, name: "run.bash" }),
      says: "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
      good: offer({ ...bash, name: "x".repeat(128) }),
    },
    {
      bad: offer({ ...bash, name: "bash\n" }),
      says: "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
      good: offer({ ...bash, name: "a-b_C9" }),
    },
  ],
  "tool-description": [
    {
      bad: offer({ ...bash, description: 5 }),
      says: "tools.0.custom.description: Input should be a valid string",
      good: offer({ ...bash, description: "" }),
    },
  ],
  "tool-schema-type": [
    {
      bad: offer({ ...bash, input_schema: [] }),
      says: "tools.0.custom.input_schema: Input should be a valid dictionary",
      good: offer(bash),
    },
  ],
  "tool-schema-root": [
    {
      bad: offer({ ...bash, input_schema: { type: "object", anyOf: [] } }),
      says: "tools.0.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level",
      good: offer({
        ...bash,
        input_schema: { type: "object", properties: { a: { anyOf: [{}] } } },
      }),
    },
  ],
  "tool-schema-no-type": [
    {
      bad: offer({ ...bash, input_schema: {} }),
      says: "tools.0.custom.input_schema.type: Field required",
      good: offer(bash),
    },
  ],
  "tool-schema-object": [
    {
      bad: offer({ ...bash, input_schema: { type: "string" } }),
      says: "tools.0.custom.input_schema.type: Input should be 'object'",
      good: offer({
        ...bash,
        input_schema: {
          $schema: "https://json-schema.org/draft/2020-12/schema",
          type: "object",
          additionalProperties: false,
        },
      }),
    },
  ],
  "tool-schema-invalid": [
    {
      bad: offer({
        ...bash,
        input_schema: { type: "object", properties: { a: { type: "text" } } },
      }),
      says: "tools.0.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). Learn more about tool use at https://docs.claude.com/en/docs/tool-use.",
      good: offer({
        ...bash,
        input_schema: { type: "object", properties: { a: { type: ["string", "null"] }, b: true } },
      }),
    },
    {
      bad: offer({ ...bash, input_schema: { type: "object", required: "a" } }),
      says: expect.stringContaining("tools.0.custom.input_schema: JSON schema is invalid."),
      good: offer({ ...bash, input_schema: { type: "object", required: ["a"] } }),
    },
    // The SDK's type lets both be null; the draft that the refusal names does not.
    ...["required", "properties"].map((name) => ({
      bad: offer({ ...bash, input_schema: { type: "object", [name]: null } }),
      says: expect.stringContaining("tools.0.custom.input_schema: JSON schema is invalid."),
      good: offer({ ...bash, input_schema: { type: "object", [`x-${name}`]: null } }),
    })),
    {
      bad: offer({ ...bash, input_schema: { type: "object", properties: { a: { items: [{}] } } } }),
      says: expect.stringContaining("tools.0.custom.input_schema: JSON schema is invalid."),
      good: offer({
        ...bash,
        input_schema: { type: "object", properties: { a: { prefixItems: [{}] } } },
      }),
    },
  ],
  "tool-unique": [
    {
      bad: offer(bash, bash),
      says: "tools: Tool names must be unique.",
      good: offer(bash, { ...bash, name: "other" }),
    },
  ],
  "tools-required": [
    {
      bad: { ...talkOf(result("a"), result("b")), tools: [] },
      says: "Requests which include `tool_use` or `tool_result` blocks must define tools.",
      good: talkOf(result("a"), result("b")),
    },
  ],
  "tool-choice-type": [
    {
      bad: { ...offer(bash), tool_choice: { type: "required" } },
      says: expect.stringContaining("tool_choice: Input tag 'required' found"),
      good: { ...offer(bash), tool_choice: { type: "none" } },
    },
  ],
  "tool-choice-unknown-field": [
    {
      bad: { ...offer(bash), tool_choice: { type: "any", name: "bash" } },
      says: "tool_choice.any.name: Extra inputs are not permitted",
      good: { ...offer(bash), tool_choice: { type: "auto", disable_parallel_tool_use: true } },
    },
  ],
  "tool-choice-without-tools": [
    {
      bad: ask({ tool_choice: { type: "auto" } }),
      says: "tool_choice may only be specified while providing tools.",
      good: ask(),
    },
  ],
  "tool-choice-unknown-tool": [
    {
      bad: { ...offer(bash), tool_choice: { type: "tool", name: "sh" } },
      says: "Tool 'sh' not found in provided tools",
      good: { ...offer(bash), tool_choice: { type: "tool", name: "bash" } },
    },
  ],
  "first-role": [
    {
      bad: talk(assistant("a"), user("b")),
      says: 'messages: first message must use the "user" role',
      good: talk(user("a"), user("b")),
    },
  ],
  "system-first": [
    {
      bad: talk(system("a"), user("b")),
      says: `messages.0: use the top-level 'system' parameter for the initial system prompt; ${directive}`,
      good: talk({ ...system([]), output_config: { effort: "low" } }, user("b")),
    },
  ],
  "system-empty": [
    {
      bad: talk(user("a"), system([])),
      says: "messages.1: system content must contain at least one block",
      good: talk(user("a"), system("b")),
    },
  ],
  "system-follows": [
    {
      bad: talk(user("a"), assistant("b"), system("c"), user("d")),
      says: `messages.2: role 'system' must follow a 'user' message or an 'assistant' message ending in a server tool result; ${directive}`,
      good: talk(user("a"), assistant("b"), user("d"), system("c")),
    },
  ],
  "system-precedes": [
    {
      bad: talk(user("a"), system("b"), user("c")),
      says: `messages.1: role 'system' must precede an 'assistant' message or end the array; ${directive}`,
      good: talk(user("a"), system("b"), assistant("c"), user("d")),
    },
  ],
  "system-blocks": [
    {
      bad: talk(user("a"), system([image("image/png")])),
      says: "messages.1: role 'system' supports text, tool_addition, and tool_removal blocks only",
      good: talk(user("a"), system([text("b")])),
    },
  ],
  "tool-use-unique": [
    {
      bad: talk(
        user("a"),
        assistant([use("x")]),
        user([result("x")]),
        assistant([text("b"), use("x")]),
        user([result("x")]),
      ),
      says: "messages.3.content.1: `tool_use` ids must be unique",
      good: talk(
        user("a"),
        assistant([use("x")]),
        user([result("x")]),
        assistant([text("b"), use("y")]),
        user([result("y")]),
      ),
    },
  ],
  "tool-result-single": [
    {
      bad: talkOf(result("a"), result("b"), result("a")),
      says: "messages.2.content.2: each tool_use must have a single result. Found multiple `tool_result` blocks with id: a",
      good: talkOf(result("b"), result("a"), text("and now?")),
    },
  ],
  "tool-result-late": [
    {
      bad: talkOf(text("first"), result("a"), result("b")),
      says: unanswered(1, "a, b"),
      good: talkOf(result("a"), result("b"), text("last")),
    },
    {
      bad: talk(user("a"), assistant([use("x")]), user("no"), user([result("x")])),
      says: unanswered(1, "x"),
      good: talk(
        user("a"),
        assistant([use("x"), use("y")]),
        user([result("x")]),
        user([result("y")]),
      ),
    },
  ],
  "tool-use-unanswered": [
    { bad: talkOf(result("a")), says: unanswered(1, "b"), good: talkOf(result("a"), result("b")) },
    {
      bad: talk(user("a"), assistant([use("x")])),
      says: unanswered(1, "x"),
      good: talk(user("a")),
    },
    {
      bad: talk(user("a"), assistant("b"), assistant([use("x")]), user("no")),
      says: unanswered(2, "x"),
      good: talk(
        user("a"),
        assistant([use("x")]),
        assistant([use("y")]),
        user([result("x"), result("y")]),
      ),
    },
  ],
  "tool-result-orphan": [
    {
      bad: talk(user([result("x")])),
      says: "messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: x. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
      good: talk(user("a"), assistant([use("x")]), user([result("x")])),
    },
    {
      bad: talkOf(result("a"), result("b"), result("c")),
      says: "messages.2.content.2: unexpected `tool_use_id` found in `tool_result` blocks: c. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
      good: talkOf(result("a"), result("b")),
    },
  ],
  "model-unknown": [
    { bad: ask({ model: "gpt-9" }), says: "model: gpt-9", good: ask({ model: "practice-1" }) },
    {
      bad: ask({ model: "claude-haiku-4-5-2025" }),
      says: "model: claude-haiku-4-5-2025",
      good: ask({ model: "claude-haiku-4-5-20251001" }),
    },
    {
      bad: ask({ model: "claude-opus-5-5-20260901" }),
      says: "model: claude-opus-5-5-20260901",
      good: ask({ model: "claude-opus-4-5-20251101" }),
    },
  ],
  "max-tokens-too-many": [
    {
      bad: ask({ max_tokens: 64_001 }),
      says: "max_tokens: 64001 > 64000, which is the maximum allowed number of output tokens for practice-1",
      good: ask({ max_tokens: 64_000 }),
    },
  ],
  "max-tokens-zero": [
    {
      bad: ask({ max_tokens: 0, stream: true }),
      says: "max_tokens: 0 is not supported with stream",
      good: ask({ max_tokens: 0 }),
    },
  ],
  prefill: [
    {
      bad: talk(user("a"), assistant("b")),
      says: "This model does not support assistant message prefill. The conversation must end with a user message.",
      good: talk(user("a"), assistant("b"), user("c")),
    },
    {
      bad: talk(user("a"), assistant([text("b"), use("x")]), user([result("x")]), assistant("c")),
      says: "This model does not support assistant message prefill. The conversation must end with a user message.",
      good: talk(
        user("a"),
        assistant([text("b"), use("x", { type: "server_tool_use", name: "web_search" })]),
      ),
    },
    {
      bad: talk(user("a"), assistant([searched, text("b")])),
      says: "This model does not support assistant message prefill. The conversation must end with a user message.",
      good: talk(user("a"), assistant([text("b"), searched])),
    },
    {
      bad: as("claude-opus-5", { messages: [user("a"), assistant("b")] }),
      says: "This model does not support assistant message prefill. The conversation must end with a user message.",
      good: as("claude-haiku-4-5", { messages: [user("a"), assistant("b")] }),
    },
  ],
  "document-in-assistant": [
    {
      bad: talk(user("a"), assistant([{ type: "document", source: pdf }]), user("b")),
      says: "messages.1.content.0: `document` blocks can only be in `user` messages",
      good: talk(user([{ type: "document", source: pdf }])),
    },
  ],
  "citations-in-user": [
    {
      bad: talk(user([text("a", { citations: [{}] })])),
      says: "messages.0.content.0.text.citations: Extra inputs are not permitted",
      good: talk(user([text("a", { citations: [] })])),
    },
  ],
  "cache-mark": [
    {
      bad: talk(user([text("a", mark("2h"))])),
      says: expect.stringContaining("messages.0.content.0.cache_control: Input should be"),
      good: talk(user([text("a", mark("1h"))])),
    },
  ],
  "cache-count": [
    {
      bad: {
        ...talk(
          user([text("a", mark()), text("b", mark()), text("c", mark()), text("d", mark())]),
          user("e"),
        ),
        ...mark(),
      },
      says: "A maximum of 4 blocks with cache_control may be provided. Found 5.",
      good: talk(
        user([text("a", mark()), text("b", mark()), text("c", mark()), text("d", mark())]),
      ),
    },
    {
      bad: ask({
        tools: Array.from({ length: 5 }, (_, at) => ({ ...bash, name: `t${at}`, ...mark() })),
      }),
      says: "A maximum of 4 blocks with cache_control may be provided. Found 5.",
      good: {
        ...talk(user([text("a", mark()), text("b", mark()), text("c", mark()), text("d", mark())])),
        ...mark(),
      },
    },
  ],
  "cache-order": [
    {
      bad: ask({
        system: [text("s", mark("5m"))],
        messages: [user([text("a"), text("b", mark("1h"))])],
      }),
      says: "messages.0.content.1.cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. Note that blocks are processed in the following order: `tools`, `system`, `messages`.",
      good: ask({
        system: [text("s", mark("1h"))],
        messages: [user([text("a"), text("b", mark("5m"))])],
      }),
    },
  ],
  "system-cached-empty-text": [
    {
      bad: ask({ system: [text("", mark())] }),
      says: "system.0: cache_control cannot be set for empty text blocks",
      good: ask({ system: [text("a", mark())] }),
    },
  ],
  "cached-empty-text": [
    {
      bad: talk(user([text("a"), text("", mark())])),
      says: "messages.0.content.1: cache_control cannot be set for empty text blocks",
      good: talk(user([text("a"), text("b", mark())])),
    },
  ],
  "cache-automatic-ttl": [
    {
      bad: { ...talk(user([text("a", mark("1h"))])), ...mark() },
      says: "cache_control: the last cacheable block already has a cache_control with a different ttl",
      good: { ...talk(user([text("a", mark("1h"))])), ...mark("1h") },
    },
  ],
  "prefill-space": [
    {
      bad: { ...as("claude-haiku-4-5"), messages: [user("a"), assistant("b ")] },
      says: "messages: final assistant content cannot end with trailing whitespace",
      good: { ...as("claude-haiku-4-5"), messages: [user("a"), assistant("b")] },
    },
  ],
  "system-unsupported": [
    {
      bad: as("claude-sonnet-5", { messages: [user("a"), system("b")] }),
      says: 'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.',
      good: as("claude-opus-5-5", { messages: [user("a"), system("b")] }),
    },
  ],
  "thinking-no-enabled": [
    {
      bad: as("claude-opus-5", enabled(2000)),
      says: '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
      good: as("claude-haiku-4-5", enabled(2000)),
    },
  ],
  "thinking-no-adaptive": [
    {
      bad: as("claude-haiku-4-5", { thinking: { type: "adaptive" } }),
      says: "adaptive thinking is not supported on this model",
      good: as("claude-fable-5-1", { thinking: { type: "adaptive" } }),
    },
  ],
  "thinking-no-disabled": [
    {
      bad: as("claude-opus-5-5", { thinking: { type: "disabled" } }),
      says: expect.stringMatching(
        /^"thinking\.type\.disabled" is not supported for this model\. Thinking defaults to adaptive mode when not specified; /,
      ),
      good: as("claude-sonnet-5", { thinking: { type: "disabled" } }),
    },
  ],
  "thinking-no-between-tools": [
    {
      bad: as("claude-opus-5-5", { thinking: { type: "between_tools" } }),
      says: '"thinking.type.between_tools" is not supported for this model.',
      good: as("claude-sonnet-5-5", { thinking: { type: "between_tools" } }),
    },
  ],
  "thinking-disabled-effort": [
    {
      bad: as("claude-opus-5", {
        thinking: { type: "disabled" },
        output_config: { effort: "max" },
      }),
      says: expect.stringContaining('Effort "max" needs thinking'),
      good: as("claude-opus-5", {
        thinking: { type: "disabled" },
        output_config: { effort: "high" },
      }),
    },
  ],
  "thinking-budget-required": [
    {
      bad: ask(enabled()),
      says: "thinking.enabled.budget_tokens: Field required",
      good: ask(enabled(1024)),
    },
  ],
  "thinking-budget-type": [
    {
      bad: ask(enabled("much")),
      says: "thinking.enabled.budget_tokens: Input should be a valid integer",
      good: ask(enabled(1024)),
    },
  ],
  "thinking-budget-small": [
    {
      bad: ask(enabled(1023)),
      says: "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024",
      good: ask(enabled(1024)),
    },
  ],
  "thinking-budget-large": [
    {
      bad: ask(enabled(4000)),
      says: "`max_tokens` must be greater than `thinking.budget_tokens`.",
      good: ask(enabled(3999)),
    },
  ],
  "thinking-first": [
    {
      bad: {
        ...talk(user("a"), assistant([use("x"), thought("b")]), user([result("x")])),
        ...enabled(2000),
      },
      says: "messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable `thinking`. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking",
      good: {
        ...talk(user("a"), assistant([thought("b"), use("x")]), user([result("x")])),
        ...enabled(2000),
      },
    },
  ],
  "thinking-last": [
    {
      bad: talk(user("a"), assistant([text("b"), thought("c")]), user("d")),
      says: "messages.1: The final block in an assistant message cannot be `thinking`.",
      good: talk(user("a"), assistant([thought("b")]), user("c"), assistant("d"), user("e")),
    },
    {
      bad: {
        ...prefilled("claude-haiku-4-5", enabled(2000)),
        messages: [user("a"), assistant([thought("b", sign("claude-haiku-4-5", "b", "b"))])],
      },
      says: "messages.1: The final block in an assistant message cannot be `thinking`.",
      good: prefilled("claude-haiku-4-5", {}),
    },
  ],
  "thinking-changed": [
    {
      bad: talk(
        user("a"),
        assistant([thought("other", sign("practice-1", "b", "b")), text("c")]),
        user("d"),
      ),
      says: "messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.",
      good: talk(
        user("a"),
        assistant([thought("", sign("practice-1", "hidden", "")), text("c")]),
        user("d"),
      ),
    },
  ],
  "thinking-signature": [
    {
      bad: talk(
        user("a"),
        assistant([thought("other", sign("practice-1", "b", "b")), text("c")]),
        user("d"),
        assistant("e"),
        user("f"),
      ),
      says: "messages.1.content.0: Invalid `signature` in `thinking` block",
      good: talk(
        user("a"),
        assistant([thought("b"), text("c")]),
        user("d"),
        assistant("e"),
        user("f"),
      ),
    },
    {
      bad: talk(user("a"), assistant([thought("b", "forged"), text("c")]), user("d")),
      says: "messages.1.content.0: Invalid `signature` in `thinking` block",
      good: talk(user("a"), assistant([thought("b"), text("c")]), user("d")),
    },
    {
      bad: talk(
        user("a"),
        assistant([thought("b", sign("claude-opus-5", "b", "b")), text("c")]),
        user("d"),
      ),
      says: "messages.1.content.0: Invalid `signature` in `thinking` block",
      good: talk(
        user("a"),
        assistant([{ type: "redacted_thinking", data: sign("practice-1", "b", "") }, text("c")]),
        user("d"),
      ),
    },
  ],
  "tool-choice-forced": [
    {
      bad: as("claude-fable-5-1", { tools: [bash], tool_choice: { type: "tool", name: "bash" } }),
      says: 'tool_choice: type "tool" and "any" are not supported for this model.',
      good: as("claude-fable-5-1", { tools: [bash], tool_choice: { type: "auto" } }),
    },
    {
      bad: as("claude-opus-5-5", { tools: [bash], tool_choice: { type: "any" } }),
      says: 'tool_choice: type "tool" and "any" are not supported for this model.',
      good: as("claude-opus-5", { tools: [bash], tool_choice: { type: "tool", name: "bash" } }),
    },
  ],
};

const context = (version = "2026-10-21") => ({ version, counting: false });

function refusal(body: unknown, version?: string, betas?: string[]): ApiError | undefined {
  try {
    validate(body, { ...context(version), betas });
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

describe.each(Object.entries(cases))("%s", (id, examples) => {
  test.each(examples)("refuses: $says", ({ bad, says, good, version, both, betas = both }) => {
    expect(refusal(bad, version, both)?.message).toEqual(says);
    expect(refusal(bad, version, both)?.extras.rule).toBe(id);
    expect(refusal(good, version, betas)?.message).toBeUndefined();
  });
});

test("each rule has a case, and each case a rule", () => {
  const ids = RULES.map((rule) => rule.id);
  expect(Object.keys(cases).sort()).toEqual(ids.sort());
});

test("an unknown model is a 404, a thread an error that the SDK's tool runner knows", () => {
  expect(refusal(ask({ model: "x" }))).toMatchObject({ status: 404, type: "not_found_error" });
  expect(refusal(ask({ thread: {} }), undefined, [THREADS])?.extras.details).toEqual({
    error_code: "thread_unsupported_request",
  });
});

test("count_tokens needs no max_tokens, and takes none", () => {
  const counting = { version: "2026-10-21", counting: true };
  expect(() => validate(without("max_tokens"), counting)).not.toThrow();
  expect(() => validate(ask(), counting)).toThrow("max_tokens: Extra inputs are not permitted");
});

test("another beta's header opens nothing", () => {
  const betas = ["context-management-2025-06-27"];
  expect(refusal(ask({ mcp_servers: [] }), undefined, betas)?.message).toBe(
    "mcp_servers: Extra inputs are not permitted",
  );
});

test("count_tokens knows what the model refuses", () => {
  const { max_tokens, ...counted } = as("claude-opus-5-5", {
    tools: [bash],
    tool_choice: { type: "any" },
  });
  expect(() => validate(counted, { version: "2026-10-21", counting: true })).toThrow(
    'type "tool" and "any" are not supported for this model.',
  );
});

test("a beta's field is accepted with the beta's header only", () => {
  const body = ask({ context_management: { edits: [] } });
  const betas = ["context-management-2025-06-27"];
  expect(() => validate(body, { ...context(), betas })).not.toThrow();
  expect(refusal(body)?.message).toBe("context_management: Extra inputs are not permitted");
});
