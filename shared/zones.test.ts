import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { dateIn, dayBefore, dayIn, hoursOf, isZone, ownZone, timeIn } from "./zones.ts";

const MOMENT = Date.parse("2026-11-26T15:30:00Z");

test("knows the zones of the IANA list, and no others", () => {
  for (const name of ["Asia/Tokyo", "UTC", "America/Argentina/Buenos_Aires", ownZone()])
    expect(isZone(name)).toBe(true);
  for (const name of ["Mars/Base", "", "Tokyo", "../etc/passwd"]) expect(isZone(name)).toBe(false);
});

test("a moment has another day and another hour in another zone", () => {
  expect(dayIn("UTC", MOMENT)).toBe("Thursday, 26 November 2026");
  expect(dayIn("Asia/Tokyo", MOMENT)).toBe("Friday, 27 November 2026");
  expect(timeIn("UTC", MOMENT, "24")).toBe("15:30");
  expect(timeIn("UTC", MOMENT, "12")).toBe("3:30 PM");
  expect(timeIn("Asia/Tokyo", MOMENT, "24")).toBe("00:30");
  expect(timeIn("Asia/Tokyo", MOMENT, "12")).toBe("12:30 AM");
});

test("auto is one of the two", () => {
  expect(["12", "24"]).toContain(hoursOf("auto"));
  expect(hoursOf("12")).toBe("12");
});

test.each(["", "Mars/Base", "Etc/Unknown"])(
  "a computer whose zone is set to %j is in UTC",
  (TZ) => {
    const code = 'import { ownZone } from "./shared/zones.ts"; console.log(ownZone());';
    const args = ["--import", "tsx", "--input-type", "module", "-e", code];
    const printed = execFileSync(process.execPath, args, { env: { ...process.env, TZ } });
    expect(printed.toString().trim()).toBe("UTC");
  },
);

test.each([
  ["Asia/Tokyo", "2026-11-26T15:30:00Z", "2026-11-27", "2026-11-26"],
  ["America/New_York", "2026-03-09T03:30:00Z", "2026-03-08", "2026-03-07"],
  ["America/New_York", "2026-11-01T05:30:00Z", "2026-11-01", "2026-10-31"],
  ["UTC", "2026-01-01T00:00:00Z", "2026-01-01", "2025-12-31"],
])("in %s it is at %s the day %s, after %s", (zone, moment, date, before) => {
  expect(dateIn(zone, Date.parse(moment))).toBe(date);
  expect(dayBefore(date)).toBe(before);
});
