// shared/mcp/entry · how a server is reached, as every client reads it: a program or an address, with variables in it.
import { z } from "zod";

const texts = z.record(z.string(), z.string());
const program = z.object({
  type: z.literal("stdio").optional(),
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: texts.default({}),
});
const address = z.object({
  type: z.enum(["http", "streamable-http"]),
  url: z.string().min(1),
  headers: texts.default({}),
});
/** What an entry of .mcp.json must be. */
export const entrySchema = z.union([program, address]);

/** How a server is reached: a program that is started, or an address. */
export type Entry = z.infer<typeof entrySchema>;

const VARIABLE = /\$\{(\w+)(?::-([^}]*))?\}/g;

/**
 * The entry of the server `name` with the values of its variables. Throws an Error that names a variable which is not
 * set.
 */
export function expanded(
  { entry, name }: { entry: Entry; name: string },
  environment: NodeJS.ProcessEnv,
): Entry {
  const fill = (text: string) =>
    text.replaceAll(VARIABLE, (_, variable: string, otherwise?: string) => {
      const value = environment[variable] || otherwise;
      if (value !== undefined) return value;
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
  };
}

/** A shorter value is no secret, and may be a part of any word. */
const MIN_HIDDEN = 8;

/** The text without the values of the variables that the entry reads: an error may repeat a token. */
export function withoutValues(
  text: string,
  { entry }: { entry: Entry },
  environment: NodeJS.ProcessEnv,
): string {
  const hidden = variablesOf(entry).flatMap((name) => {
    const value = environment[name]?.trim() ?? "";
    return value.length >= MIN_HIDDEN ? [{ name, value }] : [];
  });
  return hidden.reduce(
    (rest, { name, value }) => rest.replaceAll(value, () => `\${${name}}`),
    text,
  );
}

/** The names of the variables that an entry reads. */
export const variablesOf = (entry: Entry): string[] => [
  ...new Set([...JSON.stringify(entry).matchAll(VARIABLE)].map(([, name = ""]) => name)),
];
