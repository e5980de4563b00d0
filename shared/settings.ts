// shared/settings · what the environment says, checked once; every error names the fix.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { UserError } from "./errors.ts";

/** Every variable the course reads; a spec passes them all, empty where unset. */
export const VARIABLES = [
  "PRACTICE",
  "ANTHROPIC_API_KEY",
  "ANTHROPIC_AUTH_TOKEN",
  "ANTHROPIC_BASE_URL",
  "MODEL_ID",
  "MAX_REQUESTS",
  "MAX_COST",
  "CONTEXT_TOKENS",
  "MCP_TOOL_TOKENS",
  "FALLBACK_MODEL_ID",
  "PRACTICE_FAULTS",
  "PRACTICE_SCRIPT",
  "TRACE",
  "EXPLAIN",
  "MEMORY_URL",
  "MEMORY_TOKEN",
] as const;

export type Environment = Record<string, string | undefined>;

export interface Settings {
  model: string;
  /** Where the real requests go; undefined = the practice model, in this process. */
  endpoint?: { baseURL: string; apiKey: string | null; authToken: string | null };
  /** How many requests a session may send. */
  maxRequests: number;
  /** How many dollars a session may spend; undefined = no limit. */
  maxCost: number | undefined;
  /** The window: tokens that fit into one request with its reply. */
  contextTokens: number;
  /** The weight in tokens from which the tools of MCP servers are only listed, until they are looked up. */
  mcpToolTokens: number;
  /** The model that steps in when the first one is overloaded. */
  fallback: string | undefined;
  /** A file that says which calls of the practice model fail. */
  faults: string | undefined;
  /** A file with the replies of the practice model, in place of its rules. */
  script: string | undefined;
  /** A file to which every request and its reply are written, one JSON object per line. */
  trace: string | undefined;
  /** Whether the agent shows every hook and every use of its prompt cache. */
  explain: boolean;
}

const CHEAP_MODEL = "claude-haiku-5-5";
const PRACTICE_MODEL = "practice-1";
const REAL_API = "https://api.anthropic.com";
const MISNAMED = ["env.txt", ".env.txt", "env"];

/**
 * The variables of `environment` and, where they say nothing, of the `.env` in `root`.
 * Throws a UserError for a `.env` that cannot be read or was saved under another name.
 */
export function withDotEnv(environment: Environment, root: string): Environment {
  const path = join(root, ".env");
  if (existsSync(path)) return { ...parseDotEnv(path), ...environment };
  const misnamed = MISNAMED.find((name) => isFile(join(root, name)));
  if (misnamed === undefined) return environment;
  throw new UserError(
    `Found ${misnamed} but no .env: rename it (mv ${misnamed} .env), or delete it.`,
  );
}

/** A folder named env is Python's, not ours. */
function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function readDotEnv(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(`.env cannot be read (${reason}): make it a readable file, or remove it.`);
  }
}

function parseDotEnv(path: string): Environment {
  const bytes = readDotEnv(path);
  if (bytes.includes(0)) throw new UserError(".env is not UTF-8 text: save it again as UTF-8.");
  return parseEnv(bytes.toString("utf8").replace(/^\uFEFF/, ""));
}

/**
 * Reads and checks the settings. An empty variable is an unset one.
 * Throws a UserError that names the variable and the fix.
 */
export function readSettings(environment: Environment): Settings {
  const get = (name: (typeof VARIABLES)[number]) => environment[name]?.trim() || undefined;
  const common = {
    maxRequests: wholeNumber("MAX_REQUESTS", get("MAX_REQUESTS"), 200),
    maxCost: amount("MAX_COST", get("MAX_COST")),
    contextTokens: wholeNumber("CONTEXT_TOKENS", get("CONTEXT_TOKENS"), 200_000),
    mcpToolTokens: wholeNumber("MCP_TOOL_TOKENS", get("MCP_TOOL_TOKENS"), 10_000),
    fallback: get("FALLBACK_MODEL_ID"),
    faults: get("PRACTICE_FAULTS"),
    script: get("PRACTICE_SCRIPT"),
    trace: get("TRACE"),
    explain: isOn("EXPLAIN", get("EXPLAIN")),
  };
  if (isOn("PRACTICE", get("PRACTICE"))) return { ...common, model: PRACTICE_MODEL };
  const apiKey = credential("ANTHROPIC_API_KEY", get("ANTHROPIC_API_KEY"));
  const authToken = credential("ANTHROPIC_AUTH_TOKEN", get("ANTHROPIC_AUTH_TOKEN"));
  const baseURL = checkedBaseURL(get("ANTHROPIC_BASE_URL"));
  if (apiKey && authToken) {
    throw new UserError(
      "ANTHROPIC_API_KEY and ANTHROPIC_AUTH_TOKEN are both set: unset one of them.",
    );
  }
  if (apiKey || authToken) {
    const endpoint = { baseURL: baseURL ?? REAL_API, apiKey, authToken };
    return { ...common, model: get("MODEL_ID") ?? CHEAP_MODEL, endpoint };
  }
  if (baseURL) {
    throw new UserError(
      "ANTHROPIC_BASE_URL is set without a key: set ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN (any word for a local server), or PRACTICE=1.",
    );
  }
  return { ...common, model: PRACTICE_MODEL };
}

function isOn(name: string, value: string | undefined): boolean {
  if (value === undefined || ["0", "false", "no", "off"].includes(value.toLowerCase()))
    return false;
  if (["1", "true", "yes", "on"].includes(value.toLowerCase())) return true;
  throw new UserError(`${name}=${value} is neither on nor off: set ${name}=1, or unset it.`);
}

/** A key is sent in a header, so it must be printable ASCII without spaces. */
function credential(name: string, value: string | undefined): string | null {
  if (value === undefined) return null;
  if (/^[\x21-\x7e]+$/.test(value)) return value;
  throw new UserError(`${name} holds a space or a character no key has: copy it again.`);
}

function checkedBaseURL(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol !== "https:" && url?.protocol !== "http:") {
    throw new UserError(`ANTHROPIC_BASE_URL=${value} is not a URL: write it as https://host.`);
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new UserError(
      "ANTHROPIC_BASE_URL holds more than an address: leave out user, password, ? and #, and set the key in ANTHROPIC_API_KEY.",
    );
  }
  const trimmed = value.replace(/\/+$/, "");
  const withoutVersion = trimmed.replace(/\/v1(\/messages)?$/, "");
  if (withoutVersion !== trimmed) {
    throw new UserError(
      `ANTHROPIC_BASE_URL ends in ${trimmed.slice(withoutVersion.length)}, which the client adds itself: set it to ${withoutVersion}.`,
    );
  }
  return trimmed;
}

function wholeNumber(name: string, value: string | undefined, usual: number): number {
  if (value === undefined) return usual;
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new UserError(
    `${name}=${value} is not a whole number above 0: set ${name}=${usual}, or unset it.`,
  );
}

/** Dollars, with up to four decimals. */
function amount(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,6}(\.\d{1,4})?$/.test(value) && Number(value) > 0) return Number(value);
  throw new UserError(
    `${name}=${value} is not an amount of dollars above 0: set ${name}=0.50, or unset it.`,
  );
}
