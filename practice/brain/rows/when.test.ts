// practice/brain/rows/when.test · how often something is to be done, in three languages.
import { expect, test } from "vitest";
import { everyIn } from "./when.ts";

test.each([
  ["every weekday at 9 tell me to stand up", "0 9 * * 1-5", "tell me to stand up"],
  ["every 10 minutes run npm test", "*/10 * * * *", "run npm test"],
  ["run npm test every 10 minutes", "*/10 * * * *", "run npm test"],
  ["every hour, check the logs", "0 * * * *", "check the logs"],
  ["every 2 hours check the logs", "0 */2 * * *", "check the logs"],
  ["every day at 8:30 pm read todo.md", "30 20 * * *", "read todo.md"],
  ["每天早上 9 点列出任务", "0 9 * * *", "列出任务"],
  ["每隔 10 分钟运行 npm test", "*/10 * * * *", "运行 npm test"],
  ["每个工作日下午 6 点半读取 a.txt", "30 18 * * 1-5", "读取 a.txt"],
  ["平日の 9 時にタスク一覧を見せて", "0 9 * * 1-5", "タスク一覧を見せて"],
  ["毎日午後 3 時に a.txt を読んで", "0 15 * * *", "a.txt を読んで"],
  ["10分おきに npm test を実行して", "*/10 * * * *", "npm test を実行して"],
])("again and again: %s", (request, cron, wish) => {
  expect(everyIn(request)).toEqual({ cron, wish });
});

test.each([
  "every 7 minutes say hello",
  "every 30 seconds look at a.txt",
  "every 5 hours say hello",
  "every day at 24:00 say hello",
  "every day at 9 on friday read a.txt",
  "every friday at 5pm commit my work",
  "every day at noon read a.txt",
  "每 7 分钟说你好",
  "每周一早上读取 a.txt",
  "每天 9 点和每周一读取 a.txt",
  "7分ごとに a.txt を読んで",
  "毎週月曜日の10時に a.txt を読んで",
  "read a.txt",
  "how many files are in each folder?",
])("what these forms cannot say: %s", (request) => {
  expect(everyIn(request)).toBeUndefined();
});
