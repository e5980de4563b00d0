// practice/validation/rules/toolFields · the fields of tools: which those of the API's own need, and of what kind all are.
import { type Fields, ownOf } from "../../json/fields.ts";
import { type Kind, wrongField } from "./fields.ts";

const SCREEN = ["display_height_px", "display_width_px"];

/** What a tool of the API's own needs beside its name, which has a rule of its own. */
const REQUIRED: Record<string, readonly string[]> = {
  advisor_20260301: ["model"],
  computer_20241022: SCREEN,
  computer_20250124: SCREEN,
  computer_20251124: SCREEN,
  mcp_toolset: ["mcp_server_name"],
};

/** The kinds of fields, on which all tools agree. What has a rule of its own is not here. */
const KINDS: Record<string, Kind> = {
  allowed_callers: "list",
  allowed_domains: "list",
  blocked_domains: "list",
  caching: "dictionary",
  citations: "dictionary",
  configs: "dictionary",
  default_config: "dictionary",
  defer_loading: "boolean",
  display_height_px: "integer",
  display_number: "integer",
  display_width_px: "integer",
  eager_input_streaming: "boolean",
  enable_zoom: "boolean",
  input_examples: "list",
  max_characters: "integer",
  max_content_tokens: "integer",
  max_tokens: "integer",
  max_uses: "integer",
  mcp_server_name: "string",
  model: "string",
  response_inclusion: "string",
  strict: "boolean",
  tools: "list",
  url_sources: "dictionary",
  use_cache: "boolean",
  user_location: "dictionary",
};

const neededBy = (tag: string): readonly string[] => ownOf(REQUIRED, tag) ?? [];

/** A field that a tool of the API's own needs and has not. */
export const missingToolField = (tag: string, tool: Fields): string | undefined =>
  neededBy(tag).find((name) => !(name in tool));

/** A field of another kind than it must be. */
export const mistypedToolField = (tag: string, tool: Fields) =>
  wrongField(tool, KINDS, neededBy(tag));
