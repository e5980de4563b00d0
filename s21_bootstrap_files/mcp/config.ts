// s19 · mcp/config – the servers of .mcp.json, checked.
import { createHash } from "node:crypto";
import { z } from "zod";
import { messageOf } from "../../shared/errors.ts";
import { isMissing } from "../../shared/files.ts";
import { type Entry, entrySchema, variablesOf } from "../../shared/mcp/entry.ts";
import { readPlain } from "../../shared/plainFiles.ts";
import { clean } from "../../shared/screen.ts";
import { oneLine } from "../../shared/text.ts";

export const FILE = ".mcp.json";
const MAX_BYTES = 100_000;
/** Each is a line in the system prompt. */
const MAX_SERVERS = 100;

/** It stands in the system prompt and in questions. */
const NAME = /^[\p{L}\p{N}._@/ -]{1,64}$/u;

const fileSchema = z.object({ mcpServers: z.record(z.string(), z.unknown()) });

export interface Configured {
  name: string;
  /** As it stands in the file, without the values of variables. */
  entry: Entry;
  /** Changes when anything in the entry does. Long enough that nobody can make two entries with the same one. */
  fingerprint: string;
}

export interface Config {
  servers: Configured[];
  /** A sentence for each entry that cannot be used, or one about the file. */
  problems: string[];
}

/** Reads the file anew. Nothing in it is trusted: the agent may have written it, or a git pull. Must not throw. */
export function readConfig(cwd: string): Config {
  try {
    const { mcpServers } = fileSchema.parse(JSON.parse(readPlain(FILE, cwd, MAX_BYTES).toString()));
    const entries = Object.entries(mcpServers);
    if (entries.length > MAX_SERVERS) throw new Error(`it has more than ${MAX_SERVERS} servers.`);
    const all = entries.map(([name, value]) => checked(name, value));
    const isProblem = (one: Configured | string) => typeof one === "string";
    return {
      servers: all.filter((one) => typeof one !== "string"),
      problems: all.filter(isProblem),
    };
  } catch (error) {
    return { servers: [], problems: isMissing(error) ? [] : [`${FILE}: ${reasonOf(error)}`] };
  }
}

function checked(name: string, value: unknown): Configured | string {
  if (!NAME.test(name))
    return `A server in ${FILE} is left out: ${JSON.stringify(oneLine(clean(name)))} is no name. It must have letters, digits, spaces and . _ - @ / only.`;
  const { data: entry, error } = entrySchema.safeParse(value);
  if (error)
    return `${name} in ${FILE} is left out: it needs a "command", or a "type": "http" and a "url".`;
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([name, entry]))
    .digest("hex");
  return { name, entry, fingerprint: fingerprint.slice(0, 32) };
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) return 'it must be {"mcpServers": {"name": {…}}}.';
  return messageOf(error);
}

/** What a person must know before the server is used, a line each: what is started or called, and what it is given. */
export function linesAbout({ entry }: Configured): string[] {
  const isProgram = "command" in entry;
  const what = isProgram
    ? `starts ${[entry.command, ...entry.args].map(quoted).join(" ")}`
    : `calls ${entry.url}`;
  const given = Object.entries(isProgram ? entry.env : entry.headers);
  const names = given.map(([key, value]) => `${key}=${value}`).join(", ");
  const variables = variablesOf(entry);
  return [
    what,
    ...(names === "" ? [] : [`${isProgram ? "with" : "with the headers"} ${names}`]),
    ...(variables.length === 0 ? [] : [`reads your ${variables.join(", ")}`]),
  ];
}

const quoted = (word: string) => (/^[\w./:@=+-]+$/.test(word) ? word : JSON.stringify(word));
