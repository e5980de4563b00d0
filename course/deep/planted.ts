// course/deep/planted · a made-up next chapter with two more mechanisms: every spec must still pass on it.
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FIXTURES } from "../base/root.ts";
import { copyOf } from "../chapters/copy.ts";
import type { Row } from "../trials/row.ts";

const PLANTED = join(FIXTURES, "planted");

const TABLE = "modes/table.ts";

/** The lines that the planted chapter adds, and the beginning of the line of the file before which each is added. */
const ADDED = [
  ["code.ts", "const IDENTITY", 'import { createPlanted } from "./planted.ts";'],
  ["code.ts", "const IDENTITY", 'import { createBird } from "./bird.ts";'],
  ["code.ts", "  modes,", "  createPlanted(),"],
  ["code.ts", "  modes,", "  createBird(inbox),"],
  [TABLE, "const SETTINGS_RULE", 'import { PLANTED_RULE } from "../planted.ts";'],
  [
    TABLE,
    '  row("runtime"',
    '  row("planting", lead, "before", withTool("plant_seed", PLANTED_RULE)),',
  ],
  [TABLE, '  row("skills"', '  row("garden", lead, "after", withState("garden")),'],
] as const;

/** Every spec, and the one of the planted mechanism itself, on the newest chapter with it; the copy is made in `place`. */
export function plantedRows(chapters: string[], root: string, place: string): Row[] {
  const newest = join(root, chapters.at(-1) ?? "");
  const on = join(place, "s99_planted");
  let made: Promise<void> | undefined;
  const prepare = () => (made ??= plantIn(newest, place));
  const specs = [...chapters.map((name) => join(root, name)), PLANTED];
  const words = ADDED.flat();
  return specs.map((spec) => ({
    ...{ spec, on, expect: "all", made: { programs: [newest], words, files: PLANTING }, prepare },
  }));
}

/** What makes the copy; what is added is among the fixtures. */
const PLANTING = ["deep/planted.ts", "chapters/copy.ts"].map((path) =>
  join(import.meta.dirname, "..", path),
);

async function plantIn(newest: string, place: string): Promise<void> {
  await mkdir(place, { recursive: true });
  const on = await copyOf(newest, place, "s99_planted");
  for (const file of ["planted.ts", "bird.ts"]) await copyFile(join(PLANTED, file), join(on, file));
  for (const file of ["code.ts", TABLE]) {
    const path = join(on, file);
    await writeFile(path, planted(await readFile(path, "utf8"), file));
  }
}

/** The text of a file with the planted lines. Throws when one of them has no place in it. */
export function planted(text: string, file: string): string {
  const lines = text.split("\n");
  for (const [, before, added] of ADDED.filter(([name]) => name === file)) {
    const at = lines.findIndex((line) => line.startsWith(before));
    if (at < 0) throw new Error(`${file} has no line that begins with ${JSON.stringify(before)}`);
    lines.splice(at, 0, added);
  }
  return lines.join("\n");
}
