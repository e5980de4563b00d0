// practice/brain/rows/tasks · a task written down for later, the tasks there are, and what becomes of one.
import type { Among, IntentRow } from "./row.ts";

export const createTask: IntentRow = {
  rule: "create-task",
  intent: "task-create",
  tools: ["create_task", "createtask"],
  input: { "subject|title": "{name}" },
  task: { en: "create a task: {name}", zh: "创建任务：{name}", ja: "タスクの作成：{name}" },
  says: {
    en: "I wrote the task down. The tool answered:",
    zh: "任务已记下。工具结果：",
    ja: "タスクを書き留めました。ツールの結果：",
  },
  takes: "name",
};

export const listTasks: IntentRow = {
  rule: "list-tasks",
  intent: "task-list",
  tools: ["list_tasks", "listtasks"],
  input: {},
  task: { en: "list the tasks", zh: "列出任务", ja: "タスクの一覧" },
  says: { en: "The tasks:", zh: "任务：", ja: "タスク：" },
};

const withId = (
  rule: string,
  intent: string,
  tool: string,
  task: IntentRow["task"],
  among: Omit<Among, "list"> = {},
): IntentRow => ({
  rule,
  intent,
  tools: [tool],
  input: { "task_id|id": "{id}" },
  task,
  among: { list: listTasks, ...among },
});

const claimTask = withId(
  "claim-task",
  "task-start",
  "claim_task",
  { en: "claim {id}", zh: "认领 {id}", ja: "{id} の引き受け" },
  { not: /^\[[x>]\]/ },
);

export const withTask: readonly IntentRow[] = [
  claimTask,
  withId(
    "complete-task",
    "task-complete",
    "complete_task",
    { en: "complete {id}", zh: "完成 {id}", ja: "{id} の完了" },
    // Only a task that somebody has can be completed.
    { not: /^\[x\]/, before: { row: claimTask, of: /^\[ \]/ } },
  ),
  withId("show-task", "task-show", "get_task", {
    en: "show {id}",
    zh: "查看 {id}",
    ja: "{id} の表示",
  }),
  withId(
    "release-task",
    "task-release",
    "release_task",
    { en: "release {id}", zh: "放弃 {id}", ja: "{id} の返却" },
    { not: /^\[[x ]\]/ },
  ),
];
