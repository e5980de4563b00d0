// course/spec/pairs · which specs run on which agents, and how the process that runs them is told.
import { basename, dirname, join } from "node:path";
import { isRecord, parseRecord } from "../base/json.ts";
import { listChapters } from "../chapters/list.ts";

/** A spec, and the agent it judges: two folders. */
export interface Pair {
  spec: string;
  on: string;
  /** Only the promises of these sentences, where not all are to be tried. */
  only?: string[];
}

/** An agent as one spec judges it. */
type Target = Omit<Pair, "spec">;

/** The environment variable that carries the pairs. */
export const PAIRS = "SPEC_PAIRS";

/** The environment variable with the limit of one wait on an agent, in ms. */
export const WAIT_LIMIT = "SPEC_WAIT_LIMIT";

/** Pairs as the value of the variable. */
export function encodePairs(pairs: Pair[]): string {
  const targets: Record<string, Target[]> = {};
  for (const { spec, ...target } of pairs) targets[spec] = [...(targets[spec] ?? []), target];
  return JSON.stringify(targets);
}

/** The specs that the variable names, each with the agents it judges; undefined when it is not set. */
export function decodePairs(value: string | undefined): Map<string, Target[]> | undefined {
  if (!value) return undefined;
  const targets = parseRecord(value);
  if (!isRecord(targets)) throw new Error(`${PAIRS} is not what encodePairs gives: ${value}`);
  return new Map(
    Object.entries(targets).map(([spec, list]) => [
      spec,
      (Array.isArray(list) ? list : []).map(targetOf),
    ]),
  );
}

function targetOf(value: unknown): Target {
  const { on, only } = isRecord(value) ? value : {};
  return { on: String(on), ...(Array.isArray(only) && { only: only.map(String) }) };
}

/** The last chapter of each part of the course. */
export const PARTS_END = ["s06", "s11", "s14", "s20", "s27"];

/**
 * What `npm test` runs of a chapter's spec, by its folder: the spec on its own chapter and, in the part of the course
 * that has the newest chapter, on the chapter before it, where each test should fail.
 */
export function pairsOf(spec: string): Pair[] {
  const root = dirname(spec);
  const name = basename(spec);
  const chapters = listChapters(root);
  const before = partOf(name) === partOf(chapters.at(-1) ?? name) ? beforeOf(name, chapters) : [];
  return [...before, name].map((on) => ({ spec, on: join(root, on) }));
}

/** Each spec on the chapter before it, for the finished parts: they seldom change, and `npm run test:deep` runs these. */
export function finishedPairs(chapters: string[], root: string): Pair[] {
  const isFinished = (name: string) => partOf(name) !== partOf(chapters.at(-1) ?? name);
  return chapters
    .filter(isFinished)
    .flatMap((name) =>
      beforeOf(name, chapters).map((on) => ({ spec: join(root, name), on: join(root, on) })),
    );
}

/** Whether the agent is an earlier chapter than the spec, so that each test should fail. */
export const isBefore = ({ spec, on }: Pair): boolean => basename(on) < basename(spec);

const partOf = (chapter: string): number =>
  PARTS_END.findIndex((last) => chapter.slice(0, last.length) <= last);

const beforeOf = (chapter: string, chapters: string[]): string[] =>
  chapters.filter((name) => name < chapter).slice(-1);
