// course/generate/joins.test · what a mechanism brings is read from its files, however it is written down.
import { expect, test } from "vitest";
import type { Chapter } from "../chapters/files.ts";
import { joinsOf } from "./joins.ts";

const HOOKS = `// s04 · hooks – events.
export interface HookEvents {
  /** Before each call. */
  BeforeModel: { messages: string[] };
  Stop: { again?: string };
}
`;

const chapterOf = (files: Record<string, string>): Chapter => ({
  name: "s07_three",
  short: "s07",
  files: new Map(Object.entries(files).map(([file, text]) => [file, Buffer.from(text)])),
  manifest: { description: { en: "", zh: "", ja: "" }, changes: {}, page: "" },
});

test("tools, events and commands are found by mechanism, in the order of the chapters", () => {
  const todo = `// s05 · todo – a plan.
    const tool = { name: "todo_write",
      description: "Writes." };
    return { hooks: { BeforeModel: (event) => remind({ a: 1 }, event), Other: 1, Stop() { return { again: "Stop" }; } } };`;
  const skills = `// s03 · skills – manuals.
    commands: { skills: { description: "all", run: () => show() }, more: showMore },
    hooks: { Stop },`;
  expect(joinsOf(chapterOf({ "hooks.ts": HOOKS, "todo.ts": todo, "skills.ts": skills }))).toEqual([
    { name: "skills.ts", tools: [], events: ["Stop"], commands: ["skills", "more"] },
    { name: "todo.ts", tools: ["todo_write"], events: ["BeforeModel", "Stop"], commands: [] },
  ]);
});

test("the files of a folder are one mechanism, and code.ts and tests are none", () => {
  const files = {
    "hooks.ts": HOOKS,
    "deep/inner.ts": "// s06 · deep/inner – more.\nhooks: { Stop: end }",
    "deep/deep.ts": "// s06 · deep – a door.\nhooks: { BeforeModel: begin }",
    "deep.test.ts": "commands: { no: 1 }",
    "code.ts": "commands: { no: 1 }",
  };
  expect(joinsOf(chapterOf(files))).toEqual([
    { name: "deep/", tools: [], events: ["BeforeModel", "Stop"], commands: [] },
  ]);
});

test("before there are hooks there is nothing to tell", () => {
  expect(joinsOf(chapterOf({ "todo.ts": "hooks: { Stop: end }" }))).toEqual([]);
});
