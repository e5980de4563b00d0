// practice/brain/intents/mcp · servers of others: connected, asked for their tools, and read.

import { callOf, rowOf, stepOf } from "../rows/call.ts";
import { MCP_ROWS } from "../rows/mcp.ts";
import { tell } from "../tell.ts";
import type { Language, Offer, Outcome, PlanContext, Reading, Step } from "../types.ts";
import { quoted, row as rowOfNames } from "../words.ts";
import { MCP_FORMS, SAYS_SERVER } from "./mcpForms.ts";
import { mcpToolReading } from "./mcpTools.ts";
import { inEnglish } from "./toolWords.ts";

type Context = Pick<PlanContext, "language" | "offer">;
type Groups = Readonly<Record<string, string | undefined>>;

/** What a wish for a server, or for one of its tools, comes to; undefined for any other. */
export function mcpReading(wish: string, context: Context): Reading | undefined {
  const forms = SAYS_SERVER.test(wish) ? MCP_FORMS : [];
  for (const { form, intent } of forms) {
    const found = form.exec(wish);
    const reading = found && readingOf(intent, found.groups ?? {}, context);
    if (reading) return reading;
  }
  return mcpToolReading(wish, context, true);
}

function readingOf(intent: string, groups: Groups, context: Context): Reading | undefined {
  const { language } = context;
  const { name, more = "", uri, wish = "" } = groups;
  if (intent === "server-tools") return toolsOf(name ?? "", context);
  if (intent === "read-resource") return readResource(uri ?? "", name, context);
  const row = rowOf(intent, MCP_ROWS);
  if (row === undefined) return undefined;
  // A person who types the name of a tool can have it called.
  if (intent === "find-tools" && wish.includes("__")) return undefined;
  if (intent === "find-tools")
    return { kind: "steps", steps: [stepOf(row, { wish: inEnglish(wish) }, language)] };
  const names = name === undefined ? [] : [name, ...more.split(BETWEEN).filter(Boolean)];
  const each = names.length === 0 ? [{}] : names.map((one) => ({ name: one }));
  return { kind: "steps", steps: each.map((slots) => stepOf(row, slots, language)) };
}

const BETWEEN = /\s*(?:,\s*(?:and\s+)?|\band\s+|和|、|と|跟)\s*/;
const plain = (name: string) => name.replace(/[^A-Za-z0-9_-]/g, "_");
const serverOf = (tool: string) => /^mcp__(.+?)__/.exec(tool)?.[1];

/** The servers whose tools are offered. */
const serversIn = ({ names }: Offer): string[] => [
  ...new Set(names.flatMap((name) => serverOf(name) ?? [])),
];

/** The names of a server's tools, from the tools that came with the request. */
function toolsOf(name: string, { language, offer }: Context): Reading | undefined {
  const own = offer.names.filter((tool) => serverOf(tool) === plain(name));
  const canConnect = offer.names.includes("connect_mcp");
  if (own.length === 0 && !canConnect && serversIn(offer).length === 0) return undefined;
  const names = rowOfNames(language, own);
  const text =
    own.length === 0 ? noTools(name, language) : tell(language, "serverTools", { name, names });
  return { kind: "talk", rule: "server-tools", text };
}

const noTools = (name: string, language: Language): string =>
  tell(language, "noServerTool", { name });

/** Without the name of the server, it is the one whose resource the list has. */
function readResource(
  uri: string,
  name: string | undefined,
  { language, offer }: Context,
): Reading | undefined {
  const row = rowOf("read-resource", MCP_ROWS);
  const list = rowOf("list-resources", MCP_ROWS);
  if (row === undefined || list === undefined) return undefined;
  // A page of the web, unless a server is named.
  if (/^https?:/i.test(uri) && name === undefined) return undefined;
  if (name !== undefined) return { kind: "steps", steps: [stepOf(row, { name, uri }, language)] };
  const isList = ({ call }: Outcome) => list.tools.includes(call.name.toLowerCase());
  const look: Step = {
    ...stepOf(list, {}, language),
    say: (lines) => (holderOf(uri, lines) === undefined ? noHolder(language, uri, lines) : ""),
  };
  const read: Step = {
    ...stepOf(row, { uri }, language),
    call(_, done) {
      const holder = done.length === 0 ? "?" : holderOf(uri, done.findLast(isList)?.text ?? "");
      return holder === undefined ? undefined : callOf(row, { name: holder, uri }, offer);
    },
  };
  return { kind: "steps", steps: [look, read] };
}

/** The server in whose line an address stands: "- docs: docs://corks/cork (cork)". */
function holderOf(uri: string, lines: string): string | undefined {
  const line = lines.split("\n").find((one) => one.split(/[\s()]+/).includes(uri));
  return /^[-*\s]*([\w.-]+):\s/.exec(line ?? "")?.[1];
}

function noHolder(language: Language, uri: string, lines: string): string {
  const list = quoted(language, lines);
  return tell(language, "readNothing", { uri, list });
}
