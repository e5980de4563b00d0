import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeRepository } from "./fixtures/repository.ts";
import { skipOnWindows } from "./fixtures/windows.ts";
import { runGit, tryGit } from "./git.ts";

let cwd = "";

beforeEach(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), "git-")));
  makeRepository(cwd, { "a.txt": "a" });
});

afterEach(() => rm(cwd, { recursive: true, force: true }));

test("an exit code is a result, with all that was printed", async () => {
  expect(await runGit(["ls-files"], { cwd })).toEqual({ code: 0, stdout: "a.txt\n", stderr: "" });
  const failed = await runGit(["rev-parse", "--verify", "nothing"], { cwd });
  expect(failed).toMatchObject({ code: 128, stderr: expect.stringContaining("fatal") });
});

test("no word is read by a shell, and no hook runs", async () => {
  await mkdir(join(cwd, ".git", "hooks"), { recursive: true });
  const hook = join(cwd, ".git", "hooks", "post-checkout");
  await writeFile(hook, `#!/bin/sh\ntouch '${join(cwd, "hooked")}'\n`);
  await chmod(hook, 0o755);
  const odd = "$(touch shelled)";
  expect((await runGit(["switch", "--quiet", "-c", "other"], { cwd })).code).toBe(0);
  expect((await runGit(["branch", odd], { cwd })).stderr).toContain(odd);
  expect(existsSync(join(cwd, "hooked"))).toBe(false);
  expect(existsSync(join(cwd, "shelled"))).toBe(false);
});

test("nothing is fetched, so no program of a server's address is started", async () => {
  const evil = join(cwd, "fetched");
  const address = ["remote.o.url", `ext::sh -c touch% ${evil}`];
  for (const words of [address, ["protocol.ext.allow", "always"], ["remote.o.promisor", "true"]])
    expect((await runGit(["config", ...words], { cwd })).code).toBe(0);
  expect((await runGit(["fetch", "o"], { cwd })).stderr).toContain("not allowed");
  expect((await runGit(["cat-file", "-t", "deadbeef".repeat(5)], { cwd })).code).not.toBe(0);
  expect(existsSync(evil)).toBe(false);
});

test("an abort and a time limit end it, and the error says which", async () => {
  await expect(
    runGit(["status"], { cwd, signal: AbortSignal.abort(new Error("enough")) }),
  ).rejects.toThrow("enough");
  const wait = ["-c", "alias.wait=!sleep 60", "wait"];
  await expect(runGit(wait, { cwd, timeout: 50 })).rejects.toThrow("ended after 0.05 s");
  const stopping = new AbortController();
  const waiting = runGit(wait, { cwd, signal: stopping.signal });
  stopping.abort(new Error("stopped"));
  await expect(waiting).rejects.toThrow("stopped");
});

test("without git the error says what to do", async () => {
  const { PATH } = process.env;
  process.env.PATH = cwd;
  try {
    await expect(runGit(["status"], { cwd })).rejects.toThrow("Install it");
  } finally {
    process.env.PATH = PATH;
  }
});

test("a git that was killed is told in words, without its arguments", async (context) => {
  skipOnWindows(context, "signals");
  const killed = runGit(["-c", "alias.die=!kill -9 $PPID", "die"], { cwd });
  await expect(killed).rejects.toThrow(/^git -c was ended by SIGKILL\. Look at/);
});

test("what git prints keeps the white space of a name, and loses only the line end", async () => {
  const odd = join(cwd, "odd ");
  makeRepository(odd, {});
  expect(await tryGit(["rev-parse", "--show-toplevel"], { cwd: odd })).toBe(odd);
});
