import fc from "fast-check";
import { expect, test } from "vitest";
import {
  inWords,
  localTime,
  nextTime,
  nextTimes,
  readSchedule,
  setPersonsZone,
  timeNow,
} from "./schedule.ts";
import { ownZone } from "./zones.ts";

const MINUTE = 60_000;

/** The next times of a schedule in a zone, in UTC. */
function timesIn(zone: string, cron: string, from: string, count: number): string[] {
  const schedule = readSchedule(cron, zone);
  const times: string[] = [];
  for (let time = new Date(from); times.length < count; ) {
    time = schedule.next(time) ?? new Date(Number.NaN);
    times.push(time.toISOString().slice(0, 16));
  }
  return times;
}

test.each([
  ["Europe/Berlin", "2026-03-28T23:00:00Z", ["2026-03-29T01:00", "2026-03-30T00:30"]],
  ["America/New_York", "2026-03-08T05:00:00Z", ["2026-03-08T07:00", "2026-03-09T06:30"]],
])(
  "in %s a job for an hour that is skipped in spring fires right after the gap",
  (zone, from, times) => {
    expect(timesIn(zone, "30 2 * * *", from, 2)).toEqual(times);
  },
);

test.each([
  ["Europe/Berlin", "30 2 * * *", "2026-10-24T23:00:00Z", ["2026-10-25T00:30", "2026-10-26T01:30"]],
  [
    "America/New_York",
    "30 1 * * *",
    "2026-11-01T04:00:00Z",
    ["2026-11-01T05:30", "2026-11-02T06:30"],
  ],
])("in %s a job for an hour that comes twice in autumn fires once", (zone, cron, from, times) => {
  expect(timesIn(zone, cron, from, 2)).toEqual(times);
});

test.each([
  ["Europe/Berlin", "2026-03-29T00:00:00Z"],
  ["Europe/Berlin", "2026-10-24T23:30:00Z"],
  ["America/New_York", "2026-03-08T06:00:00Z"],
  ["America/New_York", "2026-11-01T04:30:00Z"],
])(
  "in %s a job for every half hour fires every half hour of real time, from %s on",
  (zone, from) => {
    const times = timesIn(zone, "*/30 * * * *", from, 8).map((time) => Date.parse(`${time}Z`));
    for (const [at, time] of times.slice(1).entries())
      expect(time - (times[at] ?? 0)).toBe(30 * MINUTE);
  },
);

test("a person's zone is that of their schedules and of the times they read", () => {
  const night = new Date("2026-11-26T15:30:00Z");
  setPersonsZone("Asia/Tokyo");
  expect(localTime(nextTime("0 9 * * *", night))).toBe("Fri 2026-11-27 09:00 +09:00");
  expect(timeNow(night)).toBe("It is now Fri 2026-11-27 00:30 +09:00 (Asia/Tokyo).");
  setPersonsZone("America/St_Johns");
  expect(localTime(nextTime("0 9 * * *", night))).toBe("Fri 2026-11-27 09:00 -03:30");
  setPersonsZone("UTC");
  expect(localTime(night)).toBe("Thu 2026-11-26 15:30 +00:00");
  setPersonsZone(ownZone());
});

interface Field {
  text: string;
  has(value: number): boolean;
}

/** A field between `low` and `high`, and which values it means. */
function fieldOf(low: number, high: number): fc.Arbitrary<Field> {
  const number = fc.integer({ min: low, max: high });
  const range = fc
    .tuple(number, number, fc.integer({ min: 1, max: high - low }))
    .map(([a, b, step]) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      const has = (value: number) => value >= from && value <= to && (value - from) % step === 0;
      return { text: `${from}-${to}/${step}`, has };
    });
  const single = number.map((wanted) => ({
    text: `${wanted}`,
    has: (value: number) => value === wanted,
  }));
  const star = fc.constant({ text: "*", has: () => true });
  const list = fc.array(fc.oneof(single, range), { minLength: 1, maxLength: 3 }).map((parts) => ({
    text: parts.map(({ text }) => text).join(","),
    has: (value: number) => parts.some((part) => part.has(value)),
  }));
  return fc.oneof(star, list);
}

const fields = fc.tuple(
  fieldOf(0, 59),
  fieldOf(0, 23),
  fieldOf(1, 31),
  fieldOf(1, 12),
  fieldOf(0, 6),
);
type Fields = [Field, Field, Field, Field, Field];

/** What crontab(5) says: when both days are restricted, one of them is enough. */
function fits([minute, hour, day, month, weekday]: Fields, time: Date): boolean {
  const isDay = day.has(time.getUTCDate());
  const isWeekday = weekday.has(time.getUTCDay());
  const either = day.text === "*" || weekday.text === "*" ? isDay && isWeekday : isDay || isWeekday;
  const isHour = minute.has(time.getUTCMinutes()) && hour.has(time.getUTCHours());
  return isHour && month.has(time.getUTCMonth() + 1) && either;
}

test("the next time of any five fields is the first minute that fits them", () => {
  fc.assert(
    fc.property(fields, fc.integer({ min: 0, max: 400_000 }), (five, minutes) => {
      const from = new Date(Date.parse("2026-01-01T00:00:30Z") + minutes * MINUTE);
      const cron = five.map(({ text }) => text).join(" ");
      const next = readSchedule(cron, "UTC").next(from);
      const limit = from.getTime() + 3 * 24 * 60 * MINUTE;
      let first = from.getTime() - 30_000 + MINUTE;
      while (first < limit && !fits(five, new Date(first))) first += MINUTE;
      if (first < limit) expect([cron, next]).toEqual([cron, new Date(first)]);
      else expect(next === undefined || next.getTime() >= limit).toBe(true);
    }),
    { numRuns: 100 },
  );
});

test.each([
  ["1 2 3 4", "five fields"],
  ["* * * * * *", "five fields"],
  ["", "five fields"],
  ["@hourly", "five fields"],
  ["*/0 * * * *", 'minute "*/0"'],
  ["1,,2 * * * *", 'minute "1,,2"'],
  ["* 5/5 * * *", 'hour "5/5"'],
  ["* * ? * *", 'day of month "?"'],
  ["* * 1W * *", 'day of month "1W"'],
  ["* * * 0 *", 'month "0"'],
  ["* * * * mon#2", 'day of week "mon#2"'],
  ["* * * * +1", 'day of week "+1"'],
  ["* * * ١ *", 'month "١"'],
  [`${"1,".repeat(60)}1 * * * *`, "longer than"],
])("%j is no schedule", (cron, reason) => {
  expect(() => readSchedule(cron)).toThrow(reason);
});

test("29 February is waited for over the year 2100, and 30 February is not", () => {
  expect(nextTime("0 12 29 2 *", new Date("2096-03-01T00:00:00Z")).getFullYear()).toBe(2104);
  expect(() => nextTime("0 12 30 2 *", new Date())).toThrow("never fires");
  expect(nextTimes("0 12 30 2 *", new Date(), 3)).toEqual([]);
});

test.each([
  [59_999, ""],
  [MINUTE, "1 minute"],
  [119 * MINUTE, "1 hour"],
  [26 * 60 * MINUTE, "1 day"],
  [-MINUTE, ""],
])("%d ms are %j in words", (ms, words) => {
  expect(inWords(ms)).toBe(words);
});

test.each(["sun-sun", "SUN-7", "7", "mon-mon,sun-sun"])(
  "the days %s have their own name only",
  (days) => {
    const times = timesIn("UTC", `0 0 * * ${days}`, "2026-03-02T00:00:00Z", 8);
    const found = new Set(times.map((time) => new Date(time).getUTCDay()));
    expect([...found].sort()).toEqual(days.startsWith("mon") ? [0, 1] : [0]);
  },
);
