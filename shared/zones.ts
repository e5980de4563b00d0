// shared/zones · a moment as people in a time zone see it. Always in English.
import { once } from "./once.ts";

/** The zone of this computer, such as "Europe/Berlin". With a TZ that names none, it is in UTC, but does not say so. */
export const ownZone = once(() => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return timeZone && isZone(timeZone) ? timeZone : "UTC";
});

/** True for a name of the IANA list, such as "Asia/Tokyo". */
export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The hours of a day as they are written: 12 with AM and PM, or 24; "auto" is as this computer is set. */
export type TimeFormat = "auto" | "12" | "24";

/** The hours of a day that a format means here: of "auto", those that this computer is set to. */
export function hoursOf(format: TimeFormat): "12" | "24" {
  return format === "auto" ? ownHours() : format;
}

const ownHours = once(() => {
  const { hour12 } = new Intl.DateTimeFormat(undefined, { hour: "numeric" }).resolvedOptions();
  return hour12 === true ? "12" : "24";
});

/** Such as "Thursday, 26 November 2026". `moment` is in milliseconds since 1970; the zone must be one. */
export function dayIn(timeZone: string, moment: number): string {
  const { weekday, day, month, year } = partsOf(dayForm(timeZone), moment);
  return `${weekday}, ${day} ${month} ${year}`;
}

/** Such as "2026-11-26", which day it is there. `moment` is in milliseconds since 1970; the zone must be one. */
export function dateIn(timeZone: string, moment: number): string {
  const form = { day: "2-digit", month: "2-digit", year: "numeric" } as const;
  const { day, month, year } = partsOf(formOf({ ...form, timeZone }), moment);
  return `${year}-${month}-${day}`;
}

/** The date before "2026-11-26" is "2026-11-25", also where that day had 23 or 25 hours. */
export function dayBefore(date: string): string {
  const noon = Date.parse(`${date}T12:00:00Z`);
  return new Date(noon - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

/** Such as "14:03" or "2:03 PM". */
export function timeIn(timeZone: string, moment: number, format: TimeFormat): string {
  const hours = hoursOf(format);
  const { hour = "", minute, dayPeriod } = partsOf(timeForm(timeZone, hours), moment);
  return hours === "12"
    ? `${hour}:${minute} ${dayPeriod?.toUpperCase()}`
    : `${hour.padStart(2, "0")}:${minute}`;
}

function timeForm(timeZone: string, hours: "12" | "24") {
  const hourCycle = hours === "12" ? "h12" : "h23";
  const form = { hour: "numeric", minute: "2-digit", hourCycle, timeZone } as const;
  return formOf(form);
}

function dayForm(timeZone: string) {
  const form = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
  return formOf({ ...form, timeZone });
}

const forms = new Map<string, Intl.DateTimeFormat>();

/** Each is made once: making one takes thirty times as long as using it. */
function formOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const form = forms.get(key) ?? new Intl.DateTimeFormat("en-US", options);
  forms.set(key, form);
  return form;
}

/** The parts of a date by their names. How they are joined differs from one version of Node to the next. */
export function partsOf(form: Intl.DateTimeFormat, moment: number): Record<string, string> {
  return Object.fromEntries(form.formatToParts(moment).map(({ type, value }) => [type, value]));
}
