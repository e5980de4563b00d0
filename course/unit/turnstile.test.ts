import { expect, test } from "vitest";
import { firstFailure, orderOf, seedGroups, shortened } from "./seeds.ts";
import type { Told } from "./story.ts";
import { createTurnstile, type Turnstile } from "./turnstile.ts";

const AGAIN = "npx vitest run here";

/** Two that look whether something is free, and take it when it is. Only one of them has other work before that. */
async function twoTake(order: readonly number[], isLocked: boolean): Promise<Told> {
  const turnstile = createTurnstile(order, () => {});
  const takers: string[] = [];
  const take = async (who: string, work: number) => {
    for (let at = 0; at < work; at++) await turnstile.step("works", () => {});
    if (isLocked)
      await turnstile.step("takes it if it is free", () => void (takers[0] ?? takers.push(who)));
    else if (await turnstile.step("looks", () => takers.length === 0))
      await turnstile.step("takes it", () => takers.push(who));
  };
  const ada = turnstile.as("ada", () => take("ada", 0));
  const bob = turnstile.as("bob", () => take("bob", 8));
  await turnstile.untilQuiet();
  await Promise.all([ada, bob]);
  const faults = takers.length > 1 ? [`${takers.join(" and ")} have it`] : [];
  return { steps: turnstile.steps, faults };
}

const seeds = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

test("a race that needs one order is found by a seed, and told with few steps out of turn", async () => {
  const failure = await firstFailure((order) => twoTake(order, false), seeds(5000), AGAIN);
  expect(failure).toMatch(/^Seed \d+: ada and bob have it\.\n/);
  expect(failure).toMatch(/\n +\d+ [ >] bob +looks\n/);
  expect(failure).toMatch(/STORY_SEED=\d+ npx vitest run here$/);
  expect(await firstFailure((order) => twoTake(order, true), seeds(500), AGAIN)).toBeUndefined();
});

test("a failing order is made shorter", async () => {
  const fails = async (order: readonly number[]): Promise<Told> => {
    const steps = order.map((overtook) => ({ who: "ada", what: "works", overtook }));
    return { steps, faults: order.filter((one) => one > 50).length >= 3 ? ["too often"] : [] };
  };
  const { steps } = await shortened(fails, orderOf(1));
  expect(steps.length).toBeLessThan(10);
});

test("the same order gives the same steps; an empty one lets the agents go on as they came", async () => {
  const [first, second, third] = [orderOf(1), orderOf(1), []].map((order) => twoTake(order, true));
  expect((await first)?.steps).toEqual((await second)?.steps);
  expect((await third)?.steps.every(({ overtook }) => overtook === 0)).toBe(true);
});

test("200 seeds are tried, many more with a depth, or the one that is named", () => {
  expect(seedGroups(200, {}).flatMap(({ seeds }) => seeds)).toEqual(seeds(200));
  expect(seedGroups(40, { TEST_DEPTH: "125" }).flatMap(({ seeds }) => seeds)).toEqual(seeds(5000));
  expect(seedGroups(200, { STORY_SEED: "17" })).toEqual([{ seeds: [17], named: "seed 17" }]);
  expect(() => seedGroups(200, { STORY_SEED: "a" })).toThrow("it must be a number such as 17");
});

test("what never ends is told, and so is one that nobody wakes", async () => {
  const endless = createTurnstile([], () => {});
  const forever = async (): Promise<void> => endless.step("goes on", () => {}).then(forever);
  void forever();
  await expect(endless.untilQuiet()).rejects.toThrow("does not end");
  const ticking = createTurnstile([], () => {});
  ticking.clock.every(1000, () => {});
  await expect(ticking.untilQuiet()).rejects.toThrow("does not end");
  const stuck = createTurnstile([], () => {});
  void stuck.as("ada", () => stuck.sleep("waits for a lock"));
  await expect(stuck.untilQuiet()).rejects.toThrow("ada waits for a lock, and nobody wakes it");
});

test("time goes on only when nothing else can, to the next timer", async () => {
  const turnstile = createTurnstile([], () => {});
  const begun = turnstile.clock.now();
  const told: string[] = [];
  const work = async ({ clock, step }: Turnstile) => {
    clock.after(60_000, () => told.push(`a minute: ${clock.now() - begun}`));
    const stop = clock.every(25_000, () => told.push(`often: ${clock.now() - begun}`));
    await step("works", () => told.push("work"));
    await clock.sleep(55_000);
    stop();
  };
  void work(turnstile);
  await turnstile.untilQuiet();
  expect(told).toEqual(["work", "often: 25000", "often: 50000", "a minute: 60000"]);
});
