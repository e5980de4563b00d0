// practice/brain/rows/calendar · minutes counted from 1970 and what a calendar calls them; there is no clock here.

const HOUR = 60;
export const DAY = 24 * HOUR;

/** Days since 1970; months from 1. */
export function dayNumber(year: number, month: number, day: number): number {
  const [years, months] = month > 2 ? [year, month - 3] : [year - 1, month + 9];
  const leaps = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  return 365 * years + leaps + Math.floor((153 * months + 2) / 5) + day - 719_469;
}

/** The year, month and day of a day number: the last month that begins before it. */
export function dateOf(number: number): [year: number, month: number, day: number] {
  let year = 1970 + Math.floor(number / 365.2425);
  if (dayNumber(year, 1, 1) > number) year--;
  if (dayNumber(year + 1, 1, 1) <= number) year++;
  let month = 12;
  while (dayNumber(year, month, 1) > number) month--;
  return [year, month, number - dayNumber(year, month, 1) + 1];
}

/** From 0 for Sunday. */
export const weekdayOf = (number: number): number => (number + 4) % 7;

/** The last date with a time of day in a text, in minutes; undefined without one. */
export function momentIn(text: string): number | undefined {
  const last = [...text.matchAll(/(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)/g)].at(-1);
  if (last === undefined) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = last.slice(1).map(Number);
  return dayNumber(year, month, day) * DAY + hour * HOUR + minute;
}

/** The five fields of a schedule for one moment. */
export function cronAt(moment: number): string {
  const [, month, day] = dateOf(Math.floor(moment / DAY));
  const minutes = moment % DAY;
  return `${minutes % HOUR} ${Math.floor(minutes / HOUR)} ${day} ${month} *`;
}
