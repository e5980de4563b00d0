// practice/brain/rows/timed · wishes for a time become jobs: again and again, or once, seen from the time that a tool tells.
import { expect, test } from "vitest";
import { asked, FIVE, JOBS } from "../../trials/testJobs.ts";
import { halfWidth } from "../../trials/testSigns.ts";
import { think } from "../brain.ts";

test.each([
  ["every weekday at 9 tell me to stand up", "0 9 * * 1-5 Remind me: stand up"],
  ["every 10 minutes run npm test", "*/10 * * * * run npm test"],
  ["每天早上 9 点列出任务", "0 9 * * * 列出任务"],
  ["每小时提醒我喝水", "0 * * * * 提醒我： 喝水"],
  ["平日の 9 時にタスク一覧を見せて", "0 9 * * 1-5 タスク一覧を見せて"],
])("again and again: %s", (say, call) => {
  expect(asked(say).calls).toEqual([`schedule_cron ${call}`]);
});

test.each([
  ["remind me in 20 minutes to stretch", "40 14 4 3 * Remind me: stretch false"],
  ["at 5pm tell me to call Bob", "0 17 4 3 * Remind me: call Bob false"],
  ["remind me tomorrow at 8 to buy milk", "0 8 5 3 * Remind me: buy milk false"],
  ["in 5 minutes run the tests once", "25 14 4 3 * run the tests once false"],
  ["明天早上 8 点提醒我交作业", "0 8 5 3 * 提醒我： 交作业 false"],
  ["10 分钟后提醒我喝水", "30 14 4 3 * 提醒我： 喝水 false"],
  ["30 分後に休憩すると教えて", "50 14 4 3 * リマインド： 休憩する false"],
  ["明日の9時に会議があると教えて", "0 9 5 3 * リマインド： 会議がある false"],
])("once, after the time now is looked up: %s", (say, call) => {
  expect(asked(say).calls).toEqual(["list_crons", `schedule_cron ${call}`]);
});

test("without a list of jobs, the shell tells the time", () => {
  const tools = JOBS.filter(({ name }) => name !== "list_crons");
  const run = asked("remind me in 20 minutes to stretch", tools, { bash: "2026-12-31 23:50" });
  expect(run.calls).toEqual([
    "bash date '+%F %H:%M'",
    "schedule_cron 10 0 1 1 * Remind me: stretch false",
  ]);
});

test("what is over is not scheduled, nor without a time, a tool for it or a field for once", () => {
  const over = asked("remind me today at 9am to call Bob");
  expect(over.calls).toEqual(["list_crons"]);
  expect(over.text).toContain("It is now");
  expect(asked("remind me at 5pm to stretch", JOBS, { list_crons: "no idea" }).calls).toEqual([
    "list_crons",
  ]);
  expect(asked("remind me at 5pm to stretch", FIVE)).toMatchObject({ rule: "no-tool", calls: [] });
});

test.each([
  "remind me to stretch",
  "every 7 minutes run the tests",
  "remind me in 90 seconds to stir",
  "每 7 分钟跑一次测试",
  "90秒後にお湯を止めると知らせて",
])("a time that no schedule can say is declined with one that can: %s", (say) => {
  const { calls, text, rule } = asked(say);
  expect({ calls, rule }).toEqual({ calls: [], rule: "decline" });
  expect(text).toMatch(/Remind me in 20 minutes|20 分钟后提醒我|20 分後に休憩/);
  expect(halfWidth(text)).toEqual([]);
});

test.each([
  "What runs every 5 minutes?",
  "Does it run every 5 minutes?",
  "don't remind me at 5pm",
  "今日の天気を教えて",
  "read line 5 of a.txt",
  "the weather at 5pm",
])("what speaks of a time and asks for nothing then is not scheduled: %s", (say) => {
  for (const call of asked(say).calls) expect(call).not.toContain("schedule_cron");
});

test.each([
  ["Remind me: stretch", "Your reminder: `stretch`"],
  ["提醒我： 喝水", "提醒：`喝水`"],
  ["リマインド： 休憩する", "リマインダー：`休憩する`"],
])("a reminder whose time has come is said: %s", (prompt, text) => {
  const note = `<note kind="cron">\nCron job cron_1a2b3c4d fired.\nThe prompt:\n${prompt}\n</note>`;
  expect(think({ messages: [{ role: "user", content: note }], tools: JOBS })).toEqual({
    text,
    rule: "reminder",
  });
});
