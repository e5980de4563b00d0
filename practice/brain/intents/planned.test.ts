// practice/brain/intents/planned · plans of the person's own steps, background commands, and what was done so far.
import { expect, test } from "vitest";
import { asked, FIVE } from "../../trials/testJobs.ts";
import { halfWidth } from "../../trials/testSigns.ts";

test.each([
  ["make a todo list: fix login, write docs, deploy", 3],
  ["make a plan: water the plants, then read a.txt, then deploy it", 3],
  ["列个待办:1.改登录页 2.写测试 3.上线", 3],
  ["タスクリスト作って:設計、実装、リリース", 3],
])("the steps are written down in the person's words and not done: %s", (say, count) => {
  const { calls, rule, text } = asked(say);
  expect(rule).toBe("write-plan");
  expect(calls).toEqual([`todo_write ${Array(count).fill("[object Object]").join(",")}`]);
  expect(halfWidth(text)).toEqual([]);
});

test("steps that it can read are done where that is asked, or where they only look", () => {
  for (const say of [
    "Plan this with a todo list: read a.txt, then delete b.txt",
    "make a plan: read a.txt, then read b.txt",
  ])
    expect(asked(say).calls.filter((call) => !call.startsWith("todo_write"))).toHaveLength(2);
  expect(asked("Make a plan: read a.txt, then delete b.txt").rule).toBe("write-plan");
});

test.each(["make a plan for a to-do app", "做个计划：做一个待办网页", "まず計画を立てて"])(
  "without steps there is no plan: %s",
  (say) => {
    const { calls, rule, text } = asked(say);
    expect({ calls, rule }).toEqual({ calls: [], rule: "decline" });
    expect(text).toMatch(/Make a plan: |做个计划：|計画を立てて：/);
    expect(asked("make a todo list: a, b, c", FIVE).calls).toEqual([]);
  },
);

test.each(["show me the plan", "看看计划", "計画を見せて"])("the last plan is shown: %s", (say) => {
  const before = asked("make a todo list: fix login, write docs, deploy").messages;
  expect(asked(say, undefined, undefined, before).text).toContain("[ ] write docs");
  expect(asked(say).calls).toEqual([]);
});

test.each(["what did we do so far?", "总结一下我们做了什么", "ここまで何をした？"])(
  "what was done is told from the calls: %s",
  (say) => {
    const before = asked("read a.txt").messages;
    const { calls, text } = asked(say, undefined, undefined, before);
    expect(calls).toEqual([]);
    expect(text).toContain("read a.txt → read_file");
    expect(halfWidth(text)).toEqual([]);
    expect(asked(say).text).not.toContain("→");
  },
);

test.each([
  ["run npm test in the background and tell me when it's done", "npm test"],
  ["start `npm run build` in the background", "npm run build"],
  ["在后台跑 npm test，完了告诉我", "npm test"],
  ["npm run buildを裏で動かして、終わったら教えて", "npm run build"],
])("a command runs in the background: %s", (say, command) => {
  expect(asked(say).calls).toEqual([`bash ${command} true`]);
});

test.each(["run the tests in the background", "テストを裏で走らせて"])(
  "for tests it looks first what there is, and runs nothing where there are none: %s",
  (say) => {
    expect(asked(say).calls).toEqual(["glob **/*"]);
  },
);

test("what is no single command does not run there", () => {
  for (const say of ["review the docs in the background", "不要在后台运行 npm test"])
    expect(asked(say).calls).toEqual([]);
  expect(asked("run npm test in the background", FIVE).calls).toEqual([]);
});
