// practice/json/patternText · whether a text has a pattern in it, in a time that does not explode, and texts that have it.
import { type Part, readPattern } from "./pattern.ts";

/** Longer texts are not compared, and none are made: the time grows with the square of the length. */
const LONGEST = 400;
/** So many ways to make a text are tried. */
const MOST_WAYS = 60;

/** Whether the pattern is somewhere in the text. True for what is not looked at: a pattern with back references, a long text. */
export function hasPattern(pattern: string, text: string): boolean {
  const part = readPattern(pattern);
  const chars = [...text];
  if (part === undefined || chars.length > LONGEST) return true;
  return contains(part, chars);
}

function contains(part: Part, chars: string[]): boolean {
  const walk = createWalk(chars);
  for (let at = 0; at <= chars.length; at++) if (walk(part, at).size > 0) return true;
  return false;
}

type Walk = (part: Part, at: number) => ReadonlySet<number>;

/** Where a part may end that begins at a place: all ends at once, each pair of part and place only once. */
function createWalk(chars: string[]): Walk {
  const known = new Map<Part, Map<number, ReadonlySet<number>>>();
  const walk: Walk = (part, at) => {
    const ends = known.get(part) ?? new Map<number, ReadonlySet<number>>();
    known.set(part, ends);
    const found = ends.get(at) ?? endsOf(part, at);
    ends.set(at, found);
    return found;
  };
  const from = (part: Part, starts: ReadonlySet<number>): Set<number> =>
    new Set([...starts].flatMap((start) => [...walk(part, start)]));

  function endsOf(part: Part, at: number): ReadonlySet<number> {
    if (part.kind === "set")
      return new Set(at < chars.length && part.test(chars[at] ?? "") ? [at + 1] : []);
    if (part.kind === "edge") return new Set(isEdge(part.edge, chars, at) ? [at] : []);
    if (part.kind === "choice") return new Set(part.parts.flatMap((one) => [...walk(one, at)]));
    if (part.kind === "repeat") return repeatEnds(part, at);
    if (part.kind === "look") return new Set(isSeen(part, at) !== part.isNegative ? [at] : []);
    return part.parts.reduce<ReadonlySet<number>>(
      (starts, one) => from(one, starts),
      new Set([at]),
    );
  }

  function isSeen({ part, isBehind }: Extract<Part, { kind: "look" }>, at: number): boolean {
    if (!isBehind) return walk(part, at).size > 0;
    return chars.slice(0, at + 1).some((_, start) => walk(part, start).has(at));
  }

  function repeatEnds(repeat: Extract<Part, { kind: "repeat" }>, at: number): Set<number> {
    let starts = new Set([at]);
    // More rounds than characters change nothing: only empty ones are left.
    const rounds = (count: number) => Math.min(count, chars.length + 1);
    for (let round = 0; round < rounds(repeat.least); round++) starts = from(repeat.part, starts);
    const ends = new Set(starts);
    for (let round = repeat.least; round < repeat.most && starts.size > 0; round++) {
      starts = new Set([...from(repeat.part, starts)].filter((end) => !ends.has(end)));
      for (const end of starts) ends.add(end);
    }
    return ends;
  }

  return walk;
}

function isEdge(edge: string, chars: string[], at: number): boolean {
  if (edge === "start") return at === 0;
  if (edge === "end") return at === chars.length;
  const isWord = (index: number) => /\w/.test(chars[index] ?? "");
  return (isWord(at - 1) !== isWord(at)) === (edge === "word");
}

/** Texts with the pattern in them, the shortest first; at least and at most so many characters long. */
export function* textsOf(pattern: string, least: number, most: number): Generator<string> {
  const part = readPattern(pattern);
  if (part === undefined || least > LONGEST) return;
  const seen = new Set<string>();
  for (let way = 0; way < MOST_WAYS; way++) {
    for (const need of [0, least, least + way]) {
      for (const text of padded(part, need, way, least)) {
        const chars = [...text];
        const isNew = !seen.has(text) && chars.length >= least && chars.length <= most;
        seen.add(text);
        if (isNew && chars.length <= LONGEST && contains(part, chars)) yield text;
      }
    }
  }
}

/** A text as it is made, with what it must look ahead to in front, and filled up on either side. */
function padded(part: Part, need: number, way: number, least: number): string[] {
  const text = made(part, need, way);
  const looks = (isBehind: boolean) =>
    looksIn(part, isBehind)
      .map((look) => made(look, 0, way))
      .join("");
  const ahead = looks(false);
  const mixed = ahead + text.slice(ahead.length);
  return [text, mixed, looks(true) + text].flatMap((one) => [
    one,
    one.padEnd(least, "x"),
    one.padStart(least, "x"),
  ]);
}

/** What the text must have behind a place, or before it. */
function looksIn(part: Part, isBehind: boolean): Part[] {
  if (part.kind === "look") return part.isNegative || part.isBehind !== isBehind ? [] : [part.part];
  return part.kind === "sequence" ? part.parts.flatMap((one) => looksIn(one, isBehind)) : [];
}

/** A text for the part, at least `need` characters long where it can be; `way` counts through its choices. */
function made(part: Part, need: number, way: number): string {
  if (part.kind === "set") return part.samples[way % Math.max(1, part.samples.length)] ?? "";
  if (part.kind === "choice") {
    const first = made(part.parts[way % part.parts.length] ?? part, need, way);
    if (first.length >= need) return first;
    const others = part.parts.map((one) => made(one, need, way));
    return others.find((text) => text.length >= need) ?? first;
  }
  if (part.kind === "repeat") return repeatedText(part, need, way);
  if (part.kind !== "sequence") return "";
  const texts = part.parts.map((one, at) => made(one, 0, way === 0 ? 0 : way + at));
  let lack = need - texts.join("").length;
  return part.parts
    .map((one, at) => {
      const short = texts[at] ?? "";
      const text = lack > 0 ? made(one, short.length + lack, way) : short;
      lack -= text.length - short.length;
      return text;
    })
    .join("");
}

function repeatedText(
  { part, least, most }: Extract<Part, { kind: "repeat" }>,
  need: number,
  way: number,
): string {
  let text = "";
  for (let round = 0; round < Math.min(most, LONGEST); round++) {
    if (round >= least && text.length >= need) break;
    const next = made(part, round + 1 < least ? 0 : Math.min(need - text.length, 1), way + round);
    if (next === "" && round >= least) break;
    text += next;
  }
  return text;
}
