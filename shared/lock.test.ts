import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hold, isHeld, withLock } from "./lock.ts";

/** Called before each removal of a folder: a test can hold it up. */
let beforeRmdir: (folder: string) => Promise<void> = async () => {};
vi.mock("node:fs/promises", async (importOriginal) => {
  const original = await importOriginal<typeof import("node:fs/promises")>();
  const rmdir = async (folder: string) => {
    await beforeRmdir(folder);
    await original.rmdir(folder);
  };
  return { ...original, rmdir };
});

let folder = "";
let path = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lock-"));
  path = join(folder, "things");
});
afterEach(async () => {
  beforeRmdir = async () => {};
  await rm(folder, { recursive: true, force: true });
});

/** Adds one to a number in a file, in steps that others could come between. */
const increment = (file: string) =>
  withLock(path, async () => {
    const number = Number(await readFile(file, "utf8"));
    await writeFile(file, "");
    await writeFile(file, String(number + 1));
  });

test("in one process, actions with one path run one after the other", async () => {
  const file = join(folder, "number");
  await writeFile(file, "0");
  await Promise.all(Array.from({ length: 10 }, () => increment(file)));
  expect(await readFile(file, "utf8")).toBe("10");
  expect(await readdir(folder)).toEqual(["number"]);
});

test("processes that count in one file lose nothing", async () => {
  const file = join(folder, "number");
  await writeFile(file, "0");
  const script = `
    import { readFile, writeFile } from "node:fs/promises";
    import { withLock } from ${JSON.stringify(join(import.meta.dirname, "lock.ts"))};
    const [file, path] = process.argv.slice(-2);
    for (let at = 0; at < 10; at++)
      await withLock(path, async () => {
        const number = Number(await readFile(file, "utf8"));
        await writeFile(file, "");
        await writeFile(file, String(number + 1));
      });`;
  const program = join(folder, "count.mjs");
  await writeFile(program, script);
  const counting = Array.from({ length: 3 }, () => {
    const args = ["--import", import.meta.resolve("tsx"), program, file, path];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
    return new Promise((resolve) => child.on("close", resolve));
  });
  expect(await Promise.all(counting)).toEqual([0, 0, 0]);
  expect(await readFile(file, "utf8")).toBe("30");
});

test("an action that throws gives the lock back, and says why", async () => {
  await expect(
    withLock(path, async () => {
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  expect(await withLock(path, async () => "yes")).toBe("yes");
});

test("the lock of a dead process is taken over when it is old", async () => {
  await mkdir(`${path}.lock`);
  await utimes(`${path}.lock`, 1, 1);
  expect(await withLock(path, async () => "yes")).toBe("yes");
});

test("the lock of a process that died while the clock was far ahead is taken over, too", async () => {
  await mkdir(`${path}.lock`);
  const ahead = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000);
  await utimes(`${path}.lock`, ahead(0.5), ahead(0.5));
  expect(await isHeld(path)).toBe(true);
  await utimes(`${path}.lock`, ahead(365), ahead(365));
  expect(await isHeld(path)).toBe(false);
  expect(await withLock(path, async () => "yes")).toBe("yes");
});

test("a folder that cannot be written to gives an error that says so", async () => {
  await expect(withLock(join(folder, "no", "things"), async () => "yes")).rejects.toThrow("ENOENT");
});

test("waiting for a lock ends when the signal aborts, and an aborted signal takes no lock", async () => {
  await mkdir(`${path}.lock`);
  const controller = new AbortController();
  const waiting = withLock(path, async () => "yes", controller.signal);
  controller.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow(/enough|aborted/);
  await rm(`${path}.lock`, { recursive: true });
  await expect(withLock(path, async () => "yes", controller.signal)).rejects.toThrow("enough");
  expect(await readdir(folder)).toEqual([]);
});

test("a held lock stays until it is released, and others see that it is held", async () => {
  expect(await isHeld(path)).toBe(false);
  const held = await hold(path);
  expect(held?.isLost()).toBe(false);
  expect(await isHeld(path)).toBe(true);
  expect(await hold(path)).toBeUndefined();
  await held?.release();
  expect(await isHeld(path)).toBe(false);
  expect(await readdir(folder)).toEqual([]);
});

test("a lock that a dead process has left is not held, and can be taken", async () => {
  await mkdir(`${path}.lock`);
  expect(await isHeld(path)).toBe(true);
  await utimes(`${path}.lock`, 1, 1);
  expect(await isHeld(path)).toBe(false);
  const held = await hold(path);
  expect(await isHeld(path)).toBe(true);
  await held?.release();
});

test("of many that find the lock of a dead process, one gets it", async () => {
  for (let round = 0; round < 20; round++) {
    await mkdir(`${path}.lock`);
    await utimes(`${path}.lock`, 1, 1);
    const found = await Promise.all(Array.from({ length: 8 }, () => hold(path)));
    const holders = found.filter((held) => held !== undefined);
    expect(holders.length).toBeLessThanOrEqual(1);
    const held = holders[0] ?? (await hold(path));
    expect(await isHeld(path)).toBe(true);
    await held?.release();
    expect(await readdir(folder)).toEqual([]);
  }
});

test("a process that died while it removed the lock of another one is noticed, too", async () => {
  for (const name of [`${path}.lock`, `${path}.lock.removal`]) {
    await mkdir(name);
    await utimes(name, 1, 1);
  }
  expect(await withLock(path, async () => "yes")).toBe("yes");
  expect(await readdir(folder)).toEqual([]);
});

test("of two that find the lock of a dead process, and a dead one that was removing it, one gets it", async () => {
  for (const name of [`${path}.lock`, `${path}.lock.removal`]) {
    await mkdir(name);
    await utimes(name, 1, 1);
  }
  const gates = { firstBegins: gate(), secondIsClose: gate(), firstIsDone: gate() };
  // The first waits at its first removal until the second is about to remove the lock, or has given up.
  beforeRmdir = async () => {
    beforeRmdir = async (name) => {
      if (name !== `${path}.lock`) return;
      beforeRmdir = async () => {};
      gates.secondIsClose.open();
      await gates.firstIsDone.opened;
    };
    gates.firstBegins.open();
    await gates.secondIsClose.opened;
  };
  const first = hold(path).finally(gates.firstIsDone.open);
  await gates.firstBegins.opened;
  const second = hold(path).finally(() => {
    beforeRmdir = async () => {};
    gates.secondIsClose.open();
  });
  const holders = (await Promise.all([first, second])).filter((held) => held !== undefined);
  expect(holders).toHaveLength(1);
  await holders[0]?.release();
  expect(await readdir(folder)).toEqual([]);
});

/** Lets one part of a test wait for another. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
}
