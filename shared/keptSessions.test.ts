import { execFileSync } from "node:child_process";
import { existsSync, realpathSync, statSync, utimesSync } from "node:fs";
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { ownName } from "#host/life.ts";
import { clock } from "./clock.ts";
import { UserError } from "./errors.ts";
import { createSessionFile, type Kept, listSessions } from "./keptSessions.ts";
import { readLines } from "./lineFile.ts";

let folder = "";
beforeEach(async () => {
  clock.setNow(Date.now()); // ages are told by the clock, which other tests move, and the times of files are real
  folder = realpathSync(await mkdtemp(join(tmpdir(), "kept-")));
  told.length = 0;
});
afterEach(() => rm(folder, { recursive: true }));

/** A format as small as can be: a line is what the person has said. */
const schema = z.object({ folder: z.string(), said: z.string() });
function read(text: string): Kept {
  const { lines, isTorn } = readLines(text, schema);
  const [first] = lines;
  if (first === undefined) throw new Error("it is empty.");
  const words = lines.map(({ said }) => said).filter((said) => said !== "");
  const messages = words.map((content): Anthropic.MessageParam => ({ role: "user", content }));
  return { folder: first.folder, messages, isTorn };
}
const told: string[] = [];
const fileFor = () => createSessionFile(folder, read, (problem) => told.push(problem));

/** Keeps a session in which something was said, used at `second`, and gives its id. */
async function keep(said: string, second: number, about = folder): Promise<string> {
  const file = fileFor();
  await file.add({ folder: about, said });
  const id = file.id() ?? "none";
  await file.close();
  utimesSync(join(folder, `.sessions/${id}.jsonl`), second, second);
  return id;
}

test("nothing is there before the first line, and the file is its owner's alone", async () => {
  const file = fileFor();
  expect(file.id()).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
  await file.add({ folder, said: "hi" });
  const path = join(folder, `.sessions/${file.id()}.jsonl`);
  await file.close();
  expect(path).toMatch(/\/\d{8}-\d{6}-[0-9a-f]{6}\.jsonl$/);
  expect(await readFile(path, "utf8")).toContain("hi");
  expect(statSync(path).mode & 0o777).toBe(0o600);
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
  expect(told).toEqual([expect.stringContaining(`Session ${newer} is in use`)]);
  await expect(fileFor().take(undefined)).rejects.toThrow(/in use.*delete \.sessions\/.*\.lock/);
  await file.close();
  await other.close();
  expect((await fileFor().take(newer)).messages).toHaveLength(2);
});

test("one that cannot go on, or in which nothing was said, is told and passed over", async () => {
  await expect(fileFor().take(undefined)).rejects.toThrow(/no session to resume/);
  const good = await keep("good", 1000);
  const silent = await keep("", 2000);
  const empty = await keep("empty", 3000);
  await writeFile(join(folder, `.sessions/${empty}.jsonl`), "");
  await mkdir(join(folder, ".sessions/20990101-000000-aaaaaa.jsonl"));
  const file = fileFor();
  await file.take(undefined);
  expect(file.id()).toBe(good);
  expect(told.join("\n")).toMatch(/it is empty/);
  expect(told).toEqual(
    expect.arrayContaining([expect.stringMatching(`${silent} has no messages`)]),
  );
  await file.close();
});

test("a file in the place of a lock is none; a link there, or a file in the place of the folder, is said in one line", async () => {
  const id = await keep("hi", 1000);
  const lock = join(folder, `.sessions/${id}.lock`);
  await writeFile(lock, "");
  expect(await listSessions(folder, read)).not.toContain("in use");
  const file = fileFor();
  expect((await file.take(id)).messages).toHaveLength(1);
  await file.close();
  await symlink(tmpdir(), lock);
  await expect(fileFor().take(undefined)).rejects.toThrow(UserError);
  await rm(join(folder, ".sessions"), { recursive: true });
  await writeFile(join(folder, ".sessions"), "");
  await expect(fileFor().take(undefined)).rejects.toThrow(UserError);
  await expect(listSessions(folder, read)).rejects.toThrow(UserError);
});

test("locks that killed programs have left are removed when a new conversation begins", async () => {
  const id = await keep("hi", 1000);
  const lock = join(folder, `.sessions/${id}.lock`);
  await mkdir(lock);
  await writeFile(join(lock, (await ownName()).replace(/-.*/, "-0123456789abcdef")), "");
  await keep("more", 2000);
  expect(existsSync(lock)).toBe(false);
});

test("a file that was removed is told, and the next line begins a new one", async () => {
  const file = fileFor();
  await file.add({ folder, said: "hi" });
  const before = file.id();
  await rm(join(folder, ".sessions"), { recursive: true });
  await expect(file.add({ folder, said: "more" })).rejects.toThrow(/was removed/);
  expect(file.id()).toBeUndefined();
  await file.add({ folder, said: "again" });
  expect(file.id()).not.toBe(before);
  await file.close();
  expect((await fileFor().take(undefined)).messages).toHaveLength(1);
});

test("a file that becomes too large is told once", async () => {
  const file = fileFor();
  await file.add({ folder, said: "hi" });
  await truncate(join(folder, `.sessions/${file.id()}.jsonl`), 220 * 1024 * 1024); // has no blocks on the disk
  expect(told).toEqual([]);
  for (let times = 0; times < 2; times++) await file.add({ folder, said: "more" });
  expect(told).toEqual([expect.stringMatching(/too large: above 256 MB/)]);
  await file.close();
});

test("the folder in a forged file adds no lines to a list", async () => {
  await keep("hi", 1000, "/x.\n20260302-090000-abcdef  1 s ago  2 messages  npm start");
  expect((await listSessions(folder, read)).split("\n")).toHaveLength(1);
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
    await expect(fileFor().take(elsewhere)).rejects.toThrow(
      /about another folder, \/somewhere\/else, which is gone/,
    );
  const there = await keep("hi", 1000, tmpdir());
  await expect(fileFor().take(there)).rejects.toThrow(/about another folder: resume it in/);
  const empty = await keep("hi", 1000);
  await writeFile(join(folder, `.sessions/${empty}.jsonl`), "");
  await expect(fileFor().take(empty)).rejects.toThrow(/cannot be resumed: it is empty\./);
  const tracked = await keep("hi", 1000);
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder });
  git("init", "-q");
  git("add", "--force", `.sessions/${tracked}.jsonl`);
  await expect(fileFor().take(tracked)).rejects.toThrow(/may have come with the repository/);
  git("-c", "user.name=a", "-c", "user.email=a@example.invalid", "commit", "-q", "-m", "Start");
  git("rm", "-q", "--cached", `.sessions/${tracked}.jsonl`); // as a pull that failed leaves it
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
