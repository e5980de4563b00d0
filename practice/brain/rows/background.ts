// practice/brain/rows/background · a command started in the background, and what runs there.
import type { IntentRow } from "./row.ts";

export const runInBackground: IntentRow = {
  rule: "run-background",
  intent: "background-run",
  tools: ["bash", "shell", "sh", "terminal", "run_command", "execute_command", "run_shell_command"],
  input: { "command|cmd|script": "{command}", "run_in_background|background": true },
  task: {
    en: "run `{command}` in the background",
    zh: "在后台运行 `{command}`",
    ja: "`{command}` のバックグラウンドでの実行",
  },
};

const task = {
  en: "show what runs in the background",
  zh: "查看后台命令",
  ja: "バックグラウンドの確認",
};

export const listBackground: IntentRow = {
  rule: "list-background",
  intent: "background-list",
  tools: ["read_background"],
  input: {},
  task,
};

export const readBackground: IntentRow = {
  rule: "read-background",
  intent: "background-output",
  tools: ["read_background"],
  input: { id: "{id}" },
  task,
  among: { list: listBackground, isLoose: true },
};

export const stopBackground: IntentRow = {
  rule: "stop-background",
  intent: "background-stop",
  tools: ["stop_background"],
  input: { id: "{id}" },
  task: {
    en: "stop {id}, which runs in the background",
    zh: "停止后台命令 {id}",
    ja: "バックグラウンドの {id} の停止",
  },
  among: { list: listBackground, isLoose: true, not: /^\w+ (?:completed|failed|killed)/ },
};
