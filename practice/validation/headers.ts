// practice/validation/headers · the request headers that the API insists on.
import { errorOf } from "../protocol/ruleError.ts";
import { contentTypeRule, type HeaderRule, headerRules } from "./rules/request.ts";

/** Any key will do, but there must be one, as with the API; gives the API version asked for. */
export function checkHeaders(headers: Headers, { hasBody = false } = {}): string {
  for (const rule of headerRules) check(rule, headers);
  if (hasBody) check(contentTypeRule, headers);
  return headers.get("anthropic-version") ?? "";
}

function check(rule: HeaderRule, headers: Headers): void {
  const found = rule.find(headers);
  if (found !== false) throw errorOf(rule, { words: { value: String(found) } });
}
