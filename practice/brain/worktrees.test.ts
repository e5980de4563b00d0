// practice/brain/worktrees.test · wishes for worktrees: which task is meant, what is called how, and what is left undone.
import { afterEach, expect, test } from "vitest";
import { ask, createWorld, LEAD, type Message, TREES, type World } from "../trials/testWorld.ts";
import { think } from "./brain.ts";

let world: World | undefined;
const fixture = () => {
  world = createWorld({ "a.txt": "foo one\n" });
  return world;
};
afterEach(() => {
  world?.remove();
  world = undefined;
});

const say = (content: string, tools: unknown[] = TREES) =>
  think({ messages: [{ role: "user", content }], tools });

test.each([
  ["create a worktree fix for task_0000000b", { name: "fix", task_id: "task_0000000b" }],
  ["为任务 task_0000000b 创建工作树 fix", { name: "fix", task_id: "task_0000000b" }],
  [
    "タスク task_0000000b のためにワークツリー fix を作って",
    { name: "fix", task_id: "task_0000000b" },
  ],
])("a task is named by its id: %s", (wish, input) => {
  expect(say(wish).calls).toEqual([{ name: "create_worktree", input }]);
});

test.each([
  "create a worktree x for the task Paint",
  "为任务“Sweep”创建工作树 fix",
  "「Sweep」というタスクのために fix というワークツリーを作って",
])("without the id of the task nothing is made: %s", (wish) => {
  expect(say(wish)).toMatchObject({ rule: "decline" });
  expect(say(wish).calls).toBeUndefined();
});

test.each([
  ["remove the worktree fix and keep the worktree docs", ["remove_worktree", "keep_worktree"]],
  ["移除工作树 fix，然后保留工作树 docs", ["remove_worktree", "keep_worktree"]],
  ["ワークツリー fix を削除して、ワークツリー docs を残して", ["remove_worktree", "keep_worktree"]],
  ["tell alice to remove the worktree fix", ["send_message"]],
  ["create a task: write down what a worktree is", ["create_task"]],
])("with other wishes beside it: %s", (wish, names) => {
  expect(ask(fixture(), wish, TREES).calls.map(({ name }) => name)).toEqual(names);
});

test.each([
  [
    "create two tasks: run `echo a > f; sleep 60`, run `echo b > f`",
    ["run `echo a > f; sleep 60`", "run `echo b > f`"],
  ],
  ["create a task: run `echo a; echo b`", ["run `echo a; echo b`"]],
  [
    "创建两个任务：运行 `echo a > f; sleep 60`、运行 `echo b > f`",
    ["运行 `echo a > f; sleep 60`", "运行 `echo b > f`"],
  ],
  ["创建任务：运行 `echo a; echo b`", ["运行 `echo a; echo b`"]],
  ["创建两个任务：“甲；乙”、“丙”", ["甲；乙", "丙"]],
  ...["2 つ", "2つ", "二つ"].map((count): [string, string[]] => [
    `タスクを ${count} 作って：\`echo a > f; sleep 60\` を実行して、\`echo b > f\` を実行して`,
    ["`echo a > f; sleep 60` を実行して", "`echo b > f` を実行して"],
  ]),
  ["タスクを作って：`echo a; echo b` を実行して", ["`echo a; echo b` を実行して"]],
])("a new task keeps its words and quotes, whatever stands in the quotes: %s", (wish, subjects) => {
  const { calls } = ask(fixture(), wish, TREES);
  expect(calls.map(({ name, input }) => [name, input])).toEqual(
    subjects.map((subject) => ["create_task", { subject }]),
  );
});

test.each([
  "claim task_0000000a, then run `echo a; echo b`",
  "claim task_0000000a and run `echo a; echo b`",
  "认领任务 task_0000000a，再运行 `echo a; echo b`",
  "认领任务 task_0000000a，然后运行 `echo a; echo b`",
  "タスク task_0000000a を引き受けて、`echo a; echo b` を実行して",
])("a task is claimed by its id, and with another wish behind it nothing is done: %s", (wish) => {
  const run = ask(fixture(), wish, TREES);
  expect([run.rule, run.calls]).toEqual(["decline", []]);
});

test.each([
  ["complete task_0000000a, then remove the worktree cork", ["complete_task", "remove_worktree"]],
  ["完成任务 task_0000000a，然后移除工作树 cork", ["complete_task", "remove_worktree"]],
  [
    "タスク task_0000000a を完了して、ワークツリー cork を削除して",
    ["complete_task", "remove_worktree"],
  ],
  ["claim task_0000000a, then release task_0000000a", ["claim_task", "release_task"]],
])("a task with an id beside other wishes: %s", (wish, names) => {
  expect(ask(fixture(), wish, TREES).calls.map(({ name }) => name)).toEqual(names);
});

test.each([
  "claim task_0000000a, then run `ls` if it works",
  "don't claim task_0000000a, then run `ls`",
  "should I claim task_0000000a and run `ls`?",
  "claim task_0000000a, then sing",
  "认领任务 task_0000000a，再运行 `ls` 吗？",
])("a claim with a part that cannot be done is not done either: %s", (wish) => {
  expect(say(wish)).toMatchObject({ rule: "decline" });
  expect(say(wish).calls).toBeUndefined();
});

test("what the tool refuses is told, and what comes behind it is not done", () => {
  const wish = "remove the worktree fix, then remove the worktree docs";
  const messages: Message[] = [
    { role: "user", content: wish },
    {
      role: "assistant",
      content: [
        { type: "tool_use", id: "toolu_1", name: "remove_worktree", input: { name: "fix" } },
      ],
    },
    {
      role: "user",
      content: [
        {
          type: "tool_result",
          tool_use_id: "toolu_1",
          content: "fix has changes: a.txt. Commit them first.",
          is_error: true,
        },
      ],
    },
  ];
  const reply = think({ messages, tools: TREES });
  expect(reply.calls).toBeUndefined();
  expect(reply.text).toContain("fix has changes: a.txt. Commit them first.");
  expect(reply.text).toContain("Not done: remove the worktree docs");
});

test.each([
  "should I remove the worktree fix?",
  "don't create a worktree fix",
  "remove the worktree fix if it is clean",
  "if it is merged, remove the worktree fix",
  "remove all worktrees",
  "如果干净就移除工作树 fix",
  "要不要移除工作树 fix？",
  "移除所有工作树",
  "ワークツリー fix を削除すべきですか？",
  "きれいならワークツリー fix を削除して",
  "すべてのワークツリーを削除して",
])("nothing is done: %s", (wish) => {
  expect(say(wish)).toMatchObject({ rule: "decline" });
  expect(say(wish).calls).toBeUndefined();
});

test("without a tool for it, none is made", () => {
  expect(say("create a worktree fix", LEAD)).toMatchObject({ rule: "no-tool" });
});
