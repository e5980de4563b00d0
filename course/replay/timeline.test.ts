// course/replay/timeline · what a table in a page may say of what has happened, and what it may not.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parseReadme } from "../readme/parse.ts";
import { applyEdits } from "./mend.ts";
import { type Happened, startRecord, timelineProblems, timelineRows } from "./timeline.ts";

let folder = "";
let happened: Happened;

function write(path: string, value: object) {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), JSON.stringify(value));
  happened.look();
}

const task = (id: string, status: string, owner?: string) =>
  write(`.tasks/${id}.json`, { id, status, owner });

/** Two mates take one task. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "timeline-"));
  happened = startRecord(folder);
  happened.type("create a task");
  happened.print("s17 >> > create_task eat\n");
  task("task_0000000a", "pending");
  happened.pass(65_500);
  task("task_0000000a", "in_progress", "bob");
  happened.print("[bob] takes task_0000000a: eat\n[bob] Yum.\n");
  task("task_0000000a", "in_progress", "alice");
  happened.print("[alice] takes task_0000000a: eat\n");
  const letter = { id: "1", from: "bob", to: "lead", type: "result" };
  write(".mailboxes/lead/new/1.json", letter);
  mkdirSync(join(folder, ".mailboxes/lead/read"));
  renameSync(
    join(folder, ".mailboxes/lead/new/1.json"),
    join(folder, ".mailboxes/lead/read/1.json"),
  );
  happened.look();
  rmSync(join(folder, ".tasks/task_0000000a.json"));
  happened.look();
});
afterEach(() => rmSync(folder, { recursive: true }));

const blockOf = (...lines: string[]) => {
  const text = ["```timeline session=a", ...lines, "```"].join("\n");
  const [block] = parseReadme(text).blocks;
  if (block === undefined) throw new Error("no block");
  return { text, block };
};
const problems = (...lines: string[]) =>
  timelineProblems(blockOf(...lines).block, happened.list, new Map());

test("what is typed, printed by the lead and by mates, and what changes on the disk is noted in order, with the page's time", () => {
  expect(happened.list.map(({ time, who, text }) => `${time} ${who}: ${text}`)).toEqual([
    "0:00 you: create a task",
    "0:00 lead: > create_task eat",
    "0:00 .tasks: task_0000000a: pending",
    "1:05 .tasks: task_0000000a: in_progress bob",
    "1:05 bob: takes task_0000000a: eat",
    "1:05 bob: Yum.",
    "1:05 .tasks: task_0000000a: in_progress alice",
    "1:05 alice: takes task_0000000a: eat",
    "1:05 .mailboxes: bob to lead: result",
    "1:05 .mailboxes: bob to lead: result, read",
    "1:05 .tasks: task_0000000a: gone",
  ]);
});

test("half a line is noted once it is whole, and half a file when it can be read", () => {
  expect(happened.print("[bob] a\n[bob] b")).toBe("[bob] a\n".length);
  expect(happened.list.at(-1)).toMatchObject({ who: "bob", text: "a" });
  const { length } = happened.list;
  mkdirSync(join(folder, ".tasks"), { recursive: true });
  writeFileSync(join(folder, ".tasks/half.json"), '{ "id": "x", ');
  happened.look();
  expect(happened.list).toHaveLength(length);
});

test("a timeline says what has happened in its order, with gaps and ids as in sessions", () => {
  expect(
    problems(
      "time | lead | bob | alice | .tasks",
      "0:00 | > create_task … | | | <id>: pending",
      "1:05 | | | | <id>: in_progress bob",
      "     | | takes <id>: eat | | <id>: in_progress alice",
      "     | | | takes <id>: … |",
    ),
  ).toEqual([]);
});

test("where it is left open who was first, a column has a name like an id", () => {
  const rows = [
    " | | | <id>: in_progress <one>",
    " | takes <id>: eat | | <id>: in_progress <other>",
    " | | takes <id>: eat |",
  ];
  expect(problems("time | <one> | <other> | .tasks", ...rows)).toEqual([]);
});

test.each([
  ["another order", ["time | bob | alice", " | | takes …", " | takes …"], 4, "bob: takes …"],
  ["another mate", ["time | carl", " | takes …"], 3, "carl: takes …"],
  ["two mates that are one", ["time | <a> | <b>", " | takes …", " | | Yum."], 4, "<b>: Yum."],
  ["another time", ["time | bob", "1:04 | takes …"], 3, "bob: takes …"],
  [
    "another id",
    ["time | lead | .tasks", " | | <id>: pending", " | | x<id>: …"],
    4,
    ".tasks: x<id>: …",
  ],
  [
    "a change of the disk that is left out",
    ["time | alice | .tasks", " | | <id>: pending", " | takes … |"],
    4,
    "alice: takes …",
  ],
])("%s is a problem, told with what has happened", (_, lines, line, expected) => {
  expect(problems(...lines)).toEqual([
    { line, expected, message: expect.any(String), printed: expect.stringContaining("1:05 ") },
  ]);
});

test("in the column of a folder, `…` leaves out some changes", () => {
  const rows = [" | | <id>: pending", " | | …", " | | <id>: in_progress alice"];
  expect(problems("time | alice | .tasks", ...rows)).toEqual([]);
});

test("a table without rows, or without its first line, is a problem", () => {
  expect(problems("time | lead")).toMatchObject([
    { line: 1, message: expect.stringContaining("no rows") },
  ]);
  expect(problems("lead | bob", " | takes …")).toMatchObject([{ line: 2 }]);
});

test("the rows of a table that has none are written: tools, what a team tells, and the disk, with names for ids; and they hold", () => {
  const { text, block } = blockOf("time | you | lead | bob | alice | .tasks");
  const bindings = new Map([["<food>", "task_0000000a"]]);
  const written = applyEdits(text, timelineRows(block, happened.list, bindings)).split("\n");
  expect(written.slice(2, -1)).toEqual([
    "0:00 | create a task |  |  |  |",
    "0:00 |  | > create_task eat |  |  |",
    "0:00 |  |  |  |  | <food>: pending",
    "1:05 |  |  |  |  | <food>: in_progress bob",
    "1:05 |  |  | takes <food>: eat |  |",
    "1:05 |  |  |  |  | <food>: in_progress alice",
    "1:05 |  |  |  | takes <food>: eat |",
    "1:05 |  |  |  |  | <food>: gone",
  ]);
  expect(problems(...written.slice(1, -1))).toEqual([]);
  expect(timelineRows(blockOf(...written.slice(1, -1)).block, happened.list, bindings)).toEqual([]);
});

test("each line that a session's file gains is noted, one that has no end is not", () => {
  const { length } = happened.list;
  mkdirSync(join(folder, ".sessions"));
  const line = { type: "messages", from: 1, messages: [{ role: "assistant" }, { role: "user" }] };
  const text = `${JSON.stringify(line)}\n{"type":"begun"}\n{"type":"en`;
  writeFileSync(join(folder, ".sessions/last.jsonl"), text);
  happened.look();
  expect(happened.list.slice(length).map(({ who, text }) => `${who}: ${text}`)).toEqual([
    ".sessions: messages from 1: assistant, user",
    ".sessions: begun",
  ]);
});

test("locks that come and go beside the tasks disturb nothing", async () => {
  const place = JSON.stringify(join(folder, ".tasks"));
  const code = `const fs = require("fs"); const locks = Array.from({ length: 50 }, (_, at) => ${place} + "/" + at + ".lock");
    console.log("begun"); for (;;) { locks.forEach((lock) => fs.mkdirSync(lock)); locks.forEach((lock) => fs.rmdirSync(lock)); }`;
  const busy = spawn(process.execPath, ["-e", code], { stdio: ["ignore", "pipe", "ignore"] });
  try {
    await once(busy.stdout, "data");
    const before = happened.list.length;
    for (let at = 0; at < 1000; at++) happened.look();
    expect(happened.list).toHaveLength(before);
  } finally {
    busy.kill("SIGKILL");
    await once(busy, "exit");
  }
});
