// practice/brain/project/failure · what failed, as the output of tests or of a program tells it.

export interface Place {
  /** As it was printed. */
  file: string;
  line: number;
}

export interface Failure {
  /** Of the test; "" for a program. */
  name: string;
  /** The line with the error, or what was expected and what came. */
  error: string;
  expected?: string;
  actual?: string;
  /** Where it happened, the innermost first. */
  places: Place[];
}

/** How the report of one test that failed begins: node's two forms, pytest, unittest, jest, vitest. */
const HEADS = [
  /^(?:test at \S+\n)?\s*✖ (?<name>.+?) \([\d.]+ms\)$/gm,
  /^\s*not ok \d+ - (?<name>.+)$/gm,
  /^_{3,} (?<name>.+?) _{3,}$/gm,
  /^(?:FAIL|ERROR): (?<name>\S+)/gm,
  /^\s*● (?<name>.+)$/gm,
  /^\s*FAIL\s+(?<name>.+)$/gm,
];

/** Where node's list of all failures begins. */
const LIST = "✖ failing tests:";

/** What failed in the order of the output, each once; of an output that is no test's, the error that ended it. */
export function failuresIn(text: string): Failure[] {
  const start = text.indexOf(LIST);
  const body = start < 0 ? text : text.slice(start + LIST.length);
  const heads = HEADS.map((form) => [...body.matchAll(form)]).find((found) => found.length > 0);
  const failures = (heads ?? []).map((head, at) => {
    const section = body.slice(head.index, heads?.[at + 1]?.index);
    return failureOf(head.groups?.name ?? "", section);
  });
  const crash = failureOf("", text);
  const known = failures.map((one) =>
    one.error === "" || one.error === "test failed" ? { ...crash, name: one.name } : one,
  );
  return known.length > 0 || crash.error === "" ? known : [crash];
}

const ERRORS = [
  /^E\s+(.+)$/m,
  /^\s*((?:\w+\.)*\w*(?:Error|Exception)\b(?: \[\w+\])?: .+)$/m,
  /^\s*error: (?:\|-\s+)?['"]?(.+?)['"]?$/m,
];
const KIND = /^\s*name: '(\w+)'$/m;

function failureOf(name: string, section: string): Failure {
  const [found = ""] = ERRORS.flatMap((form) => form.exec(section)?.[1] ?? []);
  const kind = /Error\b/.test(found) ? undefined : KIND.exec(section)?.[1];
  const [expected, actual] = [shortValue("expected", section), shortValue("actual", section)];
  return {
    name,
    error: kind === undefined ? found : `${kind}: ${found}`,
    ...(expected !== undefined && actual !== undefined ? { expected, actual } : {}),
    places: placesIn(section),
  };
}

/** A value that stands on one line. */
function shortValue(key: string, section: string): string | undefined {
  const value = new RegExp(`^\\s*${key}: (.+?),?$`, "m").exec(section)?.[1];
  return value === undefined || /^[[{|]$|^\S+ [[{]$|-$/.test(value) ? undefined : value;
}

const PLACE = /File "([^"]+)", line (\d+)|(?:file:\/\/)?([^\s"'()]+\.(?:[cm]?[jt]sx?|py)):(\d+)/g;
const FOREIGN = /^node:|node_modules|site-packages|\/lib\/python|<frozen/;
/** Where a test stands, not where it failed. */
const LATE = /^(?:\s*location:|test at ).*$/gm;

function placesIn(section: string): Place[] {
  const late = section.match(LATE) ?? [];
  const ordered = [section.replace(LATE, ""), ...late].join("\n");
  const places = [...ordered.matchAll(PLACE)]
    .map(([, python, one, file, other]) => ({
      file: python ?? file ?? "",
      line: Number(one ?? other),
    }))
    .filter(({ file }) => !FOREIGN.test(file));
  // Python tells the innermost last.
  return places.some(({ file }) => file.endsWith(".py")) ? places.reverse() : places;
}
