// practice/validation/rules/fields · the fields of a request and the types of their values.
import { type Fields, isFields, ownOf } from "../../json/fields.ts";
import type { Place } from "../../protocol/ruleError.ts";
import { alternatives, type Checked, fieldPlace, type Rule, somewhere } from "./rule.ts";

/** What a value can be, as the API names it. */
export type Kind = "string" | "integer" | "boolean" | "list" | "dictionary" | "number" | "anything";

const COUNTED: Record<string, Kind> = {
  model: "string",
  messages: "list",
  system: "anything",
  tools: "list",
  tool_choice: "dictionary",
  thinking: "dictionary",
  output_config: "dictionary",
  cache_control: "dictionary",
  speed: "string",
};

const CREATED: Record<string, Kind> = {
  ...COUNTED,
  max_tokens: "integer",
  stream: "boolean",
  stop_sequences: "list",
  metadata: "dictionary",
  service_tier: "string",
  container: "anything",
  diagnostics: "dictionary",
  inference_geo: "string",
  user_profile_id: "string",
  workspace_id: "string",
};

/** Taken by the older version of the API only. */
const SAMPLING: Record<string, Kind> = { temperature: "number", top_p: "number", top_k: "integer" };

/** Fields whose beta has another name than the field's own. */
const BETA_FIELDS: Record<string, string> = {
  mcp_servers: "mcp-client-",
  compaction: "compact-",
  fallbacks: "server-side-fallback-",
  fallback_credit_token: "fallback-credit-",
  output_format: "structured-outputs-",
  billing_policy: "user-profiles-billing-",
  thread: "message-threads-",
  "output_config.task_budget": "task-budgets-",
};

const NESTED: Record<string, readonly string[]> = {
  metadata: ["user_id"],
  output_config: ["effort", "format"],
  cache_control: ["type", "ttl"],
  diagnostics: ["previous_message_id"],
};

const CHOICES: Record<string, readonly string[]> = {
  "output_config.effort": ["low", "medium", "high", "xhigh", "max"],
  service_tier: ["auto", "standard_only"],
  speed: ["standard", "fast"],
  "thinking.display": ["summarized", "omitted"],
};

/** A choice that a beta header adds. */
const BETA_CHOICES: Record<string, { beta: string; word: string }> = {
  "thinking.display": { beta: "thinking-display-updates-", word: "updates" },
};

function fieldsFor({ counting, version }: Checked): Record<string, Kind> {
  const fields = counting ? COUNTED : CREATED;
  return version === "2023-06-01" ? { ...fields, ...SAMPLING } : fields;
}

/** Whether a beta header announces the field: `context-management-2025-06-27` opens `context_management`. */
function isOpen({ betas }: Checked, field: string): boolean {
  const known = ownOf(BETA_FIELDS, field);
  const beta = known ?? `${field.replaceAll("_", "-")}-`;
  return betas.some((name) => name.startsWith(beta));
}

/** Whether a value is of a kind. */
export function isKind(value: unknown, kind: Kind): boolean {
  if (kind === "list") return Array.isArray(value);
  if (kind === "dictionary") return isFields(value);
  if (kind === "integer") return Number.isInteger(value);
  return kind === "anything" || typeof value === kind;
}

/** The first field of another kind than it must be; null stands for absent where the field is not needed. */
export function wrongField(
  fields: Fields,
  kinds: Record<string, Kind>,
  needed: readonly string[],
): { field: string; kind: Kind } | undefined {
  for (const [field, value] of Object.entries(fields)) {
    const kind = ownOf(kinds, field);
    if (value === null && !needed.includes(field)) continue;
    if (kind !== undefined && !isKind(value, kind)) return { field, kind };
  }
  return undefined;
}

function nestedExtra(request: Checked): Place | undefined {
  for (const [field, known] of Object.entries(NESTED)) {
    const value = request.fields[field];
    const extra = Object.keys(isFields(value) ? value : {}).find(
      (name) => !known.includes(name) && !isOpen(request, `${field}.${name}`),
    );
    if (extra !== undefined) return fieldPlace(`${field}.${extra}`);
  }
  return undefined;
}

export const valueAt = (fields: Fields, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>((value, name) => (isFields(value) ? value[name] : undefined), fields);

/** Fields of objects whose kind has no rule of its own. */
const NESTED_KINDS: Record<string, Kind> = {
  "diagnostics.previous_message_id": "string",
  "output_config.task_budget": "dictionary",
  "thinking.block_binding": "dictionary",
};

function nestedType({ fields }: Checked): Place | undefined {
  for (const [path, kind] of Object.entries(NESTED_KINDS)) {
    const value = valueAt(fields, path) ?? undefined;
    if (value !== undefined && !isKind(value, kind)) return fieldPlace(path, { kind });
  }
  return undefined;
}

function notAChoice({ fields, betas }: Checked): Place | undefined {
  for (const [path, always] of Object.entries(CHOICES)) {
    const added = BETA_CHOICES[path];
    const isAdded = added && betas.some((name) => name.startsWith(added.beta));
    const words = isAdded ? [...always, added.word] : always;
    const value = valueAt(fields, path) ?? words[0];
    if (!words.some((word) => word === value))
      return fieldPlace(path, { choices: alternatives(words) });
  }
  return undefined;
}

export const fieldRules: Rule[] = [
  {
    id: "thread-unsupported",
    path: "thread",
    message: "Message threads are not supported by this model.",
    source: "inferred",
    errorCode: "thread_unsupported_request",
    find: (request) =>
      somewhere((request.fields.thread ?? null) !== null && isOpen(request, "thread")),
  },
  {
    id: "unknown-field",
    path: "{field}",
    message: "Extra inputs are not permitted",
    source: "seen",
    find: (request) =>
      fieldPlace(
        Object.keys(request.fields).find(
          (field) => !Object.hasOwn(fieldsFor(request), field) && !isOpen(request, field),
        ),
      ),
  },
  {
    id: "field-required",
    path: "{field}",
    message: "Field required",
    source: "seen",
    find: ({ fields, counting }) =>
      fieldPlace(
        ["model", "messages", ...(counting ? [] : ["max_tokens"])].find(
          (name) => !(name in fields),
        ),
      ),
  },
  {
    id: "field-type",
    path: "{field}",
    message: "Input should be a valid {kind}",
    source: "inferred",
    find: (request) => {
      const needed = ["model", "messages", "max_tokens"];
      const words = wrongField(request.fields, fieldsFor(request), needed);
      return words && { words };
    },
  },
  {
    id: "nested-unknown-field",
    path: "{field}",
    message: "Extra inputs are not permitted",
    source: "seen",
    find: nestedExtra,
  },
  {
    id: "nested-field-type",
    path: "{field}",
    message: "Input should be a valid {kind}",
    source: "inferred",
    find: nestedType,
  },
  {
    id: "not-a-choice",
    path: "{field}",
    message: "Input should be {choices}",
    source: "inferred",
    find: notAChoice,
  },
  {
    id: "max-tokens-negative",
    path: "max_tokens",
    message: "Input should be greater than or equal to 0",
    source: "inferred",
    find: ({ fields }) => somewhere(Number(fields.max_tokens) < 0),
  },
];
