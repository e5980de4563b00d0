// course/judge/watchFolder.test · a change of a file wakes it, and it ends with its folder.
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { watchFolder } from "./watchFolder.ts";

test("it yields at once, after a change, and ends when the folder is removed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "watched-"));
  const changes = watchFolder(folder);
  expect(await changes.next()).toMatchObject({ done: false });
  const next = changes.next();
  writeFileSync(join(folder, "code.ts"), "1");
  expect(await next).toMatchObject({ done: false });
  const last = changes.next();
  rmSync(folder, { recursive: true });
  expect(await last).toMatchObject({ done: true });
});

test("it sees each save of a file in an inner folder, in place or by renaming another one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "watched-"));
  mkdirSync(join(folder, "inner"));
  const file = join(folder, "inner", "code.ts");
  writeFileSync(file, "0");
  const changes = watchFolder(folder);
  await changes.next();
  const inPlace = () => writeFileSync(file, "1");
  const byRenaming = () => {
    writeFileSync(`${file}.new`, "2");
    renameSync(`${file}.new`, file);
  };
  for (const save of [inPlace, byRenaming, inPlace, byRenaming, inPlace]) {
    const next = changes.next();
    save();
    expect(await next).toMatchObject({ done: false });
  }
  await changes.return(undefined);
  rmSync(folder, { recursive: true });
});
