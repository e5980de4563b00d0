// practice/brain/align.test · what stands in the slots of an example, and how near a request is to it.
import { expect, test } from "vitest";
import { align, isNear } from "./align.ts";
import { type Slot, tokensOf } from "./tokens.ts";

/** Words, with `[slot]` for what an example leaves open. */
function rowOf(text: string) {
  const slots: Slot[] = [];
  const marked = text.replace(/\[(name|wish|time|every|text)\]/g, (_, slot: Slot) => {
    slots.push(slot);
    return String.fromCharCode(0xe000 + slots.length - 1);
  });
  return tokensOf(marked, (mark) => ({ slot: slots[mark.charCodeAt(0) - 0xe000] ?? "text" }));
}

function aligned(request: string, example: string) {
  const [words, parts] = [rowOf(request), rowOf(example)];
  const { score, filled } = align(words, parts, () => 3);
  const texts = [...filled]
    .sort(([one], [other]) => one - other)
    .map(([, [from, to]]) => {
      const [first, last] = [words[from], words[to - 1]];
      return request.slice(first?.start, last?.end);
    });
  return { score, texts };
}

test.each([
  ["mark the login page as done", "mark [name] as done", ["the login page"]],
  [
    "remind me in 20 minutes to stretch",
    "remind me [time] to [wish]",
    ["in 20 minutes", "stretch"],
  ],
  ["把登录页标为完成", "把[name]标为完成", ["登录页"]],
  ["明天早上提醒我交作业", "[time]提醒我[wish]", ["明天早上", "交作业"]],
  ["ログイン画面を完了にして", "[name]を完了にして", ["ログイン画面"]],
  ["明日の朝に電話すると教えて", "[time]に[wish]と教えて", ["明日の朝", "電話する"]],
])("the words between the example's own stand in its slots: %s", (request, example, texts) => {
  const found = aligned(request, example);
  expect(found.texts).toEqual(texts);
  expect(found.score).toBeGreaterThan(aligned("what files are here", example).score);
});

test("the same words are as near as can be, and one letter matters little", () => {
  expect(aligned("list the tasks", "list the tasks").score).toBeCloseTo(1);
  expect(aligned("list the taks", "list the tasks").score).toBeGreaterThan(0.8);
  expect([isNear("taks", "task"), isNear("tasks", "task"), isNear("do", "to")]).toEqual([
    true,
    true,
    false,
  ]);
});
