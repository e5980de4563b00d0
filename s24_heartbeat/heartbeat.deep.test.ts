import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as otherWork } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { currentBudget } from "../shared/budget.ts";
import { clock } from "../shared/clock.ts";
import { stopTime } from "../shared/fixtures/clock.ts";
import { timeIn } from "../shared/zones.ts";
import { createBeats } from "./heartbeat/core.ts";
import { readTasks } from "./heartbeat/forms.ts";
import { createLimits } from "./heartbeat/limits.ts";

const BEAT_MS = 30 * 60_000;
const ZONE = "Europe/Berlin";
const HOURS = { from: "07:00", to: "23:00" };

interface Look {
  at: number;
  date: string;
  time: string;
  id: string;
  requests: number;
}

/** In February the endpoint is down, early in March each look sends four requests, and in July the person is away. */
function sent(date: string): void {
  const budget = currentBudget();
  if (budget === undefined) throw new Error("A look has no budget.");
  for (let count = date.startsWith("2026-03-0") ? 4 : 2; count > 0; count--) {
    if (budget.sent >= budget.limit) throw new Error("The budget is used up.");
    budget.sent++;
    if (date.startsWith("2026-02")) throw new Error("The endpoint is down.");
  }
}

const listOn = (date: string) =>
  `### pond (${date.startsWith("2026-03-0") ? "every 30m" : "every 6h"})\npond\n### shed (daily 08:00)\nshed\n`;

const isThere = (date: string) => date < "2026-07-01" || date > "2026-07-21";

/** A year, a beat after the other, as one program that nobody ends lives through it. */
async function yearIn(folder: string): Promise<Look[]> {
  stopTime();
  const start = Date.parse("2025-12-31T23:00:00Z"); // midnight in Berlin
  vi.spyOn(Date, "now").mockReturnValue(start - (clock.now() - Date.now()));
  const looks: Look[] = [];
  const limits = createLimits(folder, async () => ({ everyMin: 30, zone: ZONE, ...HOURS }));
  const form = new Intl.DateTimeFormat("en-CA", { timeZone: ZONE, dateStyle: "short" }); // making one takes long
  const today = () => form.format(clock.now());
  let over = () => {};
  const beats = createBeats(folder, {
    tasks: async () =>
      readTasks(listOn(today()), { zone: ZONE, everyMin: 30, since: start }, () => {}),
    answer: (prompt) =>
      limits.within(async () => {
        const [date, time] = [today(), timeIn(ZONE, clock.now(), "24")];
        const id = prompt.includes("pond") ? "pond" : "shed";
        const look = { at: clock.elapsed(), date, time, id, requests: 0 };
        looks.push(look);
        const before = currentBudget()?.sent ?? 0;
        try {
          sent(date);
        } finally {
          look.requests = (currentBudget()?.sent ?? 0) - before;
        }
        return "HEARTBEAT_OK";
      }),
    inbox: { put: () => "", takeBack() {} },
    isResting: limits.isResting,
    everyMs: BEAT_MS,
    ended(isGood) {
      limits.ended(isGood);
      over();
    },
  });
  await beats.start?.();
  for (let beat = 0; beat < 365 * 48; beat++) {
    const before = looks.length;
    const isOver = new Promise<void>((resolve) => {
      over = resolve;
    });
    clock.advance(BEAT_MS);
    await otherWork(); // all that waits for no disk has run
    if (looks.length > before) await isOver;
    await otherWork();
    if (isThere(today())) await limits.hooks?.UserPromptSubmit?.(Object({ source: "person" }));
  }
  await beats.stop?.();
  return looks;
}

function sumsBy(looks: Look[], amount: (look: Look) => number): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const look of looks) sums[look.date] = (sums[look.date] ?? 0) + amount(look);
  return sums;
}

const most = (sums: Record<string, number>) => Math.max(...Object.values(sums));

test("in a year, looks, requests and rests keep to what the page says", async () => {
  const folder = mkdtempSync(join(tmpdir(), "year-"));
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const looks = await yearIn(folder).finally(() => {
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });
  const inMonth = (month: string) => looks.filter(({ date }) => date.startsWith(`2026-${month}`));
  const gaps = looks.slice(1).map(({ at }, index) => at - (looks[index]?.at ?? 0));
  expect(Math.min(...gaps), "the time between two looks").toBeGreaterThanOrEqual(BEAT_MS - 5000);
  const times = looks.map(({ time }) => time).toSorted();
  expect(times[0], "the first time of day").toBe(HOURS.from);
  expect((times.at(-1) ?? "24:00") < HOURS.to, `the last time of day, ${times.at(-1)}`).toBe(true);

  expect(most(sumsBy(looks, ({ requests }) => requests)), "requests of a day").toBe(100);
  expect(most(sumsBy(inMonth("03-0"), () => 1)), "looks of a day that send four requests").toBe(25);

  const good = looks.filter(({ date }) => !date.startsWith("2026-02"));
  const shed = good.filter(({ id }) => id === "shed");
  const inTime = shed.filter(({ time }) => time >= "08:00");
  expect(most(sumsBy(inTime, () => 1)), "looks of a day at what is looked at once a day").toBe(1);
  const late = shed.filter(({ time }) => time < "08:00");
  expect(
    late.map(({ date }) => date),
    "late looks, after days without one",
  ).toEqual(["2026-03-01", "2026-07-22"]);
  expect(
    inTime,
    "days with looks: without February, and all but three of the days away",
  ).toHaveLength(365 - 28 - 18);

  const failed = inMonth("02");
  expect(failed.length, "looks while the endpoint is down").toBeLessThanOrEqual(3 + 6 + 28);
  expect(failed.length).toBeGreaterThan(20);
  const away = inMonth("07").filter(({ date }) => date > "2026-07-03" && date < "2026-07-22");
  expect(away, "looks after three days without a person").toEqual([]);
});
