// practice/brain/project/edit · some lines of a file put in the place of others, and taken back.
import { appendLines, quote, quotePath } from "../shell.ts";
import type { Language, Step } from "../types.ts";
import type { Source } from "./code.ts";
import { tell } from "./tell.ts";

/** Of a file with these lines, `count` lines from `at` on become `next`. */
export interface Edit extends Source {
  at: number;
  count: number;
  next: string[];
}

export const linesAfter = ({ lines, at, count, next }: Edit): string[] =>
  lines.toSpliced(at, count, ...next);

export const takenBack = (edit: Edit): Edit => ({
  ...edit,
  lines: linesAfter(edit),
  count: edit.next.length,
  next: edit.lines.slice(edit.at, edit.at + edit.count),
});

export function editStep(language: Language, edit: Edit): Step {
  const { file } = edit;
  return {
    rule: "edit-file",
    task: tell(language, "change", { file }),
    file,
    call: (offer) => {
      const [old, next] = alone(edit);
      return offer.edit?.(file, old, next, true) ?? offer.shell?.(editCommand(edit));
    },
    say: () => "",
  };
}

/** The old lines and the new ones, with as many around them as the old ones need to stand there once. */
function alone({ lines, at, count, next }: Edit): [old: string, next: string] {
  const text = lines.join("\n");
  let [from, to] = [at, at + count];
  const old = () => lines.slice(from, to).join("\n");
  while (text.split(old()).length !== 2 && to - from < lines.length)
    if (to < lines.length) to++;
    else from--;
  return [old(), [...lines.slice(from, at), ...next, ...lines.slice(at + count, to)].join("\n")];
}

/** A line for the shell that does the same. */
function editCommand({ file, lines, at, count, next }: Edit): string {
  const place = quotePath(file);
  const [first] = next;
  // What was put in behind a line goes again.
  if (count > next.length && first === lines[at])
    return `perl -ni -e 'print unless ${at + 2}..${at + count}' ${place}`;
  if (at + count === lines.length && first === lines[at] && next[1] === "")
    return appendLines(file, next.slice(1).join("\n"));
  const [old, by] = fragment(lines.slice(at, at + count).join("\n"), next.join("\n"));
  const script = `s/${escaped(old)}/${escaped(by)}/ if $. == ${at + 1}`;
  return `perl -pi -e ${quote(script)} ${place}`;
}

/** What differs, with the words around it, so that a person sees what it is about. */
function fragment(old: string, next: string): [old: string, next: string] {
  let from = 0;
  while (from < old.length && old[from] === next[from]) from++;
  let end = 0;
  const most = Math.min(old.length, next.length) - from;
  while (end < most && old.at(-1 - end) === next.at(-1 - end)) end++;
  const start = /[\w.]+\s?\S{0,2}$/.exec(old.slice(0, from))?.index ?? from;
  const rest = /^\s?[\w.]+/.exec(old.slice(old.length - end))?.[0].length ?? 0;
  const part = old.slice(start, old.length - end + rest);
  if (part.trim() === "" || old.indexOf(part) !== start) return [old, next];
  return [part, next.slice(start, next.length - end + rest)];
}

const escaped = (text: string) => text.replace(/[^\w\s<>=,;:'"-]/g, "\\$&").replaceAll("\n", "\\n");
