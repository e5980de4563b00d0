// s19 · mcp/config – the servers of .mcp.json, checked.
import { createHash } from "node:crypto";
import JSON5 from "json5";
import { z } from "zod";
import { messageOf } from "../../shared/errors.ts";
import { isMissing } from "../../shared/files.ts";
import { decidingFor } from "../../shared/mcp/deciding.ts";
import { type Entry, expanded, readEntry, variablesOf } from "../../shared/mcp/entry.ts";
import { asWords } from "../../shared/messages.ts";
import { once } from "../../shared/once.ts";
import { readPlain } from "../../shared/plainFiles.ts";
import { clean } from "../../shared/screen.ts";
import { capped, oneLine } from "../../shared/text.ts";
import { isTrusted } from "../../shared/trust.ts";

export const FILE = ".mcp.json";
const MAX_BYTES = 100_000;
/** Each is a line in the system prompt. */
const MAX_SERVERS = 100;
/** Lines on the screen about one entry. */
const MAX_NOTES = 5;

/**
 * It stands in the system prompt and in questions. Spaces become underscores, so it does not read like a sentence that a
 * stranger wrote. A letter that cannot be seen would make it look like another one.
 */
const NAME = /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}._@/-]){1,64}$/u;

const fileSchema = z.looseObject({
  mcpServers: z.custom<object>((value) => z.looseObject({}).safeParse(value).success),
});

export interface Configured {
  name: string;
  /** As it stands in the file, without the values of variables. */
  entry: Entry;
  /** A sentence for each part of the entry that has no effect. */
  notes: string[];
  /** What a launcher such as npx would take from the folder. Looked for when it is first wanted, and then kept. */
  readonly obeyed: string[];
  /**
   * Changes when anything in the entry does, or a program in the folder that it is seen to start. Made when it is first
   * wanted, and then kept. Long enough that nobody can make two entries with the same one.
   */
  readonly fingerprint: string;
}

export interface Config {
  servers: Configured[];
  /** A sentence for each entry that cannot be used, or one about the file. */
  problems: string[];
}

/** The servers that may be used: none while the folder is not trusted. Must not throw. */
export const readConfig = (cwd: string): Config =>
  isTrusted() ? readFile(cwd) : { servers: [], problems: [NOT_TRUSTED] };

const NOT_TRUSTED = "MCP servers are left out, because this folder is not trusted. See /trust.";

/** Reads the file anew. Nothing in it is trusted: the agent may have written it, or a git pull. Must not throw. */
export function readFile(cwd: string): Config {
  try {
    const text = readPlain(FILE, cwd, MAX_BYTES)
      .toString()
      .replace(/^\uFEFF/, "");
    const { mcpServers, ...others } = fileSchema.parse(JSON5.parse(text));
    const entries = Object.entries(mcpServers);
    if (entries.length > MAX_SERVERS) throw new Error(`it has more than ${MAX_SERVERS} servers.`);
    const names = Object.keys(mcpServers);
    const all = entries.map(([written, value]) => {
      const why = whyNoName(written, names);
      return why ? `A server in ${FILE} is left out: ${why}` : checked(written, value, cwd);
    });
    const isProblem = (one: Configured | string) => typeof one === "string";
    return {
      servers: all.filter((one) => typeof one !== "string"),
      problems: [...all.filter(isProblem), ...notUsed(Object.keys(others))],
    };
  } catch (error) {
    return { servers: [], problems: isMissing(error) ? [] : [`${FILE}: ${reasonOf(error)}`] };
  }
}

function notUsed(keys: string[]): string[] {
  const idle = keys.filter((key) => key !== "$schema").map((key) => JSON.stringify(key));
  return idle.length === 0 ? [] : [`${FILE}: not used here: ${said(idle.join(", "))}.`];
}

/** Words of the file, for the screen and the model. */
const said = (text: string) => oneLine(asWords(clean(text)), 300);

const nameOf = (written: string) => written.trim().replaceAll(/ +/g, "_");
const quotedName = (written: string) => JSON.stringify(oneLine(clean(written)));

/** Why a name of the file cannot be used; undefined for any other. `all` are the names in the file. */
function whyNoName(written: string, all: string[]): string | undefined {
  const name = nameOf(written);
  if (!NAME.test(name))
    return `${quotedName(written)} is no name. It must have at most 64 letters, digits, spaces and . _ - @ / only.`;
  const isTaken = name !== written && all.filter((one) => nameOf(one) === name).length > 1;
  if (!isTaken) return undefined;
  return `${quotedName(written)} would be ${name} here, and another one has that name. Rename one of them.`;
}

function checked(written: string, value: unknown, cwd: string): Configured | string {
  const name = nameOf(written);
  const renamed = `it is named ${quotedName(written)} there, and ${name} here`;
  try {
    const read = readEntry(value);
    const { entry } = read;
    const notes = name === written ? read.notes : [renamed, ...read.notes];
    const deciding = once(() => decidingOn(entry, name, cwd));
    return {
      name,
      entry,
      notes: capped(notes.map(said), MAX_NOTES),
      get obeyed() {
        return deciding().obeyed;
      },
      get fingerprint() {
        return hashOf(JSON.stringify([name, entry, deciding().mark]));
      },
    };
  } catch (error) {
    return `${name} in ${FILE} is left out: ${said(messageOf(error))}`;
  }
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 32);

/** An address decides by itself, and an entry whose variables are not set starts nothing. */
function decidingOn(entry: Entry, name: string, cwd: string) {
  const none = { obeyed: [], mark: "" };
  try {
    const full = expanded({ entry, name }, process.env, cwd);
    return "command" in full ? decidingFor(full, full.cwd ?? cwd) : none;
  } catch {
    return none;
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) return 'it must be {"mcpServers": {"name": {…}}}.';
  return messageOf(error);
}

/** What a person must know before the server is used, a line each: what is started or called, and what it is given. */
export function linesAbout({ entry, obeyed }: Pick<Configured, "entry" | "obeyed">): string[] {
  const isProgram = "command" in entry;
  const where = isProgram && entry.cwd !== undefined ? ` in the folder ${quoted(entry.cwd)}` : "";
  const what = isProgram
    ? `starts ${[entry.command, ...entry.args].map(quoted).join(" ")}${where}`
    : `calls ${/^[\w./:@=+${}?&%#~-]+$/.test(entry.url) ? entry.url : quoted(entry.url)}${hostBehind(entry.url)}`;
  const given = Object.entries(isProgram ? entry.env : entry.headers);
  const names = given.map(([key, value]) => `${quoted(key)}=${quotedValue(value)}`).join(", ");
  const variables = variablesOf(entry);
  return [
    what,
    ...(obeyed.length === 0 ? [] : [`this folder decides what that runs, by ${listed(obeyed)}`]),
    ...(names === "" ? [] : [`${isProgram ? "with" : "with the headers"} ${names}`]),
    ...(variables.length === 0 ? [] : [`reads your ${variables.join(", ")}`]),
  ];
}

/** Where an address leads, if it does not look so: a letter may be another one, and a number may be a machine. */
function hostBehind(url: string): string {
  const host = URL.canParse(url) ? new URL(url).hostname : "";
  const [, shown = ""] = /^\w+:\/\/(\[[^\]]*\]|[^:/?#]*)/.exec(url) ?? [];
  return shown.toLowerCase() === host ? "" : `, whose host is ${host}`;
}

/** So many are named; one is enough to make somebody look. */
const MAX_OBEYED = 6;

const listed = (paths: string[]) =>
  capped(paths.map(quoted), MAX_OBEYED, (rest) => `${rest} more`).join(", ");

/** What cannot be seen is shown as an escape: another program may be meant than the one that is read. */
const quoted = (word: string) =>
  /^[\w./:@=+-]+$/.test(word) ? word : JSON.stringify(word).replaceAll(UNSEEN, escaped);

/** A variable is read more easily without quotes. */
const quotedValue = (value: string) => (/^[\w./:@=+$ {}-]*$/.test(value) ? value : quoted(value));

const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;
const escaped = (one: string) => `\\u{${one.codePointAt(0)?.toString(16)}}`;
