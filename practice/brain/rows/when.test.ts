// practice/brain/rows/when.test · times in everyday words, in three languages.
import { expect, test } from "vitest";
import { cronAt, dateOf, dayNumber, momentIn, weekdayOf } from "./calendar.ts";
import { everyIn, onceIn } from "./when.ts";

test.each([
  ["every weekday at 9 tell me to stand up", "0 9 * * 1-5", "tell me to stand up"],
  ["every 10 minutes run npm test", "*/10 * * * *", "run npm test"],
  ["run npm test every ten minutes", "*/10 * * * *", "run npm test"],
  ["every hour, check the logs", "0 * * * *", "check the logs"],
  ["every two hours check the logs", "0 */2 * * *", "check the logs"],
  ["every friday at 5pm commit my work", "0 17 * * 5", "commit my work"],
  ["every morning show me my tasks", "0 9 * * *", "show me my tasks"],
  ["daily at noon count the lines of app.js", "0 12 * * *", "count the lines of app.js"],
  ["every weekday morning at 8:30 read me todo.md", "30 8 * * 1-5", "read me todo.md"],
  ["on the 15th of every month read a.txt", "0 9 15 * *", "read a.txt"],
  ["每天早上 9 点列出任务", "0 9 * * *", "列出任务"],
  ["每隔十分钟运行 npm test", "*/10 * * * *", "运行 npm test"],
  ["工作日晚上六点提醒我写日报", "0 18 * * 1-5", "提醒我写日报"],
  ["每周一早上总结上周的提交", "0 9 * * 1", "总结上周的提交"],
  ["每月 1 号读取 a.txt", "0 9 1 * *", "读取 a.txt"],
  ["平日の 9 時にタスク一覧を見せて", "0 9 * * 1-5", "タスク一覧を見せて"],
  ["毎朝8時半に a.txt を読んで", "30 8 * * *", "a.txt を読んで"],
  ["10分おきに npm test を実行して", "*/10 * * * *", "npm test を実行して"],
  ["2時間に1回、a.txt を読んで", "0 */2 * * *", "a.txt を読んで"],
  ["毎週月曜日の10時に a.txt を読んで", "0 10 * * 1", "a.txt を読んで"],
  ["土日の10時に a.txt を読んで", "0 10 * * 0,6", "a.txt を読んで"],
])("again and again: %s", (request, cron, wish) => {
  expect(everyIn(request)).toMatchObject({ cron });
  expect(everyIn(request)?.wish.replace(/^(?:早上|的)/, "")).toContain(wish);
});

test.each([
  "every 7 minutes say hello",
  "every 30 seconds look at a.txt",
  "every 5 hours say hello",
  "每 7 分钟说你好",
  "7分ごとに a.txt を読んで",
  "read a.txt",
  "how many files are in each folder?",
])("what five fields cannot say: %s", (request) => {
  expect(everyIn(request)).toBeUndefined();
});

/** A Wednesday. */
const NOW = "It is now Wed 2026-03-04 14:20 +00:00 (UTC).";

test.each([
  ["in 20 minutes to stretch", "40 14 4 3 *"],
  ["in an hour", "20 15 4 3 *"],
  ["in half an hour", "50 14 4 3 *"],
  ["in 2 days", "20 14 6 3 *"],
  ["in one minute", "22 14 4 3 *"],
  ["at 5pm", "0 17 4 3 *"],
  ["at 5", "0 17 4 3 *"],
  ["at 3 o'clock", "0 15 4 3 *"],
  ["at 4:30", "30 16 4 3 *"],
  ["at 14:00", "0 14 5 3 *"],
  ["at noon", "0 12 5 3 *"],
  ["at 9 in the evening", "0 21 4 3 *"],
  ["tomorrow at 8", "0 8 5 3 *"],
  ["tomorrow at 3", "0 15 5 3 *"],
  ["at 9am tomorrow", "0 9 5 3 *"],
  ["tomorrow morning", "0 9 5 3 *"],
  ["tomorrow", "0 9 5 3 *"],
  ["tonight at 8", "0 20 4 3 *"],
  ["on friday", "0 9 6 3 *"],
  ["on wednesday at 5pm", "0 17 4 3 *"],
  ["on wednesday at 9am", "0 9 11 3 *"],
  ["next wednesday", "0 9 11 3 *"],
  ["on the 5th of May", "0 9 5 5 *"],
  ["on January 5", "0 9 5 1 *"],
  ["10 分钟后", "30 14 4 3 *"],
  ["半小时以后", "50 14 4 3 *"],
  ["一个半小时后", "50 15 4 3 *"],
  ["一小时后", "20 15 4 3 *"],
  ["明天早上 8 点", "0 8 5 3 *"],
  ["明天下午三点", "0 15 5 3 *"],
  ["今晚 9 点", "0 21 4 3 *"],
  ["下午五点半", "30 17 4 3 *"],
  ["后天", "0 9 6 3 *"],
  ["下周一", "0 9 9 3 *"],
  ["周五上午十点", "0 10 6 3 *"],
  ["5月1日", "0 9 1 5 *"],
  ["30 分後に", "50 14 4 3 *"],
  ["1時間後に", "20 15 4 3 *"],
  ["15時に", "0 15 4 3 *"],
  ["午後3時に", "0 15 4 3 *"],
  ["明日の9時に", "0 9 5 3 *"],
  ["明日の朝8時に", "0 8 5 3 *"],
  ["今夜9時に", "0 21 4 3 *"],
  ["18時半に", "30 18 4 3 *"],
  ["来週の月曜日の10時に", "0 10 9 3 *"],
  ["金曜の朝9時に", "0 9 6 3 *"],
  ["あさっての朝", "0 9 6 3 *"],
])("once: %s", (request, cron) => {
  const now = momentIn(NOW) ?? 0;
  const moment = onceIn(request)?.at(now);
  expect(moment === undefined ? undefined : cronAt(moment)).toBe(cron);
});

test.each(["today at 9am", "tonight at 1pm", "今天上午九点", "今日の9時に"])(
  "what is over is no time: %s",
  (request) => {
    expect(onceIn(request)?.at(momentIn(NOW) ?? 0)).toBeUndefined();
  },
);

test.each(["in 90 seconds", "before lunch", "read line 5 of a.txt", "90秒後に", "十秒后"])(
  "no time at all: %s",
  (request) => {
    expect(onceIn(request)).toBeUndefined();
  },
);

test("days are counted as a calendar does", () => {
  expect(dayNumber(1970, 1, 1)).toBe(0);
  for (const date of ["2024-02-29", "2026-12-31", "2027-01-01", "2100-03-01", "2000-02-29"]) {
    const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
    const number = dayNumber(year, month, day);
    expect(number).toBe(Math.round(Date.UTC(year, month - 1, day) / 86_400_000));
    expect(dateOf(number)).toEqual([year, month, day]);
    expect(weekdayOf(number)).toBe(new Date(Date.UTC(year, month - 1, day)).getUTCDay());
  }
  expect(momentIn("no time")).toBeUndefined();
});
