// practice/brain/rows/team · agents that work side by side: starting one, writing to one, who there is, what mail came.
import type { IntentRow } from "./row.ts";

export const spawnMate: IntentRow = {
  rule: "spawn-mate",
  intent: "team-spawn",
  tools: ["spawn_teammate"],
  input: { name: "{name}", role: "{role}", "prompt|task|job": "{wish}" },
  task: {
    en: "let {name} work on this: {wish}",
    zh: "让 {name} 去做：{wish}",
    ja: "{name} に任せる：{wish}",
  },
};

export const sendMail: IntentRow = {
  rule: "send-mail",
  intent: "team-send",
  tools: ["send_message"],
  input: { "to|recipient": "{name}", "content|message|text": "{wish}" },
  task: {
    en: "write to {name}: {wish}",
    zh: "给 {name} 写信：{wish}",
    ja: "{name} へのメッセージ：{wish}",
  },
};

export const listMates: IntentRow = {
  rule: "list-mates",
  intent: "team-list",
  tools: ["list_teammates"],
  input: {},
  task: { en: "list the team", zh: "列出队友", ja: "チームの一覧" },
  says: { en: "The team:", zh: "队友：", ja: "チーム：" },
};

export const checkMail: IntentRow = {
  rule: "check-mail",
  intent: "mail-check",
  tools: ["check_inbox"],
  input: {},
  task: { en: "check the mail", zh: "查看邮件", ja: "メールの確認" },
};
