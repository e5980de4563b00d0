import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createClient } from "@libsql/client";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "./database.ts";

test("after a wait for the lock of another program that was in vain, the next write is kept", async () => {
  const folder = await mkdtemp(join(tmpdir(), "database-"));
  const path = join(folder, "a.db");
  const own = await openDatabase(path, undefined, 50);
  const other = createClient({ url: pathToFileURL(path).href });
  onTestFinished(async () => {
    own.close();
    other.close();
    await rm(folder, { recursive: true });
  });
  await own.rows("CREATE TABLE t (x)");
  await own.rows("PRAGMA journal_mode = WAL");
  const held = await other.transaction("write");
  await held.execute("INSERT INTO t VALUES (0)");
  const write = () => own.all([{ sql: "INSERT INTO t VALUES (1)" }]);
  await expect(write()).rejects.toThrow("database is locked");
  await held.rollback();
  await write();
  await write();
  expect(await own.rows("SELECT x FROM t")).toHaveLength(2);
});
