// shared/schedule · the five fields of a schedule: what is wrong with them, and when they fire next.
import { Cron } from "croner";
import { partsOf } from "./zones.ts";

const FIELDS = ["minute", "hour", "day of month", "month", "day of week"];
const NUMBERS = ["0-59", "0-23", "1-31", "1-12", "0-7, 0 and 7 are Sunday"];
const MAX_LENGTH = 100;
/** croner also reads L, W, #, ? and +, which other cron programs do not have. */
const SIGNS =
  /^(\d|[*,/-]|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)+$/i;
/** From 2096 to 2104 it takes so long until the next 29 February, and no five fields are rarer. */
const MAX_WAIT_YEARS = 8;

/** The zone of the person, when they have named one. A program has one person. */
let personsZone: string | undefined;

/** From now on schedules are read and times are written in this zone, such as "Europe/Berlin"; before, in that of this process. */
export function setPersonsZone(zone: string): void {
  personsZone = zone;
}

/**
 * The times of a schedule, in a time zone such as "Europe/Berlin"; default: the person's.
 * Throws an Error that names the field and what is wrong with it.
 */
export function readSchedule(cron: string, timezone = personsZone): Schedule {
  const fields = cron.trim().split(/\s+/);
  if (cron.length > MAX_LENGTH) throw new Error(`cron: longer than ${MAX_LENGTH} characters.`);
  if (fields.length !== FIELDS.length)
    throw new Error(`cron: give five fields (${FIELDS.join(", ")}), not ${fields.length}.`);
  for (const [at, field] of fields.entries()) checkField(field, at);
  const plain = fields.join(" ").replaceAll(/\bsun-(sun|7)\b/gi, "sun"); // croner would take it for 0-7
  const times = new Cron(plain, { ...OPTIONS, ...(timezone && { timezone }) });
  return {
    next(after) {
      const time = times.nextRun(after);
      return time && time.getTime() - after.getTime() <= MAX_WAIT_MS ? time : undefined;
    },
  };
}

export interface Schedule {
  /** The first time after `after`; undefined when there is none within eight years. */
  next(after: Date): Date | undefined;
}

const MAX_WAIT_MS = (MAX_WAIT_YEARS * 365 + 3) * 86_400_000;
const OPTIONS = { mode: "5-part", paused: true } as const;

/** Reads one field alone, with stars for the others, so that the error is about this field. */
function checkField(field: string, at: number): void {
  try {
    if (!SIGNS.test(field)) throw new Error("only numbers, names and * , - / are read");
    new Cron(FIELDS.map((_, other) => (other === at ? field : "*")).join(" "), OPTIONS);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^CronPattern: /, "") : "";
    throw new Error(`cron: ${FIELDS[at]} "${field}" cannot be used (${NUMBERS[at]}): ${reason}.`);
  }
}

/** The next times, at most `count` of them. */
export function nextTimes(cron: string, after: Date, count: number): Date[] {
  const schedule = readSchedule(cron);
  const times: Date[] = [];
  for (let time = schedule.next(after); time && times.length < count; time = schedule.next(time))
    times.push(time);
  return times;
}

/** The next time of a schedule. Throws an Error when there is none. */
export function nextTime(cron: string, after: Date): Date {
  const [time] = nextTimes(cron, after, 1);
  if (time) return time;
  throw new Error(`cron: "${cron}" never fires: there is no such date in the next 8 years.`);
}

const TIME = {
  weekday: "short",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZoneName: "longOffset",
} as const;

/** A time as the person's clock has it, with its offset, because in autumn one hour comes twice. */
export function localTime(time: Date): string {
  const form = new Intl.DateTimeFormat("en-US", { ...TIME, timeZone: personsZone });
  const parts = partsOf(form, time.getTime());
  const { weekday, year, month, day, hour, minute, timeZoneName = "" } = parts;
  const offset = timeZoneName.replace("GMT", "") || "+00:00";
  return `${weekday} ${year}-${month}-${day} ${hour}:${minute} ${offset}`;
}

/** What the model needs in order to write a schedule: it has no clock of its own. */
export function timeNow(now: Date): string {
  return `It is now ${localTime(now)} (${personsZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone}).`;
}

const UNITS: [string, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** A length of time in its largest unit, such as "3 hours"; "" below a minute. */
export function inWords(ms: number): string {
  const [unit, length] = UNITS.find(([, one]) => ms >= one) ?? ["", 0];
  if (unit === "") return "";
  const count = Math.floor(ms / length);
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
