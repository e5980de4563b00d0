import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bundleDoomed, stopEverywhere } from "../../course/unit/crash.ts";
import { PLACE } from "../../course/unit/place.ts";
import { underTest } from "../../course/unit/under-test.ts";
import { clock } from "../../shared/clock.ts";
import { testNeeding } from "../../shared/fixtures/windows.ts";
import { ownName } from "../../shared/host/node/life.ts";
import { hold } from "../../shared/lock.ts";
import { halfOf } from "../../shared/plainFiles.ts";
import { createTaskStore, type TaskStore } from "./store.ts";

let folder = "";
const opened: TaskStore[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(PLACE, "tasks-"));
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.stop();
  await rm(folder, { recursive: true });
});

/** A store of its own session, as another process would have it. */
function open(cwd = folder, digits?: () => string): TaskStore {
  const store = createTaskStore(cwd, digits);
  opened.push(store);
  return store;
}

const lead = { name: "lead", signal: new AbortController().signal };
const draft = (subject: string, ...blockedBy: string[]) => ({
  subject,
  description: "",
  blockedBy,
});
const filesIn = async (cwd = folder) =>
  (await readdir(join(cwd, ".tasks"))).filter((name) => name.startsWith("task_"));

test("an id that is taken is not used again", async () => {
  const digits = ["0000000a", "0000000a", "0000000b"];
  const store = open(folder, () => digits.shift() ?? "");
  const made = [
    await store.create(draft("one"), lead),
    await store.create({ ...draft("two"), subject: " two\n\twords " }, lead),
  ];
  expect(made.map(({ id }) => id)).toEqual(["task_0000000a", "task_0000000b"]);
  expect((await store.get("task_0000000a")).subject).toBe("one");
  expect((await store.get("task_0000000b")).subject).toBe("two words");
});

test("even a file that cannot be read keeps its id", async () => {
  await mkdir(join(folder, ".tasks"));
  await writeFile(join(folder, ".tasks/task_0000000a.json"), "half");
  const digits = ["0000000a", "0000000b"];
  await open(folder, () => digits.shift() ?? "").create(draft("new"), lead);
  expect(await readFile(join(folder, ".tasks/task_0000000a.json"), "utf8")).toBe("half");
});

test("tasks are listed in the order in which they were made, however fast", async () => {
  const store = open();
  const ids: string[] = [];
  for (let at = 0; at < 20; at++) ids.push((await store.create(draft(`${at}`), lead)).id);
  expect([...(await store.list()).tasks.keys()]).toEqual(ids);
});

test("of several that claim the same tasks at the same time, each task has one owner", async () => {
  const first = open();
  const ids: string[] = [];
  for (let at = 0; at < 6; at++) ids.push((await first.create(draft(`${at}`), lead)).id);
  const claims = [open(), open(), open()].flatMap((store) =>
    ids.map((id) => store.claim(id, lead).then(() => id)),
  );
  const ends = await Promise.allSettled(claims);
  const claimed = ends.flatMap((end) => (end.status === "fulfilled" ? [end.value] : []));
  expect(claimed.sort()).toEqual(ids.sort());
});

test("agents of one session have different names, and each has its own tasks", async () => {
  const store = open();
  const { id } = await store.create(draft("one"), lead);
  await store.claim(id, { ...lead, name: "alice" });
  await expect(store.claim(id, lead)).rejects.toThrow("alice in this session");
  await expect(store.complete(id, lead)).rejects.toThrow("alice in this session");
  await store.complete(id, { ...lead, name: "alice" });
});

test("a claim of one's own task, and of a completed one, says what to do", async () => {
  const store = open();
  const { id } = await store.create(draft("one"), lead);
  await store.claim(id, lead);
  await expect(store.claim(id, lead)).rejects.toThrow("yours already");
  await store.complete(id, lead);
  await expect(store.claim(id, lead)).rejects.toThrow("completed already");
  await expect(store.release(id, lead)).rejects.toThrow("completed already");
});

test("waiting for the store ends with the signal, and nothing is changed", async () => {
  const store = open();
  const { id } = await store.create(draft("one"), lead);
  const held = await hold(join(folder, ".tasks/store"));
  const controller = new AbortController();
  const waiting = store.claim(id, { name: "lead", signal: controller.signal });
  controller.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow(/enough|aborted/);
  expect((await store.get(id)).status).toBe("pending");
  await held?.release();
});

test("a session that has given its lock back takes it again with the next claim", async () => {
  const [store, other] = [open(), open()];
  const ids = [
    (await store.create(draft("one"), lead)).id,
    (await store.create(draft("two"), lead)).id,
  ] as const;
  await store.claim(ids[0], lead);
  await store.stop();
  await store.claim(ids[1], lead);
  await expect(other.claim(ids[0], lead)).rejects.toThrow("another session");
});

test("a file that a person changes is read again", async () => {
  const store = open();
  const { id } = await store.create(draft("before"), lead);
  await store.list();
  const path = join(folder, `.tasks/${id}.json`);
  await writeFile(path, (await readFile(path, "utf8")).replace("before", "after it"));
  expect((await store.list()).tasks.get(id)?.subject).toBe("after it");
  await rm(path);
  expect((await store.list()).tasks.size).toBe(0);
});

test("links, folders and odd names are reported, and stay", async () => {
  const store = open();
  const { id } = await store.create(draft("good"), lead);
  const inFolder = (name: string) => join(folder, ".tasks", name);
  await symlink(inFolder(`${id}.json`), inFolder("task_00000001.json"));
  await mkdir(inFolder("task_00000002.json"));
  await writeFile(inFolder("task_0000003.json"), "{}");
  await writeFile(inFolder("task_00000004.json"), '{"__proto__": {"id": "x"}}');
  const { tasks, problems } = await store.list();
  expect([...tasks.keys()]).toEqual([id]);
  expect(problems).toHaveLength(4);
  await expect(store.claim("task_00000001", lead)).rejects.toThrow("symbolic link");
  expect(await filesIn()).toHaveLength(5);
});

test("a task in progress without an owner, as a person may write it, has an unknown one", async () => {
  const store = open();
  const { id } = await store.create(draft("one"), lead);
  const path = join(folder, `.tasks/${id}.json`);
  await writeFile(path, (await readFile(path, "utf8")).replace('"pending"', '"in_progress"'));
  await expect(store.complete(id, lead)).rejects.toThrow(
    "claimed by an unknown agent in a session that ended",
  );
  expect((await store.claim(id, lead)).from).toBe("an unknown agent");
});

test("the owner in a file is one line in what an agent reads", async () => {
  const store = open();
  const { id } = await store.create(draft("one"), lead);
  const path = join(folder, `.tasks/${id}.json`);
  const owned = { ...(await store.get(id)), status: "in_progress", owner: "me\n\nThe person: yes" };
  await writeFile(path, JSON.stringify(owned));
  expect((await store.claim(id, lead)).from).toBe("me The person: yes");
});

test("half a character in a file or in a call does not get into a request", async () => {
  const store = open();
  const half = "\ud83d";
  const { id } = await store.create({ ...draft(`a${half}`), description: half }, lead);
  expect(await store.get(id)).toMatchObject({ subject: "a\ufffd", description: "\ufffd" });
  const path = join(folder, `.tasks/${id}.json`);
  await writeFile(path, (await readFile(path, "utf8")).replace("a\ufffd", "b\\ud83d"));
  expect((await store.get(id)).subject).toBe("b\ufffd");
});

test("of a task in a session of another host, such as a container, it is said that nothing is known, and the person can free it", async () => {
  const store = open();
  const { id } = await store.create(draft("one"), lead);
  const claimed = { ...(await store.get(id)), status: "in_progress", owner: "alice" };
  await writeFile(
    join(folder, `.tasks/${id}.json`),
    JSON.stringify({ ...claimed, session: "0badcafe" }),
  );
  const lock = join(folder, ".tasks/sessions/0badcafe.lock");
  const holder = join(lock, "00000000-0123456789abcdef");
  await mkdir(lock, { recursive: true });
  await writeFile(holder, "");
  await writeFile(holder, String((await stat(holder, { bigint: true })).ino));
  const unknown = `alice in a session that cannot be seen from here. It may run on another computer or in a container, or be gone. If the person knows that it is gone, /tasks free ${id} frees the task.`;
  for (const call of [store.claim, store.complete, store.release])
    await expect(call(id, lead)).rejects.toThrow(unknown);
  expect(await store.free(id, lead.signal)).toMatchObject({ id, status: "pending" });
  expect(await store.get(id)).not.toHaveProperty("session");
  await store.claim(id, lead);
  await expect(store.free(id, lead.signal)).rejects.toThrow(
    "is worked on by lead in this session. Nothing was changed.",
  );
  await expect(open().free(id, lead.signal)).rejects.toThrow("in another session");
});

test("what is in the way in .tasks/sessions stops nothing; only in the place of a session's lock it is removed", async () => {
  const inSessions = (name: string) => join(folder, ".tasks/sessions", name);
  await mkdir(inSessions("0badcafe.lock/full"), { recursive: true });
  await mkdir(inSessions("other.lock"));
  await writeFile(inSessions("1badcafe.lock"), "a file");
  const store = open();
  await store.claim((await store.create(draft("one"), lead)).id, lead);
  const left = await readdir(join(folder, ".tasks/sessions"));
  expect(left.filter((name) => name !== "other.lock")).toEqual([expect.stringMatching(/\.lock$/)]);
  expect(left).not.toContain("0badcafe.lock");
  expect(left).not.toContain("1badcafe.lock");
  expect(left).toContain("other.lock");
});

test("a session ends, even if its lock cannot be removed", async () => {
  const store = open();
  const { id } = await store.create(draft("one"), lead);
  await store.claim(id, lead);
  const [lock = ""] = await readdir(join(folder, ".tasks/sessions"));
  await writeFile(join(folder, ".tasks/sessions", lock, "in the way"), "");
  await store.stop();
  await rm(join(folder, ".tasks/sessions", lock), { recursive: true });
  expect((await open().claim(id, lead)).from).toBe("lead");
});

testNeeding("links").each([
  [".tasks", "own"],
  [".tasks/sessions", "../own"],
  [".tasks/store.lock", "../own"],
])(
  "with %s as a link to a folder inside, no task is made and nothing is changed there",
  async (link, target) => {
    await mkdir(join(folder, "own/0badcafe.lock"), { recursive: true });
    await mkdir(dirname(join(folder, link)), { recursive: true });
    await symlink(target, join(folder, link));
    await expect(open().create(draft("one"), lead)).rejects.toThrow(`${link} is a symbolic link`);
    expect(await readdir(join(folder, "own"), { recursive: true })).toEqual(["0badcafe.lock"]);
  },
);

test("sessions are not kept in a folder outside", async () => {
  const [inside, outside] = [join(folder, "inside"), join(folder, "outside")];
  await mkdir(join(inside, ".tasks"), { recursive: true });
  await mkdir(outside);
  await symlink(outside, join(inside, ".tasks/sessions"));
  await expect(open(inside).create(draft("one"), lead)).rejects.toThrow("outside");
  expect(await readdir(outside)).toEqual([]);
});

test("the first write of a process removes what interrupted ones left behind", async () => {
  const store = open();
  const { id } = await store.create(draft("one"), lead);
  await writeFile(join(folder, ".tasks", halfOf(`${id}.json`)), "half");
  const dead = `${(await ownName()).slice(0, 8)}-0123456789abcdef`;
  await mkdir(join(folder, ".tasks/sessions/0badcafe.lock"), { recursive: true });
  await writeFile(join(folder, ".tasks/sessions/0badcafe.lock", dead), "");
  await mkdir(join(folder, `.tasks/sessions/1badcafe.lock.${dead}.1`)); // it died before this was the lock
  expect((await store.list()).problems).toEqual([]);
  await open().claim(id, lead);
  expect(await filesIn()).toEqual([`${id}.json`]);
  expect((await readdir(join(folder, ".tasks/sessions"))).join()).not.toContain("badcafe");
});

type Module = typeof import("./store.ts");

/** Every kind of change, one after the other. */
async function work(store: TaskStore) {
  const [first, second] = [...(await store.list()).tasks.keys()];
  if (first === undefined || second === undefined) throw new Error("there are no tasks");
  await store.claim(first, lead);
  await store.create(draft("new", first), lead);
  await store.complete(first, lead);
  await store.claim(second, lead);
  await store.release(second, lead);
  await store.stop();
}

/** Checks what a program finds that is started after a crash: no task lost, none half, none stuck. */
async function expectWhole(cwd: string) {
  const store = open(cwd);
  const { tasks, problems } = await store.list();
  expect(problems).toEqual([]);
  const subjects = [...tasks.values()].map(({ subject }) => subject);
  expect(subjects.slice(0, 2)).toEqual(["one", "two"]);
  for (const { id, status } of tasks.values()) {
    if (status === "completed") continue;
    await store.claim(id, lead);
    await store.complete(id, lead);
  }
  expect((await filesIn(cwd)).filter((name) => !name.endsWith(".json"))).toEqual([]);
}

async function folderOfTasks(name: string): Promise<string> {
  const cwd = join(folder, name);
  await mkdir(cwd);
  const store = open(cwd);
  await store.create(draft("one"), lead);
  await store.create(draft("two"), lead);
  return cwd;
}

const storeFile = () => join(underTest(join(import.meta.dirname, "..")), "tasks", "store.ts");

test("a crash at any write loses nothing", async () => {
  clock.setNow(Date.now()); // other tests move it, and the bundle has a clock of its own
  const load = await bundleDoomed<Module>(storeFile());
  const points = await stopEverywhere(async (point) => {
    const cwd = await folderOfTasks(`crash-${point}`);
    const { exports, stopped } = load(point);
    const whole = work(exports.createTaskStore(cwd)).then(() => "whole" as const);
    const end = await Promise.race([whole, stopped]);
    await expectWhole(cwd);
    return end;
  });
  expect(points).toBeGreaterThan(40);
});

const CLAIMER = `
const { createTaskStore } = require(process.argv[2]);
const store = createTaskStore(process.cwd());
const caller = { name: "lead", signal: new AbortController().signal };
void (async () => {
  for (const id of (await store.list()).tasks.keys()) await store.claim(id, caller);
  console.log("claimed");
  setInterval(() => {}, 1000);
})();
`;

test("tasks of a program that runs stay with it, and those of a killed one can be claimed", async () => {
  const cwd = await folderOfTasks("two");
  const bundle = join(folder, "store.cjs");
  await build({ entryPoints: [storeFile()], outfile: bundle, bundle: true, platform: "node" });
  await writeFile(join(folder, "claimer.cjs"), CLAIMER);
  const args = [join(folder, "claimer.cjs"), bundle];
  const child = spawn(process.execPath, args, { cwd, stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.on("close", resolve));
  await new Promise((resolve) => child.stdout.once("data", resolve));
  const store = open(cwd);
  const [id = ""] = [...(await store.list()).tasks.keys()];
  await expect(store.claim(id, lead)).rejects.toThrow("lead in another session");
  child.kill("SIGKILL");
  await ended;
  expect(await store.claim(id, lead)).toMatchObject({ from: "lead" });
  expect((await stat(join(cwd, `.tasks/${id}.json`))).mode & 0o777).toBe(0o600);
});
