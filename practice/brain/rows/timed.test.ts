// practice/brain/rows/timed · wishes for a time become jobs, and a reminder whose time has come is said.
import { expect, test } from "vitest";
import { asked, JOBS } from "../../trials/testJobs.ts";
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
  "remind me to stretch",
  "remind me in 20 minutes to stretch",
  "remind me tomorrow at 8 to buy milk",
  "every 7 minutes run the tests",
  "remind me in 90 seconds to stir",
  "每 7 分钟跑一次测试",
  "90秒後にお湯を止めると知らせて",
])("a time that no schedule can say is declined with one that can: %s", (say) => {
  const { calls, text, rule } = asked(say);
  expect({ calls, rule }).toEqual({ calls: [], rule: "decline" });
  expect(text).toMatch(/Every 20 minutes|每 20 分钟|20 分ごと/);
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
