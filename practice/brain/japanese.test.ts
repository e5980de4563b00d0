// practice/brain/japanese.test · Japanese as it is typed: names glued to words, lists, two wishes, and no half of one dropped.
import { afterEach, expect, test } from "vitest";
import { ask, createWorld, FIVE, type World } from "../trials/testWorld.ts";
import { think } from "./brain.ts";

const worlds: World[] = [];
function world(files: Record<string, string> = {}): World {
  const made = createWorld({
    "a.txt": "foo\nbar\n",
    "README.md": "# Kiosk\n",
    "hello.py": 'print("hi")\n',
    "notes/1.md": "one\n",
    "notes/2.md": "two\n",
    "買い物.txt": "牛乳\n卵\n",
    ...files,
  });
  worlds.push(made);
  return made;
}
afterEach(() => {
  for (const made of worlds.splice(0)) made.remove();
});
const first = (content: string, tools: unknown[] = FIVE) =>
  think({ messages: [{ role: "user", content }], tools });

test("what is said before a name is no part of it", () => {
  const made = world();
  ask(made, "あ、やっぱり買い物.txtの卵を豆腐に変えて", FIVE);
  expect(made.read("買い物.txt")).toBe("牛乳\n豆腐\n");
});

test("a file is not called as the folder that it was to go into", () => {
  const made = world();
  ask(made, "a.txt を memo フォルダに移動", FIVE);
  expect(made.read("a.txt")).toBe("foo\nbar\n");
});

test.each([
  "READMEの最後に「## 割引」って見出しと、calcDiscountの使い方を一行で足しといて",
  "これを日記.txtに保存",
  "さっきの結果をlog.txtに書いて",
  "おみくじを引くプログラムもほしい!ファイル名はomikuji.pyで",
  "hello.pyに「おわり」って表示する行を追加して動かして",
  "天気を出すスクリプトをtenki.pyに作って",
  "hello.pyのあいさつを「お疲れさまです」に変えて、もう一度実行してみて",
  "a.txtの中身をカッコよく整えて、b.txtを作って",
])("of this nothing is done, for a part of it cannot be: %s", (request) => {
  expect(first(request).calls).toBeUndefined();
});

test("a second wish behind a change is done, or nothing is", () => {
  const made = world();
  const { answer } = ask(made, "hello.pyの「hi」を「yo」に置き換えて、実行して", FIVE);
  expect(made.read("hello.py")).toBe('print("yo")\n');
  expect(answer).toMatch(/python3 hello\.py.*\byo\b/s);
  ask(made, "hello.pyをgreet.pyに名前変えて、a.txtを削除して", FIVE);
  expect(made.read("a.txt")).toBe("foo\nbar\n");
});

test("of several texts in a row none is added alone", () => {
  expect(first("a.txtに「x」と「y」を追加して").calls).toBeUndefined();
});

test("the comma before a text is no part of it", () => {
  const made = world();
  ask(made, "a.txt の一番下に、 最終確認 小林 って書き足して", FIVE);
  expect(made.read("a.txt")).toBe("foo\nbar\n最終確認 小林\n");
});
