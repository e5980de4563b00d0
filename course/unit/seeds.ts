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
const parts = fc.array(
  fc.oneof(
    fc.array(choice, { minLength: 5, maxLength: 100 }),
    run.map((length) => new Array<number>(length).fill(LAST)),
    run.map((length) => new Array<number>(length).fill(0)),
  ),
  { minLength: 60, maxLength: 60 },
);
const whole = fc
  .tuple(choice, choice, choice, parts) // a story begins with three numbers that decide other things
  .map(([one, two, three, rest]) => [one, two, three, ...rest.flat()].slice(0, LENGTH));

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

/** What went wrong with the first of the seeds with which anything did: for a mistake that was planted. */
export async function firstFaults(tell: Tell, seeds: Iterable<number>): Promise<string[]> {
  for (const seed of seeds) {
    const { faults } = await tell(orderOf(seed));
    if (faults.length > 0) return faults;
  }
  return [];
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

/**
 * The seeds of each test, and what it says that it tries: as many as `usual` in each of TEST_DEPTH tests, of which none takes long, or in one without it; or
 * the one in STORY_SEED. Throws when that is no number.
 */
export function seedGroups(
  usual: number,
  { STORY_SEED: one = "", TEST_DEPTH } = process.env,
): { seeds: number[]; named: string }[] {
  if (/^\d{1,9}$/.test(one)) return [{ seeds: [Number(one)], named: `seed ${one}` }];
  if (one !== "")
    throw new Error(`STORY_SEED is ${JSON.stringify(one)}; it must be a number such as 17.`);
  return Array.from({ length: Number(TEST_DEPTH ?? 1) }, (_, group) => {
    const seeds = Array.from({ length: usual }, (_, at) => group * usual + at + 1);
    return { seeds, named: `seeds ${seeds[0]} to ${seeds.at(-1)}` };
  });
}
