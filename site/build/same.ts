// site/build/same · files that several chapters have: such a file is built once, for all of them.
import { readFileSync, statSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { isCounted, listFiles } from "../../course/chapters/files.ts";
import { listChapters } from "../../course/chapters/list.ts";

/** The imports that are left of a file without its types. */
const IMPORT = /^(?:import|export)\s(?!type\b)(?:[^;"]*?\bfrom\s)?\s*"(\.[^"]+)"/gm;

/** A file that so many chapters have is built once; all others are built for each chapter. */
const LASTING = 4;
/** Chapters at which many files of the chapters before have changed. Files that last from one tier to the same other one are loaded together. */
const TIERS = [1, 20, 26];
/** Files that would be a smaller pack than this, in characters of their text, are built for each chapter. */
const LEAST = 40_000;

/** The files of a chapter, each with all files of the chapter that it imports, and that these import. */
type Reach = Map<string, Set<string>>;

export interface Same {
  /** The file of the earliest chapter that is this one, with all that it imports; itself, where it is not shared. */
  first(path: string): string;
  /** The files that stand for those of later chapters, too, with the tiers of the first and the last of these. */
  lasting: { path: string; tiers: readonly [first: number, last: number] }[];
  /** Whether a file of a chapter imports another one, or imports one that does. */
  reaches(path: string, other: string): boolean;
}

function reachOf(chapter: string, texts: Map<string, string>): Reach {
  const direct = new Map(
    [...texts].map(([path, text]) => {
      const targets = [...text.matchAll(IMPORT)].map(([, target = ""]) =>
        join(dirname(path), target),
      );
      return [path, targets.filter((target) => target.startsWith(chapter + sep))] as const;
    }),
  );
  const from = (path: string) => {
    const found = new Set([path]);
    for (const one of found) for (const target of direct.get(one) ?? []) found.add(target);
    return found;
  };
  return new Map([...texts.keys()].map((path) => [path, from(path)]));
}

/** Compares the files of all chapters. One that knows its own place is no other chapter's. */
export function findSame(root: string): Same {
  const versions = new Map<string, { path: string; first: number; last: number }>();
  const versionAt = new Map<string, string>();
  const reach: Reach = new Map();
  const chapters = listChapters(root);
  for (const [at, name] of chapters.entries()) {
    const chapter = join(root, name);
    const paths = listFiles(chapter).filter(isCounted);
    const texts = new Map(
      paths.map((path) => [join(chapter, path), readFileSync(join(chapter, path), "utf8")]),
    );
    for (const [path, reached] of reachOf(chapter, texts)) {
      const all = [path, ...[...reached].sort()].map((one) => {
        const text = texts.get(one) ?? "";
        return `${one.slice(chapter.length)}\n${text}${text.includes("import.meta") ? name : ""}`;
      });
      const version = all.join("\0");
      versions.set(version, { path, first: at, ...versions.get(version), last: at });
      versionAt.set(path, version);
      reach.set(path, reached);
    }
  }
  const isLasting = ({ first, last }: { first: number; last: number }) =>
    last - first + 1 >= LASTING || (last === chapters.length - 1 && last > first);
  const lasting = worthPacks([...versions.values()].filter(isLasting), chapters);
  const known = new Set(lasting.map(({ path }) => path));
  return {
    first(path) {
      const first = versions.get(versionAt.get(path) ?? "")?.path;
      return first !== undefined && known.has(first) ? first : path;
    },
    lasting,
    reaches: (path, other) => reach.get(path)?.has(other) === true,
  };
}

interface Version {
  path: string;
  first: number;
  last: number;
}

/** Those that last over the same tiers as many others. */
function worthPacks(versions: Version[], chapters: string[]): Same["lasting"] {
  const found = versions.map(({ path, first, last }) => {
    const tiers = [tierOf(chapters[first] ?? ""), tierOf(chapters[last] ?? "")] as const;
    return { path, tiers, size: statSync(path).size };
  });
  const sizes = new Map<string, number>();
  for (const { tiers, size } of found)
    sizes.set(tiers.join(), (sizes.get(tiers.join()) ?? 0) + size);
  return found.filter(({ tiers }) => (sizes.get(tiers.join()) ?? 0) >= LEAST);
}

/** How late a chapter is, by its name or the path of a file in it. */
export const tierOf = (path: string): number =>
  TIERS.findLastIndex((first) => first <= Number(/\bs(\d\d)_/.exec(path)?.[1]));
