// practice/brain/rows/plan · a wish that is a row's, as a step that calls the row's tool.

import type { Fields } from "../../json/fields.ts";
import { languageOf, readClauses, spansOf } from "../clauses.ts";
import { decide, fill } from "../decide.ts";
import type { Learned } from "../examples.ts";
import { keyOf, needsOnly } from "../shape.ts";
import type { Call, Clause, Language, Offer, Plan, Step } from "../types.ts";
import { filled, pick, quoted } from "../words.ts";
import type { IntentRow } from "./row.ts";
import { everyIn } from "./when.ts";

/** By the names that a row's texts have for them. */
type Slots = Readonly<Record<string, string>>;

/** Another wish behind the first one. */
const MORE = /\bthen\b|\bafter that\b|[;\n]|[.!?]\s+\S|[。！？]\s*\S|然后|接着|それから|そのあと/i;
const QUESTION =
  /^(?:what|which|how|when|why|is|are|do|does|did|should)\b|[?？]\s*$|什么|哪些|吗|何|どんな|ますか/i;

/** A time is spoken of, but nothing is to be done then. */
const OTHERWISE = /^(?:schedule-|remember|forget|recall|plan|question|negated|delegate|task-)/;

/** A plan of one call, for a request whose rest is to be done later, or by another; undefined for any other. */
export function planByRow(
  request: string,
  rows: readonly IntentRow[],
  learnedOf: (language: Language) => Learned,
): Plan | undefined {
  const language = languageOf(request);
  const one = (row: IntentRow, slots: Slots): Plan => ({
    kind: "steps",
    steps: [stepOf(row, slots, language)],
    language,
  });
  const timed = rows.find(({ input }) => Object.values(input).includes("{every}"));
  const every = timed === undefined || QUESTION.test(request) ? undefined : everyIn(request.trim());
  const read = readClauses(request);
  if (read?.whole === undefined) return undefined;
  const { whole } = read;
  const learned = learnedOf(language);
  const { intent, ranked } = decide(whole, learned);
  if (timed !== undefined && every !== undefined && !OTHERWISE.test(ranked[0]?.intent ?? ""))
    return one(timed, { every: every.cron, wish: every.wish });
  if (read.isAsked) return undefined;
  if (MORE.test(request)) return undefined;
  const tailed = tailOf(whole);
  const named = tailed === undefined ? intent : (decide(tailed, learned).intent ?? intent);
  const row = named === undefined ? undefined : rowOf(named, rows);
  if (row?.takes === undefined || named === undefined) return undefined;
  const slots = slotsOf(tailed ?? fill(whole, named, learned));
  return slots[row.takes] === undefined ? undefined : one(row, slots);
}

const TAIL = /[:\uff1a]\s*|\b(?:task|todo)\s+(?:to|called|named)\s+/i;

/** The wish with the words behind a colon as one. */
function tailOf(clause: Clause): Clause | undefined {
  const found = TAIL.exec(clause.text);
  const start = (found?.index ?? 0) + (found?.[0].length ?? 0);
  const text = clause
    .typed(clause.text.slice(start))
    .trim()
    .replace(/[.。!！]+$/, "");
  if (found === null || text === "") return undefined;
  const before = clause.tokens.filter((token) => token.end <= start);
  const span = { kind: "free", text, raw: text } as const;
  const end = clause.text.length;
  return { ...clause, tokens: [...before, { word: text, slot: "name", span, start, end }] };
}

/** The row of an intent. */
export const rowOf = (intent: string, rows: readonly IntentRow[]): IntentRow | undefined =>
  rows.find((row) => (row.intent ?? row.rule) === intent);

const ID = /(?<![\w-])(?:task|cron|bg)_\w+/i;

/** What a filled clause has in its slots. */
export function slotsOf(clause: Clause): Slots {
  const slots: Record<string, string> = {};
  for (const { slot, span, word } of clause.tokens)
    if (slot !== undefined && slots[slot] === undefined) slots[slot] = unquoted(span?.text ?? word);
  const [order] = [...spansOf(clause, "order"), ...spansOf(clause, "literal")];
  if (order !== undefined) slots.command = order.text;
  const name = slots.name ?? slots.text ?? slots.wish;
  if (name !== undefined) slots.name = name;
  const [id] = ID.exec(clause.typed(clause.text)) ?? [];
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
