// practice/validate · rejects what the API rejects, from one table.
import { ApiError } from "./errors.ts";
import type { MessageRequest } from "./reply.ts";
import { blockRules } from "./rules/blocks.ts";
import { cacheRules } from "./rules/cache.ts";
import { fieldRules } from "./rules/fields.ts";
import { messageRules } from "./rules/messages.ts";
import { modelRules } from "./rules/model.ts";
import { pairingRules } from "./rules/pairing.ts";
import {
  checkedOf,
  isFields,
  type Place,
  type RequestContext,
  type Rule,
  somewhere,
} from "./rules/rule.ts";
import { settingRules } from "./rules/settings.ts";
import { toolChoiceRules } from "./rules/toolChoice.ts";
import { toolRules } from "./rules/tools.ts";

/** All rules in the order in which they are tried. A rule may rely on those before it. */
export const RULES: readonly Rule[] = [
  {
    id: "body-type",
    path: "",
    message: "Input should be a valid dictionary",
    source: "inferred",
    find: ({ body }) => somewhere(!isFields(body)),
  },
  ...fieldRules,
  ...settingRules,
  ...messageRules,
  ...blockRules,
  ...toolRules,
  ...toolChoiceRules,
  ...pairingRules,
  ...modelRules,
  ...cacheRules,
];

/** The body of a request as the SDK types it. Throws the ApiError of the first rule that it breaks. */
export function validate(body: unknown, context: RequestContext): MessageRequest {
  const broken = brokenRule(body, context);
  if (broken) throw errorOf(broken.rule, broken.place);
  if (!isRequest(body)) throw new Error("unreachable: the rules accepted a body without fields");
  return body;
}

/** The first rule that the body breaks, and where. */
export function brokenRule(
  body: unknown,
  context: RequestContext,
): { rule: Rule; place: Place } | undefined {
  const request = checkedOf(body, context);
  for (const rule of RULES) {
    const place = rule.find(request);
    if (place) return { rule, place };
  }
  return undefined;
}

/** Holds because the rules held: they check what the SDK's type says. */
const isRequest = (body: unknown): body is MessageRequest => isFields(body);

function errorOf(rule: Rule, place: Place): ApiError {
  const { status = 400, type = "invalid_request_error", errorCode } = rule;
  const details = errorCode === undefined ? undefined : { error_code: errorCode };
  return new ApiError(status, type, messageOf(rule, place), { details, rule: rule.id });
}

/** The wording of a broken rule, with the path in front. */
export function messageOf({ path, message }: Rule, { indexes = [], words = {} }: Place): string {
  const rest = [...indexes];
  const numbered = path.replace(/#/g, () => String(rest.shift()));
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (whole, name) => String(words[name] ?? whole));
  return path === "" ? fill(message) : `${fill(numbered)}: ${fill(message)}`;
}
