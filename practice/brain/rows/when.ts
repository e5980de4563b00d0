// practice/brain/rows/when · times in everyday words: again and again as five fields, once as a moment after now.
import { hanNumber } from "../numbers.ts";
import { DAY, dateOf, dayNumber, weekdayOf } from "./calendar.ts";

export interface Every {
  cron: string;
  /** What is left of the request: what is to be done then. */
  wish: string;
}

export interface Once {
  /** When it is, for a now in minutes; undefined when that is over. */
  at(now: number): number | undefined;
  wish: string;
}

const DAYS = "sun mon tue wed thu fri sat".split(" ");
const DAYS_WIDE = ["日一二三四五六", "日月火水木金土", "天"];
const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const ENGLISH =
  "one two three four five six seven eight nine ten eleven twelve fifteen=15 twenty=20 thirty=30 forty=40 forty-five=45 fifty=50 sixty=60 ninety=90"
    .split(" ")
    .map((word, at) => word.split("=").concat(String(at + 1)));
const HAN = "[二三四五六七八九]?十[一二三四五六七八九]?|[一二两三四五六七八九]";
const NUMBER = `(?<number>\\d{1,3}|${HAN}|${ENGLISH.map(([word]) => word).join("|")})`;
const CLOCK = `(?:(?<half>am|pm|a\\.m\\.|p\\.m\\.|早上|上午|凌晨|清晨|中午|下午|傍晚|晚上|朝|午前|午後|夜|夕方|お?昼)の?\\s*)?(?<hour>\\d{1,2}|[二三]?十[一二三四五六七八九]?|[一二两三四五六七八九])(?:\\s*(?:[:点時]\\s*(?<minute>\\d{1,2}|半)?\\s*分?|o'?clock))?(?:\\s*(?<after>am|pm|a\\.m\\.|p\\.m\\.|in the (?:morning|afternoon|evening)))?`;
/** A number alone is no time of day: there is a word before it or a sign behind it. */
const TOLD =
  "(?:(?:at|around|for|by)\\s+(?!\\d+\\s+(?:min|hour|day|line|file))|(?:的|の|在)?\\s*(?=\\D{0,4}\\d{1,2}\\s*(?:[:点時]|[ap]\\.?m|o'?clock)|\\D{0,3}(?:[一二两三四五六七八九十])+\\s*[点時]|noon|midnight|正午))";
const TIME = `${TOLD}(?:${CLOCK}|(?<word>noon|midnight|正午))(?!\\d)(?:整|ちょうど|ごろ|頃)?`;
const AT = `(?:\\s*,?\\s*${TIME})?`;
const DAY_NAME = "(?<day>sun|mon|tue|wed|thu|fri|sat)(?:day|s|sday|nesday|rsday|urday)?";
const FORMS = [
  `(?:e?very|evry|each)\\s+(?:${NUMBER}\\s*)?(?<unit>minutes?|mins?|m|hours?|hrs?|h)\\b`,
  "(?<unit>hourly)\\b",
  "(?<=/loop\\s+)(?<number>\\d+)\\s*(?<unit>m|h)\\b",
  `(?:every|each|on|for)\\s+(?<weekdays>weekdays?|workdays?|working days?|business days?)\\b(?:\\s+(?<part>morning|evening|afternoon|night))?${AT}`,
  `(?:(?:every|each)\\s+weekend|(?<weekend>at (?:the )?weekends?))\\b${AT}`,
  `(?:every|each)\\s+${DAY_NAME}\\b(?:\\s+(?<part>morning|evening|afternoon|night))?${AT}`,
  `on\\s+${DAY_NAME.replace(")?", ")")}s\\b${AT}`,
  `(?:every|each)\\s+(?<part>morning|evening|afternoon|night|day)\\b${AT}`,
  `(?:daily|once a day)\\b${AT}`,
  `at ${CLOCK},?\\s+(?:daily|every day|each day)\\b`,
  "(?:on )?the (?<date>first|\\d{1,2})(?:st|nd|rd|th)? (?:day )?of (?:every|each) month",
  `每(?:隔|过)?\\s*(?:${NUMBER}\\s*)?(?:个\\s*)?(?<unit>分钟|小时|钟头)`,
  `(?<weekdays>每个?工作日|工作日|周一到周五|星期一到星期五)(?:的|都)?${AT}`,
  `每(?:个|逢)?(?<weekend>周末)${AT}`,
  `每(?:个|逢)?(?:周|星期|礼拜)(?<dayWide>[一二三四五六日天])(?:(?<part>早上|下午|晚上)(?!\\s*[\\d一二三四五六七八九十]))?${AT}`,
  `每(?<part>天早上|天晚上|天下午|天中午|天|日|晚|早)${AT}`,
  `每个?月\\s*(?<date>\\d{1,2})\\s*[号日]${AT}`,
  `毎(?<unit>分|時間?)(?=に|[、,:\\s])`,
  `${NUMBER}\\s*(?<unit>分|時間)\\s*(?:ごと|おき|毎|に\\s*(?:1|一)\\s*回)`,
  `(?:毎日の?)?(?<weekdays>平日)(?:の)?(?:毎[朝日])?${AT}`,
  `(?<weekend>(?:毎週)?(?:土日|週末))(?:の)?${AT}`,
  `毎週の?\\s*(?<dayWide>[月火水木金土日])曜?日?${AT}`,
  `毎(?<part>朝|晩|日)${AT}`,
  `毎月\\s*(?<date>\\d{1,2})\\s*日${AT}`,
].map((form) => new RegExp(`(?<![\\w])(?:${form})(?:になったら|に(?!つ))?`, "i"));

/** One of these is in each form: most requests are told apart without the forms. */
const OFTEN =
  /e?very|evry|each|daily|\/loop|hourly|once a day|\bon\s+(?:\w+s\b|week|work|business)|weekends|[每毎周]|星期|工作日|平日|土日|週末|ごと|おき|[分間]に\s*[1一]\s*回/i;

const HOURS: [RegExp, number][] = [
  [/morning|早|朝/, 9],
  [/noon|中午|正午|昼/, 12],
  [/afternoon|下午|午後/, 15],
  [/evening|傍晚|晚|夕/, 18],
  [/night|晩|夜/, 21],
];
const LEAD =
  /^(?:[\s,，、:：.。-]|\b(?:please|then|and|to|can you|could you|schedule|set up|i want you to|i'd like you to|it would be great if you could|it's your job to|from now on|automatically|keep(?= \w+ing)|make sure to|\/loop|have|let|you|should)\b|请|都|就|要|的时候|帮我|麻烦|给我|定时|安排|先|自動で|これから|欠かさず|、|に|は|になったら|で)+/i;
/** It only says that something is to be done again and again. */
const SETTING =
  /^(?:(?:a|new|start|create|repeat|make|it|this|so|that|job|for|the|add|an?|cron|schedules?|loops?|from now on|it's|automatically|on|please|can|could|you)[\s:,]*)+$|^(?:设个?|创建|新建|定个?|循环|执行|安排|上|时|以后|从现在起|我想|任务|一个|请|帮我)+$|^(?:スケジュール|定期的?|登録|実行|自動|して|に|で|：|:)+$/i;
const TRAIL =
  /(?:[\s,，、。.!！]|\bplease\b|,? (?:and|to) do (?:that|this)$|,? not just today but$|(?:する|という)?の?を$|って$|で$)+$/i;
const CLOSE =
  /(?:,?\s*(?:ok|okay|please)[?？]?|^(?:やって|して|設定して|スケジュールして)|一次)[\s。.!！]*$/i;

type Groups = Record<string, string | undefined>;

/** The repetition in a request and what is to be done; undefined where there is none that five fields can say. */
export function everyIn(request: string): Every | undefined {
  const found = OFTEN.test(request) ? firstOf(FORMS, request) : undefined;
  if (found === undefined) return undefined;
  const cron = cronOf(found.groups ?? {});
  const wish = around(request, found);
  return cron === undefined || wish === "" ? undefined : { cron, wish };
}

function firstOf(forms: readonly RegExp[], text: string): RegExpExecArray | undefined {
  for (const form of forms) {
    const found = form.exec(text);
    if (found !== null) return found;
  }
  return undefined;
}

/** What stands before a time is the wish, or the words around one. */
function around(request: string, { 0: time, index }: RegExpExecArray): string {
  const own = request.slice(0, index).replace(LEAD, "").replace(TRAIL, "");
  const lead = SETTING.test(own) ? "" : own;
  const rest = request
    .slice(index + time.length)
    .replace(LEAD, "")
    .replace(CLOSE, "")
    .trim();
  return rest.replace(/[\s.。!！]/g, "") === "" ? lead : `${lead} ${rest}`.trim();
}

function cronOf(groups: Groups): string | undefined {
  const { unit, number, weekdays, weekend, date } = groups;
  if (unit !== undefined) return steps(unit, numberOf(number ?? "1"));
  const clock = clockOf(groups);
  if (clock === undefined) return undefined;
  const time = `${clock.minutes % 60} ${Math.floor(clock.minutes / 60)}`;
  if (date !== undefined) return `${time} ${date === "first" ? 1 : Number(date)} * *`;
  if (weekdays !== undefined) return `${time} * * 1-5`;
  if (weekend !== undefined) return `${time} * * 0,6`;
  return `${time} * * ${weekdayIn(groups) ?? "*"}`;
}

function weekdayIn({ day, dayWide }: Groups): number | undefined {
  const places = [
    DAYS.indexOf(day?.toLowerCase() ?? "-"),
    ...DAYS_WIDE.map((days) => days.indexOf(dayWide ?? "-")),
  ];
  const place = Math.max(...places);
  return place < 0 ? undefined : place;
}

function numberOf(text: string): number {
  const [, word] = ENGLISH.find(([name]) => name === text.toLowerCase()) ?? [];
  if (word !== undefined) return Number(word);
  return /^\d/.test(text) ? Number(text) : hanNumber(text);
}

/** Every so many minutes or hours, where these divide an hour or a day. */
function steps(unit: string, count: number): string | undefined {
  if (/^(?:m|分)/i.test(unit))
    return count > 0 && 60 % count === 0 ? `*/${count} * * * *` : undefined;
  if (count === 1) return "0 * * * *";
  return count > 0 && 24 % count === 0 ? `0 */${count} * * *` : undefined;
}

interface Clock {
  /** Since midnight. */
  minutes: number;
  /** Whether it may be twelve hours later as well. */
  isOpen: boolean;
}

/** A time of day; in the morning at nine where none is said. */
function clockOf({ hour, minute, half, after, word, part }: Groups): Clock | undefined {
  const said = `${part ?? ""}${half ?? ""}${after ?? ""}${word ?? ""}`.toLowerCase();
  if (hour === undefined) {
    const named = /midnight/.test(said) ? 0 : (HOURS.find(([form]) => form.test(said))?.[1] ?? 9);
    return { minutes: named * 60, isOpen: false };
  }
  const given = numberOf(hour);
  const isLate =
    /pm|p\.m|下午|傍晚|晚|午後|昼|夜|夕|晩|evening|afternoon|night/.test(said) && given < 12;
  const early = /am|a\.m|午前|凌晨/.test(said) && given === 12 ? 0 : given;
  const minutes = minute === undefined ? 0 : minute === "半" ? 30 : Number(minute);
  if (given > 23 || minutes > 59) return undefined;
  const isOpen = said === "" && given > 0 && given <= 12 && !hour.startsWith("0");
  return { minutes: (isLate ? given + 12 : early) * 60 + minutes, isOpen };
}

const FEW =
  "(?<few>half an?|one and a half|an?|一个半|半个?)\\s*|(?<number>\\d{1,3}|[二三四五六七八九]?十[一二三四五六七八九]?|[一二两三四五六七八九]|" +
  `${ENGLISH.map(([word]) => word).join("|")})\\s*(?:个\\s*)?`;
const SOON = [
  `\\bin\\s+(?:about\\s+)?(?:${FEW})(?<unit>minutes?|mins?|hours?|hrs?|days?|weeks?|seconds?|secs?)\\b(?:\\s+from now)?`,
  `(?:过|再过)?\\s*(?:${FEW})(?<unit>分钟|小时|钟头|天|秒钟?)(?<half>半)?(?:以?后|之后)`,
  `(?:あと)?\\s*(?:${FEW})(?<unit>分|時間|日|秒)(?<half>半)?(?:\\s*後に?|たったら|で(?![すし])|経ったら)(?:になったら)?`,
].map((form) => new RegExp(form, "i"));
const UNITS: [RegExp, number][] = [
  [/^(?:sec|秒)/i, 0],
  [/^(?:m|分)/i, 1],
  [/^(?:h|小时|钟头|時間)/i, 60],
  [/^(?:d|天|日)/i, DAY],
  [/^w/i, 7 * DAY],
];

const PART =
  "(?:\\s*(?:の|in the\\s)?\\s*(?<part>morning|afternoon|evening|night|早上|上午|中午|下午|晚上|朝|夕方|夜)(?!\\s*\\d|\\s*[一二两三四五六七八九十]))?";
/** Days, each with how far it is from today. */
const NEAR: [RegExp, number][] = [
  [/(?:the )?day after tomorrow|后天|あさって|明後日/i, 2],
  [/tomorrow|明[天日早晚朝晩]|あした|あす/i, 1],
  [/today|tonight|this|今[天日晚早夜晩朝]/i, 0],
];
const MONTH = `(?:${MONTHS.join("|")})[a-z]*`;
const DAY_FORMS = [
  `(?<near>(?:the )?day after tomorrow|tomorrow|(?:later )?today|tonight|this(?= (?:morning|afternoon|evening)))\\b${PART}`,
  `(?:on\\s+|(?<next>next)\\s+|this\\s+)${DAY_NAME}\\b${PART}`,
  `on (?:the )?(?<date>\\d{1,2})(?:st|nd|rd|th)?(?: of)? (?<month>${MONTH})`,
  `on (?<month>${MONTH}) (?<date>\\d{1,2})(?:st|nd|rd|th)?`,
  `(?<near>大?后天|明[天早晚]|今[天晚早])${PART}`,
  `(?:这个?|(?<week>下个?))?(?:周|星期|礼拜)(?<dayWide>[一二三四五六日天])${PART}`,
  "(?<month>\\d{1,2})\\s*月\\s*(?<date>\\d{1,2})\\s*[号日]",
  `(?<near>明後日|あさって|明日|明[朝晩]|あした|今[日夜晩朝])${PART}`,
  `(?:(?<week>来週)の?|今週の?)?(?<dayWide>[月火水木金土日])曜日?${PART}`,
].map((form) => new RegExp(form, "i"));
const CLOCK_FORM = new RegExp(TIME, "i");

/** A time in a request that comes once, and what is to be done then; undefined where none is said. */
export function onceIn(request: string): Once | undefined {
  const soon = firstOf(SOON, request);
  const wait = soon === undefined ? undefined : waitOf(soon.groups ?? {});
  if (soon !== undefined)
    return wait === undefined
      ? undefined
      : { at: (now) => now + wait, wish: around(request, soon) };
  const day = firstOf(DAY_FORMS, request);
  const rest = day === undefined ? request : without(request, day);
  const time = CLOCK_FORM.exec(rest) ?? undefined;
  const groups = { ...day?.groups, ...time?.groups };
  const part = `${day?.groups?.part ?? ""}${/[晚夜晩早朝]|tonight/i.exec(day?.groups?.near ?? "")?.[0] ?? ""}`;
  const clock = clockOf({ ...groups, part });
  if (clock === undefined || (day === undefined && time === undefined)) return undefined;
  const found = time ?? day;
  const wish = found === undefined ? "" : around(time === undefined ? request : rest, found);
  return { at: (now) => momentOf(groups, clock, now), wish };
}

const without = (text: string, { 0: found, index }: RegExpExecArray) =>
  `${text.slice(0, index)} ${text.slice(index + found.length)}`.trim();

/** In minutes; undefined for seconds, which no schedule knows. */
function waitOf({ few, number, unit = "", half }: Groups): number | undefined {
  const size = UNITS.find(([form]) => form.test(unit))?.[1] ?? 0;
  const some = few === undefined ? numberOf(number ?? "1") : wholeAndHalf(few);
  const wait = Math.round((some + (half === undefined ? 0 : 0.5)) * size);
  // Of a minute that has begun it is not certain that a schedule still finds it.
  return wait <= 0 ? undefined : Math.max(2, wait);
}

function wholeAndHalf(few: string): number {
  if (/and|^一/.test(few)) return 1.5;
  return /half|半/.test(few) ? 0.5 : 1;
}

/** The next time that it is so; on a day that is named it is hardly before seven in the morning. */
function momentOf(groups: Groups, { minutes, isOpen }: Clock, now: number): number | undefined {
  const today = Math.floor(now / DAY);
  const days = daysOf(groups, today);
  if (days === undefined) {
    const times = isOpen ? [minutes % 720, (minutes % 720) + 720] : [minutes];
    const next = [0, DAY].flatMap((later) => times.map((time) => today * DAY + time + later));
    return next.find((moment) => moment > now);
  }
  const time = isOpen && minutes < 7 * 60 ? minutes + 720 : minutes;
  return days.map((day) => day * DAY + time).find((moment) => moment > now);
}

/** The days that may be meant, soonest first; undefined where none is named. */
function daysOf(groups: Groups, today: number): number[] | undefined {
  const { near, next, week, month, date } = groups;
  const weekday = weekdayIn(groups);
  if (near !== undefined)
    return [
      today + (NEAR.find(([form]) => form.test(near))?.[1] ?? 0) + (near[0] === "大" ? 1 : 0),
    ];
  if (month !== undefined && date !== undefined) {
    const name = MONTHS.indexOf(month.slice(0, 3).toLowerCase());
    const [year] = dateOf(today);
    const number = name < 0 ? Number(month) : name + 1;
    return [year, year + 1].map((one) => dayNumber(one, number, Number(date)));
  }
  if (weekday === undefined) return undefined;
  const monday = today - ((weekdayOf(today) + 6) % 7);
  if (week !== undefined) return [monday + 7 + ((weekday + 6) % 7)];
  const ahead = (weekday - weekdayOf(today) + 7) % 7;
  return next === undefined || ahead > 0 ? [today + ahead, today + ahead + 7] : [today + 7];
}
