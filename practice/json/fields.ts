// practice/json/fields · objects and lists among values of which nothing is known.

/** A JSON object. */
export type Fields = Record<string, unknown>;

/** Whether a value is an object, and no list. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A list as it is, everything else as an empty one. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** What a table holds under a name of its own; a name such as `constructor` finds nothing. */
export const ownOf = <Value>(
  table: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined => (Object.hasOwn(table, name) ? table[name] : undefined);
