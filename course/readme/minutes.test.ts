// course/readme/minutes.test · the time that a page names comes from what is on it.
import { expect, test } from "vitest";
import { minutesOf, withMinutes } from "./minutes.ts";

const page = (words: number, code: number, typed: number) =>
  [
    "# s01 · Loop",
    "",
    "*About 3 minutes. You need a shell.*",
    "",
    "word ".repeat(words),
    "",
    "```ts loop.ts",
    ...Array<string>(code).fill("call();"),
    "```",
    "",
    "```console session=a",
    ...Array<string>(typed).fill("s01 >> hello"),
    "an answer",
    "```",
    "",
  ].join("\n");

test("words, code and typed lines each take their time", () => {
  expect(minutesOf(page(1100, 0, 0))).toBe(10);
  expect(minutesOf(page(1100, 60, 0))).toBe(15);
  expect(minutesOf(page(1100, 60, 15))).toBe(20);
});

test("what is in a box takes none", () => {
  const box = `<details><summary>More</summary>\n\n${"word ".repeat(5000)}\n\n</details>`;
  expect(minutesOf(`${page(1100, 0, 0)}\n${box}\n`)).toBe(10);
});

test("each language names the time of the English page", () => {
  const english = page(1100, 60, 15);
  expect(withMinutes(english, "en", english)).toContain("*About 20 minutes. You need a shell.*");
  expect(withMinutes("大约 3 分钟。先读 s01。", "zh", english)).toBe("大约 20 分钟。先读 s01。");
  expect(withMinutes("約 3 分。先に s01。", "ja", english)).toBe("約 20 分。先に s01。");
  expect(withMinutes("No time.", "en", english)).toBe("No time.");
});
