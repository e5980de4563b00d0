// practice/brain/project/mistakes · plain mistakes that a rule can see, as edits that would mend them, the likeliest first.
import { indentOf, type Source } from "./code.ts";
import type { Edit } from "./edit.ts";
import type { Failure } from "./failure.ts";
import type { Scene, Suspect } from "./scene.ts";

export function mistakesIn(failure: Failure, scene: Scene): Edit[] {
  const { error } = failure;
  const edits =
    /SyntaxError|IndentationError/.test(error) && !NAMED.some((form) => form.test(error))
      ? [...unclosedNear(scene, error), ...openBlocks(scene)]
      : [...misspelt(error, scene), ...oddProperties(scene), ...offByOne(failure, scene)];
  const texts = edits.map(({ file, at, next }) => JSON.stringify([file, at, next]));
  return edits.filter((_, at) => texts.indexOf(texts[at] ?? "") === at);
}

/** The source with one line as another. */
const lineAs = ({ file, lines }: Source, at: number, next: string): Edit => ({
  file,
  lines,
  at,
  count: 1,
  next: next.split("\n"),
});

// Comparisons and bounds.

const OFF_BY_ONE: [old: RegExp, by: string][] = [
  [/ [-+] 1\b(?!\.)/g, ""],
  [/ > /g, " >= "],
  [/ >= /g, " > "],
  [/ < /g, " <= "],
  [/ <= /g, " < "],
  [/(?<=\blet \w+ = )1(?=;)/g, "0"],
  [/(?<=\blet \w+ = )0(?=; \w+ <)/g, "1"],
  [/(?<=\brange\([^()]*\w)(?=\))/g, " + 1"],
];
const NO_CODE = /^\s*(?:\/\/|#|\*|\/\*|$)/;

/** Lines that hold a number of the test come first. */
function offByOne({ name }: Failure, { shown, suspects }: Scene): Edit[] {
  const numbers: string[] = `${name} ${shown?.lines[shown.at] ?? ""}`.match(/\d+/g) ?? [];
  const isNear = ({ lines, at }: Edit) =>
    lines[at]?.match(/\d+/g)?.some((number) => numbers.includes(number)) === true;
  const edits = suspects.flatMap((suspect) => inLines(suspect, shifted));
  return [...edits.filter(isNear), ...edits.filter((edit) => !isNear(edit))];
}

function shifted(line: string): string[] {
  if (NO_CODE.test(line)) return [];
  return OFF_BY_ONE.flatMap(([old, by]) =>
    [...line.matchAll(old)].map(
      ({ index, 0: found }) => line.slice(0, index) + by + line.slice(index + found.length),
    ),
  );
}

function inLines(suspect: Suspect, change: (line: string) => string[]): Edit[] {
  const { lines, from, to } = suspect;
  return lines
    .slice(from, to + 1)
    .flatMap((line, at) => change(line).map((next) => lineAs(suspect, from + at, next)));
}

// Names.

/** Errors that name what is not there. */
const NAMED = [
  /(?:ReferenceError(?: \[\w+\])?: |name ')([\w$]+)'? is not defined/,
  /([\w$]+) is not a function/,
  /has no attribute '(\w+)'/,
  /export named '([\w$]+)'/,
  /cannot import name '(\w+)'/,
  /KeyError: '(\w+)'/,
];
const OF_NOTHING = /Cannot read properties of undefined \(reading '([\w$]+)'\)/;
const METHODS =
  "length push pop shift slice splice concat join split map filter find reduce forEach includes indexOf sort reverse keys values entries toString toFixed toUpperCase toLowerCase trim padStart padEnd repeat replace startsWith endsWith round floor ceil console log parse stringify append extend insert remove upper lower strip items get format count index print range len sum min max sorted str int float list dict return".split(
    " ",
  );
const WORD = /[A-Za-z_$][\w$]*/g;
const PROPERTY = /(?<=\.)[A-Za-z_$][\w$]*/g;

const wordsOf = ({ read }: Scene): string[] =>
  read.flatMap(({ lines }) => lines.join("\n").match(WORD) ?? []);

/** The word that an error names, as the nearest one that is there: in the line of the error, or where that was made. */
function misspelt(error: string, scene: Scene): Edit[] {
  const { shown, read } = scene;
  const line = shown?.lines[shown.at] ?? "";
  const wanted = OF_NOTHING.exec(error)?.[1];
  const before = new RegExp(`([\\w$]+)(?:\\(\\))?(?:\\?)?\\.${wanted}\\b`).exec(line)?.[1];
  const name = NAMED.map((form) => form.exec(error)?.[1]).find(Boolean) ?? before;
  if (name === undefined || shown === undefined) return [];
  const here = nearest(name, wordsOf(scene)).map((word) =>
    lineAs(shown, shown.at, renamed(line, name, word)),
  );
  const made = read.flatMap((source) =>
    source.lines.flatMap((text, at) => {
      const other = MADE.exec(text)?.[1];
      const isNear = other !== undefined && other !== name && distance(other, name) <= most(name);
      return isNear ? [lineAs(source, at, renamed(text, other, name))] : [];
    }),
  );
  return /export named|cannot import/.test(error) ? [...made, ...here] : [...here, ...made];
}

const MADE = /^\s*(?:export\s+)?(?:async\s+)?(?:function\*?|def|class|const)\s+([\w$]+)/;

/** A property that stands nowhere else, near to one that does. */
function oddProperties(scene: Scene): Edit[] {
  const words = wordsOf(scene);
  return scene.suspects.flatMap((suspect) =>
    inLines(suspect, (line) =>
      (line.match(PROPERTY) ?? [])
        .filter((name) => name.length > 3 && !METHODS.includes(name))
        .filter((name) => words.filter((word) => word === name).length === 1)
        .flatMap((name) => nearest(name, words).map((word) => renamed(line, name, word))),
    ),
  );
}

const renamed = (line: string, old: string, next: string): string =>
  line.replace(new RegExp(`(?<![\\w$])${old.replaceAll("$", "\\$")}(?![\\w$])`, "g"), () => next);

const most = (name: string) => (name.length < 6 ? 1 : 2);

/** The nearest of the words, and the nearest but one; none that is far. */
function nearest(name: string, words: readonly string[]): string[] {
  return [...new Set([...words, ...METHODS])]
    .filter((word) => word !== name && distance(name, word) <= most(name))
    .sort((one, other) => distance(name, one) - distance(name, other))
    .slice(0, 2);
}

/** How many letters are more, less, other, or two in the wrong order. */
function distance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isTurned = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const cost = (of: number[] | undefined, at: number) => of?.[at] ?? 99;
      row.push(
        Math.min(
          cost(rows[i - 1], j) + 1,
          cost(row, j - 1) + 1,
          cost(rows[i - 1], j - 1) + (isSame ? 0 : 1),
          isTurned ? cost(rows[i - 2], j - 2) + 1 : 99,
        ),
      );
    }
    rows.push(row);
  }
  return rows.at(-1)?.at(-1) ?? 99;
}

// Brackets and quotes.

const PAIRS: Record<string, string> = { "(": ")", "[": "]", "{": "}" };
const QUOTES = `"'\``;
const COLON = /expected ':'/;

/** The line of the error or the one before it, with what is missing at its end. */
function unclosedNear({ shown }: Scene, error: string): Edit[] {
  if (shown === undefined) return [];
  const { lines, at } = shown;
  if (COLON.test(error)) return [lineAs(shown, at, `${lines[at]?.trimEnd()}:`)];
  const before = lines.findLastIndex((line, place) => place < at && line.trim() !== "");
  return [at, before].flatMap((place) =>
    closed(lines[place] ?? "").map((next) => lineAs(shown, place, next)),
  );
}

/** The signs that close what a line leaves open; the bracket of a block may stay so. */
function openIn(line: string): string {
  const open: string[] = [];
  let quote = "";
  for (const [at, sign] of [...line].entries()) {
    if (quote !== "") quote = sign === quote && line[at - 1] !== "\\" ? "" : quote;
    else if (QUOTES.includes(sign)) quote = sign;
    else if (PAIRS[sign] !== undefined) open.push(PAIRS[sign]);
    else if (sign === open.at(-1)) open.pop();
    else if (/[)\]}]/.test(sign) && open.length > 0) return open.at(-1) ?? "";
  }
  if (quote !== "") return quote;
  return (/[{([]\s*$/.test(line) ? open.slice(0, -1) : open).reverse().join("");
}

/** The line with them where it may have ended: a text before the next sign, brackets before what is at the end. */
function closed(line: string): string[] {
  const missing = openIn(line);
  if (missing === "") return [];
  const isText = QUOTES.includes(missing);
  const ends = line.matchAll(isText ? /(?=[,)\]};]|$)/g : /(?=[\s;,:{)\]}]*$)/g);
  return [...ends]
    .map(({ index }) => line.slice(0, index) + missing + line.slice(index))
    .filter((next) => openIn(next) === "");
}

/** A block whose closing line is not there: one put in where the lines are no longer indented. */
function openBlocks({ shown, read }: Scene): Edit[] {
  const source = read.find(({ file }) => file === shown?.file);
  if (source === undefined || source.file.endsWith(".py")) return [];
  const { lines } = source;
  return lines.flatMap((line, at) => {
    if (!/\{\s*$/.test(line)) return [];
    const depth = indentOf(line);
    const found = lines.findIndex(
      (next, place) => place > at && next.trim() !== "" && indentOf(next) <= depth,
    );
    const end = found < 0 ? lines.length : found;
    if (/^\s*\}/.test(lines[end] ?? "")) return [];
    const last = lines.slice(0, end).findLastIndex((next) => next.trim() !== "");
    return [lineAs(source, last, `${lines[last]}\n${" ".repeat(depth)}}`)];
  });
}
