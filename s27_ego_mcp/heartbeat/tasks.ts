// s24 · heartbeat/tasks – the tasks of HEARTBEAT.md: what is to be looked at, how often, and at which hours.
import { timeIn } from "../../shared/zones.ts";

/** When a task is due, as its heading says. */
export interface When {
  cadenceMin: number;
  /** Both times are milliseconds since 1970; `last` is when it was last looked at with success, 0 for never. */
  isDue(last: number, now: number): boolean;
}

export interface Task extends When {
  id: string;
  text: string;
}

/** Reads what is in brackets at the end of a heading, in the person's zone; undefined when it is of another form. */
export type Form = (words: string, zone: string) => When | undefined;

/** A look may begin so much after its beat. The next one is not put off by that. */
export const LATE_MS = 5000;

const HOUR = "(?:[01]\\d|2[0-3]):[0-5]\\d";
const EVERY = new RegExp(`^every (\\d{1,4})([mhd])(?:, (${HOUR})-(${HOUR}|24:00))?$`);
const MINUTES: Record<string, number> = { m: 1, h: 60, d: 1440 };

/** Such as "every 30m, 09:00-21:00". */
export const every: Form = (words, zone) => {
  const [, count, unit = "", from, to] = EVERY.exec(words) ?? [];
  const cadenceMin = Number(count) * (MINUTES[unit] ?? 0);
  if (!(cadenceMin > 0)) return undefined;
  const isOpen = (now: number) => isBetween(timeIn(zone, now, "24"), from, to);
  const isTime = (last: number, now: number) => now - last >= cadenceMin * 60_000 - LATE_MS;
  return { cadenceMin, isDue: (last, now) => isTime(last, now) && isOpen(now) };
};

/** Such as: ### inbox: letters (every 30m). An id begins with a letter or a digit: __proto__ is none. */
const HEAD = /^### +([\p{L}\p{N}][\p{L}\p{N}_-]{0,39}).*[(（]([^()（）]+)[)）]$/u;

/** A list without such headings is one task. A heading of no form, or without a text below it, is none. */
export function tasksIn(list: string, zone: string, forms: Form[] = [every]): Task[] {
  const parts = list.split(/^(?=#{1,3} )/m).map((part) => part.trim());
  if (!parts.some((part) => part.startsWith("### "))) return wholeList(list.trim());
  return parts.flatMap((part) => {
    const [head = "", ...lines] = part.split("\n");
    const [, id, words = ""] = HEAD.exec(head.trim()) ?? [];
    const text = lines.join("\n").trim();
    const when = forms.map((form) => form(words.trim(), zone)).find((one) => one !== undefined);
    return id === undefined || text === "" || when === undefined ? [] : [{ id, text, ...when }];
  });
}

const wholeList = (text: string): Task[] =>
  text === "" ? [] : [{ id: "list", text, cadenceMin: 0, isDue: () => true }];

/** Times of day such as "09:00". When the second one is earlier, what is between them is a night. */
export function isBetween(time: string, from = "00:00", to = "24:00"): boolean {
  if (from === to) return true;
  return from < to ? from <= time && time < to : time >= from || time < to;
}
