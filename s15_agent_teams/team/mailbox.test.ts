import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bundleDoomed, stopEverywhere } from "../../course/unit/crash.ts";
import { readAll, type Writing } from "../../course/unit/mail-writers.ts";
import { PLACE } from "../../course/unit/place.ts";
import { underTest } from "../../course/unit/under-test.ts";
import { clock } from "../../shared/clock.ts";
import { testNeeding } from "../../shared/fixtures/windows.ts";
import { createMailboxes, type Mailboxes } from "./mailbox.ts";

const mailbox = join(underTest(join(import.meta.dirname, "..")), "team/mailbox.ts");

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(PLACE, "mail-"));
});
afterEach(() => rm(folder, { recursive: true }));

const draft = (content: string, to = "lead") =>
  ({ from: "alice", to, type: "message", content }) as const;
const contentsOf = async (boxes: Mailboxes, name: string) =>
  (await boxes.unread(name)).values.map(({ content }) => content);
const filesIn = (part: string) => readdir(join(folder, ".mailboxes", part)).catch(() => []);

test("messages are read in the order in which they were sent, also when the clock was set back", async () => {
  const boxes = createMailboxes(folder);
  const numbers = Array.from({ length: 12 }, (_, at) => String(at));
  for (const content of numbers) {
    await boxes.send(draft(content));
    if (content === "5") clock.setNow(clock.now() - 3_600_000);
  }
  clock.setNow(Date.now());
  expect(await contentsOf(boxes, "lead")).toEqual(numbers);
});

test("messages that are sent at the same time arrive one after the other", async () => {
  const boxes = createMailboxes(folder);
  const numbers = Array.from({ length: 20 }, (_, at) => String(at));
  await Promise.all(numbers.map((content) => boxes.send(draft(content))));
  expect(await contentsOf(boxes, "lead")).toEqual(numbers);
});

test("what is read is moved, and what is set aside is kept", async () => {
  const boxes = createMailboxes(folder);
  const first = await boxes.send(draft("one", "Bob"));
  await boxes.send(draft("two", "bob"));
  await boxes.markRead(first);
  expect(await contentsOf(boxes, "BOB")).toEqual(["two"]);
  expect(await boxes.setAside("bob")).toBe(1);
  expect(await contentsOf(boxes, "bob")).toEqual([]);
  expect(await filesIn("bob/read")).toEqual([`${first.id}.json`]);
  expect(await filesIn("bob/unread")).toHaveLength(1);
  expect(await boxes.setAside("bob")).toBe(0);
});

test("a mailbox is known by its name in lower case, however a clone writes it", async () => {
  const boxes = createMailboxes(folder);
  await boxes.send(draft("one", "lead"));
  await mkdir(join(folder, ".mailboxes/LEAD"));
  await mkdir(join(folder, ".mailboxes/Bob"));
  expect((await boxes.names()).sort()).toEqual(["bob", "lead"]);
});

test("any text arrives as it is, but half of a character", async () => {
  const boxes = createMailboxes(folder);
  const texts = ["x".repeat(100_000), "</note>\u0000\r\n\u2028 \" ' \\", "😀 字 ä", "a\ud800b"];
  for (const text of texts) await boxes.send(draft(text));
  expect(await contentsOf(boxes, "lead")).toEqual([...texts.slice(0, -1), "a\ufffdb"]);
});

test("what is no name is no folder", async () => {
  const boxes = createMailboxes(folder);
  for (const name of ["..", "../out", "a/b", "", "x".repeat(65), "a b"])
    await expect(boxes.send(draft("text", name))).rejects.toThrow("is not a name");
  expect(await readdir(folder)).toEqual([]);
});

test("a file that is no message is a problem of its own, and stays", async () => {
  const boxes = createMailboxes(folder);
  const { id } = await boxes.send(draft("good"));
  const wrong = {
    "1767603600000-000001-0000abcd": "{",
    "1767603600000-000002-0000abcd": JSON.stringify({ id }),
    "no-id": "{}",
  };
  for (const [name, text] of Object.entries(wrong))
    await writeFile(join(folder, `.mailboxes/lead/new/${name}.json`), text);
  await writeFile(join(folder, ".mailboxes/lead/new/half.json.123"), "{");
  const { values, problems } = await boxes.unread("lead");
  expect(values.map(({ content }) => content)).toEqual(["good"]);
  expect(problems).toHaveLength(3);
  for (const problem of problems) expect(problem).toMatch(/cannot be used|is not an id/);
});

testNeeding("links")("no link is followed, neither to a mailbox nor out of one", async () => {
  const boxes = createMailboxes(folder);
  await mkdir(join(folder, "out"));
  await mkdir(join(folder, ".mailboxes"));
  await symlink(join(folder, "out"), join(folder, ".mailboxes/lead"));
  await expect(boxes.send(draft("text"))).rejects.toThrow("symbolic link");
  expect(await readdir(join(folder, "out"))).toEqual([]);
});

test("wherever the program is stopped, a message is there whole or not at all, and is read or unread", async () => {
  const load = await bundleDoomed<{ createMailboxes: typeof createMailboxes }>(mailbox);
  const stops = await stopEverywhere(async (stopsAt) => {
    const cwd = await mkdtemp(join(folder, "stop-"));
    const { exports, stopped } = load(stopsAt);
    const boxes = exports.createMailboxes(cwd);
    const work = async () => {
      const message = await boxes.send(draft("whole ".repeat(50)));
      await boxes.markRead(message);
      return "whole" as const;
    };
    const end = await Promise.race([work(), stopped]);
    const after = createMailboxes(cwd);
    const { values, problems } = await after.unread("lead");
    expect(problems).toEqual([]);
    for (const { content } of values) expect(content).toBe("whole ".repeat(50));
    const read = await readdir(join(cwd, ".mailboxes/lead/read")).catch(() => []);
    expect(values.length + read.length).toBeLessThanOrEqual(1);
    if (end === "whole") expect(read).toHaveLength(1);
    await after.setAside("lead");
    expect(await readdir(join(cwd, ".mailboxes/lead/new"))).toEqual([]);
    return end;
  });
  expect(stops).toBeGreaterThan(5);
});

test("four programs write fifty messages each, and are killed: none is lost, none comes twice, each sender's are in order", async () => {
  const writing: Writing = {
    mailbox,
    folder,
    writers: 4,
    messages: 50,
    atOnce: 4,
    killsOf: (writer) => [31 + 7 * writer, 62 + 5 * writer],
  };
  const losses = await readAll(writing, createMailboxes(folder));
  expect(losses).toEqual({ torn: [], lost: [], twice: [], late: [] });
  expect((await filesIn("lead/read")).length).toBeGreaterThan(180);
});
