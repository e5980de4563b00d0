// practice/brain/rows/crons · what is to happen again and again, and the list of it.
import { type IntentRow, MINUTES, TIME, WISH } from "./row.ts";

const task = { en: "cron jobs", zh: "定时任务", ja: "cron ジョブ" };
const says = { en: "{tool} answered:", zh: "{tool} 的结果：", ja: "{tool} の結果：" };

/** A wish for a time; the rows differ in the time alone. */
const schedule = (words: IntentRow["words"], cron: string): IntentRow => ({
  rule: "schedule",
  tools: ["schedule_cron"],
  words,
  input: { cron, prompt: "{wish}" },
  task,
  says,
});

export const everyMinute = schedule(
  {
    en: [`(?:please )?every minutes?[,:]? ${WISH}`],
    zh: [`每(?:隔)? ?分钟 ?(?:请|都|就)?[,:]? ?${WISH}`],
    ja: [`毎分に?[、,:]? ?${WISH}`],
  },
  "*/1 * * * *",
);

export const everyMinutes = schedule(
  {
    en: [`(?:please )?every ${MINUTES} minutes?[,:]? ${WISH}`],
    zh: [`每(?:隔)? ?${MINUTES} ?分钟 ?(?:请|都|就)?[,:]? ?${WISH}`],
    ja: [`${MINUTES} ?分(?:ごと|おき|毎)に?[、,:]? ?${WISH}`],
  },
  "*/{minutes} * * * *",
);

export const everyDay = schedule(
  {
    en: [`(?:please )?every day at ${TIME}[,:]? ${WISH}`],
    zh: [`每天(?:的)? ?${TIME} ?(?:请|都|就)?[,:]? ?${WISH}`],
    ja: [`毎日 ?${TIME} ?に[、,:]? ?${WISH}`],
  },
  "{minute} {hour} * * *",
);

export const listCrons: IntentRow = {
  rule: "crons",
  tools: ["list_crons"],
  words: {
    en: [
      "(?:which|what) (?:cron|scheduled) (?:jobs|tasks|prompts) (?:are there|do (?:we|you|i) have)",
      "(?:please )?(?:list|show)(?: me)? (?:the |all |my )*(?:cron|scheduled) (?:jobs|tasks|prompts)",
      "what is scheduled",
    ],
    zh: [
      "(?:现在)?有(?:哪些|什么) ?(?:定时|计划|cron) ?(?:任务|作业)",
      "(?:请)?(?:列出|显示|看看)(?:所有|全部)?(?:的)? ?(?:定时|计划|cron) ?(?:任务|作业)",
    ],
    ja: [
      "(?:どんな|どの) ?(?:cron ?ジョブ|定期ジョブ)が(?:あります|ある)か",
      "(?:cron ?ジョブ|定期ジョブ)(?:の一覧)?を(?:見せて|表示して|教えて|一覧して)(?:ください)?",
    ],
  },
  input: {},
  task,
  says,
};
