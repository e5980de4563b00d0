// course/generate/readmeParts · the parts of the READMEs that are made from the code: what changed, and the tables of chapters.
import { join } from "node:path";
import { type Language, readmeName } from "../base/languages.ts";
import { sayIn } from "../base/say.ts";
import type { Comparison, FileChange } from "../chapters/compare.ts";
import { percent } from "../chapters/compare.ts";
import { draftsOf } from "../chapters/drafts.ts";
import { codeSize, fullLines, linesOf, textOf, toolsOf, WHY_MORE } from "../chapters/files.ts";
import { countSpecs } from "../chapters/specs.ts";
import { shareOf } from "../mutants/mutants.ts";
import { type Joins, joinsOf } from "./joins.ts";

/** A share in percent: only in English is a space before the sign. */
const shareIn = (share: number, language: Language) =>
  language === "en" ? percent(share) : percent(share).replace(" ", "");

function linesIn(count: number, language: Language): string {
  const say = sayIn(language);
  return count === 1 ? say`1 line` : say`${count} lines`;
}

function carriedIn(count: number, language: Language): string {
  const say = sayIn(language);
  if (count === 0) return say`No file is carried byte for byte.`;
  if (count === 1) return say`1 file is carried byte for byte.`;
  return say`${count} files are carried byte for byte.`;
}

/** What stands between the `changes` marks of a chapter's README. */
export function changesText(comparison: Comparison, language: Language): string {
  const say = sayIn(language);
  const { before, chapter, figures, files } = comparison;
  const moved = files.filter(({ kind }) => kind !== "same").sort(byKind);
  const tools = newTools(comparison);
  const names = tools.map((name) => code([name])).join(say`, `);
  const toolText = tools.length === 1 ? say`New tool: ${names}` : say`New tools: ${names}`;
  if (!before) {
    const sizes = moved.map(({ file, added }) => say`\`${file}\` (${linesIn(added, language)})`);
    const all = say`This is the first chapter, so all of it is new: ${sizes.join(say`, `)}.`;
    return tools.length > 0 ? say`${all} ${toolText}.` : all;
  }
  const items = moved.map((change) => `- ${changeText(change, comparison, language)}`);
  if (tools.length > 0) items.push(`- ${toolText}`);
  const why = chapter.manifest.changes[WHY_MORE]?.[language];
  if (why) items.push(say`- More changes than usual: ${why}`);
  const diff = `npm run course -- diff ${before.short} ${chapter.short}`;
  const run = `npx tsx ${chapter.name}/code.ts`;
  const joins = joinsTable(ownJoins(comparison), language);
  const carried = carriedIn(figures.same, language);
  const same = say`${carried} \`${diff}\` shows every line. In the course's folder, \`${run}\` runs the chapter without npm.`;
  return [...items, "", same, ...joins].join("\n").trim();
}

/** The mechanisms that a chapter brings, or joins in more places than the chapter before did. */
function ownJoins({ before, chapter }: Comparison): Joins[] {
  const old = new Set(joinsOf(before).map((one) => JSON.stringify(one)));
  return joinsOf(chapter).filter((one) => !old.has(JSON.stringify(one)));
}

/** What stands between the `joins` marks of docs/map: the mechanisms of the newest chapter, and where each joins. */
export const allJoins = (comparisons: Comparison[], language: Language): string =>
  joinsTable(joinsOf(comparisons.at(-1)?.chapter), language)
    .join("\n")
    .trim();

/** Mechanisms and where each joins; nothing before there are hooks. */
function joinsTable(joins: Joins[], language: Language): string[] {
  if (joins.length === 0) return [];
  const rows = joins.map(({ name, tools, events, commands }) => {
    const slashed = commands.map((command) => `/${command}`);
    return [[name], tools, events, slashed].map(code);
  });
  const head = sayIn(language)`| mechanism | tools | events | commands |`;
  return ["", ...table(head, "|---|---|---|---|", rows)];
}

const code = (names: string[]) => [...new Set(names)].map((name) => `\`${name}\``).join(" ");

/** The lines of a table: its head, how its columns stand, and its rows, where an empty cell is one space. */
const table = (head: string, columns: string, rows: string[][]): string[] => [
  head,
  columns,
  ...rows.map((cells) => row(cells).replaceAll(/ {2,}/g, " ")),
];

const row = (cells: (string | number)[]) => `| ${cells.join(" | ")} |`;

const ORDER = { added: 0, changed: 1, dropped: 2, same: 3 } as const;

/** New files first, code.ts last: it is wiring. */
function byKind(a: FileChange, b: FileChange): number {
  const rank = ({ file, kind }: FileChange) => (file === "code.ts" ? 9 : ORDER[kind]);
  return rank(a) - rank(b) || (a.file < b.file ? -1 : 1);
}

function changeText(change: FileChange, { chapter }: Comparison, language: Language): string {
  const say = sayIn(language);
  const { file, kind, added, deleted } = change;
  const why = chapter.manifest.changes[file]?.[language];
  const sentence = why ? say`: ${why}` : "";
  const lines = linesIn(linesOf(textOf(chapter, file)).length, language);
  if (kind === "added") return say`\`${file}\` is new, ${lines}` + sentence;
  if (kind === "dropped") return say`\`${file}\` is gone` + sentence;
  return `\`${file}\` (+${added} −${deleted})${sentence}`;
}

/** Tools that the chapter before does not declare. */
function newTools({ before, chapter }: Comparison): string[] {
  const old = new Set(toolsOf(before));
  return [...new Set(toolsOf(chapter))].filter((name) => !old.has(name));
}

/** What stands between the `chapters` marks of the root's README. */
export function chaptersTable(comparisons: Comparison[], root: string, language: Language): string {
  const rows = comparisons.map((comparison) => {
    const { chapter, figures } = comparison;
    return [
      `[${chapter.name}](${chapter.name}/${readmeName(language)})`,
      chapter.manifest.description[language],
      ideaOf(comparison, root),
      String(codeSize(chapter)),
      figures.kept === undefined ? "" : shareIn(figures.kept, language),
      code(newTools(comparison)),
    ];
  });
  const say = sayIn(language);
  const head = say`| chapter | what it adds | lines in the first draft | lines in its folder | old lines kept | new tools |`;
  return table(head, "|---|---|--:|--:|--:|---|", rows).join("\n");
}

/** The size of a chapter's idea: the lines of its first draft, with a link to it; without drafts all new lines. */
function ideaOf({ chapter, figures }: Comparison, root: string): string {
  const [draft] = draftsOf(join(root, chapter.name));
  if (draft === undefined) return String(figures.new);
  return `[${fullLines(textOf(chapter, draft.file))}](${chapter.name}/${draft.file})`;
}

/** What stands between the `map` marks of docs/map: what each chapter brings, and where that joins the loop. */
export function mapTable(comparisons: Comparison[], language: Language): string {
  const rows = comparisons.map((comparison) => {
    const { before, chapter, figures, files } = comparison;
    const added = files.filter(({ kind }) => kind === "added" || !before).map(({ file }) => file);
    const old = new Map(joinsOf(before).map((one) => [one.name, one]));
    const joins = joinsOf(chapter).flatMap(({ name, events, commands }) => {
      const known = old.get(name);
      return [
        ...events.filter((event) => !known?.events.includes(event)),
        ...commands.filter((one) => !known?.commands.includes(one)).map((one) => `/${one}`),
      ];
    });
    const link = `[${chapter.short}](../../${chapter.name}/${readmeName(language)})`;
    return [link, code(added), String(figures.new), code(newTools(comparison)), code(joins)];
  });
  const say = sayIn(language);
  const head = say`| chapter | new files | new lines | new tools | joins the loop by |`;
  return table(head, "|---|---|--:|---|---|", rows).join("\n");
}

/** How many tests each chapter's spec has. */
export function specsTable(comparisons: Comparison[], language: Language): string {
  const tests = comparisons.map(({ chapter }) => countSpecs([chapter]).tests);
  return byChapter(comparisons, language, [[sayIn(language)`tests of its spec`, ...tests]]);
}

/** How many planted mistakes each chapter has, and how many of them its spec finds. */
export function mutantsTable(comparisons: Comparison[], root: string, language: Language): string {
  const shares = comparisons.map(({ chapter }) => shareOf(chapter.name, root));
  const say = sayIn(language);
  return byChapter(comparisons, language, [
    [say`planted mistakes`, ...shares.map(({ all }) => all)],
    [say`found by the spec`, ...shares.map(({ found }) => found)],
  ]);
}

/** A table with a column for each chapter. */
function byChapter(
  comparisons: Comparison[],
  language: Language,
  rows: (string | number)[][],
): string {
  const head = [sayIn(language)`chapter`, ...comparisons.map(({ chapter }) => chapter.short)];
  return [row(head), `|---|${"--:|".repeat(comparisons.length)}`, ...rows.map(row)].join("\n");
}
