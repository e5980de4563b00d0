import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isSecretFile } from "./secrets.ts";

test("in a folder that is a part of a place of secrets, the place counts, and not all that is in the folder", () => {
  for (const [folder, path] of [
    ["/home/ada/.config", "gh/hosts.yml"],
    ["/home/ada/.local/share", "keyrings/login.keyring"],
    ["/home/ada/.m2", "settings.xml"],
    ["/home/ada/shop/.sessions", "1.jsonl"],
  ] as const)
    expect(isSecretFile(join(folder, path), folder), path).toBe(true);
  for (const [folder, path] of [
    ["/home/ada/.config", "nvim/init.lua"],
    ["/home/ada/.config/gh", "notes.md"],
    ["/home/ada/.docker/shop", "main.ts"],
  ] as const)
    expect(isSecretFile(join(folder, path), folder), path).toBe(false);
});

test("git's configuration with a password in it is one in .git itself and in a bare repository, too", () => {
  const folder = mkdtempSync(join(tmpdir(), "secrets-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const path of [".git/config", "mirror.git/config"]) {
    mkdirSync(dirname(join(folder, path)));
    writeFileSync(join(folder, path), "url = https://ada:token@example.com/a.git\n");
    expect(isSecretFile(join(folder, path), folder), path).toBe(true);
    expect(isSecretFile(join(folder, path), dirname(join(folder, path))), path).toBe(true);
  }
});
