// practice/json/json · reads the learner's JSON files: values, and the line where something is wrong.
import { isDeeper, MAX_DEPTH } from "./depth.ts";

export interface JsonFile {
  value: unknown;
  /** The line, from 1, of the value at a path such as ["replies", 0, "text"], or of its nearest parent. */
  lineOf(path: Path): number;
}

export type Path = readonly (string | number)[];

const TOKEN =
  /[ \t\r\n]*([{}[\],:]|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|true|false|null|-?\d[-+.\w]*)/y;

/** Parses JSON text. Throws an Error with the line when it is not JSON, or nested too deep. */
export function parseJson(text: string): JsonFile {
  const starts = new Map<string, number>();
  const end = walk(text, starts);
  const lineAt = (offset: number) => text.slice(0, offset).split("\n").length;
  const value = readJson(text, (reason) => new Error(`${lineAt(end)}: not JSON: ${reason}`));
  if (isDeeper(value)) throw new Error(`${lineAt(end)}: nested more than ${MAX_DEPTH} levels deep`);
  return { value, lineOf: (path) => lineAt(nearest(starts, path)) };
}

/** The value of a JSON text; for any other text throws what `refuse` makes of the reason. */
export function readJson(text: string, refuse: (reason: string) => Error): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error));
  }
}

/** A path as people write it: `replies[0].text`. */
export const showPath = (path: Path): string =>
  path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`))
    .join("")
    .replace(/^\./, "");

const keyOf = (path: Path): string => JSON.stringify(path);

function nearest(starts: Map<string, number>, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const start = starts.get(keyOf(path.slice(0, length)));
    if (start !== undefined) return start;
  }
  return starts.get(keyOf([])) ?? 0;
}

/** Records where each value starts; returns the offset of the last token, which is the wrong one if any is. */
function walk(text: string, starts: Map<string, number>): number {
  let at = 0;
  let last = 0;
  const take = (): string => {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[1] ?? "";
    at = token ? TOKEN.lastIndex : at + text.slice(at).search(/\S|$/);
    last = at - token.length;
    return token;
  };
  const list = (close: string, one: (token: string) => boolean): boolean => {
    for (let token = take(); token !== close; token = take()) {
      if (!one(token)) return false;
      const separator = take();
      if (separator === close) return true;
      if (separator !== ",") return false;
    }
    return true;
  };
  const value = (path: Path, token: string): boolean => {
    if (path.length === MAX_DEPTH && /[[{]/.test(token)) return false;
    starts.set(keyOf(path), last);
    if (token === "[") {
      let index = 0;
      return list("]", (item) => value([...path, index++], item));
    }
    if (token !== "{") return token !== "" && !/^[\]},:]/.test(token);
    return list("}", (key) => {
      if (!key.startsWith('"') || take() !== ":") return false;
      return value([...path, String(JSON.parse(key))], take());
    });
  };
  if (value([], take())) take();
  return last;
}
