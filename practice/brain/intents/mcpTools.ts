// practice/brain/intents/mcpTools · a tool of an MCP server, called by plain words: those of its name, and a value for its schema.

import { type Fields, isFields, listOf } from "../../json/fields.ts";
import { fits } from "../../json/schema.ts";
import { isConditional } from "../asking.ts";
import { languageOf } from "../clauses.ts";
import { needsOnly } from "../shape.ts";
import { asTyped, type Marked, protectQuotes, spanAt, unmark } from "../spans.ts";
import type { Call, Language, Offer, Reading } from "../types.ts";
import { row } from "../words.ts";
import { declined } from "./declined.ts";
import { formOf, isCommon, isNeeded, partsOf } from "./toolWords.ts";
import { useTool } from "./useTool.ts";

/** A longer text is no wish of this kind. */
const MOST_LETTERS = 400;
const MCP = /^mcp__(?<server>.+?)__(?<tool>.+)$/;

interface Fit {
  call: Call;
  /** How much of the wish the names of the tool have. */
  weight: number;
  /** Whether nothing else is likely to be meant. */
  isSure: boolean;
}

/** The call of the tool that fits a wish best. `isSure` leaves out those that share but one word with it. */
export function mcpToolReading(
  wish: string,
  { language, offer }: { language: Language; offer: Offer },
  isSure: boolean,
): Reading | undefined {
  if (wish.length > MOST_LETTERS || !isAskedFor(wish)) return undefined;
  const all = (offer.tools ?? []).flatMap((tool) => fitOf(wish, tool, offer.names) ?? []);
  const fitting = all.filter((fit) => fit.isSure || !isSure);
  const most = Math.max(...fitting.map(({ weight }) => weight));
  const best = fitting.filter(({ weight }) => weight === most);
  const [fit, other] = best;
  if (fit === undefined) return undefined;
  const names = best.map(({ call }) => call.name);
  if (other !== undefined) return declined(language, "whichTool", { names: row(language, names) });
  const reading = useTool({ kind: "call", ...fit.call }, language, offer);
  if (reading.kind !== "steps") return reading;
  return { kind: "steps", steps: reading.steps.map((step) => ({ ...step, rule: "mcp-tool" })) };
}

const OPEN =
  /^(?:(?:please|now)\s+)*(?:what|which|how|can you|could you|would you|will you)\b|什么|哪|多少|能不能|可以|何|なん|どの|どれ|どんな|いくつ|(?:くれ|もらえ)ますか/i;

/** What asks for no more than a yes or no is no order. */
const isAskedFor = (wish: string): boolean =>
  !/[?？]\s*$|吗|か[。？?]?\s*$/.test(wish) || OPEN.test(wish);

/** Takes the place of a word of the tool, or of its server; above it, those of its properties. */
const TAKEN = "\u0001";
const FIRST = 2;

function fitOf(wish: string, tool: Tool, names: string[]): Fit | undefined {
  const { server, tool: own } = MCP.exec(tool.name)?.groups ?? {};
  if (server === undefined || own === undefined) return undefined;
  const marked = protectQuotes(wish.trim().replace(/[.!?。！？]+$/, ""));
  const parts = partsOf(own);
  const said = parts.filter((part) => take(marked, formOf(part), TAKEN));
  if (said.length === 0 || parts.some((part) => isNeeded(part) && !said.includes(part)))
    return undefined;
  const isNamed = partsOf(server).every((part) => take(marked, formOf(part), TAKEN));
  const keys = Object.keys(isFields(tool.schema.properties) ? tool.schema.properties : {});
  const named = keys.filter((key, at) =>
    partsOf(key).every((part) => take(marked, formOf(part), String.fromCharCode(FIRST + at))),
  );
  const input = inputOf(marked, tool, keys);
  if (input === undefined) return undefined;
  const count = said.length + named.length;
  const isOwn = !names.includes(own) && said.some((part) => !isCommon(part));
  const weight = count + (isNamed ? 1 : 0);
  return { call: { name: tool.name, input }, weight, isSure: isNamed || (count > 1 && isOwn) };
}

type Tool = NonNullable<Offer["tools"]>[number];

function take(marked: Marked, form: RegExp, sign: string): boolean {
  const there = marked.text;
  marked.text = there.replace(form, sign);
  return marked.text !== there;
}

interface Piece {
  text: string;
  /** The property that is named right before it. */
  key: string | undefined;
}

/** What the wish says besides, as the input; undefined where a word is left over, or a value is missing. */
function inputOf(marked: Marked, { schema, isUnknown }: Tool, keys: string[]): Fields | undefined {
  const pieces = piecesOf(marked.text, keys);
  if (pieces === undefined) return undefined;
  // Its schema comes with the search for it.
  if (isUnknown === true) return pieces.length < 2 ? {} : undefined;
  const named = pieces.map(({ key }) => key);
  const required = listOf(schema.required).map(String);
  const input: Fields = {};
  for (const { text, key } of pieces) {
    const free = required.filter((one) => !Object.hasOwn(input, one) && !named.includes(one));
    const [only, more] = free;
    const to = key !== undefined && !Object.hasOwn(input, key) ? key : more ? undefined : only;
    const value = to === undefined ? undefined : valueIn(text, to, { marked, schema });
    if (to === undefined || value === undefined) return undefined;
    input[to] = value;
  }
  return needsOnly(schema, Object.keys(input)) && fits(schema, input) ? input : undefined;
}

const EDGES = [
  "please|can you|could you|would you|will you|the|an?|for|in|on|of|with|by|using|to|me|my|our|it|is|are|this|that|what|which|from|at|server|tool|mcp|now|about|current|currently|called|named|and|do|does|have|say|says",
  "请问|请|帮我|麻烦|给我|我|一下|吧|里面|里|中|在|从|用|的|是什么|是多少|是哪个|是|关于|有关|把|将|什么|哪个|多少|哪一个|呢|现在|当前|这个|该|上面|上|到|告诉我?|看看|查看|显示|服务器|工具|有",
  "について|に関する|という|から|を|で|に|は|が|の|して|てください|ください|下さい|くれますか|もらえますか|くれ|ほしい|いて|んで|て|って|何ですか|なんですか|いくつですか|何|どれですか|どれ|どの|今|現在|サーバー|ツール|教えて|見せて|知りたい|使って|中|します|する|いる|ます",
].join("|");
const SIGNS = "[\\s,，、:：。.'’]";
const BEFORE = new RegExp(`^(?:${SIGNS}|(?:${EDGES})(?![\\w-]))+`, "i");
const BEHIND = new RegExp(`(?:${SIGNS}|(?<![\\w-])(?:${EDGES}))+$`, "i");

/** What stands between the words that were taken; undefined where an English wish begins with something else. */
function piecesOf(text: string, keys: string[]): Piece[] | undefined {
  const pieces: Piece[] = [];
  let key: string | undefined;
  for (const part of text.split(/([\u0001-\u001f])/)) {
    const code = /^[\u0001-\u001f]$/.test(part) ? part.charCodeAt(0) : undefined;
    if (code !== undefined) key = keys[code - FIRST];
    const own = code === undefined ? part.replace(BEFORE, "").replace(BEHIND, "") : "";
    if (own !== "") pieces.push({ text: own, key });
  }
  const [first] = pieces;
  const isFirst =
    first !== undefined && !/[\u0001-\u001f]/.test(text.slice(0, text.indexOf(first.text)));
  return isFirst && languageOf(text) === "en" ? undefined : pieces;
}

const LOOSE =
  /^(?:query|q|search|text|terms?|keywords?|question|pattern|message|content|prompt|topic|title)$/i;
/** They stand for nothing that a tool could know. */
const NO_VALUE =
  /^(?:everything|anything|something|nothing|none|all|both|them|these|those|here|there|today|tomorrow|later|again|soon|first|yourself)$/i;
const PLAIN = /^[\w@+-](?:[\w.@/:+-]*[\w/])?$/;

/** A text in quotes, a number, a single word; of a text to search for also several. */
function valueIn(
  text: string,
  key: string,
  { marked, schema }: { marked: Marked; schema: Fields },
) {
  const quote = text.length === 1 ? spanAt(marked, text) : undefined;
  const properties = isFields(schema.properties) ? schema.properties : {};
  const type = isFields(properties[key]) ? properties[key].type : undefined;
  if (quote !== undefined) return type === "string" ? quote.text : undefined;
  if (type === "number" || type === "integer")
    return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
  const isText = LOOSE.test(key) && !isConditional({ text, tokens: [], typed: (one) => one });
  if (NO_VALUE.test(text)) return undefined;
  if (type !== "string" || !(isText || PLAIN.test(text))) return undefined;
  return unmark(marked, asTyped(marked, text));
}
