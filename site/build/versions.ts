// site/build/versions · every version of every file of the chapters and drafts, and what git says of each two.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { runGit } from "../../course/base/git.ts";
import { gitWords, textsOf } from "../../course/chapters/diff.ts";
import { type Draft, draftsOf } from "../../course/chapters/drafts.ts";
import { listChapters } from "../../course/chapters/list.ts";
import { type Agent, type FileTexts, type Pack, packOf, type Versions } from "../views/data.ts";

/** All chapters and drafts in the order in which the course has them. */
export const listSteps = (root: string): Agent[] =>
  listChapters(root).flatMap((chapter) => [
    ...draftsOf(join(root, chapter)).map((draft) => stepOf(draft, chapter)),
    { name: chapter.slice(0, 3), chapter, draft: undefined },
  ]);

const stepOf = ({ name, file, door }: Draft, chapter: string): Agent => ({
  name,
  chapter,
  draft: { file, door },
});

/** Reads all that is compared: which agent has which version of a file, and the texts by file. */
export function readVersions(root: string): { versions: Versions; texts: Map<string, string[]> } {
  const agents = listSteps(root);
  const texts = new Map<string, string[]>();
  const files: Versions["files"] = {};
  for (const [at, { name, chapter, draft }] of agents.entries()) {
    for (const [file, text] of textsOf(join(root, draft ? name : chapter))) {
      const known = texts.get(file) ?? [];
      texts.set(file, known);
      if (!known.includes(text)) known.push(text);
      files[file] ??= agents.map(() => -1);
      files[file][at] = known.indexOf(text);
    }
  }
  return { versions: { agents, files }, texts };
}

/** The packs by their names: texts, and git's hunks for each two versions that two agents have, the earlier one first. */
export async function makePacks(
  { files }: Versions,
  texts: Map<string, string[]>,
): Promise<Map<string, Pack>> {
  const pairs = [...texts].flatMap(([file, versions]) =>
    pairsIn(files[file] ?? []).map(([one, other]) => ({
      file,
      key: `${one} ${other}`,
      sides: [versions[one] ?? "", versions[other] ?? ""] as const,
    })),
  );
  const hunks = await askGit(pairs);
  const packs = new Map<string, Pack>();
  for (const [file, versions] of texts) {
    const own: FileTexts = { texts: versions, hunks: {} };
    packs.set(packOf(file), { ...packs.get(packOf(file)), [file]: own });
    for (const [at, pair] of pairs.entries())
      if (pair.file === file) own.hunks[pair.key] = hunks.get(at) ?? [];
  }
  return packs;
}

/** Each two different versions of which an agent has one and a later agent the other. */
function pairsIn(versions: number[]): [number, number][] {
  const had = versions.filter((one) => one >= 0);
  const found = had.flatMap((one, at) =>
    had.slice(at + 1).map((other) => [one, other] as [number, number]),
  );
  const keys = new Map(found.map((pair) => [pair.join(), pair]));
  return [...keys.values()].filter(([one, other]) => one !== other);
}

interface Pair {
  file: string;
  sides: readonly [string, string];
}

/** One run of git over all pairs, asked as `course diff` asks; it gives the hunks by the pair's place in the list. */
async function askGit(pairs: Pair[]): Promise<Map<number, number[]>> {
  const place = await mkdtemp(join(tmpdir(), "site-diff-"));
  try {
    const names = ["before", "after"];
    for (const [side, name] of names.entries()) {
      await mkdir(join(place, name));
      for (const [at, { file, sides }] of pairs.entries())
        await writeFile(join(place, name, `${at}${extname(file)}`), sides[side] ?? "");
    }
    const { code, stdout, stderr } = await runGit(gitWords(["-U0"], names), place, true);
    if (code > 1) throw new Error(`git diff: ${stderr}`);
    return readHunks(stdout.toString("utf8"));
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** A hunk is the first line and how many before, and the same after; with no lines, the first is the one it stands behind. */
function readHunks(diff: string): Map<number, number[]> {
  const found = new Map<number, number[]>();
  let hunks: number[] = [];
  for (const line of diff.split("\n")) {
    const [, at] = /^diff --git a\/before\/(\d+)\b/.exec(line) ?? [];
    if (at !== undefined) {
      hunks = [];
      found.set(Number(at), hunks);
    }
    const [, a, b = "1", c, d = "1"] =
      /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (a !== undefined) hunks.push(Number(a), Number(b), Number(c), Number(d));
  }
  return found;
}
