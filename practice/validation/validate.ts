// practice/validation/validate · rejects what the API rejects, by one table of rules.
import { isFields } from "../json/fields.ts";
import type { MessageRequest } from "../protocol/reply.ts";
import { errorOf, type Place } from "../protocol/ruleError.ts";
import { blockRules } from "./rules/blocks.ts";
import { cacheRules } from "./rules/cache.ts";
import { fieldRules } from "./rules/fields.ts";
import { messageRules } from "./rules/messages.ts";
import { modelRules } from "./rules/model.ts";
import { pairingRules } from "./rules/pairing.ts";
import { checkedOf, type RequestContext, type Rule, somewhere } from "./rules/rule.ts";
import { samplingRules } from "./rules/sampling.ts";
import { settingRules } from "./rules/settings.ts";
import { sourceRules } from "./rules/sources.ts";
import { strictSchemaRules } from "./rules/strictSchema.ts";
import { thinkingRules, thinkingShapeRules } from "./rules/thinking.ts";
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
  ...thinkingShapeRules,
  ...settingRules,
  ...messageRules,
  ...blockRules,
  ...sourceRules,
  ...toolRules,
  ...strictSchemaRules,
  ...toolChoiceRules,
  ...pairingRules,
  ...modelRules,
  ...thinkingRules,
  ...samplingRules,
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

/** True once no rule is broken, because the rules check what the SDK's type says. */
const isRequest = (body: unknown): body is MessageRequest => isFields(body);
