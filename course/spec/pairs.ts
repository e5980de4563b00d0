// course/spec/pairs · which specs run on which agents, and how the process that runs them is told.
import { readFileSync } from "node:fs";

/** A spec, and the agent it judges: two folders. */
export interface Pair {
  spec: string;
  on: string;
  /** Only the promises of these sentences, where not all are to be tried. */
  only?: string[];
}

/** An agent as one spec judges it. */
type Target = Omit<Pair, "spec">;

/** The environment variable with the path of the file that has the pairs: all planted mistakes together are too long for a variable. */
export const PAIRS = "SPEC_PAIRS";

/** The environment variable with the limit of one wait on an agent, in ms. */
export const WAIT_LIMIT = "SPEC_WAIT_LIMIT";

/** Pairs as the text of that file. */
export function encodePairs(pairs: Pair[]): string {
  const targets: Record<string, Target[]> = {};
  for (const { spec, ...target } of pairs) targets[spec] = [...(targets[spec] ?? []), target];
  return JSON.stringify(targets);
}

/** The specs that the file at this path names, each with the agents it judges; undefined without a path. */
export function decodePairs(path: string | undefined): Map<string, Target[]> | undefined {
  if (!path) return undefined;
  const targets: Record<string, Target[]> = JSON.parse(readFileSync(path, "utf8")); // this program has written it
  return new Map(Object.entries(targets));
}
