// site/node/util · stands in for the parts of node:util that agents and their packages use.
import { parseArgs } from "@pkgjs/parseargs";

export { parseArgs };

const ESCAPES =
  /[\u001B\u009B](?:\][^\u0007\u001B]*(?:\u0007|\u001B\\)|[[()#;?]*(?:\d{1,4}(?:;\d{0,4})*)?[\dA-PR-TZcf-nq-uy=><~])/g;
export const stripVTControlCharacters = (text: string) => text.replace(ESCAPES, "");

const STYLES: Record<string, [on: number, off: number]> = {
  ...{ bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39] },
  ...{ yellow: [33, 39], magenta: [35, 39], cyan: [36, 39] },
};
export function styleText(style: string, text: string): string {
  const [on, off] = STYLES[style] ?? [0, 0];
  return `\u001b[${on}m${text}\u001b[${off}m`;
}

const shown = (value: unknown, inside: boolean): string => {
  if (typeof value === "string") return inside ? `'${value}'` : value;
  if (value instanceof Error) return value.stack ?? String(value);
  if (Array.isArray(value))
    return value.length === 0 ? "[]" : `[ ${value.map((one) => shown(one, true)).join(", ")} ]`;
  if (typeof value !== "object" || value === null) return String(value);
  const parts = Object.entries(value).map(([name, one]) => `${name}: ${shown(one, true)}`);
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
};
/** A value as a person reads it, in one line. */
export const inspect = (value: unknown): string => shown(value, true);
export const format = (...values: unknown[]) => values.map((one) => shown(one, false)).join(" ");

/** Whether two values have the same content. */
export function isDeepStrictEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  if (one instanceof Map && other instanceof Map) return isDeepStrictEqual([...one], [...other]);
  if (one instanceof Set && other instanceof Set) return isDeepStrictEqual([...one], [...other]);
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime();
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every(
      (name) =>
        Object.hasOwn(other, name) &&
        isDeepStrictEqual(Reflect.get(one, name), Reflect.get(other, name)),
    )
  );
}

type Callback = (error: unknown, value: unknown) => void;
export const promisify =
  (call: (...given: unknown[]) => void) =>
  (...given: unknown[]) =>
    new Promise((resolve, reject) => {
      const done: Callback = (error, value) => (error ? reject(error) : resolve(value));
      call(...given, done);
    });

/** A .env file, which a page has none of. */
export const parseEnv = () => ({});
export const inherits = () => {};
export const deprecate = <Call>(call: Call) => call;
export const debuglog = () => () => {};
export const types = {};
export const { TextDecoder, TextEncoder } = globalThis;
export default { inspect, format, promisify, inherits, deprecate, debuglog, isDeepStrictEqual };
