// site/views/step · what a page of a step shows is what `course diff` shows, with the page's words at the lines they are about.
import { beforeAll, expect, test } from "vitest";
import { ROOT } from "../../../course/base/root.ts";
import { diffCommand } from "../../../course/chapters/diff.ts";
import { placesOf, quotedIn } from "../../build/notes.ts";
import { makePacks, readVersions } from "../../build/versions.ts";
import { type Pack, packOf, type Versions } from "../data.ts";
import { before, changesBetween, historyOf, linesOf, readWanted } from "./compare.ts";
import { allLines, diffLines, partsOf } from "./lines.ts";

let versions: Versions = { agents: [], files: {} };
let packs = new Map<string, Pack>();
beforeAll(async () => {
  const read = readVersions(ROOT);
  versions = read.versions;
  packs = await makePacks(versions, read.texts);
});

/** The changed lines that the page shows, file by file, as git writes them. */
function shown(from: string | undefined, to: string): string[] {
  const changes = changesBetween(versions, from, to).filter(({ kind }) => kind !== "same");
  return changes
    .toSorted((one, other) => (one.file < other.file ? -1 : 1))
    .flatMap((change) => {
      const lines = linesOf(change, packs.get(packOf(change.file))?.[change.file] ?? NONE);
      const signs = { added: "+", gone: "-", same: "" };
      return lines.flatMap(({ kind, text }) => (kind === "same" ? [] : signs[kind] + text));
    });
}

const NONE = { texts: [], hunks: {} };

/** The changed lines that the command prints. */
async function printed(...names: string[]): Promise<string[]> {
  const output: string[] = [];
  await diffCommand([...names, "--no-color"], ROOT, (text) => output.push(...text.split("\n")));
  return output.filter((line) => /^[+-]/.test(line) && !/^(\+\+\+|---) /.test(line));
}

test.each(["s01", "s02", "s04", "s04.1", "s04.2", "s10", "s14.1", "s14.3", "s20", "s27"])(
  "the step %s has the lines of `course diff`",
  async (name) => {
    const at = versions.agents.findIndex((one) => one.name === name);
    const lines = shown(before(versions.agents, at), name);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines).toEqual(await printed(name));
  },
);

test.each([
  ["s03", "s10"],
  ["s01.2", "s06"],
  ["s14.2", "s20"],
])("so have any two, %s and %s", async (from, to) => {
  expect(shown(from, to)).toEqual(await printed(from, to));
});

test("the history of a file has each chapter that changed it", () => {
  const found = historyOf(versions, "loop.ts").map(({ name, change }) => `${name} ${change.kind}`);
  expect(found.slice(0, 4)).toEqual(["s01 added", "s02 changed", "s03 changed", "s04 changed"]);
  expect(historyOf(versions, "__proto__")).toEqual([]);
});

test("the address names a step, two agents, a file in them, or a file's history", () => {
  const wanted = (hash: string) => readWanted(hash, versions.agents);
  const newest = versions.agents.at(-1)?.name;
  for (const hash of ["", "s99", "x"]) expect(wanted(hash)).toMatchObject({ to: newest });
  expect(wanted("s04")).toMatchObject({ from: "s03", to: "s04" });
  expect(wanted("s04.1")).toMatchObject({ from: "s03", to: "s04.1" });
  expect(wanted("s04.2")).toMatchObject({ from: "s04.1", to: "s04.2" });
  expect(wanted("s10..s03")).toMatchObject({ from: "s03", to: "s10" });
  expect(wanted("s08:compact/core.ts")).toMatchObject({ to: "s08", file: "compact/core.ts" });
  expect(wanted("file=loop.ts")).toEqual({ kind: "history", file: "loop.ts" });
});

test("lines that are gone, new and as before stand where git says", () => {
  const lines = diffLines("a\nb\nc\nd\n", "a\nB\nc\nd\ne\n", [2, 1, 2, 1, 4, 0, 5, 1]);
  expect(lines.map(({ kind, text, number }) => `${kind} ${number} ${text}`)).toEqual([
    ...["same 1 a", "gone 2 b", "added 2 B", "same 3 c", "same 4 d", "added 5 e"],
  ]);
});

test("far from a change lines are folded, and a note begins at the first line that it is about", () => {
  const before = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`);
  const after = [...before.slice(0, 14), "new", ...before.slice(14)];
  const lines = diffLines(`${before.join("\n")}\n`, `${after.join("\n")}\n`, [14, 0, 15, 1]);
  const parts = partsOf(lines, [
    { places: [[15, 16]], html: "about the new line" },
    { places: [[1, 2]], html: "about lines as before" },
  ]);
  const told = parts.map(({ kind, lines, notes }) => [kind, lines.length, ...notes]);
  expect(told).toEqual([
    ["between", 11],
    ["shown", 3],
    ["shown", 4, "about the new line"],
    ["between", 3],
  ]);
  expect(lines.filter(({ isQuoted }) => isQuoted).map(({ text }) => text)).toEqual([
    "new",
    "line 15",
  ]);
});

test("a page's words belong to the lines that it quotes, also with some left out and another indent", () => {
  const page = [
    "# s01 · Title\n\nFar away.\n\nHere is the rest:\n",
    "```ts a.ts\nfirst\n// … in it:\nthird(); // ①\n```\n",
    "What it means.\n\nThe next one:\n\n```ts b.ts\nx\n```\n",
  ].join("\n");
  const source = (name: string) =>
    name === "a.ts" ? "  zero\n  first\n  second\n  third();\n" : "x\n";
  expect(quotedIn(page, source)).toEqual([
    {
      file: "a.ts",
      places: [
        [2, 2],
        [4, 4],
      ],
      words: ["Here is the rest:", "What it means."],
    },
    { file: "b.ts", places: [[1, 1]], words: ["The next one:"] },
  ]);
  expect(placesOf(["nowhere"], ["somewhere"])).toBeUndefined();
});

test("a whole file is new line by line", () => {
  expect(allLines("a\n\n", "added").map(({ text }) => text)).toEqual(["a", ""]);
});
