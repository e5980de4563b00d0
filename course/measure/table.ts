// course/measure/table · the claims and their measurements as a table for a person.
import { type Case, DESIGNS, type Row, verdictOf } from "./row.ts";

const CLAIM = 27;
const WIDTH = 98;
const GAP = "  ";

/** The table, and below it how each row was measured, and why it is as it is. */
export const tableOf = (rows: Row[]): string =>
  [linesOf(rows), "", ...rows.flatMap((row) => [...noteOf(row), ""])].flat().join("\n").trimEnd();

/** Three columns: the claim and whose it is, the cases, and what follows from them. */
function linesOf(rows: Row[]): string[] {
  const cases = rows.map(({ cases }) => cases);
  const width = Math.max(...cases.flat().map(({ when }) => when.length));
  const figures = Math.max(...cases.flat().map(({ figure }) => figure.length));
  const middle = width + GAP.length + figures + GAP.length + 3;
  const head = lineOf(["claim", "measured", "result"], middle);
  const body = rows.flatMap((row) => ["", ...rowLines(row, { width, figures, middle })]);
  return [head, ...body];
}

interface Widths {
  /** Of what a case is about, of its figure, and of the whole column. */
  width: number;
  figures: number;
  middle: number;
}

function rowLines(row: Row, widths: Widths): string[] {
  const left = [...wrapped(`${row.id} ${row.claim}`, CLAIM), ...wrapped(`(${row.by})`, CLAIM)];
  const cases = row.cases.map((one) => caseLine(one, widths));
  const count = Math.max(left.length, cases.length, 1);
  return Array.from({ length: count }, (_, at) => {
    const verdict = at === 0 ? verdictOf(row) : "";
    return lineOf([left[at] ?? "", cases[at] ?? "", verdict], widths.middle);
  });
}

const caseLine = ({ when, figure, isMet }: Case, { width, figures }: Widths): string =>
  [when.padEnd(width), figure.padStart(figures), isMet ? "yes" : "no"].join(GAP);

const lineOf = ([left = "", middle = "", right = ""]: string[], width: number): string =>
  [left.padEnd(CLAIM), middle.padEnd(width), right].join(GAP).trimEnd();

function noteOf(row: Row): string[] {
  const verdict = verdictOf(row);
  const why = row.why === "" ? [] : [`${verdict}: ${row.why}`];
  const [first = "", ...rest] = [row.how, ...why].flatMap((text) => wrapped(text, WIDTH - 5));
  return [`${row.id.padEnd(3)}${GAP}${first}`, ...rest.map((line) => `     ${line}`)];
}

/** Lines of at most `width` characters that end between words. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Whose claims these are, and which claims are not here yet. */
export const LEGEND = [
  ...Object.entries(DESIGNS).map(([name, words]) => `${name}: ${words}.`),
  "The numbers are those of the designs' points.",
  "yes, no: whether it is as much as was claimed, in this case.",
  "Tokens are estimates of shared/tokens.ts, cached ones are counted by the practice API.",
  "The figures about daily notes, heartbeats and inner tools come with their chapters.",
].join("\n");
