// practice/brain/intents/useTool · a call of a tool that was named outright, checked against its schema.

import { type Fields, isFields, listOf } from "../../json/fields.ts";
import { fits } from "../../json/schema.ts";
import { tell } from "../tell.ts";
import type { ToolCall } from "../toolCalls.ts";
import type { Language, Offer, Reading, Step } from "../types.ts";
import { dataOf, quoted, row } from "../words.ts";

/** The call as a step; what does not fit the tool's schema is said, and nothing is done. */
export function useTool({ name, input }: ToolCall, language: Language, offer: Offer): Reading {
  const problem = problemOf({ name, input }, language, offer);
  if (problem !== undefined || input === undefined)
    return { kind: "talk", rule: "use-tool", text: problem ?? "" };
  const step: Step = {
    rule: "use-tool",
    task: tell(language, "use", { name }),
    call: () => ({ name, input }),
    say: (result) => {
      const text = quoted(language, dataOf(name, result));
      return tell(language, "answered", { name, text });
    },
  };
  return { kind: "steps", steps: [step] };
}

function problemOf(
  { name, input }: Pick<ToolCall, "name" | "input">,
  language: Language,
  offer: Offer,
): string | undefined {
  const tools = offer.names.length === 0 ? "–" : row(language, offer.names);
  if (!offer.names.includes(name)) return tell(language, "noSuchTool", { name, tools });
  const schema = offer.tools?.find((tool) => tool.name === name)?.schema ?? {};
  const properties = isFields(schema.properties) ? schema.properties : undefined;
  const known = argumentsOf(language, properties);
  if (input === undefined) return tell(language, "unreadable", { name, known });
  const isOpen = properties === undefined || (schema.additionalProperties ?? false) !== false;
  const strange = Object.keys(input).filter((key) => !isOpen && !Object.hasOwn(properties, key));
  if (strange.length > 0)
    return tell(language, "noSuchArgument", { name, wrong: row(language, strange), known });
  const left = listOf(schema.required)
    .map(String)
    .filter((key) => !Object.hasOwn(input, key));
  if (left.length > 0)
    return tell(language, "alsoNeeds", { name, wanted: row(language, left), known });
  if (fits(withoutLimits(schema), input)) return undefined;
  const wrong = Object.keys(input).filter(
    (key) => !fits(withoutLimits(properties?.[key] ?? true), input[key]),
  );
  const values = row(language, wrong.length > 0 ? wrong : Object.keys(input));
  return tell(language, "doesNotFit", { name, values, known });
}

const LIMIT = /^(?:exclusive)?(?:minimum|maximum)$|^(?:min|max)[A-Z]|^pattern$|^multipleOf$/;

/** The kinds of values alone: a value out of bounds is the tool's to refuse, as it would be a real model's. */
function withoutLimits(schema: unknown): unknown {
  const text = JSON.stringify(schema, (key, value) =>
    LIMIT.test(key) && typeof value !== "object" ? undefined : value,
  );
  return JSON.parse(text);
}

/** Each argument with its type. */
function argumentsOf(language: Language, known: Fields = {}): string {
  const each = Object.entries(known).map(([key, schema]) => {
    const type = isFields(schema) && typeof schema.type === "string" ? schema.type : undefined;
    return type === undefined ? key : `${key} (${type})`;
  });
  const all = each.length === 0 ? "–" : row(language, each);
  return tell(language, "itsArguments", { all });
}
