// course/spec/pairs · which specs run on which agents, and how the process that runs them is told.
import { isRecord, parseRecord } from "../base/json.ts";

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
