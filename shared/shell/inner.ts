// shared/shell/inner · everything that a line may run: also after `env`, after `find -exec` and in `bash -c '…'`.
import { readShellLine, type SeenCommand, type ShellLine } from "./line.ts";
import { baseOf, runsItsArguments, runsLines } from "./programs.ts";

/** How many inner lines (as in `bash -c`), or words after a wrapper, are looked at. */
const MAX_INNER = 50;
const EXEC = /^-(exec|execdir|ok|okdir)$/;

/** What one line may run and write. */
export interface Run {
  commands: SeenCommand[];
  writes: string[];
}

/**
 * The commands and written files of a line, also in parts that were not understood; then those of each line that a
 * shell in it may run. After a wrapper, the search for a command ends at a program that `isPlain`: one that does not
 * run its arguments.
 */
export function* everyRun(line: ShellLine, isPlain: (program: string) => boolean): Generator<Run> {
  const lines = [line];
  const known = new Set<string>();
  for (const { seen, seenWrites } of lines) {
    const commands = seen.flatMap((words) => withInner(words, isPlain));
    yield { commands, writes: seenWrites };
    for (const text of commands.flatMap(linesIn)) {
      if (known.has(text) || known.size >= MAX_INNER) continue;
      known.add(text);
      lines.push(readShellLine(text));
    }
  }
}

/** The lines that a shell may run: each of its arguments, and all of them joined, as `eval` does. */
function linesIn([name = "", ...words]: SeenCommand): string[] {
  return runsLines(name) ? [...words, words.join(" ")] : [];
}

/** A command, and the commands that it may run: after a wrapper such as `env`, or after -exec. */
function withInner(words: SeenCommand, isPlain: (program: string) => boolean): SeenCommand[] {
  const starts = new Set([0]);
  for (const start of starts)
    for (const inner of innerStarts(words, start, isPlain)) starts.add(inner);
  return [...starts].map((start) => words.slice(start));
}

/** The positions in the words of a command where another command may begin. */
function innerStarts(
  words: SeenCommand,
  start: number,
  isPlain: (program: string) => boolean,
): number[] {
  const name = words[start] ?? "";
  const later = words.map((_, at) => at).slice(start + 1);
  if (baseOf(name) === "find") return later.filter((at) => EXEC.test(words[at - 1] ?? ""));
  if (!runsItsArguments(name)) return [];
  const plain = later.find((at) => isPlain(baseOf(words[at] ?? "")));
  return later.filter((at) => plain === undefined || at <= plain).slice(0, MAX_INNER);
}
