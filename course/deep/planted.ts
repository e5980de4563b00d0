// course/deep/planted · a made-up next chapter with two more mechanisms: every spec must still pass on it.
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FIXTURES } from "../base/root.ts";
import { copyOf } from "../chapters/copy.ts";
import type { Counts } from "../spec/report.ts";
import { DEPTH } from "./long-runs.ts";
import { judgePairs } from "./pairs.ts";

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

/** Runs every spec, and the one of the planted mechanism itself, on the newest chapter with it. */
export async function judgePlanted(
  chapters: string[],
  root: string,
  print: (line: string) => void,
): Promise<Counts> {
  const newest = chapters.at(-1);
  if (newest === undefined) throw new Error("There is no chapter to plant anything in.");
  const place = await mkdtemp(join(tmpdir(), "planted-"));
  try {
    const on = await copyOf(join(root, newest), place, "s99_planted");
    for (const file of ["planted.ts", "bird.ts"])
      await copyFile(join(PLANTED, file), join(on, file));
    for (const file of ["code.ts", TABLE]) {
      const path = join(on, file);
      await writeFile(path, planted(await readFile(path, "utf8"), file));
    }
    const specs = [...chapters.map((name) => join(root, name)), PLANTED];
    return await judgePairs(
      specs.map((spec) => ({ spec, on })),
      print,
      DEPTH, // here alone: it is enough when one agent, the newest, is tried for long
    );
  } finally {
    await rm(place, { recursive: true });
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
