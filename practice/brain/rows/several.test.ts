// practice/brain/rows/several · several tasks in one request, each for itself.
import { expect, test } from "vitest";
import { ask, createWorld, TASKS } from "../../trials/testWorld.ts";

function made(request: string) {
  const world = createWorld({});
  const { calls } = ask(world, request, TASKS);
  world.remove();
  return calls.flatMap(({ name, input }) => (name === "create_task" ? [input.subject] : []));
}

test.each([
  [
    "I need a to-do list for tomorrow: call the office, send the mail, book a room",
    ["call the office", "send the mail", "book a room"],
  ],
  [
    "add these tasks: buy milk, call mum and water the plants",
    ["buy milk", "call mum", "water the plants"],
  ],
  ['add a task "ask Priya" and another one "read the docs"', ["ask Priya", "read the docs"]],
  ["add tasks for painting, sanding and cleaning", ["painting", "sanding", "cleaning"]],
  ["add a task: buy milk, eggs and bread", ["buy milk, eggs and bread"]],
])("%s", (request, tasks) => {
  expect(made(request)).toEqual(tasks);
});

test.each([
  ["创建三个任务：甲、乙、丙", ["甲", "乙", "丙"]],
  [
    "待办加三条：写实验报告、还图书馆的书、给妈妈打电话",
    ["写实验报告", "还图书馆的书", "给妈妈打电话"],
  ],
  ["「牛乳を買う」と「母に電話」をタスクに追加して", ["牛乳を買う", "母に電話"]],
])("%s", (request, tasks) => {
  expect(made(request)).toEqual(tasks);
});

test.each([
  "should I make tasks: buy milk, call mum?",
  "don't add tasks: buy milk, call mum",
  "don't create two tasks: a, b",
  "不要创建三个任务：甲、乙、丙",
  "タスクを二つ作らないで：甲、乙",
])("nothing is written down: %s", (request) => {
  expect(made(request)).toEqual([]);
});
