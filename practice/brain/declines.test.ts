// practice/brain/declines.test · what must not be done is not done, and the answer offers what can be, by number.
import { afterEach, expect, test } from "vitest";
import { halfWidth } from "../trials/testSigns.ts";
import { ask, BASH, CRON, createWorld, FIVE, TODO, type World } from "../trials/testWorld.ts";
import { think } from "./brain.ts";

const worlds: World[] = [];
function world(): World {
  const made = createWorld({
    "a.txt": "one\ntwo\nthree\n",
    "b.txt": "bee\n",
    "deep/c.txt": "see me\n",
  });
  worlds.push(made);
  return made;
}
afterEach(() => {
  for (const made of worlds.splice(0)) made.remove();
});

test.each([
  "Should I delete b.txt?",
  "What happens if I delete b.txt?",
  "How do I delete b.txt?",
  "我应该删除 b.txt 吗?",
  "删除 b.txt 安全吗?",
  "b.txt を削除すべきですか?",
  "b.txt を消しても大丈夫?",
  "Don't delete anything",
  "不要删除任何东西",
  "何も削除しないで",
  "If there is a README, read it",
  "Delete everything except b.txt",
  "如果 b.txt 存在,删除它",
  "b.txt があったら削除して",
  "b.txt について書いて",
  "Change the first line of a.txt to hi",
  "把 a.txt 的第一行改成 hi",
  "a.txt の最初の行を hi に変えて",
  "读取 deep 里的所有文件",
  "deep のファイルを全部読んで",
])("nothing is done, and what can be is offered by number, only to look: %s", (say) => {
  for (const tools of [BASH, TODO]) {
    const run = ask(world(), say, tools);
    expect(run.rule).toBe("decline");
    expect(run.calls).toEqual([]);
    expect(run.answer).toMatch(/^1\. /m);
    expect(run.answer).not.toMatch(/^\d\. .*(?:delete|删除|削除)/im);
    expect(halfWidth(run.answer)).toEqual([]);
  }
});

test.each(["删除它吗?", "终了", "不要删除任何东西", "如何离开?"])(
  "Chinese is answered in it: %s",
  (say) => {
    expect(ask(world(), say, FIVE).answer).not.toMatch(/[\u3041-\u30ff]/);
  },
);

test.each([
  ["Refactor src/app.ts", "a real model:", "Is there a file src/app.ts?"],
  ["重构 src/app.ts", "真实的模型：", "有 src/app.ts 这个文件吗？"],
  [
    "src/app.ts をリファクタリングして",
    "実際のモデルが必要です：",
    "src/app.ts というファイルはありますか？",
  ],
  ["Frobnicate src/app.ts", '"Frobnicate"', "Is there a file src/app.ts?"],
  [
    "README.md をフランス語に翻訳して",
    "実際のモデルが必要です：",
    "README.md というファイルはありますか？",
  ],
  ["write a poem about cats", "a real model:", "What files are here?"],
  ["写一首关于猫的诗", "真实的模型：", "这里有哪些文件？"],
])(
  "a decline names what it did not know, or what it takes, and leads on: %s",
  (say, word, example) => {
    const { rule, text } = think({ messages: [{ role: "user", content: say }], tools: FIVE });
    expect(rule).toBe("decline");
    expect(text).toContain(word);
    expect(text).toContain(example);
    expect(halfWidth(text ?? "")).toEqual([]);
  },
);

test.each([
  ["Frobnicate src/app.ts", ["This needs a real model, unless one of these is what you mean."]],
  ["把 src/app.ts 咕噜一下", ["这需要真实的模型，除非下面有你想要的。"]],
  ["src/app.ts をもふもふして", ["これには実際のモデルが必要です（次のどれかのことなら別です）。"]],
  ["write a poem about cats", []],
  ["2", []],
])("a decline says once that a real model is needed, before what it offers: %s", (say, also) => {
  const { rule, text = "" } = think({ messages: [{ role: "user", content: say }], tools: FIVE });
  expect(rule).toBe("decline");
  const said = text.match(/[^\n。.]*(?:needs a real model, |需要真实的模型，|必要です（).*/g) ?? [];
  expect(said).toEqual(also);
  expect(text.match(/real model|真实的模型|実際のモデル/g) ?? []).toHaveLength(say === "2" ? 0 : 1);
});

test.each([
  "rename the first function in price.js to something clearer, everywhere its used",
  "把 calc 这个函数改个更清楚的名字，所有地方都改",
  'commit just that file with the message "fix"',
  "add a test to make sure a price of 0 works",
  "a.txt后面再加两个小标题，一个“目的”一个“步骤”",
  "15分後にカップ麺って通知して。いや3分後か笑",
])("a half-understood change is none: %s", (say) => {
  const tools = [...TODO, ...CRON.filter(({ name }) => /cron/.test(name))];
  const run = ask(world(), say, tools);
  expect([run.rule, run.calls]).toEqual(["decline", []]);
});

test.each(["Plan this with a todo list", "用待办清单来计划这件事", "これを ToDo リストで計画して"])(
  "a plan without steps is declined: %s",
  (say) => {
    expect(ask(world(), say, TODO)).toMatchObject({ rule: "decline", calls: [] });
  },
);

test.each([
  ["Read a.txt. Delete b.txt unless it is empty", "Delete b.txt unless it is empty"],
  ["如果 b.txt 存在，删除它", "如果 b.txt 存在"],
  ["b.txt があったら削除して", "b.txt があったら削除して"],
])("a condition is named: %s", (request, part) => {
  expect(ask(world(), request, FIVE).answer).toContain(part);
});

test("a correction is named as one", () => {
  expect(ask(world(), "create c.txt, no wait, d.txt", FIVE).answer).toContain(
    "You correct yourself",
  );
});
