// practice/brain/project/testText · the text of a test in the manner of the file it goes to, and its place there.
import { type Import, importsIn, moduleFile, type Source } from "./code.ts";
import { type Edit, linesAfter } from "./edit.ts";

/** A call as it is written, and what it gave. */
export interface Case {
  call: string;
  value: string;
}

export interface Tested extends Source {
  name: string;
  files: readonly string[];
}

const isPython = ({ file }: Source): boolean => file.endsWith(".py");
/** In a program that is written, not in this one. */
const REQUIRE = "require";
const usesRequire = ({ lines }: Source): boolean =>
  lines.some((line) => /\brequire\(|module\.exports|^exports\./.test(line)) &&
  !lines.some((line) => /^(?:import|export) /.test(line));

/** A file for tests where there is none yet: what stands at its beginning. */
export function newTestFile(tested: Tested): Source {
  const [, stem = "", kind = ""] = /([^/]+)\.(\w+)$/.exec(tested.file) ?? [];
  if (isPython(tested))
    return {
      file: `test_${stem}.py`,
      lines: ["import unittest", "", "", "class Test(unittest.TestCase):"],
    };
  const own = usesRequire(tested);
  const load = (what: string, from: string) =>
    own ? `const ${what} = ${REQUIRE}("${from}");` : `import ${what} from "${from}";`;
  const lines = [load("assert", "node:assert/strict"), load("{ test }", "node:test")];
  return { file: `test/${stem}.test.${kind}`, lines };
}

/** The import where it is missing, and the test at the end. */
export function testEdits(tested: Tested, place: Source, test: readonly string[]): Edit[] {
  const imported = withImport(tested, place);
  const lines = imported === undefined ? place.lines : linesAfter(imported);
  const main = lines.findIndex((line) => /^if __name__|^unittest\.main\(/.test(line));
  const at = lines
    .slice(0, main < 0 ? lines.length : main)
    .findLastIndex((line) => line.trim() !== "");
  const added: Edit = {
    file: place.file,
    lines,
    at,
    count: 1,
    next: [lines[at] ?? "", "", ...test],
  };
  return imported === undefined ? [added] : [imported, added];
}

function withImport({ file, name, files }: Tested, place: Source): Edit | undefined {
  const { lines } = place;
  const imports = importsIn(lines);
  if (imports.some(({ names }) => names.includes(name))) return undefined;
  const own = imports.find(({ from }) => moduleFile(from, place.file, files) === file);
  const at = own === undefined ? -1 : lines.findIndex((line) => isOf(line, own));
  const wider = lines[at]?.replace(/,?\s*\}|(?<=^from \S+ import .*)$/, (end) =>
    end === "" ? `, ${name}` : `, ${name} }`,
  );
  const edit = (line: number, next: string[]) => ({
    file: place.file,
    lines,
    at: line,
    count: 1,
    next,
  });
  if (wider !== undefined && wider !== lines[at]) return edit(at, [wider]);
  const last = Math.max(
    0,
    lines.findLastIndex((line) => /^import |^from |\brequire\(/.test(line)),
  );
  return edit(last, [lines[last] ?? "", importLine(place, file, name)]);
}

const isOf = (line: string, { from }: Import): boolean =>
  line.includes(from) && /\b(?:import|require)\b/.test(line);

function importLine(place: Source, file: string, name: string): string {
  if (isPython(place))
    return `from ${file.replace(/\.py$/, "").replaceAll("/", ".")} import ${name}`;
  const up = place.file
    .split("/")
    .slice(1)
    .map(() => "..");
  const path = `${up.join("/") || "."}/${file}`;
  return usesRequire(place)
    ? `const { ${name} } = ${REQUIRE}("${path}");`
    : `import { ${name} } from "${path}";`;
}

/** How the names of these tests end. */
export const OWN = / gives what it gave when this test was written|_as_it_is$/;

export function testLines(name: string, cases: readonly Case[], place: Source): string[] {
  const text = place.lines.join("\n");
  const has = (form: RegExp) => form.test(text);
  if (isPython(place)) {
    const isClass = has(/^class \w+\(.*TestCase\)/m);
    const lines = cases.map(({ call, value }) =>
      isClass ? `    self.assertEqual(${call}, ${value})` : `    assert ${call} == ${value}`,
    );
    const head = `def test_${name}_as_it_is(${isClass ? "self" : ""}):`;
    return [head, ...lines].map((line) => (isClass ? `    ${line}` : line));
  }
  const word = has(/^\s*it\(/m) && !has(/^\s*test\(/m) ? "it" : "test";
  const lines = cases.map(({ call, value }) => {
    if (has(/\bexpect\(/)) return `  expect(${call}).toEqual(${value});`;
    return `  assert.${/^[[{]/.test(value) ? "deepEqual" : "equal"}(${call}, ${value});`;
  });
  return [
    `${word}("${name} gives what it gave when this test was written", () => {`,
    ...lines,
    "});",
  ];
}
