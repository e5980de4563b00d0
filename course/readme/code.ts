// course/readme/code · a ```ts block is consecutive lines of the file it names.

/** The line of a block that means: some lines are left out here. It may say what follows: `// … in run():`. */
const SKIP = /^\s*\/\/ …/;
/** A mark at the end of a line, to which the text below the block refers; it is not in the file. */
const CALL_OUT = /\s*\/\/ [①-⑨]+\s*$/;

/** A block as the file has it: without call-outs, and without words behind `// …`. */
export const plainLines = (block: string[]): string[] =>
  block.map((line) => (SKIP.test(line) ? line.replace(/….*$/, "…") : line.replace(CALL_OUT, "")));

/**
 * Whether the lines of a page's block stand in the source in this order, a common indent removed; `// …` skips forward.
 * Gives the index of the first block line that does not, or undefined when all do.
 */
export function firstStrayLine(page: string[], source: string[]): number | undefined {
  const block = plainLines(page);
  if (block.every((line) => line.trim() === "" || SKIP.test(line))) return 0;
  let best = 0;
  for (const indent of indentsOf(block, source)) {
    const reached = reach(
      block.map((line) => indented(line, indent)),
      source,
    );
    if (reached === block.length) return undefined;
    best = Math.max(best, reached);
  }
  return best;
}

/** Every indent that may have been removed: what some line of the source has before a block line. */
export function indentsOf(block: string[], source: string[]): Set<number> {
  const first = block.find((line) => line.trim() !== "" && !SKIP.test(line)) ?? "";
  const found = source.filter((line) => line.endsWith(first) && line.trim() === first.trim());
  return new Set(found.map((line) => line.length - first.length));
}

export const indented = (line: string, indent: number): string =>
  line.trim() === "" ? "" : " ".repeat(indent) + line;

/** How many lines of the block can be placed. */
function reach(block: string[], source: string[]): number {
  const parts = splitAtSkips(block);
  let best = 0;
  let from = 0;
  for (const { lines, start } of parts) {
    let placed = -1;
    // After a skip at least one line is left out.
    for (let at = start === 0 ? 0 : from + 1; at < source.length && placed < 0; at++) {
      const same = sameLines(lines, source, at);
      best = Math.max(best, start + same);
      if (same === lines.length) placed = at;
    }
    if (placed < 0) return best;
    from = placed + lines.length;
  }
  return block.length;
}

export function splitAtSkips(block: string[]) {
  const parts: { lines: string[]; start: number }[] = [{ lines: [], start: 0 }];
  for (const [at, line] of block.entries()) {
    if (SKIP.test(line)) parts.push({ lines: [], start: at + 1 });
    else parts.at(-1)?.lines.push(line);
  }
  return parts.filter(({ lines }) => lines.length > 0);
}

export function sameLines(lines: string[], source: string[], at: number): number {
  const stray = lines.findIndex((line, index) => line !== source[at + index]?.trimEnd());
  return stray < 0 ? lines.length : stray;
}
