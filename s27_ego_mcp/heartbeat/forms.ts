// s24 · heartbeat/forms – more ways to say when a task is due, and what is wrong with a list.
import { capped, oneLine } from "../../shared/text.ts";
import { dateIn, dayBefore, timeIn } from "../../shared/zones.ts";
import { every, type Form, type Task, tasksIn, type When } from "./tasks.ts";

const DAY_MIN = 1440;
const MAX_TASKS = 50;
const MAX_TOLD = 5;

/**
 * Such as "daily 03:00": once on each day, from that time on, also when it is late. A look at 03:20 does not move the
 * next one. One that was never looked at waits for its time, on this day or after `since`, when the program began.
 */
const dailySince =
  (since: number): Form =>
  (words, zone) => {
    const [, from] = /^daily ((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(words) ?? [];
    if (from === undefined) return undefined;
    const isPast = (time: number) => timeIn(zone, time, "24") >= from;
    /** The day whose time of day has come last. */
    const dayOf = (time: number) =>
      isPast(time) ? dateIn(zone, time) : dayBefore(dateIn(zone, time));
    const isDue = (last: number, now: number) =>
      last === 0 ? isPast(now) || dayOf(since) < dayOf(now) : dayOf(last) < dayOf(now);
    return { cadenceMin: DAY_MIN, isDue };
  };

/** What people write for the words of the two forms, in this order. */
const WORDS: [RegExp, string][] = [
  [/[，、,]\s*/g, ", "],
  [/[~〜～–—]/g, "-"],
  [/[每毎]\s*(\d+)\s*(?:分钟|分)(?:ごと)?/, "every $1m"],
  [/[每毎]\s*(\d+)\s*(?:个?小时|時間)(?:ごと)?/, "every $1h"],
  [/^(\d+)\s*分ごと/, "every $1m"],
  [/^(\d+)\s*時間ごと/, "every $1h"],
  [/^every (\d+) ?(?:min|minutes?)\b/i, "every $1m"],
  [/^every (\d+) ?hours?\b/i, "every $1h"],
  [/^(?:every 24h|[每毎][天日](?: ?1 ?次)?),? +(?:at )?(?:凌晨 ?)?(?=\d\d?:\d\d$)/, "daily "],
  [/\b(\d:\d\d)/g, "0$1"],
  [/, (?:全天|終日|一日中|all day)$/, ""],
];

/** The same in other words, and in Chinese and Japanese: 每 30 分钟, 9:00-21:00 · 毎日 03:00 · 30分ごと, 終日 */
const inOtherWords =
  (forms: Form[]): Form =>
  (words, zone) => {
    const plain = WORDS.reduce((text, [from, to]) => text.replace(from, to), words);
    return forms.map((form) => form(plain, zone)).find((one) => one !== undefined);
  };

/**
 * The tasks of a list. `everyMin` is how often there is a look, and the cadence of a list without headings; `since` is
 * when the program began. What is wrong with the list goes to `tell`, a line for each problem.
 */
export function readTasks(
  list: string,
  { zone, everyMin, since }: { zone: string; everyMin: number; since: number },
  tell: (problem: string) => void,
): Task[] {
  const plain = [every, dailySince(since)];
  const forms = [...plain, inOtherWords(plain)];
  const found = tasksIn(list, zone, forms);
  const problems = problemsOf(list, zone, forms);
  for (const problem of capped(problems, MAX_TOLD, (rest) => `${rest} more.`)) tell(problem);
  const tasks = found.filter(({ id }, at) => found.findIndex((one) => one.id === id) === at);
  if (tasks.length > MAX_TASKS)
    tell(`it has ${tasks.length} tasks, and only the first ${MAX_TASKS} count.`);
  const used = tasks.slice(0, MAX_TASKS).map((task) => withCadence(task, everyMin));
  const load = loadOf(used, everyMin);
  if (load > 1)
    tell(
      `its tasks want ${load.toFixed(2)} looks every ${everyMin} minutes, and there is one: they come late. Look more often (agents.defaults.heartbeat.every), or at less.`,
    );
  return used;
}

/** How many looks the tasks want in the time of one. */
const loadOf = (tasks: When[], everyMin: number) =>
  tasks.reduce((sum, { cadenceMin }) => sum + everyMin / cadenceMin, 0);

const withCadence = (task: Task, everyMin: number): Task =>
  task.cadenceMin === 0 ? { ...task, cadenceMin: everyMin } : task;

/** Headings that are none of a task, those without a text, and ids that are there twice. */
function problemsOf(list: string, zone: string, forms: Form[]): string[] {
  const ids = new Set<string>();
  let line = 1;
  return list.split(/^(?=#{1,3} )/m).flatMap((part) => {
    const [head = "", ...text] = part.split("\n");
    const at = `line ${line}: ${oneLine(head, 80)}`;
    line += text.length;
    if (!head.startsWith("### ")) return [];
    const [task] = tasksIn(`${head}\nx`, zone, forms);
    if (task === undefined) return [`${at} is no task. Write it as: ### id: title (every 30m)`];
    const isTwice = ids.has(task.id);
    ids.add(task.id);
    if (isTwice) return [`${at} has an id that is there twice; the first one counts.`];
    return text.join("").trim() === "" ? [`${at} has nothing below it to do.`] : [];
  });
}
