// shared/mcp/entry · how a server is reached, as every client reads it: a program or an address, with variables in it.
import { homedir } from "node:os";
import { resolve } from "node:path";
import { z } from "zod";
import { writtenSecrets } from "./written.ts";

/** Many write a port as a number. */
const text = z.union([z.string(), z.number().transform(String), z.boolean().transform(String)], {
  error: "it must be a text",
});
const texts = z.record(z.string(), text).default({});
/** How long a call may take. Most clients count milliseconds, some seconds; nobody means less than one. */
const timeout = z.coerce
  .number()
  .positive()
  .transform((time) => (time < 1000 ? time * 1000 : time))
  .optional()
  .catch(undefined);
const program = z.object({
  type: z.literal("stdio").optional(),
  command: z.string().min(1),
  args: z.array(text, { error: "it must be a list of texts" }).default([]),
  env: texts,
  /** The folder in which it starts, seen from the one where we were started. */
  cwd: z.string().min(1).optional(),
  timeout,
});
const address = z.object({
  type: z.enum(["http", "streamable-http", "streamableHttp", "streamable_http"]),
  url: z.string().min(1),
  headers: texts,
  timeout,
});

/** How a server is reached: a program that is started, or an address. */
export type Entry = z.infer<typeof program> | z.infer<typeof address>;

/** An entry, and a sentence for each part of it that has no effect here. */
export interface Read {
  entry: Entry;
  notes: string[];
}

/** Reads an entry of .mcp.json. Throws an Error that says why it cannot be used, and names the key. */
export function readEntry(value: unknown): Read {
  const fields = z.record(z.string(), z.unknown()).safeParse(value).data ?? {};
  const why = whyNot(fields);
  if (why !== undefined) throw new Error(why);
  const { data, error } = (isAddress(fields) ? address : program).safeParse(value);
  if (data) return { entry: data, notes: notesOn(fields, data) };
  const [{ path, message } = { path: [], message: "" }] = error.issues;
  throw new Error(`its ${JSON.stringify(path.join("."))} cannot be read: ${message}.`);
}

const isAddress = ({ command, url }: Record<string, unknown>) =>
  command === undefined && url !== undefined;

const ASKED = /\$\{(input|command|config):[^}]*\}/;
const AS_HTTP = 'Write "type": "http" and "url": the address of its streamable HTTP.';

/** What other clients know, and we do not. */
function whyNot(fields: Record<string, unknown>): string | undefined {
  const { command, url, type } = fields;
  const off = whyOff(fields, "disabled", true) ?? whyOff(fields, "enabled", false);
  if (off !== undefined) return off;
  if (type === "sse")
    return `"type": "sse" is the old transport, which is not supported. ${AS_HTTP}`;
  const other = ["httpUrl", "serverUrl"].find((key) => key in fields);
  if (command === undefined && url === undefined)
    return other === undefined
      ? 'it needs a "command", or a "type": "http" and a "url".'
      : `"${other}" is not read here. ${AS_HTTP}`;
  if (isAddress(fields) && type === undefined) return `it has a "url" without a "type". ${AS_HTTP}`;
  const asked = ASKED.exec(JSON.stringify(fields))?.[0];
  if (asked === undefined) return undefined;
  return `nobody fills in ${asked} here. Write \${NAME}, and set the variable NAME.`;
}

/** A switch may also be written as a text. One that is neither on nor off is no reason to start a program. */
function whyOff(fields: Record<string, unknown>, key: string, off: boolean): string | undefined {
  const word = String(fields[key] ?? !off).toLowerCase();
  if (word === String(off)) return `"${key}": ${off} switches it off.`;
  return word === String(!off)
    ? undefined
    : `its "${key}" cannot be read: it must be true or false.`;
}

/** These have no effect in other clients, either. */
const WORDS = ["description", "name", "title", "note", "notes", "icon", "version"];
/** As they were when an entry gets here. */
const SWITCHES = ["disabled", "enabled"];

function notesOn(fields: Record<string, unknown>, entry: Entry): string[] {
  const known = Object.entries(entry).flatMap(([key, one]) => (one === undefined ? [] : [key]));
  const read = [...known, ...WORDS, ...SWITCHES];
  const idle = Object.keys(fields).filter((key) => !read.includes(key));
  return [
    ...(idle.length === 0 ? [] : [`not used here: ${idle.map(quoted).join(", ")}`]),
    ...unfilled(entry).map(
      (part) => `${part} is passed on as it stands. Write \${NAME} for a variable`,
    ),
  ];
}

const quoted = (key: string) => JSON.stringify(key);

/** Parts that only a shell fills in. An argument is meant as a whole: it may be a line for a shell. */
function unfilled(entry: Entry): string[] {
  const isProgram = "command" in entry;
  const whole = isProgram ? [entry.command, ...entry.args, entry.cwd ?? ""] : [entry.url];
  const values = Object.values(isProgram ? entry.env : entry.headers);
  return [
    ...new Set([
      ...whole.flatMap((part) => part.match(/^(~(?=[/\\]|$)|\$[A-Za-z_]\w*$)/)?.[0] ?? []),
      ...values.flatMap((part) => part.match(/^~(?=[/\\])|\$[A-Za-z_]\w*/g) ?? []),
    ]),
  ];
}

/** What stands in for a variable may have variables in it, to this depth. */
const DEPTH = 3;
const otherwiseOf = (depth: number): string =>
  depth === 0 ? "[^}]*" : `(?:(?!\\$\\{)[^}]|\\$\\{${otherwiseOf(depth - 1)}\\})*`;
const VARIABLE = new RegExp(`\\$\\{(?:env:)?(\\w+)(?::-(${otherwiseOf(DEPTH)}))?\\}`, "g");
/** The beginning of each, also of one in another. */
const NAMED = /\$\{(?:env:)?(\w+)(?=\}|:-)/g;

/**
 * The entry of the server `name` with the values of its variables; a program's `cwd` is an absolute path then, in or
 * below the folder `cwd`. Throws an Error that names a variable which is not set.
 */
export function expanded(
  { entry, name }: { entry: Entry; name: string },
  environment: NodeJS.ProcessEnv,
  cwd: string,
): Entry {
  const known = { ...placesIn(cwd), ...environment };
  const fill = (text: string): string =>
    text.replaceAll(VARIABLE, (_, variable: string, otherwise?: string) => {
      const value = Object.hasOwn(known, variable) && known[variable];
      if (value) return value;
      if (otherwise !== undefined) return fill(otherwise);
      throw new Error(
        `.mcp.json needs the variable ${variable} for ${name}: set it and start again.`,
      );
    });
  const fillAll = (values: Record<string, string>) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, fill(value)]));
  if ("url" in entry) return { ...entry, url: fill(entry.url), headers: fillAll(entry.headers) };
  return {
    ...entry,
    command: fill(entry.command),
    args: entry.args.map(fill),
    env: fillAll(entry.env),
    cwd: resolve(cwd, fill(entry.cwd ?? ".")),
  };
}

/** Not variables, but editors fill them in like these. */
const placesIn = (cwd: string): Record<string, string | undefined> => ({
  workspaceFolder: cwd,
  userHome: homedir(),
});

/** A shorter value is no secret, and may be a part of any word. */
const MIN_HIDDEN = 8;

/**
 * The text without the values of the variables that the entry reads, and without the secrets that are written out in
 * it: an error may repeat a token.
 */
export function withoutValues(
  text: string,
  { entry }: { entry: Entry },
  environment: NodeJS.ProcessEnv,
): string {
  const read = variablesOf(entry).flatMap((name) =>
    formsOf(environment[name]?.trim() ?? "").map((value) => [value, `\${${name}}`]),
  );
  const written = writtenSecrets(entry).map(([name, value]) => [value, `[its ${plain(name)}]`]);
  return [...read, ...written]
    .filter(([value = ""]) => value.length >= MIN_HIDDEN)
    .sort(([one = ""], [other = ""]) => other.length - one.length) // one may be a part of another
    .reduce(
      (rest, [value = "", name = ""]) =>
        withoutEnd(
          rest.replaceAll(value, () => name),
          value,
          name,
        ),
      text,
    );
}

/** Before what a program has written last, of which only the end is kept. */
export const LAST_WORDS = "; its last words: ";

/** Where the words of a program were cut, the end of a value may stand at their beginning. */
function withoutEnd(text: string, value: string, name: string): string {
  const before = text.startsWith(LAST_WORDS) ? LAST_WORDS : "";
  const words = text.slice(before.length);
  for (let at = 1; value.length - at >= MIN_HIDDEN; at++)
    if (words.startsWith(value.slice(at))) return before + name + words.slice(value.length - at);
  return text;
}

/** A value, and how it stands in an address. */
const formsOf = (value: string) => {
  const text = value.toWellFormed();
  return [value, encodeURI(text), encodeURIComponent(text)];
};

const plain = (name: string) => name.replaceAll(/[^\w.-]/g, "_").slice(0, 40);

/** The names of the variables that an entry reads. */
export const variablesOf = (entry: Entry): string[] => [
  ...new Set(
    [...JSON.stringify(entry).matchAll(NAMED)]
      .map(([, name = ""]) => name)
      .filter((name) => !Object.hasOwn(placesIn(""), name)),
  ),
];
