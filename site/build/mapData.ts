// site/build/mapData · which mechanisms stand around the loop in each chapter, by the lists from which docs/map is made.
import type { Comparison } from "../../course/chapters/compare.ts";
import { type Chapter, isCounted, toolsOf } from "../../course/chapters/files.ts";
import { type Joins, joinsOf } from "../../course/generate/joins.ts";
import type { MapStep, Mechanism } from "../views/data.ts";

/** A step for each chapter. */
export function mapSteps(comparisons: Comparison[]): MapStep[] {
  const chapters = comparisons.map(({ chapter }) => chapter);
  const first = chapters.map(joinsOf).find((joins) => joins.length > 0) ?? [];
  const since = new Map<string, string>();
  return comparisons.map(({ chapter, before, files, figures }) => {
    const joins = joinsOf(chapter);
    const joined = joins.length > 0 ? joins : toolsBeforeHooks(chapter, first);
    const found = [...joined, ...otherParts(chapter, joined)];
    for (const { name } of found)
      if (!since.has(name)) since.set(name, firstWith(chapters, name)?.short ?? chapter.short);
    return {
      name: chapter.short,
      chapter: chapter.name,
      newFiles: files.filter(({ kind }) => kind === "added" || !before).map(({ file }) => file),
      newLines: figures.new,
      mechanisms: found.map((one) => mechanismOf(one, chapter, since.get(one.name) ?? "")),
    };
  });
}

/** Before there are hooks a mechanism has its tools alone. */
function toolsBeforeHooks(chapter: Chapter, later: Joins[]): Joins[] {
  const declared = toolsOf(chapter);
  return later
    .filter(({ name }) => filesOf(chapter, name).length > 0)
    .map(({ name, tools }) => {
      const own = tools.filter((tool) => declared.includes(tool));
      return { name, tools: own, events: [], commands: [] };
    });
}

/** Files and folders that join by none of these: the loop itself, and what it calls. */
function otherParts(chapter: Chapter, joined: Joins[]): Joins[] {
  const names = [...chapter.files.keys()]
    .filter(isCounted)
    .map((file) => file.replace(/\/.*$/, "/"));
  return [...new Set(names)]
    .filter((name) => !joined.some((one) => one.name === name))
    .map((name) => ({ name, tools: [], events: [], commands: [] }));
}

function mechanismOf(joins: Joins, chapter: Chapter, since: string): Mechanism {
  const files = filesOf(chapter, joins.name);
  const door = joins.name.replace(/^(.*)\/$/, "$1/$1.ts");
  return { ...joins, since, door: files.includes(door) ? door : (files[0] ?? door) };
}

const filesOf = ({ files }: Chapter, name: string): string[] =>
  [...files.keys()].filter((file) =>
    name.endsWith("/") ? file.startsWith(name) && isCounted(file) : file === name,
  );

const firstWith = (chapters: Chapter[], name: string) =>
  chapters.find((chapter) => filesOf(chapter, name).length > 0);
