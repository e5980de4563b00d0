import { execFileSync } from "node:child_process";
import { realpathSync, utimesSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { createSessionFile, type Kept, listSessions } from "./keptSessions.ts";
import { readLines } from "./lineFile.ts";

let folder = "";
beforeEach(async () => {
  folder = realpathSync(await mkdtemp(join(tmpdir(), "kept-")));
});
afterEach(() => rm(folder, { recursive: true }));

/** A format as small as can be: a line is what the person has said. */
const schema = z.object({ folder: z.string(), said: z.string() });
function read(text: string): Kept {
  const { lines, isTorn } = readLines(text, schema);
  const [first] = lines;
  if (first === undefined) throw new Error("it is empty.");
  const messages = lines.map(
    ({ said }): Anthropic.MessageParam => ({ role: "user", content: said }),
  );
  return { folder: first.folder, messages, isTorn };
}
const fileFor = () => createSessionFile(folder, read);

/** Keeps a session in which something was said, used at `second`, and gives its id. */
async function keep(said: string, second: number, about = folder): Promise<string> {
  const file = fileFor();
  await file.add({ folder: about, said });
  await file.close();
  utimesSync(join(folder, `.sessions/${file.id()}.jsonl`), second, second);
  return file.id();
}

test("nothing is there before the first line, and the file is its owner's alone", async () => {
  const file = fileFor();
  expect(file.id()).toMatch(/^\d{8}-\d{6}-[0-9a-f]{6}$/);
  expect(await readdir(folder)).toEqual([]);
  await file.add({ folder, said: "hi" });
  await file.close();
  expect(await readFile(join(folder, `.sessions/${file.id()}.jsonl`), "utf8")).toContain("hi");
  expect(await readFile(join(folder, ".sessions/.gitignore"), "utf8")).toBe("*\n");
});

test("the last one that is free is taken, and lines are added to it", async () => {
  await keep("older", 1000);
  const newer = await keep("newer", 2000);
  const file = fileFor();
  expect((await file.take(undefined)).messages).toHaveLength(1);
  expect(file.id()).toBe(newer);
  await file.add({ folder, said: "more" });
  const other = fileFor();
  await expect(other.take(newer)).rejects.toThrow(/in use by another program/);
  expect((await other.take(undefined)).messages[0]?.content).toBe("older");
  await file.close();
  await other.close();
  expect((await fileFor().take(newer)).messages).toHaveLength(2);
});

test("the beginning of an id is enough when no other one begins so", async () => {
  const [one, two] = [await keep("one", 1000), await keep("two", 2000)];
  const id = one < two ? one : two;
  const file = fileFor();
  await file.take(id.slice(0, -1));
  await file.close();
  await expect(fileFor().take(id.slice(0, 4))).rejects.toThrow(/several sessions/);
  await expect(fileFor().take("1999")).rejects.toThrow(/There is no session 1999/);
});

test("what is of another folder, unreadable or tracked by git is refused, and free again", async () => {
  const elsewhere = await keep("hi", 1000, "/somewhere/else");
  for (let times = 0; times < 2; times++)
    await expect(fileFor().take(elsewhere)).rejects.toThrow(/about another folder/);
  const empty = await keep("hi", 1000);
  await writeFile(join(folder, `.sessions/${empty}.jsonl`), "");
  await expect(fileFor().take(empty)).rejects.toThrow(/cannot be resumed: it is empty\./);
  const tracked = await keep("hi", 1000);
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder });
  git("init", "-q");
  git("add", "--force", `.sessions/${tracked}.jsonl`);
  await expect(fileFor().take(tracked)).rejects.toThrow(/may have come with the repository/);
});

test("a list has a line for each, the last one first, with its age, its length and its first words", async () => {
  expect(await listSessions(folder, read)).toBe("There is no session in this folder.");
  const now = Date.now() / 1000;
  const old = await keep("first\nwords", now - 7300);
  const held = fileFor();
  await held.add({ folder, said: "again" });
  await writeFile(join(folder, ".sessions/notes.jsonl"), "not a session");
  await mkdir(join(folder, ".sessions/more"));
  const lines = (await listSessions(folder, read)).split("\n");
  expect(lines).toEqual([
    expect.stringMatching(`^${held.id()}  \\d+ s ago  1 messages  again \\(in use\\)$`),
    `${old}  2 h ago  1 messages  first words`,
  ]);
  await held.close();
});
