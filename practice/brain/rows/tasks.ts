// practice/brain/rows/tasks · a task written down for later, and the tasks there are.
import { type IntentRow, POLITE, POLITE_ZH } from "./row.ts";

export const createTask: IntentRow = {
  rule: "create-task",
  tools: ["create_task", "createtask"],
  words: {
    en: [
      `${POLITE}(?:create|add|make|write down)\\s+(?:a|one|another)\\s+(?:new\\s+)?task\\s*(?:\\bto\\b|:|,)\\s*(?<subject>.+)`,
    ],
    zh: [
      `${POLITE_ZH}(?:创建|新建|添加|记下|加)(?:一个|一项|个)?(?:新)?(?:的)?任务\\s*[:,]\\s*(?<subject>.+)`,
    ],
    ja: [
      "(?:新しい)?タスクを\\s*(?:1\\s*つ|一つ|ひとつ)?\\s*(?:作って|作成して|追加して|登録して)(?:ください)?\\s*[:、]\\s*(?<subject>.+)",
      "(?<subject>.+?)という(?:新しい)?タスクを\\s*(?:1\\s*つ|一つ)?\\s*(?:作って|作成して|追加して|登録して)(?:ください)?",
    ],
  },
  input: { "subject|title": "{subject:text}" },
  task: {
    en: "create a task: {subject:text}",
    zh: "创建任务：{subject:text}",
    ja: "タスクの作成：{subject:text}",
  },
  says: {
    en: "I wrote the task down. The tool answered:",
    zh: "任务已记下。工具结果：",
    ja: "タスクを書き留めました。ツールの結果：",
  },
  isAlone: true,
};

export const listTasks: IntentRow = {
  rule: "list-tasks",
  tools: ["list_tasks", "listtasks"],
  words: {
    en: [
      `${POLITE}(?:what|which)\\s+(?:open\\s+)?tasks\\s+(?:are|do we have|do you have|have we got)(?:\\s+(?:there|open|left|not done|still open|still left))*`,
      `${POLITE}(?:list|show|show me|give me)\\s+(?:all\\s+|the\\s+|my\\s+|our\\s+|all the\\s+)?(?:open\\s+)?tasks(?:\\s+(?:that are|there are|which are)(?:\\s+open)?)?`,
    ],
    zh: [
      `${POLITE_ZH}(?:(?:现在|还)*有(?:哪些|什么)(?:未完成的|没完成的)?任务(?:还?没完成)?|(?:哪些|什么)任务(?:还|是)*(?:没完成|没有完成|没做完|未完成|开着)的?|(?:列出|显示|看看)(?:一下)?(?:所有|全部)?(?:的|未完成的)*任务(?:列表)?)`,
    ],
    ja: [
      "(?:今、?)?(?:(?:どんな|どの)(?:未完了の)?タスクが(?:まだ)?(?:あります|残っています|未完了です|ある)か?|(?:未完了の|残っている|すべての)?タスク(?:の一覧)?を(?:すべて)?(?:見せて|表示して|教えて|一覧表示して)(?:ください)?)",
    ],
  },
  input: {},
  task: { en: "list the tasks", zh: "列出任务", ja: "タスクの一覧" },
  says: { en: "The tasks:", zh: "任务：", ja: "タスク：" },
};
