// practice/brain/intents/cron · what is to happen again and again, and the list of it.
import { languageOf } from "../clauses.ts";
import type { Call, Language, Plan } from "../types.ts";
import { pick, quoted } from "../words.ts";
import { matches } from "./asked.ts";

const WISH = "(?<wish>\\S[^\\n]*)";
const MINUTES = "(?:(?<minutes>\\d{1,2}) )?minutes?";
const TIME = "(?<hour>\\d{1,2}):(?<minute>\\d\\d)";
const EVERY = [
  `(?:please )?every ${MINUTES}[,:]? ${WISH}`,
  `(?:please )?every day at ${TIME}[,:]? ${WISH}`,
  `每(?:隔)? ?(?<minutes>\\d{1,2})? ?分钟 ?(?:请|都|就)?[,:]? ?${WISH}`,
  `每天(?:的)? ?${TIME} ?(?:请|都|就)?[,:]? ?${WISH}`,
  `(?:毎分|(?<minutes>\\d{1,2}) ?分(?:ごと|おき|毎))に?[、,:]? ?${WISH}`,
  `毎日 ?${TIME} ?に[、,:]? ?${WISH}`,
];
const LIST = [
  "(?:which|what) (?:cron|scheduled) (?:jobs|tasks|prompts) (?:are there|do (?:we|you|i) have)",
  "(?:please )?(?:list|show)(?: me)? (?:the |all |my )*(?:cron|scheduled) (?:jobs|tasks|prompts)",
  "what is scheduled",
  "(?:现在)?有(?:哪些|什么) ?(?:定时|计划|cron) ?(?:任务|作业)",
  "(?:请)?(?:列出|显示|看看)(?:所有|全部)?(?:的)? ?(?:定时|计划|cron) ?(?:任务|作业)",
  "(?:どんな|どの) ?(?:cron ?ジョブ|定期ジョブ)が(?:あります|ある)か",
  "(?:cron ?ジョブ|定期ジョブ)(?:の一覧)?を(?:見せて|表示して|教えて|一覧して)(?:ください)?",
];

/** A request that is all about cron jobs: a wish for each few minutes or each day, or the list of the jobs. */
export function inCrons(request: string): Plan | undefined {
  const words = request
    .normalize("NFKC")
    .trim()
    .replace(/[\s.?!。]+$/, "");
  const language = languageOf(request);
  const { wish = "", ...time } = matches(words, ...EVERY)?.groups ?? {};
  const cron = wish === "" ? undefined : fieldsOf(time);
  if (cron !== undefined)
    return planned(language, "schedule", { name: "schedule_cron", input: { cron, prompt: wish } });
  const isList = matches(words, ...LIST) !== null;
  return isList ? planned(language, "crons", { name: "list_crons", input: {} }) : undefined;
}

/** Undefined for a time that five fields cannot say: minutes that do not divide an hour, or no time of day. */
function fieldsOf({ minutes = "1", hour, minute }: Record<string, string>): string | undefined {
  if (hour === undefined)
    return 60 % Number(minutes) === 0 ? `*/${Number(minutes)} * * * *` : undefined;
  const isTime = Number(hour) < 24 && Number(minute) < 60;
  return isTime ? `${Number(minute)} ${Number(hour)} * * *` : undefined;
}

function planned(language: Language, rule: string, call: Call): Plan | undefined {
  const task = pick(language, "cron jobs", "定时任务", "cron ジョブ");
  const say = (result: string) => {
    const text = quoted(language, result);
    return pick(
      language,
      `${call.name} answered:${text}`,
      `${call.name} 的结果：${text}`,
      `${call.name} の結果：${text}`,
    );
  };
  const step = {
    rule,
    task,
    call: ({ names }: { names: string[] }) => (names.includes(call.name) ? call : undefined),
    say,
  };
  return { kind: "steps", steps: [step], language };
}
