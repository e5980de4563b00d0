// course/unit/seeds · a number stands for the order of a story; a failing one is made shorter, and told as a list.
import fc from "fast-check";
import type { Tell, Told } from "./story.ts";
import { LAST, type Step } from "./turnstile.ts";

/** More numbers than a story has steps. */
const LENGTH = 1000;
/** Making an order shorter ends after so many stories. */
const MAX_TRIES = 60;

const choice = fc.nat({ max: LAST });
const shorter = fc.array(choice, { maxLength: LENGTH, size: "max" });
const run = fc.integer({ min: 5, max: 40 });
/** By chance alone, nobody would ever wait for long. So parts of an order let only the first one or the last one go on. */
const whole = fc
  .array(
    fc.oneof(
      fc.array(choice, { minLength: 5, maxLength: 100 }),
      run.map((length) => new Array<number>(length).fill(LAST)),
      run.map((length) => new Array<number>(length).fill(0)),
    ),
    { minLength: 60, maxLength: 60 },
  )
  .map((parts) => parts.flat().slice(0, LENGTH));

/** The order that a seed stands for. */
export const orderOf = (seed: number): number[] => fc.sample(whole, { seed, numRuns: 1 })[0] ?? [];

/** Tells the story with each of the seeds; undefined when nothing went wrong, else what is to be read about the first failure. */
export async function firstFailure(
  tell: Tell,
  seeds: Iterable<number>,
  again: string,
): Promise<string | undefined> {
  for (const seed of seeds) {
    const { faults } = await tell(orderOf(seed));
    if (faults.length > 0) return failureOf(seed, await shortened(tell, orderOf(seed)), again);
  }
  return undefined;
}

/** A failure with fewer choices that differ from "who came first goes on". fast-check drops the end of the list, and makes numbers smaller. */
export async function shortened(tell: Tell, order: number[]): Promise<Told> {
  let found = await tell(order);
  let tries = 0;
  const holds = async (reversed: number[]) => {
    if (tries++ >= MAX_TRIES) return true;
    const told = await tell(reversed.toReversed()); // fast-check drops the beginning
    if (told.faults.length > 0) found = told;
    return told.faults.length === 0;
  };
  await fc.check(fc.asyncProperty(shorter, holds), {
    examples: [[order.toReversed()]],
    numRuns: 1,
  });
  return found;
}

function failureOf(seed: number, { faults, steps }: Told, again: string): string {
  const early = steps.filter(({ overtook }) => overtook > 0).length;
  return [
    `Seed ${seed}: ${faults[0]}.`,
    ...faults.slice(1),
    `The steps; in the ${early} with ">" an agent went on before others that waited longer:`,
    ...steps.map(lineOf),
    `To see it again: STORY_SEED=${seed} ${again}`,
  ].join("\n");
}

const lineOf = ({ who, what, overtook }: Step, at: number) =>
  `${String(at + 1).padStart(4)} ${overtook > 0 ? ">" : " "} ${who.padEnd(5)} ${what}`;

/** The seeds that a test tries: the one in STORY_SEED, or as many as it says. Throws for what is no number. */
export function seedsToTry(count: number): number[] {
  const one = process.env.STORY_SEED;
  if (one === undefined || one === "") return Array.from({ length: count }, (_, at) => at + 1);
  if (/^\d{1,9}$/.test(one)) return [Number(one)];
  throw new Error(`STORY_SEED is ${JSON.stringify(one)}; it must be a number such as 17.`);
}
