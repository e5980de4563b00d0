// practice/brain/elsewhere · a file that is not where a request has it: looked for by its name, and the request read with its path.
import type { Call, Offer, Outcome, Plan } from "./types.ts";

const MISSING = /does not exist|No such file or directory/i;
const BARE = /^[\w.-]+\.\w+$/;

/** What comes next where the only thing asked for found no file of that name. */
export type Elsewhere =
  | { kind: "look"; call: Call }
  | { kind: "again"; request: string; outcomes: Outcome[] };

/** undefined: nothing was missing, or it is nowhere else, or in more than one place. */
export function elsewhere(
  request: string,
  { steps }: Extract<Plan, { kind: "steps" }>,
  [first, found, ...outcomes]: Outcome[],
  { glob }: Offer,
): Elsewhere | undefined {
  const [step, more] = steps.filter(({ isQuiet }) => isQuiet !== true);
  const name = step?.file ?? "";
  if (more !== undefined || glob === undefined || !BARE.test(name)) return undefined;
  if (first?.failed !== true || !MISSING.test(first.text ?? "")) return undefined;
  if (found === undefined) return { kind: "look", call: glob(`**/${name}`) };
  const [path, other] = (found.text ?? "").split("\n").filter((line) => line.endsWith(`/${name}`));
  if (path === undefined || other !== undefined) return undefined;
  return { kind: "again", request: request.replaceAll(name, path), outcomes };
}
