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

/** The reply after calls that came back with these results. */
function after(request: string, ...results: string[]) {
  const messages: Message[] = [{ role: "user", content: request }];
  for (const [at, content] of results.entries()) {
    const [call] = think({ messages, tools: TREES }).calls ?? [];
    const id = `toolu_${at}`;
    messages.push({ role: "assistant", content: [{ type: "tool_use", id, ...call }] });
    messages.push({ role: "user", content: [{ type: "tool_result", tool_use_id: id, content }] });
  }
  return think({ messages, tools: TREES });
}

const LIST =
  "Tasks: 2 pending, 1 completed\n[ ] task_0000000a: Fix the greeting\n[ ] task_0000000b: Write the docs, worktree fix (blocked by task_0000000a)\n[x] task_0000000c: Fix the door";

test.each([
  [
    "create a worktree fix for the task 'write the docs'",
    { name: "fix", task_id: "task_0000000b" },
  ],
  ["create a worktree for the greeting task", { name: "greeting", task_id: "task_0000000a" }],
  ["为任务“greeting”创建工作树", { name: "greeting", task_id: "task_0000000a" }],
  ["タスク「docs」のワークツリーを作って", { name: "docs", task_id: "task_0000000b" }],
])("the task is the one in the list that the words name: %s", (wish, input) => {
  expect(after(wish, LIST).calls).toEqual([{ name: "create_worktree", input }]);
});

test.each(["create a worktree x for the task fix", "create a worktree x for the task Paint"])(
  "with several tasks that fit, or none, no worktree is made: %s",
  (wish) => {
    const reply = after(wish, LIST);
    expect(reply.calls).toBeUndefined();
    expect(reply.text).toContain("I did nothing");
    expect(reply.text).toContain("task_0000000a: Fix the greeting");
  },
);

test("a task that was just made gives its worktree the id, and a name from its words", () => {
  const wish = "create two tasks, each with a worktree: Fix the greeting, 写文档";
  const made = ["Created task_0000000d: Fix the greeting.", "made"];
  expect(after(wish, made[0] ?? "").calls).toEqual([
    { name: "create_worktree", input: { name: "fix-greeting", task_id: "task_0000000d" } },
  ]);
  expect(after(wish, ...made, "Created task_0000000e: 写文档.").calls).toEqual([
    { name: "create_worktree", input: { name: "task-0000000e", task_id: "task_0000000e" } },
  ]);
});

test("two tasks that begin with the same words get worktrees of two names", () => {
  const wish =
    "create two tasks, each with a worktree: write docs about corks, write docs about caps";
  expect(say(wish).calls).toHaveLength(1);
  const made = ["Created task_0000000d: write docs about corks.", "made"];
  const last = after(wish, ...made, "Created task_0000000e: write docs about caps.");
  expect(last.calls?.[0]?.input).toEqual({ name: "task-0000000e", task_id: "task_0000000e" });
});

test.each([
  "create two tasks, each with a worktree: read a.txt, read b.txt; let alice and bob work on them",
  "创建两个任务，每个都带一个工作树：读 a.txt、读 b.txt，让 alice 和 bob 做",
  "タスクを二つ、それぞれワークツリー付きで作成：a.txt を読む、b.txt を読む。alice と bob に任せて",
])("tasks with worktrees, and who works on them: %s", (wish) => {
  const names = ask(fixture(), wish, TREES).calls.map(({ name }) => name);
  const pair = ["create_task", "create_worktree"];
  expect(names).toEqual([...pair, ...pair, "spawn_teammate", "spawn_teammate"]);
});

test.each([
  ["remove the worktree fix and keep the worktree docs", ["remove_worktree", "keep_worktree"]],
  ["read a.txt, then remove the worktree fix", ["read_file", "remove_worktree"]],
  ["移除工作树 fix，保留工作树 docs", ["remove_worktree", "keep_worktree"]],
  ["ワークツリー fix を削除して、ワークツリー docs を残して", ["remove_worktree", "keep_worktree"]],
  ["tell alice to remove the worktree fix", ["send_message"]],
  ["create a task: write down what a worktree is", ["create_task"]],
  ["which worktrees are there?", ["bash"]],
])("with other wishes beside it: %s", (wish, names) => {
  expect(ask(fixture(), wish, TREES).calls.map(({ name }) => name)).toEqual(names);
});

test("a wish behind a worktree's looks at its own list", () => {
  const wish = "remove the worktree fix, then complete the task write the docs";
  const reply = after(wish, "Removed .worktrees/fix. task_0000000f was its task.", LIST);
  expect(reply.calls).toEqual([{ name: "claim_task", input: { task_id: "task_0000000b" } }]);
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
  ["タスク追加: `a; b` を実行 / `c` を実行", ["`a; b` を実行", "`c` を実行"]],
])("a new task keeps its words and quotes, whatever stands in the quotes: %s", (wish, subjects) => {
  const { calls } = ask(fixture(), wish, TREES);
  expect(calls.map(({ name, input }) => [name, input])).toEqual(
    subjects.map((subject) => ["create_task", { subject }]),
  );
});

const CLAIM = { name: "claim_task", input: { task_id: "task_0000000a" } };
const ECHO = { name: "bash", input: { command: "echo a; echo b" } };

test.each([
  "claim task_0000000a, then run `echo a; echo b`",
  "claim task_0000000a and run `echo a; echo b`",
  "认领任务 task_0000000a，再运行 `echo a; echo b`",
  "认领任务 task_0000000a，然后运行 `echo a; echo b`",
  "タスク task_0000000a を引き受けて、`echo a; echo b` を実行して",
])("a task is claimed by its id, and the command behind it is run: %s", (wish) => {
  expect(ask(fixture(), wish, TREES).calls).toEqual([CLAIM, ECHO]);
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

test("one verb for two worktrees", () => {
  const wish = "create a worktree cork for task_0000000a and a worktree cat for task_0000000b";
  expect(ask(fixture(), wish, TREES).calls.map(({ input }) => input)).toEqual([
    { name: "cork", task_id: "task_0000000a" },
    { name: "cat", task_id: "task_0000000b" },
  ]);
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
