import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startPty } from "../../shared/fixtures/pty.ts";
import { ROOT } from "../base/root.ts";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "start-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("Ctrl-Z stops all of npm start, and after fg the typed line goes on", async () => {
  const args = ["--norc", "--noprofile", "--noediting", "-i"];
  const env = { PS1: "shell$ ", HISTFILE: "", PRACTICE: "1" };
  const pty = startPty("bash", { args, cwd: folder, env });
  await pty.shows("shell$ ");
  pty.type(`npm --silent --prefix ${JSON.stringify(ROOT)} start s01\r`);
  await pty.shows("s01 >> ");
  pty.type("run echo one");
  await pty.shows("run echo one");
  pty.type("\x1a");
  await pty.shows("Stopped");
  await pty.shows("shell$ ");
  pty.type("fg\r");
  await pty.shows("run echo one");
  pty.type(" two\r");
  await pty.shows("> bash echo one two");
  await pty.shows("s01 >> ");
  pty.type("\x04");
  await pty.shows("shell$ ");
  pty.type("exit $?\r");
  expect(await pty.ended).toBe(0);
});

test("in a terminal one line offers /try, which lists the page's prompts in the person's language and asks one", async () => {
  const env = { PRACTICE: "1", LANG: "ja_JP.UTF-8" };
  const args = ["--silent", "--prefix", ROOT, "start", "s01"];
  const pty = startPty("npm", { args, cwd: folder, env });
  await pty.shows("/try で");
  await pty.shows("s01 >> ");
  pty.type("/try\r");
  await pty.shows("\n1. ここにはどんなファイルがある？");
  await pty.shows("s01 >> ");
  pty.type("1\r");
  await pty.shows("s01 >> ここにはどんなファイルがある？");
  await pty.shows("> bash ls");
  await pty.shows("s01 >> ");
  pty.type("\x04");
  expect(await pty.ended).toBe(0);
});
