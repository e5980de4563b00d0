// practice/brain/rows/when · repetitions in everyday words, as the five fields of a schedule.
import { hanNumber } from "../numbers.ts";

export interface Every {
  cron: string;
  /** What is left of the request: what is to be done then. */
  wish: string;
}

const DAYS = "sun mon tue wed thu fri sat".split(" ");
const DAYS_ZH = "日一二三四五六";
const DAYS_JA = "日月火水木金土";
const NUMBER =
  "(?<number>\\d{1,3}|[二三四五六七八九]?十[一二三四五六七八九]?|[一二两三四五六七八九])";
const CLOCK =
  "(?:(?<half>am|pm|a\\.m\\.|p\\.m\\.|早上|上午|凌晨|中午|下午|晚上|朝|午前|午後|夜|夕方)\\s*)?(?<hour>\\d{1,2}|[二三]?十[一二三四五六七八九]?|[一二两三四五六七八九])(?:\\s*[:点時]\\s*(?<minute>\\d{1,2}|半)?\\s*分?)?(?:\\s*(?<after>am|pm|a\\.m\\.|p\\.m\\.))?";
/** A number alone is no time of day: there is a word before it or a sign behind it. */
const TOLD =
  "(?:(?:at|around)\\s*|(?:的|の|在)?\\s*(?=\\D{0,4}\\d{1,2}\\s*(?:[:点時]|[ap]\\.?m)|\\D{0,3}[一二两三四五六七八九十]\\s*[点時]|noon|midnight|正午))";
const AT = `(?:\\s*,?\\s*${TOLD}(?:${CLOCK}|(?<word>noon|midnight|正午)))?`;
const DAY = "(?<day>sun|mon|tue|wed|thu|fri|sat)[a-z]*";
const FORMS = [
  `(?:every|each)\\s+(?:${NUMBER}\\s*)?(?<unit>minutes?|mins?|m|hours?|hrs?|h)\\b`,
  "(?<unit>hourly)\\b",
  `(?:every|each|on)\\s+(?<weekdays>weekdays?|workdays?|working days?|business days?)\\b${AT}`,
  `(?:every|each)\\s+${DAY}\\b(?:\\s+(?<part>morning|evening|afternoon|night))?${AT}`,
  `on\\s+${DAY}s\\b${AT}`,
  `(?:every|each)\\s+(?<part>morning|evening|afternoon|night|day)\\b${AT}`,
  `(?:daily|once a day)\\b${AT}`,
  `at ${CLOCK},?\\s+(?:daily|every day|each day)\\b`,
  `每(?:隔|过)?\\s*(?:${NUMBER}\\s*)?(?:个\\s*)?(?<unit>分钟|小时|钟头)`,
  `(?<weekdays>每个?工作日|周一到周五|星期一到星期五)(?:都)?${AT}`,
  `每(?:个|逢)?(?:周|星期|礼拜)(?<dayZh>[一二三四五六日天])${AT}`,
  `每(?<part>天早上|天晚上|天下午|天中午|天|日|晚|早)${AT}`,
  `毎(?<unit>分|時間?)(?=に|[、,:\\s])`,
  `${NUMBER}\\s*(?<unit>分|時間)\\s*(?:ごと|おき|毎)`,
  `(?<weekdays>平日)(?:の(?:毎[朝日])?)?${AT}`,
  `毎週\\s*(?<dayJa>[月火水木金土日])曜?日?${AT}`,
  `毎(?<part>朝|晩|日)${AT}`,
].map((form) => new RegExp(`(?<![\\w])(?:${form})(?:に(?!つ))?`, "i"));

/** One of these is in each form: most requests are told apart without the forms. */
const OFTEN =
  /every|each|daily|hourly|once a day|\bon\s+(?:\w+s\b|week|work|business)|[每毎周]|星期|平日|ごと|おき/i;

const HOURS: [RegExp, number][] = [
  [/morning|早|朝/, 9],
  [/noon|中午|正午/, 12],
  [/afternoon|下午/, 15],
  [/evening|晚|夕/, 18],
  [/night|晩|夜/, 21],
];
const LEAD =
  /^(?:[\s,，、:：]|\b(?:please|then|and|to|can you|could you|schedule|set up|i want you to|i'd like you to|make sure to|\/loop|have|let)\b|请|都|就|要|帮我|麻烦|给我|定时|安排|、|に)+/i;
/** It only says that something is to be done again and again. */
const SETTING =
  /^(?:(?:a|new|start|create|repeat|make|it|this|so|that|job|for|the|add|an?|cron|schedules?|loops?|from now on|it's)[\s:,]*)+$|^(?:设个?|创建|新建|定个?|循环|执行|安排|上|时|以后|从现在起|我想|任务|一个)+$|^(?:スケジュール|定期的?|登録|実行|して|に|：|:)+$/i;
const TRAIL = /(?:[\s,，、。.!！]|\bplease\b)+$/i;

/** The repetition in a request and what is to be done; undefined where there is none that five fields can say. */
export function everyIn(request: string): Every | undefined {
  if (!OFTEN.test(request)) return undefined;
  for (const form of FORMS) {
    const found = form.exec(request);
    if (found === null) continue;
    const cron = cronOf(found.groups ?? {});
    const [before, behind] = [
      request.slice(0, found.index),
      request.slice(found.index + found[0].length),
    ];
    // What stands before it is the wish, or the words around one.
    const own = before.replace(LEAD, "").replace(TRAIL, "");
    const lead = SETTING.test(own) ? "" : own;
    const rest = behind.replace(LEAD, "").trim();
    const wish =
      lead === "" ? rest : rest.replace(/[\s.。!！]/g, "") === "" ? lead : `${lead} ${rest}`;
    return cron === undefined || wish === "" ? undefined : { cron, wish };
  }
  return undefined;
}

type Groups = Record<string, string | undefined>;

function cronOf(groups: Groups): string | undefined {
  const { unit, number, weekdays, day, dayZh, dayJa } = groups;
  if (unit !== undefined) return steps(unit, numberOf(number ?? "1"));
  const clock = clockOf(groups);
  if (clock === undefined) return undefined;
  if (weekdays !== undefined) return `${clock} * * 1-5`;
  const name = day === undefined ? -1 : DAYS.indexOf(day.toLowerCase());
  const sign = dayZh === undefined ? -1 : DAYS_ZH.indexOf(dayZh.replace("天", "日"));
  const place = Math.max(name, sign, dayJa === undefined ? -1 : DAYS_JA.indexOf(dayJa));
  return `${clock} * * ${place < 0 ? "*" : place}`;
}

const numberOf = (text: string): number => (/^\d/.test(text) ? Number(text) : hanNumber(text));

/** Every so many minutes or hours, where these divide an hour or a day. */
function steps(unit: string, count: number): string | undefined {
  if (/^(?:m|分)/i.test(unit))
    return count > 0 && 60 % count === 0 ? `*/${count} * * * *` : undefined;
  if (count === 1) return "0 * * * *";
  return count > 0 && 24 % count === 0 ? `0 */${count} * * *` : undefined;
}

/** Minute and hour; in the morning at nine where no time is said. */
function clockOf({ hour, minute, half, after, word, part }: Groups): string | undefined {
  const said = `${part ?? ""}${half ?? ""}${after ?? ""}${word ?? ""}`.toLowerCase();
  if (hour === undefined) {
    const named = /midnight/.test(said) ? 0 : (HOURS.find(([form]) => form.test(said))?.[1] ?? 9);
    return `0 ${named}`;
  }
  const given = numberOf(hour);
  const isLate = /pm|p\.m|下午|晚|午後|夜|夕|晩|evening|afternoon|night/.test(said) && given < 12;
  const early = /am|a\.m|午前|凌晨/.test(said) && given === 12 ? 0 : given;
  const minutes = minute === undefined ? 0 : minute === "半" ? 30 : Number(minute);
  return given > 23 || minutes > 59 ? undefined : `${minutes} ${isLate ? given + 12 : early}`;
}
