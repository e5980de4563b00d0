// practice/brain/rows/worktrees · folders of their own for tasks: one is made, bound to a task, kept or removed.
import type { IntentRow } from "./row.ts";

const createWorktree: IntentRow = {
  rule: "create-worktree",
  tools: ["create_worktree"],
  input: { name: "{name}", "task_id|task": "{id}" },
  task: {
    en: "create the worktree {name}",
    zh: "创建工作树 {name}",
    ja: "ワークツリー {name} の作成",
  },
};

const removeWorktree: IntentRow = {
  rule: "remove-worktree",
  tools: ["remove_worktree"],
  input: { name: "{name}" },
  task: {
    en: "remove the worktree {name}",
    zh: "移除工作树 {name}",
    ja: "ワークツリー {name} の削除",
  },
};

const keepWorktree: IntentRow = {
  rule: "keep-worktree",
  tools: ["keep_worktree"],
  input: { name: "{name}" },
  task: {
    en: "keep the worktree {name}",
    zh: "保留工作树 {name}",
    ja: "ワークツリー {name} の保持",
  },
};

const listWorktrees: IntentRow = {
  rule: "list-worktrees",
  tools: ["list_worktrees"],
  input: {},
  task: { en: "list the worktrees", zh: "列出工作树", ja: "ワークツリーの一覧" },
};

/** The wishes for them are known by their forms, and not by examples. */
export const WORKTREE_ROWS: readonly IntentRow[] = [
  createWorktree,
  removeWorktree,
  keepWorktree,
  listWorktrees,
];
