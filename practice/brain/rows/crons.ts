// practice/brain/rows/crons · what is to happen again and again, and the list of it.
import type { IntentRow } from "./row.ts";

const task = { en: "cron jobs", zh: "定时任务", ja: "cron ジョブ" };
const says = { en: "{tool} answered:", zh: "{tool} 的结果：", ja: "{tool} の結果：" };

/** A wish for a time; when.ts finds both. */
export const schedule: IntentRow = {
  rule: "schedule",
  tools: ["schedule_cron"],
  input: { cron: "{every}", prompt: "{wish}" },
  task,
  says,
};

/** What is to be done once. */
export const remind: IntentRow = {
  ...schedule,
  rule: "remind",
  input: { cron: "{every}", prompt: "{wish}", recurring: false },
};

export const listCrons: IntentRow = {
  rule: "crons",
  intent: "schedule-list",
  tools: ["list_crons"],
  input: {},
  task,
  says,
};

export const cancelCron: IntentRow = {
  rule: "cancel-cron",
  intent: "schedule-cancel",
  tools: ["cancel_cron"],
  input: { "job_id|id": "{id}" },
  among: { list: listCrons },
  task,
  says,
};
