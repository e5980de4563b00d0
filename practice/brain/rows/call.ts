// practice/brain/rows/call · a row as a step that calls the row's tool, its input filled from the slots of a clause.

import type { Fields } from "../../json/fields.ts";
import { spansOf } from "../clauses.ts";
import { keyOf, needsOnly } from "../shape.ts";
import { spoken, tell } from "../tell.ts";
import type { Call, Clause, Language, Offer, Step } from "../types.ts";
import { dataOf, quoted } from "../words.ts";
import { idIn } from "./listed.ts";
import type { IntentRow, Value } from "./row.ts";

/** By the names that a row's texts have for them. */
export type Slots = Readonly<Record<string, string>>;

/** The row of an intent. */
export const rowOf = (intent: string, rows: readonly IntentRow[]): IntentRow | undefined =>
  rows.find((row) => (row.intent ?? row.rule) === intent);

const SIGN = /^\p{Script=Han}$/u;

/** What a filled clause has in its slots. */
export function slotsOf(clause: Clause): Slots {
  const slots: Record<string, string> = {};
  for (const { slot, span, word } of clause.tokens)
    if (slot !== undefined && slots[slot] === undefined) slots[slot] = unquoted(span?.text ?? word);
  const [order] = [...spansOf(clause, "order"), ...spansOf(clause, "literal")];
  if (order !== undefined) slots.command = order.text;
  const name = slots.name ?? slots.text ?? slots.wish;
  // A single sign is what is left of the words around a name.
  if (name !== undefined && SIGN.test(name)) delete slots.name;
  else if (name !== undefined) slots.name = name;
  const id = idIn(clause.typed(clause.text));
  if (id !== undefined) slots.id = id;
  return slots;
}

/** Whether a clause has something for the row's input; what more it takes, the tool's schema says. */
export function isWhole({ input }: IntentRow, slots: Slots): boolean {
  const texts = Object.values(input).filter((value) => typeof value === "string");
  return texts.length === 0 || texts.some((value) => isFilled(value, slots));
}

export function stepOf(row: IntentRow, slots: Slots, language: Language): Step {
  return {
    rule: row.rule,
    task: filled(row.task[spoken(language)], slots),
    call: (offer) => callOf(row, slots, offer),
    say: (result, _, call) => said(row, { ...slots, tool: call?.name ?? "" }, language, result),
  };
}

export function said(
  { says }: IntentRow,
  slots: Slots,
  language: Language,
  result: string,
): string {
  const words = says?.[spoken(language)] ?? tell(language, "toolAnswered");
  return filled(words, slots) + quoted(language, dataOf(slots.tool, result));
}

const SLOT = /\{([\w:]+)\}/g;

/** A text with the slots in their places. */
const filled = (text: string, slots: Slots): string =>
  text.replace(SLOT, (_, name: string) => slots[name] ?? "");

/** Whether the request has a text for each slot: a property whose slot it leaves out is left out, too. */
const isFilled = (text: string, slots: Slots): boolean =>
  [...text.matchAll(SLOT)].every(([, name = ""]) => slots[name] !== undefined);

/** Without the quotes around all of it: not those of “a”, “b”. */
export const unquoted = (text: string): string =>
  /^(?:"[^"]*"|“[^”]*”|「[^」]*」|『[^』]*』)$/.test(text) ? text.slice(1, -1) : text;

/** The call of an offered tool that has one of the row's names and takes its input; undefined without one. */
export function callOf(row: IntentRow, slots: Slots, { tools = [] }: Offer): Call | undefined {
  for (const { name, schema, isUnknown } of tools.filter((tool) => isNamed(row, tool))) {
    const input = isUnknown ? {} : inputOf(row, slots, schema);
    if (input !== undefined) return { name, input };
  }
  return undefined;
}

const isNamed = ({ tools }: IntentRow, { name }: { name: string }): boolean =>
  tools.includes(name.toLowerCase().replace(/^mcp__ego__/, ""));

/** The row's input under the names that a schema has for it; undefined where it lacks one, or asks for more. */
function inputOf(row: IntentRow, slots: Slots, schema: Fields): Fields | undefined {
  const input: Fields = {};
  for (const [names, value] of Object.entries(row.input)) {
    if (typeof value === "string" && !isFilled(value, slots)) continue;
    const property = propertyOf(schema, names.split("|"), value, slots);
    if (property === undefined) return undefined;
    input[property.key] = property.value;
  }
  return needsOnly(schema, Object.keys(input)) ? input : undefined;
}

/** A text becomes a number where the schema wants one, and ids of memories a list. */
function propertyOf(schema: Fields, names: string[], value: Value, slots: Slots) {
  const key = keyOf(schema, names, typeof value);
  const text = typeof value === "string" ? filled(value, slots) : value;
  if (key !== undefined) return { key, value: text };
  const listed = keyOf(schema, names, "array");
  const ids = typeof text === "string" ? text.match(/\bmem_\w+/g) : null;
  if (listed !== undefined && ids !== null) return { key: listed, value: ids };
  const counted = keyOf(schema, names, "number");
  const isNumber = typeof text === "string" && /^-?\d+(?:\.\d+)?$/.test(text);
  return counted !== undefined && isNumber ? { key: counted, value: Number(text) } : undefined;
}
