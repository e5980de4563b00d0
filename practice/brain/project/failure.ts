// practice/brain/project/failure · what failed, as the output of tests or of a program tells it.

export interface Failure {
  /** Of the test; "" for a program. */
  name: string;
  /** The line with the error. */
  error: string;
  expected?: string;
  actual?: string;
  /** Where the test stands: file and line, as they were printed. */
  place?: { file: string; line: number };
}

/** How the report of one test that failed begins: node's two forms, pytest, unittest. */
const HEADS = [
  /^(?:test at \S+\n)?\s*✖ (?<name>.+?) \([\d.]+ms\)$/gm,
  /^\s*not ok \d+ - (?<name>.+)$/gm,
  /^_{3,} (?<name>.+?) _{3,}$/gm,
  /^(?:FAIL|ERROR): (?<name>\S+)/gm,
];

/** Where node's list of all failures begins. */
const LIST = "✖ failing tests:";

/** What failed in the order of the output, each once; of an output that is no test's, the error that ended it. */
export function failuresIn(text: string): Failure[] {
  const start = text.indexOf(LIST);
  const body = start < 0 ? text : text.slice(start + LIST.length);
  const heads = HEADS.map((form) => [...body.matchAll(form)]).find((found) => found.length > 0);
  const crash = failureOf("", text);
  if (heads === undefined) return crash.error === "" ? [] : [crash];
  return heads.map((head, at) => {
    const one = failureOf(head.groups?.name ?? "", body.slice(head.index, heads[at + 1]?.index));
    return one.error === "" || one.error === "test failed" ? { ...crash, name: one.name } : one;
  });
}

const ERRORS = [
  /^E\s+(.+)$/m,
  /^\s*((?:\w+\.)*\w*(?:Error|Exception)\b(?: \[\w+\])?: .+)$/m,
  /^\s*error: (?:\|-\s+)?['"]?(.+?)['"]?$/m,
];
const PLACE = /(?:test at |location: ')(?:\/\S*?\/)?((?:tests?\/)?[^\s/:']+\.[cm]?[jt]s):(\d+)/;

function failureOf(name: string, section: string): Failure {
  const [error = ""] = ERRORS.flatMap((form) => form.exec(section)?.[1] ?? []);
  const [expected, actual] = [shortValue("expected", section), shortValue("actual", section)];
  const [, file, line] = PLACE.exec(section) ?? [];
  return {
    name,
    error,
    ...(expected !== undefined && actual !== undefined ? { expected, actual } : {}),
    ...(file === undefined ? {} : { place: { file, line: Number(line) } }),
  };
}

/** A value that stands on one line. */
function shortValue(key: string, section: string): string | undefined {
  const value = new RegExp(`^\\s*${key}: (.+?),?$`, "m").exec(section)?.[1];
  return value === undefined || /^[[{|]$|^\S+ [[{]$|-$/.test(value) ? undefined : value;
}
