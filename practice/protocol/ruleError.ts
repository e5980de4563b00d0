// practice/protocol/ruleError · the text of a rule, and a broken one as the error that is sent.
import { ApiError } from "./errors.ts";

export type Words = Record<string, string | number>;

/** Where a rule is broken: the numbers and words that fill the rule's path and message. */
export interface Place {
  indexes?: number[];
  words?: Words;
}

/**
 * Where the wording comes from: `docs` Anthropic's documentation, `seen` published by several users,
 * `one source`, or `inferred` from the style of the others.
 */
export type Source = "docs" | "seen" | "one source" | "inferred";

/** The error message when a rule is broken. */
export interface RuleText {
  id: string;
  /** Dotted; `#` is an index in the client's array, `{word}` comes from the place. Empty: no path is said. */
  path: string;
  /** The API's wording; `{word}` comes from the place. */
  message: string;
  source: Source;
  /** Default 400 and invalid_request_error. */
  status?: number;
  type?: string;
  /** Goes into `error.details`. */
  errorCode?: string;
}

/** The API's error for a broken rule. */
export function errorOf(rule: RuleText, place: Place = {}): ApiError {
  const { status = 400, type = "invalid_request_error", errorCode } = rule;
  const details = errorCode === undefined ? undefined : { error_code: errorCode };
  return new ApiError(status, type, messageOf(rule, place), { details, rule: rule.id });
}

/** The wording of a broken rule, with the path in front. */
export function messageOf({ path, message }: RuleText, { indexes = [], words = {} }: Place) {
  const rest = [...indexes];
  const numbered = path.replace(/#/g, () => String(rest.shift()));
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (whole, name) => String(words[name] ?? whole));
  return path === "" ? fill(message) : `${fill(numbered)}: ${fill(message)}`;
}
