// shared/text · texts for a line on the screen, and tables of words.

const USUAL_LENGTH = 200;

/** The words of a text with one space between them: for a table that reads as words and not as code. */
export const list = (words: string): string[] => words.split(" ");

/** A text as one line: white space becomes single spaces, and after `max` characters comes "…". */
export function oneLine(text: string, max = USUAL_LENGTH): string {
  const line = text.trim().replaceAll(/\s+/g, " ").toWellFormed();
  return line.length > max ? `${line.slice(0, max).toWellFormed()}…` : line;
}

/** A long text without its middle. The share `head` of the `max` characters comes from its beginning. */
export function withoutMiddle(text: string, max: number, head = 0.7): string {
  const rest = text.length - max;
  if (rest <= 0) return text.toWellFormed();
  const [first, last] = [Math.floor(max * head), Math.floor(max * (1 - head))];
  const gap = ` … (${rest} characters left out) … `;
  return `${text.slice(0, first).toWellFormed()}${gap}${text.slice(-last).toWellFormed()}`;
}

/** The same lines in another order: the first of each kind before all others. */
export function eachKindFirst(lines: string[], kindOf: (line: string) => unknown): string[] {
  const kinds = lines.map(kindOf);
  const first = lines.filter((_, at) => kinds.indexOf(kinds[at]) === at);
  return [...new Set([...first, ...lines])];
}

/**
 * The text with characters that have no width, such as a zero-width space, as `\u{200b}`, and with those that a terminal
 * may obey as `\u{1b}`: it would take what stands after one of them for a title, and not show it.
 */
export const withInvisible = (text: string): string =>
  text.replaceAll(INVISIBLE, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`);

/** The tab and the line feed stay as they are. */
const INVISIBLE = /(?![\t\n])[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}\ufff9-\ufffb]/gu;

/** The lines of a list of which at most `max` are shown; the last line then says how many more there are. */
export function capped(
  lines: string[],
  max: number,
  more = (rest: number) => `… and ${rest} more`,
) {
  const rest = lines.length - max;
  return rest > 0 ? [...lines.slice(0, max), more(rest)] : lines;
}

const UNITS = ["bytes", "KB", "MB", "GB"];

/** A size in words: 131072 is "128 KB". Whole numbers from 10 on, one decimal below. */
export function sizeInWords(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1);
  const size = bytes / 1024 ** power;
  const digits = size < 10 && !Number.isInteger(size) ? 1 : 0;
  return `${size.toFixed(digits)} ${UNITS[power]}`;
}

const AGES = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
  [1000, "s"],
] as const;

/** How long ago something was, in its largest whole unit: 90,000 ms are "1 min ago". */
export function ageInWords(ms: number): string {
  const [size, unit] = AGES.find(([one]) => ms >= one) ?? [1000, "s"];
  return `${Math.max(0, Math.floor(ms / size))} ${unit} ago`;
}
