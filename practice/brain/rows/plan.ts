// practice/brain/rows/plan · a request that is one row's as a whole, as a step that calls the row's tool.

import type { Fields } from "../../json/fields.ts";
import { languageOf } from "../clauses.ts";
import { keyOf, needsOnly } from "../shape.ts";
import type { Call, Language, Offer, Plan, Step } from "../types.ts";
import { pick, quoted } from "../words.ts";
import type { IntentRow } from "./row.ts";

/** By the names that a row's texts have for them. */
type Slots = Readonly<Record<string, string>>;

/** A plan of one call, for a request that is all about a row's tool; undefined for any other. */
export function planByRow(request: string, rows: readonly IntentRow[]): Plan | undefined {
  const language = languageOf(request);
  for (const row of rows) {
    const slots = slotsOf(row, request.trim());
    if (slots !== undefined)
      return { kind: "steps", steps: [stepOf(row, slots, language)], language };
  }
  return undefined;
}

const END = /[\s.!?。]+$/;
/** Another wish behind the first one. */
const MORE = /\bthen\b|\bafter that\b|[;\n]|[.!?]\s+\S|[。！？]\s*\S|然后|接着|それから|そのあと/i;

/** What the request has in the places of the row's slots; undefined when it is none of the row's. */
function slotsOf({ words, isAlone }: IntentRow, request: string): Slots | undefined {
  const level = halfWidth(request).replace(END, "");
  const slot = (name: string, at: [number, number]) => [
    [name, level.slice(...at)],
    [`${name}:text`, unquoted(request.slice(...at).trim())],
  ];
  if (isAlone && MORE.test(request.slice(0, level.length))) return undefined;
  for (const form of Object.values(words).flat()) {
    const found = new RegExp(`^(?:${form})$`, "di").exec(level);
    if (found === null) continue;
    const places = Object.entries(found.indices?.groups ?? {});
    return Object.fromEntries(places.flatMap(([name, at]) => (at ? slot(name, at) : [])));
  }
  return undefined;
}

/** Full-width signs as half-width ones, each in its place. */
const halfWidth = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replaceAll("\u3000", " ");

function stepOf(row: IntentRow, slots: Slots, language: Language): Step {
  return {
    rule: row.rule,
    task: filled(row.task[language], slots),
    call: (offer) => callOf(row, slots, offer),
    say: (result, _, call) => said(row, { ...slots, tool: call?.name ?? "" }, language, result),
  };
}

function said({ says }: IntentRow, slots: Slots, language: Language, result: string): string {
  const words =
    says?.[language] ?? pick(language, "The tool answered:", "工具的结果：", "ツールの結果：");
  return filled(words, slots) + quoted(language, result);
}

const SLOT = /\{([\w:]+)\}/g;

/** A text with the slots in their places. */
const filled = (text: string, slots: Slots): string =>
  text.replace(SLOT, (_, name: string) => slots[name] ?? "");

/** Whether the request has a text for each slot: a property whose slot it leaves out is left out, too. */
const isFilled = (text: string, slots: Slots): boolean =>
  [...text.matchAll(SLOT)].every(([, name = ""]) => slots[name] !== undefined);

const unquoted = (text: string) => /^["“「『](.*)["”」』]$/.exec(text)?.[1] ?? text;

/** The call of an offered tool that has one of the row's names and takes its input; undefined without one. */
function callOf(row: IntentRow, slots: Slots, { tools = [] }: Offer): Call | undefined {
  for (const { name, schema } of tools) {
    const input = row.tools.includes(name.toLowerCase()) ? inputOf(row, slots, schema) : undefined;
    if (input !== undefined) return { name, input };
  }
  return undefined;
}

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

/** A text becomes a number where the schema wants one. */
function propertyOf(schema: Fields, names: string[], value: string | boolean, slots: Slots) {
  const key = keyOf(schema, names, typeof value);
  const text = typeof value === "string" ? filled(value, slots) : value;
  if (key !== undefined) return { key, value: text };
  const counted = keyOf(schema, names, "number");
  const isNumber = typeof text === "string" && /^-?\d+(?:\.\d+)?$/.test(text);
  return counted !== undefined && isNumber ? { key: counted, value: Number(text) } : undefined;
}
