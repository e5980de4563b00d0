// practice/brain/rows/when · how often something is to be done, as the five fields of a schedule.

export interface Every {
  cron: string;
  /** What is left of the request: what is to be done then. */
  wish: string;
}

type Groups = Record<string, string | undefined>;

/** "at 9", "at 9:30 pm"; wide: "9 点半", "午後 3 時 10 分". */
const AT =
  "(?:\\s*,?\\s*at\\s+(?<hour>\\d{1,2})(?::(?<minute>\\d\\d))?(?!\\d)(?:\\s*(?<half>am|pm)\\b)?)?";
const AT_WIDE =
  "(?:的|の)?\\s*(?:(?<half>早上|上午|下午|晚上|朝|午前|午後|夜)の?)?\\s*(?:(?<hour>\\d{1,2})\\s*[:点時]\\s*(?<minute>\\d{1,2}|半)?分?)?";
const FORMS = [
  "(?:every|each)\\s+(?:(?<number>\\d{1,2})\\s*)?(?<unit>minutes?|mins?|hours?)\\b",
  `(?:every|each)\\s+(?<days>weekday|day)\\b${AT}`,
  "每(?:隔)?\\s*(?<number>\\d{1,2})?\\s*个?\\s*(?<unit>分钟|小时)",
  `每个?(?<days>工作日|天)${AT_WIDE}`,
  "(?<number>\\d{1,2})\\s*(?<unit>分|時間)\\s*(?:ごと|おき)(?:に)?",
  `(?<days>平日の?毎日|平日|毎日)${AT_WIDE}(?:に)?`,
].map((form) => new RegExp(form, "i"));

/** Another time, or a part of one, that these forms do not know. */
const MORE =
  /\b(?:every|each|at|on|until|except|but|between|from|for|starting)\b(?=\s+(?:\d|mon|tue|wed|thu|fri|sat|sun|noon|midnight|week|month|morning|evening|night|other))|[每毎]|周|星期|点半?(?=\s|$|[,、])|[月火水木金土日]曜|\d\s*(?:時|点|:\d\d)|しか|だけ/i;

/** The repetition in a request and what is to be done; undefined where there is none that five fields can say. */
export function everyIn(request: string): Every | undefined {
  for (const form of FORMS) {
    const found = form.exec(request);
    if (found === null) continue;
    const cron = cronOf(found.groups ?? {});
    const rest = `${request.slice(0, found.index)} ${request.slice(found.index + found[0].length)}`;
    const wish = rest.replace(EDGES, "").trim();
    return cron === undefined || wish === "" || MORE.test(wish) ? undefined : { cron, wish };
  }
  return undefined;
}

/** What stands around a wish and its time. */
const EDGES = /^(?:[\s,，、。:：]|\bplease\b|请|都|に|、)+|[\s,，、。.!！]+$/gi;

function cronOf(groups: Groups): string | undefined {
  const { unit, number = "1", days } = groups;
  if (unit !== undefined) return steps(unit, Number(number));
  const hours = hoursOf(groups);
  const minutes = groups.minute === "半" ? 30 : Number(groups.minute ?? 0);
  if (hours > 23 || minutes > 59) return undefined;
  return `${minutes} ${hours} * * ${/^(?:weekday|工作日|平日)/i.test(days ?? "") ? "1-5" : "*"}`;
}

/** Of the day; nine where none is said. */
function hoursOf({ hour = "9", half = "" }: Groups): number {
  const given = Number(hour);
  const isLate = /pm|下午|晚上|午後|夜/i.test(half);
  if (given === 12 && /am|午前/i.test(half)) return 0;
  return isLate && given < 12 ? given + 12 : given;
}

/** Every so many minutes or hours, where these divide an hour or a day. */
function steps(unit: string, count: number): string | undefined {
  const isMinutes = /^(?:m|分)/i.test(unit);
  if (count < 1 || (isMinutes ? 60 : 24) % count !== 0) return undefined;
  if (isMinutes) return `*/${count} * * * *`;
  return count === 1 ? "0 * * * *" : `0 */${count} * * *`;
}
