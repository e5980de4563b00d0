// practice/validation/rules/request · what is asked of a request before its body is looked into, and of its size.
import type { RuleText } from "../../protocol/ruleError.ts";

/** A rule about the headers. */
export interface HeaderRule extends RuleText {
  /** Whether the headers break it; the rules before it hold. A text fills `{value}`. */
  find(headers: Headers): boolean | string;
}

const isVersion = (version: string): boolean => ["2023-06-01", "2026-10-21"].includes(version);

const NO_KEY = { path: "", source: "seen", status: 401, type: "authentication_error" } as const;

/** Tried for every request but HEAD. */
export const headerRules: readonly HeaderRule[] = [
  {
    id: "key-required",
    ...NO_KEY,
    message: "x-api-key header is required",
    find: (headers) => !headers.has("authorization") && !headers.has("x-api-key"),
  },
  {
    id: "key-empty",
    ...NO_KEY,
    message: "invalid x-api-key",
    find: (headers) => !headers.has("authorization") && !headers.get("x-api-key"),
  },
  {
    id: "bearer-token",
    ...NO_KEY,
    message: "Invalid bearer token",
    find: (headers) => !/^Bearer \S/i.test(headers.get("authorization") ?? "Bearer x"),
  },
  {
    id: "version-required",
    path: "anthropic-version",
    message: "header is required",
    source: "seen",
    find: (headers) => !headers.get("anthropic-version"),
  },
  {
    id: "version-unknown",
    path: "anthropic-version",
    message: '"{value}" is not a valid version',
    source: "inferred",
    find: (headers) => {
      const version = headers.get("anthropic-version") ?? "";
      return isVersion(version) ? false : version;
    },
  },
];

/** Tried for a request with a body. */
export const contentTypeRule: HeaderRule = {
  id: "content-type",
  path: "content-type",
  message: "should be application/json, not {value}",
  source: "inferred",
  find: (headers) => {
    const type = headers.get("content-type") ?? "absent";
    return /^application\/json\b/i.test(type) ? false : type;
  },
};

/** Found when the body's bytes are counted. */
export const BODY_TOO_LARGE: RuleText = {
  id: "body-too-large",
  path: "",
  message: "Request exceeds the maximum size",
  source: "docs",
  status: 413,
  type: "request_too_large",
};

/** Found while the body is read. */
export const BODY_NOT_JSON: RuleText = {
  id: "body-not-json",
  path: "",
  message: "The request body is not valid JSON: {reason}",
  source: "inferred",
};

/** Found when the body was read: no rule after it meets a value that is too deep for it. */
export const BODY_DEPTH: RuleText = {
  id: "body-depth",
  path: "",
  message:
    "The request body is not valid JSON: recursion limit reached, it is nested more than {maximum} levels deep",
  source: "inferred",
};

/** Half of a character, such as half an emoji: JSON.stringify writes it, the API does not read it. */
export const BODY_SURROGATE: RuleText = {
  id: "body-surrogate",
  path: "",
  message:
    "The request body is not valid JSON: no low surrogate in string: line {line} column {column} (char {char})",
  source: "seen",
};

/** Of the list of models. */
export const MODELS_LIMIT: RuleText = {
  id: "models-limit",
  path: "limit",
  message: "Input should be {bound}",
  source: "inferred",
};

/** Found when its tokens are counted. */
export const PROMPT_TOO_LONG: RuleText = {
  id: "prompt-too-long",
  path: "",
  message: "prompt is too long: {tokens} tokens > {maximum} maximum",
  source: "seen",
};

/** Of models before 4.5 only: the others let the reply end at the edge of the window. */
export const PROMPT_AND_REPLY_TOO_LONG: RuleText = {
  id: "prompt-and-reply-too-long",
  path: "",
  message:
    "input length and `max_tokens` exceed context limit: {tokens} + {reply} > {maximum}, decrease input length or `max_tokens` and try again",
  source: "seen",
};

/** For a path that is no endpoint. */
export const NOT_FOUND: RuleText = {
  id: "not-found",
  path: "",
  message: "Not found",
  source: "inferred",
  status: 404,
  type: "not_found_error",
};
