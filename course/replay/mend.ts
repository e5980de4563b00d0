// course/replay/mend · the lines a README should have, and the edits that put them there.
import { type Bindings, matchLine } from "./match.ts";
import { actionOf, GAP } from "./readme.ts";

/** Lines of a README that are to be replaced; `line` counts from 1 in the README as it was read. */
export interface Edit {
  line: number;
  removed: string[];
  added: string[];
}

/** What is done with the next expected line and the next printed one. */
type Move = "keep" | "cover" | "pass" | "replace" | "insert" | "drop";

/** Chosen so that a changed line is replaced, and never swallowed by a `…` beside it. */
const COSTS: Record<Move, number> = { keep: 0, cover: 0, pass: 0, replace: 3, insert: 2, drop: 4 };
const STEPS: Record<Move, readonly [number, number]> = {
  keep: [1, 1],
  cover: [0, 1],
  pass: [1, 0],
  replace: [1, 1],
  insert: [0, 1],
  drop: [1, 0],
};

/**
 * The expected lines, mended so that the printed ones match: lines that still match and `…` lines stay,
 * the others are replaced by what was printed. What a name is known to stand for is written as the name,
 * and a `tokens:` line, an estimate, as `…`.
 */
export function mend(
  expected: string[],
  printed: string[],
  bindings: Bindings,
): { lines: string[]; bindings: Bindings } {
  const lines: string[] = [];
  let known = bindings;
  let at = 0;
  let next = 0;
  const plan = cheapest(expected, printed, bindings);
  for (let move = plan(at, next); move !== undefined; move = plan(at, next)) {
    const [pattern = "", line = ""] = [expected[at], printed[next]];
    if (move === "keep") known = matchLine(pattern, line, known) ?? known;
    if (move === "keep" || move === "pass") lines.push(pattern);
    if (move === "replace" || move === "insert") lines.push(written(line, known));
    const [down, right] = STEPS[move];
    at += down;
    next += right;
  }
  const isRepeated = (line: string, index: number) => line === GAP && lines[index - 1] === GAP;
  return { lines: lines.filter((line, index) => !isRepeated(line, index)), bindings: known };
}

/** For every position the first move of the cheapest way to the end; undefined at the end. */
function cheapest(expected: string[], printed: string[], bindings: Bindings) {
  const width = printed.length + 1;
  const costs: number[] = [];
  const moves: (Move | undefined)[] = [];
  for (let at = expected.length; at >= 0; at--) {
    for (let next = printed.length; next >= 0; next--) {
      const place = at * width + next;
      costs[place] = at === expected.length && next === printed.length ? 0 : Infinity;
      for (const move of possible(expected[at], printed[next], bindings)) {
        const [down, right] = STEPS[move];
        const cost = COSTS[move] + (costs[place + down * width + right] ?? Infinity);
        if (cost >= (costs[place] ?? Infinity)) continue;
        costs[place] = cost;
        moves[place] = move;
      }
    }
  }
  return (at: number, next: number) => moves[at * width + next];
}

function possible(
  pattern: string | undefined,
  line: string | undefined,
  bindings: Bindings,
): Move[] {
  if (pattern === undefined) return line === undefined ? [] : ["insert"];
  if (pattern.trim() === GAP) return line === undefined ? ["pass"] : ["pass", "cover"];
  if (line === undefined) return ["drop"];
  const isSame = matchLine(pattern, line, bindings) !== undefined;
  return [isSame ? "keep" : "replace", "insert", "drop"];
}

/** A printed line as a README has it; one that would read as something typed begins with `…`. */
function written(line: string, bindings: Bindings): string {
  if (line.startsWith("tokens: ")) return GAP;
  if (isAsked(line)) return line;
  const named = [...bindings].reduce((text, [name, value]) => withName(text, name, value), line);
  const reads = actionOf(named) !== undefined || /^ *(```|~~~)/.test(named);
  return (reads ? `${GAP}${named}` : named).trimEnd();
}

/** A question that the README does not answer was answered no; it is written as a line with that answer. */
const isAsked = (line: string) => line.startsWith("? ") && line.endsWith(": n");

/** A short value could also be part of another word. */
const withName = (text: string, name: string, value: string) =>
  value.length < 3 ? text : text.split(value).join(name);

/** The text with the edits in it, and every other byte as it was. */
export function applyEdits(text: string, edits: Edit[]): string {
  const lines = text.split("\n");
  const end = lines[0]?.endsWith("\r") ? "\r" : "";
  const fromBelow = edits.toSorted((a, b) => b.line - a.line);
  for (const { line, removed, added } of fromBelow) {
    lines.splice(line - 1, removed.length, ...added.map((text) => `${text}${end}`));
  }
  return lines.join("\n");
}

/** An edit as a diff, without the lines that stay as they are at its ends. */
export function showEdit(file: string, { line, removed, added }: Edit): string[] {
  const most = Math.min(removed.length, added.length);
  let head = 0;
  while (head < most && removed[head] === added[head]) head++;
  let tail = 0;
  while (tail < most - head && removed.at(-1 - tail) === added.at(-1 - tail)) tail++;
  const cut = (lines: string[]) => lines.slice(head, lines.length - tail);
  return [
    `${file}:${line + head}`,
    ...cut(removed).map((text) => `- ${text}`),
    ...cut(added).map((text) => `+ ${text}`),
  ];
}
