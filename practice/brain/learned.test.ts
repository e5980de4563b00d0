// practice/brain/learned.test · what is kept in learned/ was learned from the examples and concepts that there are.
import { expect, test } from "vitest";
import { sourceOf } from "./learnAll.ts";
import en from "./learned/en.json" with { type: "json" };
import ja from "./learned/ja.json" with { type: "json" };
import zh from "./learned/zh.json" with { type: "json" };

test("`npm run practice -- --learn` was run after the last change of an example or a concept", () => {
  const kept = { en: en.from, zh: zh.from, ja: ja.from };
  expect(kept).toEqual({ en: sourceOf("en"), zh: sourceOf("zh"), ja: sourceOf("ja") });
});
