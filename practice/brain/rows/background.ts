// practice/brain/rows/background · a command started in the background, and what runs there.
import { COMMAND, type IntentRow } from "./row.ts";

export const runInBackground: IntentRow = {
  rule: "run-background",
  tools: ["bash", "shell", "sh", "terminal", "run_command", "execute_command", "run_shell_command"],
  words: {
    en: [
      `(?:please )?(?:(?:can|could) you )?(?:run|start|execute|launch) (?:the command )?${COMMAND} in the background(?: please)?`,
      `(?:please )?in the background,? (?:please )?(?:run|start|execute) ${COMMAND}`,
    ],
    zh: [
      `(?:请|帮我)*(?:在|到)?后台(?:里)?(?:运行|执行|启动|跑)(?:一下)?(?:命令)?\\s*${COMMAND}`,
      `(?:请|帮我)*(?:把|将)?\\s*${COMMAND}\\s*(?:放到|放在|在)后台(?:里)?(?:去)?(?:运行|执行|启动|跑)`,
    ],
    ja: [
      `${COMMAND}\\s*を\\s*バックグラウンドで(?:実行|起動|開始)して(?:ください|ほしい)?`,
      `バックグラウンドで\\s*${COMMAND}\\s*を(?:実行|起動|開始)して(?:ください|ほしい)?`,
    ],
  },
  input: { "command|cmd|script": "{command}", "run_in_background|background": true },
  task: {
    en: "run `{command}` in the background",
    zh: "在后台运行 `{command}`",
    ja: "`{command}` のバックグラウンドでの実行",
  },
};

export const listBackground: IntentRow = {
  rule: "list-background",
  tools: ["read_background"],
  words: {
    en: [
      "what(?:'s| is) (?:still )?running in the background",
      "(?:show|list) (?:me )?(?:the |all )?background (?:commands|jobs|tasks)",
      "which (?:commands|jobs|tasks) (?:run|are running) in the background",
    ],
    zh: [
      "后台(?:现在|还)?有(?:什么|哪些(?:命令|任务)?)(?:在|正在)(?:运行|跑)",
      "(?:现在)?后台(?:正在|在)(?:运行|跑)(?:什么|哪些(?:命令|任务)?)",
      "(?:列出|显示|看看)(?:所有)?后台(?:的)?(?:命令|任务)",
    ],
    ja: [
      "(?:今、?)?バックグラウンドで(?:は)?(?:今、?)?何が(?:動いて|実行されて)い(?:る|ます)(?:か|の)?",
      "バックグラウンドの(?:コマンド|ジョブ|タスク)(?:の一覧)?を(?:見せて|表示して|教えて)(?:ください)?",
      "バックグラウンドで動いている(?:もの|コマンド)(?:は何ですか|を教えて(?:ください)?)",
    ],
  },
  input: {},
  task: {
    en: "show what runs in the background",
    zh: "查看后台命令",
    ja: "バックグラウンドの確認",
  },
};
