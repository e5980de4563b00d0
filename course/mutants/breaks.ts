// course/mutants/breaks · the section "Break it" of a chapter's page: its edit, and the promises that it says are broken.
import { edited } from "../readme/diff.ts";
import { parseReadme, sectionsOf } from "../readme/parse.ts";
import { BREAK_IT, SECTIONS } from "../readme/sections.ts";
import { type Mutant, mutated } from "./mutants.ts";

/** What an English page says. */
export interface PageBreak {
  /** Where its diff begins, or where the page does when there is none. */
  line: number;
  /** The file it edits, and the lines of its diff. */
  file?: string;
  diff: string[];
  /** The sentences of the lines of a report that it quotes, in a block or in the prose. */
  promises: string[];
}

/** Reads the section of a page. */
export function breakOn(page: string): PageBreak {
  const readme = parseReadme(page);
  const section = sectionsOf(readme).find(({ text }) => text === SECTIONS.en[BREAK_IT]);
  const isInside = ({ line }: { line: number }) =>
    section !== undefined && line > section.line && line < section.end;
  const blocks = readme.blocks.filter(isInside);
  const diff = blocks.find(({ language }) => language === "diff");
  const prose = readme.prose.filter(isInside).flatMap(({ text }) => codeIn(text));
  const quoted = [...blocks.flatMap(({ lines }) => lines), ...prose];
  return {
    line: diff?.line ?? 1,
    ...(diff && { file: diff.info }),
    diff: diff?.lines ?? [],
    promises: quoted.flatMap((line) => /^! failed {2}(.*)$/.exec(line)?.[1] ?? []),
  };
}

const codeIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);

/** What the page and the list say differently; undefined when they agree. `source` is the text of the edited file. */
export function wrongBreak(
  { file, diff, promises }: PageBreak,
  mutant: Mutant | undefined,
  { numbering, source }: { numbering: readonly string[]; source: string },
): string | undefined {
  if (file === undefined) return "has no diff under Break it";
  if (mutant === undefined) return 'shows an edit that no entry with "onPage" has';
  if (file !== mutant.file || edited(diff, source) !== mutated(source, mutant))
    return `shows another edit than the entry "${mutant.breaks}"`;
  const named = (mutant.onPage ?? []).map((number) => numbering[number - 1]);
  if (promises.join("\n") !== named.join("\n"))
    return `quotes other promises than ${(mutant.onPage ?? []).join(", ")} of the entry "${mutant.breaks}"`;
  return undefined;
}
