// practice/json/check · checks the structure of the learner's JSON files, and says where it is wrong.
import { isFields, ownOf } from "./fields.ts";
import { type JsonFile, type Path, parseJson, showPath } from "./json.ts";

export interface Problem {
  path: Path;
  text: string;
}

/** The first problem of a value, or undefined. */
export type Check = (value: unknown, path: Path) => Problem | undefined;

/** A value for which the test holds; `what` completes "should be …". */
export const is =
  (what: string, test: (value: unknown) => boolean): Check =>
  (value, path) =>
    test(value) ? undefined : { path, text: `should be ${what}` };

export const isText = is("text", (value) => typeof value === "string");
export const isCount = is(
  "a whole number, 0 or more",
  (value) => Number.isInteger(value) && Number(value) >= 0,
);
/** The version that files have so far. */
export const isFirstVersion = is("1", (value) => value === 1);
export const anything: Check = () => undefined;

/** One of the words. */
export const oneOf = (words: readonly string[]): Check =>
  is(`one of ${words.join(", ")}`, (value) => words.some((word) => word === value));

/** An array whose items all pass. */
export const listOf =
  (item: Check): Check =>
  (value, path) =>
    Array.isArray(value)
      ? first(value.map((part, index) => () => item(part, [...path, index])))
      : { path, text: "should be a list" };

/** An object whose values all pass. */
export const mapOf =
  (item: Check): Check =>
  (value, path) =>
    isFields(value)
      ? first(
          Object.entries(value).map(
            ([name, part]) =>
              () =>
                item(part, [...path, name]),
          ),
        )
      : { path, text: "should be an object" };

/** An object with these fields, some of them required, and no others. */
export const objectOf =
  (fields: Record<string, Check>, required: readonly string[] = []): Check =>
  (value, path) => {
    if (!isFields(value)) return { path, text: "should be an object" };
    const missing = required.find((name) => !(name in value));
    if (missing) return { path, text: `"${missing}" is missing` };
    return mapOf((part, at) => fieldCheck(fields, at)(part, at))(value, path);
  };

/** Parses a file and checks it. Throws one line: file, line, path in the JSON, what is wrong. */
export function parseFile(text: string, fileName: string, check: Check): unknown {
  const file = parsed(text, fileName);
  const problem = check(file.value, []);
  if (!problem) return file.value;
  const where = showPath(problem.path) || "the file";
  throw new Error(`${fileName}:${file.lineOf(problem.path)}: ${where} ${problem.text}`);
}

function parsed(text: string, fileName: string): JsonFile {
  try {
    return parseJson(text);
  } catch (error) {
    throw new Error(`${fileName}:${error instanceof Error ? error.message : error}`);
  }
}

function fieldCheck(fields: Record<string, Check>, path: Path): Check {
  const name = String(path.at(-1));
  const known = Object.keys(fields).join(", ");
  return ownOf(fields, name) ?? (() => ({ path, text: `is not known here; known: ${known}` }));
}

function first(checks: (() => Problem | undefined)[]): Problem | undefined {
  for (const check of checks) {
    const problem = check();
    if (problem) return problem;
  }
  return undefined;
}
