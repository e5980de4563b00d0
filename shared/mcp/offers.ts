// shared/mcp/offers · checks what a server offers as its tools. A bad one is left out; the others stay.
import type Anthropic from "@anthropic-ai/sdk";
import type { Tool as ToolDefinition } from "@modelcontextprotocol/client";
import { z } from "zod";
import { messageOf } from "../errors.ts";
import { asWords } from "../messages.ts";
import { clean } from "../screen.ts";
import { capped, oneLine } from "../text.ts";
import type { Sdk } from "./sdk.ts";

/** Limits of the Messages API, and ours: what the model pays for in each request. */
const MAX_NAME = 64;
const MAX_DESCRIPTION = 2000;
const MAX_SCHEMA = 40_000;
/** All schemas of a server: to check them takes time, in which nothing else happens. */
const MAX_SCHEMAS = 500_000;
/** The tools of one server that are offered; those after them are left out. */
export const MAX_TOOLS = 500;
/** So deep lie objects and lists in a schema: readers of JSON give up sooner or later, and with them the request. */
const MAX_DEPTH = 100;
/** Sentences about tools that are left out, and the characters of each. */
const MAX_ASIDE = 20;
const MAX_SENTENCE = 300;
/** The API takes none of these at the top of a schema. */
const NOT_AT_TOP = ["anyOf", "oneOf", "allOf"];
/** What it takes as the name of an argument. */
const KEY = /^[a-zA-Z0-9_.-]{1,64}$/;

const offerSchema = z.object({
  name: z.string().min(1).max(200), // of a longer one, not even the sentence about it is for the screen
  description: z.string().nullish(),
  inputSchema: z.looseObject({ type: z.literal("object") }),
  execution: z.unknown().optional(),
});

/** A tool of a server that the model may get. Its annotations are not even read: a server's hint is no permission. */
export interface Offer {
  /** As the model calls it: mcp__docs__search. */
  name: string;
  /** As the server calls it. */
  own: string;
  description: string;
  input: Anthropic.Tool.InputSchema;
  /**
   * For the client, which over HTTP sends some arguments as headers, too. Without a definition, it would ask the server for
   * the list by itself, use it unchecked, and write to the terminal.
   */
  definition: ToolDefinition;
}

type Schema = Record<string, unknown>;

/** What checks a tool. */
interface Checker extends Pick<Sdk, "isSpecType"> {
  /** Characters that the schemas of the server may still have. */
  left: number;
  /** Knows the draft that the API wants. */
  ajv: InstanceType<Sdk["Ajv"]>;
}

const AJV = {
  strict: false,
  logger: false,
  validateFormats: false,
  addUsedSchema: false,
} as const;

/** What is taken of what a server offers. */
export interface Offers {
  offers: Offer[];
  /** A sentence for each tool that is left out. */
  aside: string[];
}

/** The tools of a server, from what it has sent. `taken` has the names that other servers use. */
export function checkOffers(server: string, sent: unknown[], taken: Set<string>, sdk: Sdk): Offers {
  const used = new Set(taken);
  const aside: string[] = [];
  const checker = checkerOf(sdk); // one for all: it takes longer to make than to use
  const offers = sent.slice(0, MAX_TOOLS).flatMap((one, at) => {
    try {
      const offer = checkOffer(server, one, used, checker);
      used.add(offer.name);
      return [offer];
    } catch (error) {
      const name = nameOf(one) ?? `number ${at + 1}`;
      const why = oneLine(asWords(messageOf(error)), MAX_SENTENCE);
      aside.push(`${server}: the tool ${name} is left out: ${why}.`);
      return [];
    }
  });
  if (sent.length > MAX_TOOLS)
    aside.push(`${server}: the tools after the first ${MAX_TOOLS} are left out.`);
  return { offers, aside: capped(aside, MAX_ASIDE, (rest) => `${server}: … and ${rest} more`) };
}

const checkerOf = ({ Ajv, isSpecType }: Sdk): Checker => ({
  ajv: new Ajv(AJV),
  isSpecType,
  left: MAX_SCHEMAS,
});

const nameOf = (value: unknown) => {
  const { data } = z.object({ name: z.string() }).safeParse(value);
  return data && oneLine(asWords(clean(data.name)), 100);
};

function checkOffer(server: string, sent: unknown, used: Set<string>, checker: Checker): Offer {
  const { data, error } = offerSchema.safeParse(sent);
  if (error) throw new Error(`its ${error.issues[0]?.path.join(".") || "definition"} is not valid`);
  if (Object(data.execution).taskSupport === "required")
    throw new Error("it can be called only as a task, which is not done here");
  const name = `mcp__${plain(server)}__${plain(data.name)}`;
  if (name.length > MAX_NAME) throw new Error(`${name} has more than ${MAX_NAME} characters`);
  if (used.has(name)) throw new Error(`there is a tool ${name} already`);
  const { $schema, ...schema } = data.inputSchema;
  const input = checkSchema(schema, checker);
  checkMarks(schema);
  const sentDefinition: unknown = { name: data.name, inputSchema: data.inputSchema };
  const definition = checker.isSpecType.Tool(sentDefinition) ? sentDefinition : plainest(data.name);
  const description = asDescription(data.description ?? "");
  return { name, own: data.name, description, input, definition };
}

const plainest = (name: string): ToolDefinition => ({ name, inputSchema: { type: "object" } });

/** The API knows only these characters in a name. */
const plain = (name: string): string => name.replaceAll(/[^A-Za-z0-9_-]/g, "_");

/**
 * The schema as the API takes it: one that it refuses would make every request fail. Only what the API is known to refuse
 * costs the tool. Keywords that are not known do no harm.
 */
function checkSchema(schema: Schema, checker: Checker): Anthropic.Tool.InputSchema {
  if (isDeeper(schema, MAX_DEPTH)) throw new Error("its schema is nested too deep");
  checkText(JSON.stringify(schema), checker);
  checkNames(schema);
  const input = offerSchema.shape.inputSchema.parse(cleaned(schema));
  checkNames(input); // a name that was cleaned may be another one now
  if (!checker.ajv.validateSchema(input))
    throw new Error(`its schema is not valid (${whyIn(checker)})`);
  checkReferences(input);
  return input;
}

function checkNames(schema: Schema): void {
  const top = NOT_AT_TOP.find((key) => key in schema);
  if (top) throw new Error(`its schema has ${top} at the top, which the API refuses`);
  const key = argumentsIn(schema).find((name) => !KEY.test(name));
  if (key !== undefined)
    throw new Error(`the API refuses the argument ${JSON.stringify(oneLine(clean(key), 70))}`);
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1)));

const whyIn = ({ ajv }: Checker) =>
  oneLine(clean(ajv.errorsText(ajv.errors?.slice(0, 1), { dataVar: "schema" })), 100);

/** Half a character, such as \\ud800, can stand in JSON, but the API does not read it. */
function checkText(json: string, checker: Checker): void {
  if (json.length > MAX_SCHEMA) throw new Error("its schema is too long");
  checker.left -= json.length;
  if (checker.left < 0) throw new Error("the schemas of the server are too long together");
  if (/(?<!\\)(\\\\)*\\ud[89a-f]/.test(json)) throw new Error("its schema has half a character");
}

const argumentsIn = (schema: unknown): string[] =>
  Object.keys(nested.safeParse(schema).data?.properties ?? {});

const MARK = "x-mcp-header";
const marked = z.looseObject({
  [MARK]: z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/),
  type: z.enum(["string", "integer", "boolean"]),
});
const nested = z.object({ properties: z.record(z.string(), z.unknown()) });

/** Over HTTP, a marked argument goes into a header, too. The protocol says what may be marked: plain properties, each with its own name. */
function checkMarks(schema: unknown): void {
  const names = markedIn(schema);
  const all = JSON.stringify(schema).split(`"${MARK}":`).length - 1;
  if (names.length !== all || new Set(names).size !== all)
    throw new Error(`its schema has ${MARK} where the protocol does not allow it`);
}

function markedIn(schema: unknown): string[] {
  const properties = Object.values(nested.safeParse(schema).data?.properties ?? {});
  return properties.flatMap((one) => {
    const name = marked.safeParse(one).data?.[MARK];
    return [...(name === undefined ? [] : [name.toLowerCase()]), ...markedIn(one)];
  });
}

/** The same schema; each text and name in it is cleaned like the description of the tool, and patterns that are none are gone. */
const cleaned = (schema: Schema): unknown =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (typeof value === "string")
      return WORDS.includes(key) ? asDescription(value) : asData(value);
    const fields = fieldsOf(value);
    if (fields === undefined) return value;
    const named = Object.entries(fields)
      .filter(([name, one]) => one !== null || DATA.includes(name)) // some servers write what they do not have as null
      .map(([name, one]) => [asData(name), one] as const);
    const isOdd = asData(key) === "patternProperties" ? isOddName : isOddPattern;
    return withPlaces(Object.fromEntries(named.filter((one) => !isOdd(one))));
  });

/** A list with fixed places, as the API wants it; most servers still write the draft before, which it refuses. */
function withPlaces(schema: Schema): Schema {
  const { items, additionalItems, ...others } = schema;
  if (schema.type !== "array" || !Array.isArray(items)) return schema;
  const rest = additionalItems === undefined ? {} : { items: additionalItems };
  return { ...others, prefixItems: items, ...rest };
}

type Field = readonly [name: string, value: unknown];

const isOddName = ([name]: Field) => !isPattern(name);
const isOddPattern = ([name, value]: Field) =>
  name === "pattern" && typeof value === "string" && !isPattern(value);

/** Keywords whose texts are for readers, so they may be cut. */
const WORDS = ["description", "title", "$comment"];

/** What stands for one character, for readers of patterns in any language; and what stands for a kind of them. */
const ONE = String.raw`\\(?:[fnrtv0]|[^\w]|x[\da-fA-F]{2}|u[\da-fA-F]{4})`;
const KIND = String.raw`\\[dDsSwW]`;
/** In brackets, no range has a kind at one of its ends. */
const INSIDE = String.raw`${KIND}(?!-[^\]])|(?:${ONE}|[^\]\\])(?!-${KIND})`;
const OUTSIDE = String.raw`${ONE}|${KIND}|\\[bB]|\[(?!\^?\])\^?(?:${INSIDE})+\]|\((?!\?)|\(\?[:=!]|\{(?!,|\d*,?\d{5})|[^\\[({]`;
const PORTABLE = new RegExp(`^(?:${OUTSIDE})*$`);
const MAX_PATTERN = 500;

/**
 * A pattern that JavaScript reads, with or without the flag u, and Python, too: some endpoints read it with that, and
 * refuse the whole request because of \p{…} or a name for a group.
 */
function isPattern(text: string): boolean {
  if (text.length > MAX_PATTERN || !PORTABLE.test(text)) return false;
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

/** In these stands data, not a schema. */
const DATA = ["default", "enum", "const", "examples"];

function checkReferences(schema: Schema): void {
  const references = valuesOf(schema, "$ref", "$dynamicRef");
  const anchors = valuesOf(schema, "$anchor", "$dynamicAnchor").map((name) => `#${name}`);
  const own = typeof schema.$id === "string" ? schema.$id.replace(/#.*$/s, "") : "";
  for (const reference of references) {
    const inside =
      own !== "" && reference.startsWith(own) ? reference.slice(own.length) : reference;
    if (!["", "#", ...anchors].includes(inside) && !leadsSomewhere(schema, inside))
      throw new Error(`its schema refers to ${oneLine(reference, 70)}, which is not in it`);
  }
}

/** The texts that stand under these keywords anywhere in a schema. */
function valuesOf(value: unknown, ...keys: string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesOf(one, ...keys));
  return Object.entries(fieldsOf(value) ?? {}).flatMap(([key, one]) => {
    if (DATA.includes(key)) return [];
    return keys.includes(key) && typeof one === "string" ? [one] : valuesOf(one, ...keys);
  });
}

function leadsSomewhere(schema: Schema, reference: string): boolean {
  if (!reference.startsWith("#/")) return false;
  let at: unknown = schema;
  for (const part of reference.slice(2).split("/").map(unescaped)) {
    const fields: Schema = Array.isArray(at) ? { ...at } : (fieldsOf(at) ?? {});
    if (!Object.hasOwn(fields, part)) return false;
    at = fields[part];
  }
  return true;
}

/** A part of a JSON pointer in an address. */
function unescaped(part: string): string {
  const text = part.replaceAll(/(%[\da-f]{2})+/gi, decoded);
  return text.replaceAll("~1", "/").replaceAll("~0", "~");
}

const decoded = (bytes: string) => Buffer.from(bytes.replaceAll("%", ""), "hex").toString();

const fieldsOf = (value: unknown): Schema | undefined =>
  z.record(z.string(), z.unknown()).safeParse(value).data;

/** It becomes a part of the prompt, and nobody has checked it. */
const asData = (text: string) => asWords(clean(text)).toWellFormed();
const asDescription = (text: string) => asData(text).slice(0, MAX_DESCRIPTION).toWellFormed();
