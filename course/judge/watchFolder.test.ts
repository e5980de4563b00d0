// course/judge/watchFolder.test · a change of a file wakes it, and it ends with its folder.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
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
