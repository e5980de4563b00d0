// practice/rules/error · a broken rule as the error that is sent.
import { ApiError } from "../errors.ts";
import type { Place, RuleText } from "./rule.ts";

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
