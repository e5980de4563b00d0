// practice/brain/intents/useTool · a call of a tool that was named outright, checked against its schema.

import { type Fields, isFields, listOf } from "../../json/fields.ts";
import { fits } from "../../json/schema.ts";
import { tell } from "../tell.ts";
import type { ToolCall } from "../toolCalls.ts";
import type { Language, Offer, Reading, Step } from "../types.ts";
import { quoted, row } from "../words.ts";

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
      const text = quoted(language, result);
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
  if (!offer.names.includes(name)) return noSuchTool(name, language, offer);
  const schema = offer.tools?.find((tool) => tool.name === name)?.schema ?? {};
  const known = isFields(schema.properties) ? schema.properties : undefined;
  if (input === undefined) return unreadable(name, language, known);
  const isOpen = known === undefined || (schema.additionalProperties ?? false) !== false;
  const strange = Object.keys(input).filter((key) => !isOpen && !Object.hasOwn(known, key));
  if (strange.length > 0) return noSuchArgument({ name, strange, known, language });
  const missing = listOf(schema.required).map(String);
  const left = missing.filter((key) => !Object.hasOwn(input, key));
  if (left.length > 0) return missingText({ name, left, known, language });
  return fits(withoutLimits(schema), input)
    ? undefined
    : doesNotFit({ name, input, known, language });
}

const LIMIT = /^(?:exclusive)?(?:minimum|maximum)$|^(?:min|max)[A-Z]|^pattern$|^multipleOf$/;

/** The kinds of values alone: a value out of bounds is the tool's to refuse, as it would be a real model's. */
function withoutLimits(schema: unknown): unknown {
  const text = JSON.stringify(schema, (key, value) =>
    LIMIT.test(key) && typeof value !== "object" ? undefined : value,
  );
  return JSON.parse(text);
}

function noSuchTool(name: string, language: Language, { names }: Offer): string {
  const tools = names.length === 0 ? "–" : row(language, names);
  return tell(language, "noSuchTool", { name, tools });
}

interface Wrong {
  name: string;
  known: Fields | undefined;
  language: Language;
}

function noSuchArgument({ name, strange, known, language }: Wrong & { strange: string[] }): string {
  const wrong = row(language, strange);
  return tell(language, "noSuchArgument", { name, wrong, known: argumentsOf(language, known) });
}

function missingText({ name, left, known, language }: Wrong & { left: string[] }): string {
  const wanted = row(language, left);
  return tell(language, "alsoNeeds", { name, wanted, known: argumentsOf(language, known) });
}

/** Names the arguments whose own schema refuses their value, where one does. */
function doesNotFit({ name, input, known, language }: Wrong & { input: Fields }): string {
  const wrong = Object.keys(input).filter(
    (key) => !fits(withoutLimits(known?.[key] ?? true), input[key]),
  );
  const values = row(language, wrong.length > 0 ? wrong : Object.keys(input));
  return tell(language, "doesNotFit", { name, values, known: argumentsOf(language, known) });
}

function unreadable(name: string, language: Language, known: Fields | undefined): string {
  return tell(language, "unreadable", { name, known: argumentsOf(language, known) });
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
