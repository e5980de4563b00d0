// course/readme/diff · a ```diff block is an edit of the file it names, which a learner can make.

/** Lines of the file, and the lines that replace them. */
interface Edit {
  before: string;
  after: string;
}

const SKIP = "…";

/**
 * Lines that begin with a space or `-` are in the file; lines that begin with a space or `+` replace them.
 * A line `…` separates two places.
 */
function editsOf(block: string[]): Edit[] {
  const places: string[][] = [[]];
  for (const line of block) {
    if (line === SKIP) places.push([]);
    else places.at(-1)?.push(line);
  }
  return places.map((lines) => ({ before: having(" -", lines), after: having(" +", lines) }));
}

const having = (signs: string, lines: string[]) =>
  lines
    .filter((line) => signs.includes(line.charAt(0)))
    .map((line) => `${line.slice(1)}\n`)
    .join("");

/** Why the edit cannot be made in the source, or undefined when there is just one place for each part. */
export function wrongEdit(block: string[], source: string): string | undefined {
  if (block.some((line) => line !== SKIP && !/^[-+ ]/.test(line)))
    return "has a line without +, - or a space in front";
  for (const { before, after } of editsOf(block)) {
    if (before === after) return "changes nothing";
    const places = before === "" ? 0 : splitAt(before, source).length - 1;
    if (places !== 1)
      return `belongs to ${places === 0 ? "no place" : `${places} places`} of the file`;
  }
  return undefined;
}

/** The source after the edit. Throws what `wrongEdit` says. */
export function edited(block: string[], source: string): string {
  const wrong = wrongEdit(block, source);
  if (wrong !== undefined) throw new Error(`The diff ${wrong}.`);
  return editsOf(block).reduce(
    (text, { before, after }) => splitAt(before, text).join(`\n${after}`).slice(1),
    source,
  );
}

/** What stands around whole lines; each part but the first begins at a line's start. */
const splitAt = (lines: string, source: string) => `\n${source}`.split(`\n${lines}`);
