// practice/brain/offer · what the offered tools can do, known by their names and their input schemas.
import { isFields, listOf } from "../json/fields.ts";
import { readSkills } from "./catalogue.ts";
import { readFiles } from "./context.ts";
import { readMemories } from "./memories.ts";
import kinds from "./offer.json" with { type: "json" };
import { readPlans } from "./plans.ts";
import { keyOf, needsOnly } from "./shape.ts";
import type { Call, Offer } from "./types.ts";

type OfferedTool = NonNullable<Offer["tools"]>[number];

/** Reads `tools` of a request body; a tool of an unknown name or shape is only listed. */
export function readOffer(body: unknown): Offer {
  const fields = isFields(body) ? body : {};
  const choice = isFields(fields.tool_choice) ? fields.tool_choice.type : undefined;
  const tools = choice === "none" ? [] : listOf(fields.tools).flatMap(toolOf);
  const files = readFiles(body);
  const given = { skills: readSkills(body), memories: readMemories(body), plans: readPlans(body) };
  const offer: Offer = { names: tools.map(({ name }) => name), tools, files, ...given };
  for (const tool of tools) add(offer, tool);
  return offer;
}

function toolOf(tool: unknown): OfferedTool[] {
  if (!isFields(tool) || typeof tool.name !== "string") return [];
  const schema = isFields(tool.input_schema) ? tool.input_schema : {};
  const isUnknown = tool.defer_loading === true && schema.properties === undefined;
  return [{ name: tool.name, schema, ...(isUnknown && { isUnknown }) }];
}

/** What a tool of some names can do, where its schema has these properties and asks for no others. */
interface Kind {
  /** The name of what is offered with it. */
  gives: string;
  named: string;
  /** The names that each property may have. */
  must: string[][];
  /** Their type; text, where nothing is said. */
  type?: string;
  /** One that it may have. */
  may?: { names: string[]; type: string };
}

/** A focus of a compaction, where there is one, is left to the tool. */
const KINDS: readonly Kind[] = kinds;

type Make = (...values: unknown[]) => Call;

/** What is offered takes the values in the order of the properties; one that is undefined is left out. */
function offered(gives: string, call: Make, hasMay: boolean): Partial<Offer> {
  if (gives === "edit")
    return {
      edit: (path, old, text, once) => call(path, old, text, once === true ? undefined : true),
    };
  if (gives !== "read") return { [gives]: call };
  return {
    read: (path, lines) => (lines === undefined || hasMay ? call(path, lines) : undefined),
  };
}

function add(offer: Offer, { name, schema }: OfferedTool): void {
  for (const { named, must, type, may, gives } of KINDS) {
    const own = must.map((names) => keyOf(schema, names, type));
    if (!new RegExp(named, "i").test(name) || own.includes(undefined) || !needsOnly(schema, own))
      continue;
    const more = may && keyOf(schema, may.names, may.type);
    const keys = [...own, more].filter((key) => key !== undefined);
    const call = (...values: unknown[]): Call => {
      const given = keys.map((key, at) => [key, values[at]] as const);
      return { name, input: Object.fromEntries(given.filter(([, value]) => value !== undefined)) };
    };
    Object.assign(offer, offered(gives, call, more !== undefined));
  }
}
