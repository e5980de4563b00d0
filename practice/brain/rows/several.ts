// practice/brain/rows/several · several tasks in one request: "create two tasks: a, b".

import { declined } from "../intents/declined.ts";
import { protectQuotes, unmark } from "../spans.ts";
import type { Clause, PlanContext, Reading } from "../types.ts";
import { rowOf, stepOf, unquoted } from "./call.ts";

/** So many of them, and a colon before the first. */
const HEAD =
  /\b(?<en>two|three|four|five)\s+(?:new\s+)?tasks\s*:\s*|(?<zh>[两三四五2-5])\s*个\s*(?:新的?)?任务\s*:\s*|タスクを?\s*(?<ja>[二三四五2-5])\s*つ[^:]*:\s*/i;
const NUMBERS: Readonly<Record<string, number>> = {
  ...{ two: 2, three: 3, four: 4, five: 5 },
  ...{ 两: 2, 二: 2, 三: 3, 四: 4, 五: 5 },
};

/** A step for each; what is no list of so many names is declined, and any other request is undefined. */
export function severalTasks(whole: Clause, { rows, language }: PlanContext): Reading | undefined {
  const row = rowOf("task-create", rows);
  const marked = protectQuotes(whole.typed(whole.text));
  const found = HEAD.exec(marked.typed.normalize("NFKC"));
  if (row === undefined || found === null) return undefined;
  const { en, zh, ja } = found.groups ?? {};
  const word = en ?? zh ?? ja ?? "";
  const names = marked.typed
    .slice(found.index + found[0].length)
    .replace(/[\s.。]+$/, "")
    .split(/\s*[、,，]\s*(?:and\s+)?/)
    .map((name) => unquoted(unmark(marked, name)));
  if (names.length !== (NUMBERS[word.toLowerCase()] ?? Number(word)) || names.includes(""))
    return declined(language, "nameEach");
  return { kind: "steps", steps: names.map((name) => stepOf(row, { name }, language)) };
}
