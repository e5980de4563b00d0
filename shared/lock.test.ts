import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import promises, {
  cp,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ownName } from "#host/life.ts";
import { testNeeding } from "./fixtures/windows.ts";
import { hold, isHeld, isHeldElsewhere, removeDeadLocks, withLock } from "./lock.ts";

const { readdir, unlink } = promises;

/** Gives all modules this function for removing a file, also those that another test file has loaded. */
function removeWith(remove: typeof unlink) {
  promises.unlink = remove;
  syncBuiltinESMExports();
}

/** Does something each time before a folder is listed. */
function beforeListing(action: (at: number) => Promise<void>) {
  let at = 0;
  const list = async (...args: Parameters<typeof readdir>) => {
    await action(++at);
    return readdir(...args);
  };
  Object.assign(promises, { readdir: list });
  syncBuiltinESMExports();
}

let folder = "";
let path = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lock-"));
  path = join(folder, "things");
});
afterEach(async () => {
  Object.assign(promises, { readdir });
  removeWith(unlink);
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

/** The name of a process of this computer that lives no more. */
const deadName = async (digits = "0123456789abcdef") =>
  `${(await ownName()).slice(0, 8)}-${digits}`;

/** The lock that a process with this name has left. */
async function leave(name: string) {
  await mkdir(`${path}.lock`, { recursive: true });
  await writeFile(join(`${path}.lock`, name), "");
}

const HOLDER = `
  import { hold } from ${JSON.stringify(join(import.meta.dirname, "lock.ts"))};
  const held = await hold(process.argv.at(-1));
  console.log(held === undefined ? "taken" : "held");
  setInterval(() => {}, 1000);`;

/** Another process that holds the lock of `path`. */
async function otherHolder() {
  const program = join(folder, "holder.mjs");
  await writeFile(program, HOLDER);
  const args = ["--import", import.meta.resolve("tsx"), program, path];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  expect(String((await once(child.stdout, "data"))[0])).toBe("held\n");
  return child;
}

test("a process that is killed loses its lock at once, and one that is only stopped keeps it", async () => {
  const other = await otherHolder();
  other.kill("SIGSTOP");
  expect(await isHeld(path)).toBe(true);
  expect(await hold(path)).toBeUndefined();
  other.kill("SIGKILL");
  await once(other, "close");
  expect(await isHeld(path)).toBe(false);
  expect(await withLock(path, async () => "yes")).toBe("yes");
  expect(await readdir(folder)).toEqual(["holder.mjs"]);
});

test("the time of a lock means nothing, neither a past nor a future one", async () => {
  const held = await hold(path);
  for (const time of [1, Date.now() / 1000 + 1e8]) {
    await utimes(`${path}.lock`, time, time);
    expect(await hold(path)).toBeUndefined();
  }
  await held?.release();
  await leave(await deadName());
  await utimes(`${path}.lock`, Date.now() / 1000 + 1e8, Date.now() / 1000 + 1e8);
  expect(await withLock(path, async () => "yes")).toBe("yes");
});

test("an empty folder is the lock of nobody", async () => {
  await mkdir(`${path}.lock`);
  expect(await isHeld(path)).toBe(false);
  expect(await withLock(path, async () => "yes")).toBe("yes");
});

test("of many that find the lock of a dead process, one gets it", async () => {
  for (let round = 0; round < 20; round++) {
    await leave(await deadName());
    const found = await Promise.all(Array.from({ length: 8 }, () => hold(path)));
    const [held, ...more] = found.filter((one) => one !== undefined);
    expect(more).toEqual([]);
    expect(await isHeld(path)).toBe(true);
    await held?.release();
    expect(await readdir(folder)).toEqual([]);
  }
});

test("one that removes a dead holder late removes nothing of a new holder", async () => {
  await leave(await deadName());
  let goOn = () => {};
  const released = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    removeWith(async (file) => {
      removeWith(unlink);
      resolve();
      await released;
      await unlink(file);
    });
  });
  const late = hold(path);
  await reached;
  const held = await hold(path);
  goOn();
  expect(held).toBeDefined();
  expect(await late).toBeUndefined();
  expect(await isHeld(path)).toBe(true);
  await held?.release();
});

const ELSEWHERE = "00000000-0123456789abcdef";

test("what is no name holds nothing, nor does a file or a folder in its place: a clone may bring them", async () => {
  await leave("x");
  await mkdir(join(`${path}.lock`, "deep", ELSEWHERE), { recursive: true });
  await mkdir(join(`${path}.lock`, ELSEWHERE));
  expect(await isHeld(path)).toBe(false);
  await (await hold(path))?.release();
  expect(await readdir(folder)).toEqual([]);
  await writeFile(`${path}.lock`, "x");
  expect(await isHeld(path)).toBe(false);
  const held = await hold(path);
  expect(await hold(path)).toBeUndefined();
  await held?.release();
  expect(await readdir(folder)).toEqual([]);
});

test("the locks of dead processes are removed, and no others", async () => {
  const names = ["dead", "living", "other", "empty"];
  for (const name of names) await mkdir(join(folder, `${name}.lock`));
  for (const name of ["dead", "other"])
    await writeFile(join(folder, `${name}.lock`, await deadName()), "");
  await writeFile(join(folder, "file.lock"), ""); // a clone may bring it
  const held = await hold(join(folder, "living"));
  await removeDeadLocks(folder, (name) => name !== "other");
  expect(await readdir(folder)).toEqual(["living.lock", "other.lock"]);
  await held?.release();
});

test("a file in the place of the lock's folder is told in words", async () => {
  await writeFile(join(folder, "file"), "");
  await expect(hold(join(folder, "file", "x"))).rejects.toThrow("a file where a folder belongs");
});

test("a process of another computer counts as alive", async () => {
  const held = await hold(path);
  await rename(join(`${path}.lock`, await ownName()), join(`${path}.lock`, ELSEWHERE));
  expect(await isHeld(path)).toBe(true);
  expect(await hold(path)).toBeUndefined();
  await held?.release();
});

test("a lock that is released during the look is not held elsewhere", async () => {
  const held = await hold(path);
  expect(await isHeldElsewhere(path)).toBe(false);
  beforeListing(async (at) => {
    if (at === 2) await held?.release();
  });
  expect(await isHeldElsewhere(path)).toBe(false);
});

test("a copy of a lock is the lock of nobody, also when its holder lives on this computer", async () => {
  const held = await hold(path);
  const copy = join(folder, "copy");
  await cp(`${path}.lock`, `${copy}.lock`, { recursive: true });
  expect([await isHeld(path), await isHeld(copy)]).toEqual([true, false]);
  expect(await withLock(copy, async () => "yes")).toBe("yes");
  expect(await isHeld(path)).toBe(true);
  await held?.release();
});

test("the lock of another computer that came with git or a backup is the lock of nobody", async () => {
  await hold(path);
  await rename(join(`${path}.lock`, await ownName()), join(`${path}.lock`, ELSEWHERE));
  const copy = join(folder, "copy");
  await cp(`${path}.lock`, `${copy}.lock`, { recursive: true });
  expect(await isHeld(copy)).toBe(false);
  expect(await withLock(copy, async () => "yes")).toBe("yes");
  expect(await isHeld(path)).toBe(true);
});

const UNSHARE = ["-rn", process.execPath, "--import", import.meta.resolve("tsx")];
const canUnshare = spawnSync("unshare", ["-rn", "true"]).status === 0;

test.skipIf(!canUnshare)(
  "a holder in another network of the same computer counts as alive",
  async () => {
    const held = await hold(path);
    const program = join(folder, "holder.mjs");
    await writeFile(program, `${HOLDER} process.exit();`);
    const { stdout } = spawnSync("unshare", [...UNSHARE, program, path], { encoding: "utf8" });
    expect(stdout).toBe("taken\n");
    await held?.release();
  },
);

test("what a process has prepared that died before it became the lock is removed", async () => {
  const other = join(folder, "others");
  await mkdir(`${other}.lock.${await deadName()}.1`);
  await mkdir(`${other}.lock.${await ownName()}.1000`);
  expect(await withLock(other, async () => "yes")).toBe("yes");
  expect(await readdir(folder)).toEqual([`others.lock.${await ownName()}.1000`]);
});

test("a file that does not belong to a lock is not removed with it", async () => {
  const held = await hold(path);
  await writeFile(join(`${path}.lock`, "in the way"), "");
  await held?.release();
  expect(await readdir(`${path}.lock`)).toEqual(["in the way"]);
});

test("a folder that cannot be written to gives an error that says so", async () => {
  await expect(withLock(join(folder, "no", "things"), async () => "yes")).rejects.toThrow("ENOENT");
});

test("waiting for a lock ends when the signal aborts, and an aborted signal takes no lock", async () => {
  const held = await hold(path);
  const controller = new AbortController();
  const waiting = withLock(path, async () => "yes", controller.signal);
  controller.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow(/enough|aborted/);
  await held?.release();
  await expect(withLock(path, async () => "yes", controller.signal)).rejects.toThrow("enough");
  expect(await readdir(folder)).toEqual([]);
});

test("a held lock stays until it is released, and others see that it is held", async () => {
  expect(await isHeld(path)).toBe(false);
  const held = await hold(path);
  expect(await isHeld(path)).toBe(true);
  expect(await hold(path)).toBeUndefined();
  await held?.release();
  expect(await isHeld(path)).toBe(false);
  expect(await readdir(folder)).toEqual([]);
});

testNeeding("links")("a link is no lock, and a link in a lock is no holder", async () => {
  await mkdir(join(folder, "own"));
  await symlink("own", `${path}.lock`);
  expect(await isHeld(path)).toBe(false);
  await expect(hold(path)).rejects.toThrow("things.lock is a symbolic link");
  expect(await readdir(join(folder, "own"))).toEqual([]);
  await rm(`${path}.lock`);
  const file = join(folder, "own/number"); // its own number, as in the file of a holder on another computer
  await writeFile(file, "");
  await writeFile(file, String((await stat(file)).ino));
  await mkdir(`${path}.lock`);
  await symlink(file, join(`${path}.lock`, "00000000-0123456789abcdef"));
  expect(await isHeld(path)).toBe(false);
  await (await hold(path))?.release();
  expect(await readdir(folder)).toEqual(["own"]);
  expect(await readFile(file, "utf8")).not.toBe("");
});

test("a lock that is released and taken again at once is never held twice", async () => {
  const path = join(folder, "busy");
  let inside = 0;
  let most = 0;
  const work = async () => {
    for (let times = 0; times < 60; times++) {
      const held = await hold(path);
      if (held === undefined) continue;
      inside++;
      most = Math.max(most, inside);
      await stat(folder);
      inside--;
      await held.release();
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  expect(most).toBe(1);
});
