// course/generate/readmeParts · the parts of the READMEs that are made from the code: what changed, and the tables of chapters.
import { join } from "node:path";
import { type Language, readmeName } from "../base/languages.ts";
import type { Comparison, FileChange } from "../chapters/compare.ts";
import { percent } from "../chapters/compare.ts";
import { draftsOf } from "../chapters/drafts.ts";
import { codeSize, fullLines, linesOf, textOf, toolsOf, WHY_MORE } from "../chapters/files.ts";
import { countSpecs } from "../chapters/specs.ts";
import { shareOf } from "../mutants/mutants.ts";
import { type Joins, joinsOf } from "./joins.ts";

/** The words around the figures, in one language. */
interface Words {
  first(files: string): string;
  has(file: string, lines: number): string;
  isNew(file: string, lines: number): string;
  isGone(file: string): string;
  colon: string;
  stop: string;
  tools(count: number): string;
  between: string;
  /** How many files are the same, what shows the others, and what runs the chapter without npm. */
  same(count: number, diff: string, run: string): string;
  columns: string;
  /** A share in percent; only English has a space before the sign. */
  share(share: number): string;
  joins: string;
  map: string;
  specs: [chapter: string, tests: string];
  mutants: [planted: string, found: string];
  large: string;
}

const WORDS: Record<Language, Words> = {
  en: {
    first: (files) => `This is the first chapter, so all of it is new: ${files}.`,
    has: (file, lines) => `\`${file}\` (${plural(lines, "line")})`,
    isNew: (file, lines) => `\`${file}\` is new, ${plural(lines, "line")}`,
    isGone: (file) => `\`${file}\` is gone`,
    colon: ": ",
    stop: ".",
    tools: (count) => `New tool${count === 1 ? "" : "s"}: `,
    between: ", ",
    same: (count, diff, run) =>
      `${carried(count)} carried byte for byte. \`${diff}\` shows every line. In the course's folder, \`${run}\` runs the chapter without npm.`,
    columns:
      "| chapter | what it adds | lines in the first draft | lines in its folder | old lines kept | new tools |",
    share: percent,
    joins: "| mechanism | tools | events | commands |",
    specs: ["chapter", "tests of its spec"],
    mutants: ["planted mistakes", "found by the spec"],
    map: "| chapter | new files | new lines | new tools | joins the loop by |",
    large: "More changes than usual: ",
  },
  zh: {
    first: (files) => `这是第一章，所以全部都是新的：${files}。`,
    has: (file, lines) => `\`${file}\`（${lines} 行）`,
    isNew: (file, lines) => `新增 \`${file}\`，${lines} 行`,
    isGone: (file) => `删去 \`${file}\``,
    colon: "：",
    stop: "。",
    tools: () => "新工具：",
    between: "、",
    same: (count, diff, run) =>
      `${count === 0 ? "没有原样沿用的文件" : `${count} 个文件原样沿用`}。\`${diff}\` 显示每一行改动。在课程的目录里，不用 npm 也能运行这一章：\`${run}\`。`,
    columns: "| 章节 | 新增内容 | 第一版（行） | 本章目录（行） | 沿用上一章 | 新工具 |",
    share: (share) => tightPercent(share),
    joins: "| 机制 | 工具 | 事件 | 命令 |",
    specs: ["章节", "spec 的测试数"],
    mutants: ["故意放入的错误", "spec 发现的"],
    map: "| 章节 | 新文件 | 新增行数 | 新工具 | 接入循环的方式 |",
    large: "改动比平常多：",
  },
  ja: {
    first: (files) => `最初の章なので、すべてが新しいものです：${files}。`,
    has: (file, lines) => `\`${file}\`（${lines} 行）`,
    isNew: (file, lines) => `\`${file}\` を追加、${lines} 行`,
    isGone: (file) => `\`${file}\` を削除`,
    colon: "：",
    stop: "。",
    tools: () => "新しいツール：",
    between: "、",
    same: (count, diff, run) =>
      `${count === 0 ? "そのまま引き継いだファイルはありません" : `${count} 個のファイルは 1 バイトも変わりません`}。\`${diff}\` ですべての行が見られます。教材のディレクトリでは、npm なしでも \`${run}\` でこの章を動かせます。`,
    columns:
      "| 章 | 加わるもの | 第 1 稿（行） | 章のディレクトリ（行） | 前の章から残る割合 | 新しいツール |",
    share: (share) => tightPercent(share),
    joins: "| 仕組み | ツール | イベント | コマンド |",
    specs: ["章", "spec のテストの数"],
    mutants: ["わざと入れた誤り", "spec が見つけたもの"],
    map: "| 章 | 新しいファイル | 新しい行数 | 新しいツール | ループへのつながり方 |",
    large: "いつもより変更が多い理由：",
  },
};

/** As it is written between Chinese and Japanese signs. */
const tightPercent = (share: number) => percent(share).replace(" ", "");

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;

const carried = (count: number) =>
  count === 0 ? "No file is" : `${plural(count, "file")} ${count === 1 ? "is" : "are"}`;

/** What stands between the `changes` marks of a chapter's README. */
export function changesText(comparison: Comparison, language: Language): string {
  const words = WORDS[language];
  const { before, chapter, figures, files } = comparison;
  const moved = files.filter(({ kind }) => kind !== "same").sort(byKind);
  const tools = newTools(comparison);
  const toolText =
    words.tools(tools.length) + tools.map((name) => code([name])).join(words.between);
  if (!before) {
    const all = moved.map(({ file, added }) => words.has(file, added)).join(words.between);
    const space = words.stop === "." ? " " : "";
    return words.first(all) + (tools.length > 0 ? `${space}${toolText}${words.stop}` : "");
  }
  const items = moved.map((change) => `- ${changeText(change, comparison, language)}`);
  if (tools.length > 0) items.push(`- ${toolText}`);
  const why = chapter.manifest.changes[WHY_MORE]?.[language];
  if (why) items.push(`- ${words.large}${why}`);
  const diff = `npm run course -- diff ${before.short} ${chapter.short}`;
  const run = `npx tsx ${chapter.name}/code.ts`;
  const joins = joinsTable(ownJoins(comparison), language);
  return [...items, "", words.same(figures.same, diff, run), ...joins].join("\n").trim();
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
  return ["", ...table(WORDS[language].joins, "|---|---|---|---|", rows)];
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
  const words = WORDS[language];
  const { file, kind, added, deleted } = change;
  const why = chapter.manifest.changes[file]?.[language];
  const sentence = why ? `${words.colon}${why}` : "";
  if (kind === "added") {
    return words.isNew(file, linesOf(textOf(chapter, file)).length) + sentence;
  }
  if (kind === "dropped") return words.isGone(file) + sentence;
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
      figures.kept === undefined ? "" : WORDS[language].share(figures.kept),
      code(newTools(comparison)),
    ];
  });
  return table(WORDS[language].columns, "|---|---|--:|--:|--:|---|", rows).join("\n");
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
  return table(WORDS[language].map, "|---|---|--:|---|---|", rows).join("\n");
}

/** How many tests each chapter's spec has. */
export function specsTable(comparisons: Comparison[], language: Language): string {
  const tests = comparisons.map(({ chapter }) => countSpecs([chapter]).tests);
  return byChapter(comparisons, language, [[WORDS[language].specs[1], ...tests]]);
}

/** How many planted mistakes each chapter has, and how many of them its spec finds. */
export function mutantsTable(comparisons: Comparison[], root: string, language: Language): string {
  const shares = comparisons.map(({ chapter }) => shareOf(chapter.name, root));
  const [planted, found] = WORDS[language].mutants;
  return byChapter(comparisons, language, [
    [planted, ...shares.map(({ all }) => all)],
    [found, ...shares.map((share) => share.found)],
  ]);
}

/** A table with a column for each chapter. */
function byChapter(
  comparisons: Comparison[],
  language: Language,
  rows: (string | number)[][],
): string {
  const head = [WORDS[language].specs[0], ...comparisons.map(({ chapter }) => chapter.short)];
  return [row(head), `|---|${"--:|".repeat(comparisons.length)}`, ...rows.map(row)].join("\n");
}
