// shared/schedule · the five fields of a schedule: what is wrong with them, and when they fire next.
import { Cron } from "croner";

const FIELDS = ["minute", "hour", "day of month", "month", "day of week"];
const NUMBERS = ["0-59", "0-23", "1-31", "1-12", "0-7, 0 and 7 are Sunday"];
const MAX_LENGTH = 100;
/** croner also reads L, W, #, ? and +, which other cron programs do not have. */
const SIGNS =
  /^(\d|[*,/-]|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)+$/i;
/** From 2096 to 2104 it takes so long until the next 29 February, and no five fields are rarer. */
const MAX_WAIT_YEARS = 8;

/**
 * The times of a schedule, in a time zone such as "Europe/Berlin"; default: the zone of this process.
 * Throws an Error that names the field and what is wrong with it.
 */
export function readSchedule(cron: string, timezone?: string): Schedule {
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

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const two = (value: number) => String(value).padStart(2, "0");

/** A time in the zone of this process, with its offset, because in autumn one hour comes twice. */
export function localTime(time: Date): string {
  const date = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join("-");
  const offset = -time.getTimezoneOffset();
  const away = `${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`;
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}`;
  return `${DAYS[time.getDay()]} ${date} ${clock} ${offset < 0 ? "-" : "+"}${away}`;
}

/** What the model needs in order to write a schedule: it has no clock of its own. */
export function timeNow(now: Date): string {
  return `It is now ${localTime(now)} (${Intl.DateTimeFormat().resolvedOptions().timeZone}).`;
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
