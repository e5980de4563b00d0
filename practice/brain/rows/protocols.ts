// practice/brain/rows/protocols · requests between agents that want an answer: to end, to plan first, and what is said of a plan.
import type { IntentRow } from "./row.ts";

const requestShutdown: IntentRow = {
  rule: "request-shutdown",
  intent: "team-shutdown",
  tools: ["request_shutdown"],
  input: { "teammate|name": "{name}" },
  task: { en: "ask {name} to end", zh: "请 {name} 结束", ja: "{name} に終了を頼むこと" },
};

const requestPlan: IntentRow = {
  rule: "request-plan",
  intent: "plan-request",
  tools: ["request_plan"],
  input: { "teammate|name": "{name}", task: "{wish}" },
  task: {
    en: "ask {name} for a plan: {wish}",
    zh: "向 {name} 要计划：{wish}",
    ja: "{name} に計画を求めること：{wish}",
  },
};

const approvePlan: IntentRow = {
  rule: "approve-plan",
  intent: "plan-approve",
  tools: ["review_plan"],
  input: { request_id: "{id}", approve: true },
  task: { en: "approve the plan {id}", zh: "批准计划 {id}", ja: "計画 {id} の承認" },
};

const rejectPlan: IntentRow = {
  rule: "reject-plan",
  intent: "plan-reject",
  tools: ["review_plan"],
  input: { request_id: "{id}", approve: false, feedback: "{wish}" },
  task: { en: "reject the plan {id}", zh: "拒绝计划 {id}", ja: "計画 {id} の却下" },
};

/** The tools of a lead for these; its wishes are known by their forms, and not by examples. */
export const PROTOCOL_ROWS: readonly IntentRow[] = [
  requestShutdown,
  requestPlan,
  approvePlan,
  rejectPlan,
];

/** What a mate sends; no wish of a person asks for it. */
export const submitPlan: IntentRow = {
  rule: "submit-plan",
  tools: ["submit_plan"],
  input: { plan: "{wish}" },
  task: { en: "send the plan", zh: "提交计划", ja: "計画の提出" },
  says: {
    en: "I have sent my plan and change nothing before it is approved. The tool answered:",
    zh: "计划已提交，批准之前我什么也不改。工具的结果：",
    ja: "計画を提出しました。承認されるまで何も変更しません。ツールの結果：",
  },
};
