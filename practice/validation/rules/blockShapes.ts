// practice/validation/rules/blockShapes · the blocks of messages: which fields each has, and of what kind they are.
import { type Fields, isFields, ownOf } from "../../json/fields.ts";
import { isKind, type Kind } from "./fields.ts";
import { extraField } from "./rule.ts";

interface BlockShape {
  required: readonly string[];
  /** Without a list any other field is accepted: the API's own tools give their blocks new ones now and then. */
  optional?: readonly string[];
}

const closed = (required: string[], optional: string[] = []): BlockShape => ({
  required,
  optional: ["type", "cache_control", ...optional],
});
const open = (...required: string[]): BlockShape => ({ required });
const RESULT = open("tool_use_id", "content");

/** The blocks that are always known. Those of the server's own tools have no simulation behind them. */
const SHAPES: Record<string, BlockShape> = {
  text: closed(["text"], ["citations"]),
  image: closed(["source"], ["transformations"]),
  document: closed(["source"], ["title", "context", "citations"]),
  search_result: closed(["source", "title", "content"], ["citations"]),
  tool_use: closed(["id", "name", "input"], ["caller", "toolset_name"]),
  tool_result: closed(["tool_use_id"], ["content", "is_error", "toolset_name"]),
  thinking: { required: ["thinking", "signature"], optional: ["type"] },
  redacted_thinking: { required: ["data"], optional: ["type"] },
  server_tool_use: open("id", "name", "input"),
  web_search_tool_result: RESULT,
  web_fetch_tool_result: RESULT,
  code_execution_tool_result: RESULT,
  bash_code_execution_tool_result: RESULT,
  text_editor_code_execution_tool_result: RESULT,
  tool_search_tool_result: RESULT,
  tool_reference: open("tool_name"),
  container_upload: open("file_id"),
};

interface BetaShape extends BlockShape {
  /** The starts of the names of the betas that have it. */
  beta: readonly string[];
}

/** Tools by reference, or by value. */
const TOOL_CHANGE: BetaShape = {
  ...open("tool"),
  beta: ["mid-conversation-tool-changes-", "inline-tools-"],
};

const BETA_SHAPES: Record<string, BetaShape> = {
  advisor_tool_result: { ...RESULT, beta: ["advisor-tool-"] },
  compaction: { ...open(), beta: ["compact-"] },
  fallback: { ...open("from", "to"), beta: ["server-side-fallback-"] },
  mcp_tool_listing: { ...open("mcp_server_name", "tools"), beta: ["mcp-client-"] },
  mcp_tool_result: { ...open("tool_use_id"), beta: ["mcp-client-"] },
  mcp_tool_use: { ...open("id", "name", "input", "server_name"), beta: ["mcp-client-"] },
  tool_addition: TOOL_CHANGE,
  tool_removal: TOOL_CHANGE,
};

/** Only in the content of a result. */
const RESULT_PARTS: Record<string, BlockShape> = { browser_state: open("tabs") };

/** The kinds of fields, where all blocks agree on them. What has a rule of its own is not here. */
const KINDS: Record<string, Kind> = {
  caller: "dictionary",
  context: "string",
  data: "string",
  encrypted_content: "string",
  file_id: "string",
  from: "dictionary",
  mcp_server_name: "string",
  server_name: "string",
  signature: "string",
  state_changes: "list",
  tabs: "list",
  text: "string",
  thinking: "string",
  title: "string",
  to: "dictionary",
  tool: "dictionary",
  tool_changes: "list",
  tool_name: "string",
  tools: "list",
  toolset_name: "string",
  transformations: "dictionary",
};

const RESULT_KINDS: Record<string, readonly Kind[]> = {
  content: ["dictionary"],
  is_error: ["boolean"],
  tool_use_id: ["string"],
};

/** The kinds that only one block has for a field; of several the last is named. */
const OWN_KINDS: Record<string, readonly Kind[]> = {
  "compaction.content": ["string"],
  "compaction.signature": ["string"],
  "document.citations": ["dictionary"],
  "document.source": ["dictionary"],
  "image.source": ["dictionary"],
  "mcp_tool_result.content": ["string", "list"],
  "mcp_tool_use.id": ["string"],
  "mcp_tool_use.name": ["string"],
  "search_result.citations": ["dictionary"],
  "search_result.content": ["list"],
  "search_result.source": ["string"],
  "server_tool_use.id": ["string"],
  "text.citations": ["list"],
  "tool_use.id": ["string"],
  "tool_use.name": ["string"],
  "web_search_tool_result.content": ["dictionary", "list"],
};

/** The tags that are always known. */
export const TAGS: readonly string[] = Object.keys(SHAPES);
/** The tags that a beta adds, each with the starts of the names of such betas. */
export const BETA_TAGS: Record<string, readonly string[]> = Object.fromEntries(
  Object.entries(BETA_SHAPES).map(([tag, { beta }]) => [tag, beta]),
);

const ALL: ReadonlyMap<string, BlockShape> = new Map(
  Object.entries({ ...SHAPES, ...BETA_SHAPES, ...RESULT_PARTS }),
);

/** A field that a block of this type needs and has not. */
export const missingField = (type: string, block: Fields): string | undefined =>
  ALL.get(type)?.required.find((name) => !(name in block));

/** A field that a block of this type has and must not have. */
export function unknownField(type: string, block: Fields): string | undefined {
  const { required = [], optional } = ALL.get(type) ?? {};
  return optional && extraField(block, [...required, ...optional]);
}

/** A field of another kind than it must be; null stands for absent where the field is optional. */
export function mistypedField(
  type: string,
  block: Fields,
): { field: string; kind: Kind } | undefined {
  const needed = ALL.get(type)?.required ?? [];
  for (const [field, value] of Object.entries(block)) {
    const kinds = kindsOf(type, field);
    const kind = kinds.at(-1);
    if (value === null && !needed.includes(field)) continue;
    if (kind !== undefined && !kinds.some((one) => isKind(value, one))) return { field, kind };
    if (field === "citations" && isFields(value) && !isKind(value.enabled ?? true, "boolean"))
      return { field: "citations.enabled", kind: "boolean" };
  }
  return undefined;
}

function kindsOf(type: string, field: string): readonly Kind[] {
  const own = OWN_KINDS[`${type}.${field}`];
  if (own) return own;
  const ofResult = type.endsWith("_tool_result") ? RESULT_KINDS : {};
  if (Object.hasOwn(ofResult, field)) return ofResult[field] ?? [];
  const kind = ownOf(KINDS, field);
  return kind === undefined ? [] : [kind];
}
