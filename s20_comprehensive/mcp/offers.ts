// s19 · mcp/offers – checks what a server offers as its tools. A bad one is left out; the others stay.
import type Anthropic from "@anthropic-ai/sdk";
import type { Tool as ToolDefinition } from "@modelcontextprotocol/client";
import { z } from "zod";
import { asWords } from "../../shared/messages.ts";
import { clean } from "../../shared/screen.ts";
import { oneLine } from "../../shared/text.ts";
import type { Sdk } from "./sdk.ts";

/** Limits of the Messages API, and ours: what the model pays for in each request. */
const MAX_NAME = 64;
const MAX_DESCRIPTION = 2000;
const MAX_SCHEMA = 20_000;
const MAX_TOOLS = 500;
/** The API takes none of these at the top of a schema. */
const NOT_AT_TOP = ["anyOf", "oneOf", "allOf"];

const offerSchema = z.object({
  name: z.string().min(1),
  description: z.string().default(""),
  inputSchema: z.looseObject({ type: z.literal("object") }),
});

/** A tool of a server that the model may get. Its annotations are not even read: a server's hint is no permission. */
export interface Offer {
  /** As the model calls it: mcp__docs__search. */
  name: string;
  /** As the server calls it. */
  own: string;
  description: string;
  input: Anthropic.Tool.InputSchema;
  /** For the client: over HTTP, some arguments go into headers, too. */
  definition: ToolDefinition | undefined;
}

/** What checks a tool. */
interface Checker extends Pick<Sdk, "isSpecType"> {
  ajv: InstanceType<Sdk["Ajv"]>;
}

const AJV = {
  strict: false,
  logger: false,
  validateFormats: false,
  addUsedSchema: false,
} as const;

export interface Offers {
  offers: Offer[];
  /** A sentence for each tool that is left out. */
  aside: string[];
}

/** The tools of a server, from what it has sent. `taken` has the names that other servers use. */
export function checkOffers(server: string, sent: unknown[], taken: Set<string>, sdk: Sdk): Offers {
  const used = new Set(taken);
  const aside: string[] = [];
  const ajv = new sdk.Ajv(AJV); // one for all: it takes longer to make than to use
  const offers = sent.slice(0, MAX_TOOLS).flatMap((one, at) => {
    try {
      const offer = checkOffer(server, one, used, { isSpecType: sdk.isSpecType, ajv });
      used.add(offer.name);
      return [offer];
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      aside.push(
        `${server}: the tool ${nameOf(one) ?? `number ${at + 1}`} is left out: ${reason}.`,
      );
      return [];
    }
  });
  if (sent.length > MAX_TOOLS)
    aside.push(
      `${server}: ${sent.length - MAX_TOOLS} tools are left out: ${MAX_TOOLS} are enough.`,
    );
  return { offers, aside };
}

const nameOf = (value: unknown) => {
  const { data } = z.object({ name: z.string() }).safeParse(value);
  return data && oneLine(clean(data.name), 100);
};

function checkOffer(server: string, sent: unknown, used: Set<string>, checker: Checker): Offer {
  const { data, error } = offerSchema.safeParse(sent);
  if (error) throw new Error(`its ${error.issues[0]?.path.join(".") || "definition"} is not valid`);
  const name = `mcp__${plain(server)}__${plain(data.name)}`;
  if (name.length > MAX_NAME) throw new Error(`${name} has more than ${MAX_NAME} characters`);
  if (used.has(name)) throw new Error(`there is a tool ${name} already`);
  const { $schema, ...input } = data.inputSchema;
  checkSchema(input, checker);
  checkMarks(input);
  const sentDefinition: unknown = { name: data.name, inputSchema: data.inputSchema };
  const definition = checker.isSpecType.Tool(sentDefinition) ? sentDefinition : undefined;
  return { name, own: data.name, description: described(data.description), input, definition };
}

/** The API knows only these characters in a name. */
export const plain = (name: string): string => name.replaceAll(/[^A-Za-z0-9_-]/g, "_");

/** One schema that the API refuses would make every request fail. Keywords that are not known do no harm. */
function checkSchema(schema: Record<string, unknown>, { ajv }: Checker): void {
  const top = NOT_AT_TOP.find((key) => key in schema);
  if (top) throw new Error(`its schema has ${top} at the top, which the API refuses`);
  if (JSON.stringify(schema).length > MAX_SCHEMA) throw new Error("its schema is too long");
  try {
    ajv.compile(schema);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`its schema is not valid (${oneLine(clean(reason), 100)})`);
  }
}

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

/** It becomes a part of the prompt, and nobody has checked it. */
const described = (text: string) => asWords(clean(text)).slice(0, MAX_DESCRIPTION).toWellFormed();
