// course/spec/pairs · which specs run on which agents, and how the process that runs them is told.
import { basename, dirname, join } from "node:path";
import { listChapters } from "../chapters.ts";
import { isRecord, parseRecord } from "../json.ts";

/** A spec, and the agent it judges: two folders. */
export interface Pair {
  spec: string;
  on: string;
}

/** The environment variable that carries the pairs. */
export const PAIRS = "SPEC_PAIRS";

/** Pairs as the value of the variable. */
export function encodePairs(pairs: Pair[]): string {
  const targets: Record<string, string[]> = {};
  for (const { spec, on } of pairs) targets[spec] = [...(targets[spec] ?? []), on];
  return JSON.stringify(targets);
}

/** The specs that the variable names, each with the agents it judges; undefined when it is not set. */
export function decodePairs(value: string | undefined): Map<string, string[]> | undefined {
  if (!value) return undefined;
  const targets = parseRecord(value);
  if (!isRecord(targets)) throw new Error(`${PAIRS} is not what encodePairs gives: ${value}`);
  return new Map(
    Object.entries(targets).map(([spec, list]) => [
      spec,
      (Array.isArray(list) ? list : []).map(String),
    ]),
  );
}

/** A chapter's spec, by its folder, on the chapter before it, where each test should fail, and on its own: what `npm test` runs. */
export function pairsOf(spec: string): Pair[] {
  const root = dirname(spec);
  const chapters = listChapters(root);
  const at = chapters.indexOf(basename(spec));
  const targets = chapters.slice(Math.max(0, at - 1), at + 1);
  return targets.map((on) => ({ spec, on: join(root, on) }));
}
