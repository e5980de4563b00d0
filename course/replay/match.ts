// course/replay/match · the lines a README expects against the lines that were printed.
import { GAP } from "./readme.ts";

/** What the `<names>` of a session stand for so far. */
export type Bindings = ReadonlyMap<string, string>;

export type Match =
  | { kind: "match"; bindings: Bindings; used: number }
  | {
      kind: "differs";
      /** The expected line that was not found; the number of them when something else was left. */
      expected: number;
      /** The printed line in its place. */
      printed: number;
      /** With more printed lines it could still be a match. */
      open: boolean;
    };

interface Search {
  expected: string[];
  printed: string[];
  whole: boolean;
  /** How far each way of matching got; the first of those that got farthest. */
  farthest: { expected: number; printed: number };
  open: boolean;
  failed: Set<string>;
}

const PIECE = /(…|<[a-z][\w-]*>)/;

/**
 * The bindings after a printed line was found to be the expected one; undefined when it is not.
 * In the expected line `…` stands for any characters and `<name>` for some without a space, each time
 * the same ones. Blanks at the end of a line are invisible in a README and do not count.
 */
export function matchLine(pattern: string, line: string, bindings: Bindings): Bindings | undefined {
  const names: string[] = [];
  const source = pattern
    .trimEnd()
    .split(PIECE)
    .map((piece) => {
      if (piece === GAP) return "[\\s\\S]*";
      if (!/^<[a-z][\w-]*>$/.test(piece)) return literally(piece);
      const value = bindings.get(piece);
      if (value !== undefined) return literally(value);
      if (names.includes(piece)) return `\\${names.indexOf(piece) + 1}(?!\\d)`;
      names.push(piece);
      return "(\\S+?)";
    });
  const found = new RegExp(`^${source.join("")}$`).exec(line.trimEnd());
  if (found === null) return undefined;
  return new Map([...bindings, ...names.map((name, at) => [name, found[at + 1] ?? ""] as const)]);
}

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/**
 * Matches expected lines with printed ones; an expected line `…` stands for any number of them, none included.
 * With `whole` every printed line must be used, else the first ones: `used` says how many.
 */
export function matchLines(
  expected: string[],
  printed: string[],
  bindings: Bindings,
  whole: boolean,
): Match {
  const farthest = { expected: 0, printed: 0 };
  const search: Search = { expected, printed, whole, farthest, open: false, failed: new Set() };
  const found = walk(search, 0, 0, bindings);
  return found ?? { kind: "differs", ...search.farthest, open: search.open };
}

function walk(search: Search, at: number, next: number, bindings: Bindings): Match | undefined {
  const { expected, printed, whole, failed } = search;
  const key = JSON.stringify([at, next, ...bindings]);
  if (failed.has(key)) return undefined;
  failed.add(key);
  const pattern = expected[at];
  const line = printed[next];
  if (pattern?.trim() === GAP) {
    const skipped = walk(search, at + 1, next, bindings);
    return skipped ?? (line === undefined ? undefined : walk(search, at, next + 1, bindings));
  }
  if (pattern === undefined && !(whole && line !== undefined)) {
    return { kind: "match", bindings, used: next };
  }
  if (at > search.farthest.expected || at + next === 0) {
    search.farthest = { expected: at, printed: next };
  }
  if (pattern !== undefined && line === undefined) search.open = true;
  if (pattern === undefined || line === undefined) return undefined;
  const bound = matchLine(pattern, line, bindings);
  return bound && walk(search, at + 1, next + 1, bound);
}

/** The place of a difference in words: what was expected there, and what was printed instead. */
export function describeDifference(
  expected: string[],
  printed: string[],
  match: Extract<Match, { kind: "differs" }>,
): { expected: string; printed: string } {
  const rest = printed.slice(match.printed);
  const more = rest.length > 1 ? ` (and ${rest.length - 1} more)` : "";
  const wanted = expected[match.expected];
  if (wanted === undefined) return { expected: "(nothing more)", printed: `${rest[0]}${more}` };
  if (rest.length === 0) return { expected: wanted, printed: "(nothing more)" };
  const isAfterGap = expected[match.expected - 1]?.trim() === GAP;
  if (!isAfterGap || rest.length === 1) return { expected: wanted, printed: rest[0] ?? "" };
  return { expected: wanted, printed: `${rest.join("\n")}\n(it is none of these lines)` };
}
