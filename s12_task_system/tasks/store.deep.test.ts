import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterEach, beforeEach, expect, test } from "vitest";
import { underTest } from "../../course/unit/under-test.ts";
import { byAge, createTaskFiles, type Task } from "./files.ts";
import { createTaskStore } from "./store.ts";

const WORKERS = 16;
const TASKS = 250;
/** Every third worker kills itself, each at another of its changes of the disk. */
const KILLED = 5;

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "many-tasks-"));
});
afterEach(() => rm(folder, { recursive: true }));

/**
 * A program that claims and completes tasks until all are completed. It kills itself at the given change of the disk.
 * It says what it has claimed in a file that all share; a short line is added to a file as a whole.
 */
const WORKER = `
import fs from "node:fs";
import promises from "node:fs/promises";
import { createRequire } from "node:module";
const [bundle, log, killAt] = process.argv.slice(2);
let left = Number(killAt);
const count = () => { if (left-- === 0) process.kill(process.pid, "SIGKILL"); };
const append = fs.appendFileSync;
for (const owner of [fs, promises])
  for (const name of ["rename", "unlink", "mkdir", "open", "write", "fsync", "close", "rmdir"]) {
    const original = owner[name];
    if (original) owner[name] = (...args) => { count(); return original(...args); };
  }
const { createTaskStore } = createRequire(import.meta.url)(bundle);
const store = createTaskStore(process.cwd());
const caller = { name: "lead", signal: new AbortController().signal };
const say = (what, id) => append(log, [what, id, process.pid].join(" ") + "\\n");
const pick = (list) => list[Math.floor(Math.random() * Math.min(list.length, 40))];
for (;;) {
  const open = [...(await store.list()).tasks.values()].filter(({ status }) => status !== "completed");
  if (open.length === 0) break;
  const { id } = pick(open);
  try {
    await store.claim(id, caller);
    say("claimed", id);
    await store.complete(id, caller);
    say("completed", id);
  } catch (error) {
    if (!/in another session|completed already|not ready|in use by another/.test(error.message)) throw error;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
await store.stop();
`;

/** Writes the tasks without fsync, because so many would take long. Each third depends on the one before. */
async function makeTasks() {
  await createTaskStore(folder).create(
    { subject: "first", description: "", blockedBy: [] },
    CALLER,
  );
  for (let at = 1; at < TASKS; at++) {
    const idOf = (number: number) => `task_${String(number).padStart(8, "0")}`;
    const task: Task = {
      id: idOf(at),
      subject: `Subject ${at}`,
      description: "",
      status: "pending",
      blockedBy: at % 3 === 2 ? [idOf(at - 1)] : [],
      createdAt: new Date(at).toISOString(),
    };
    await writeFile(join(folder, `.tasks/${task.id}.json`), JSON.stringify(task));
  }
}
const CALLER = { name: "lead", signal: new AbortController().signal };

function start(bundle: string, log: string, killAt: number): ChildProcess {
  const args = [join(folder, "worker.mjs"), bundle, log, String(killAt)];
  return spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
}

const ended = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => child.on("close", resolve));

test("sixteen processes claim 250 tasks: none twice, none stuck, some of them killed", async () => {
  await makeTasks();
  const [bundle, log] = [join(folder, "store.cjs"), join(folder, "log.txt")];
  const entry = join(underTest(join(import.meta.dirname, "..")), "tasks/store.ts");
  await build({ entryPoints: [entry], outfile: bundle, bundle: true, platform: "node" });
  await writeFile(join(folder, "worker.mjs"), WORKER);
  const killPoint = (at: number) => (at < KILLED ? 50 + 23 * at : -1);
  const workers = Array.from({ length: WORKERS }, (_, at) => start(bundle, log, killPoint(at)));
  const codes = await Promise.all(workers.map(ended));
  expect(codes.filter((code) => code === null)).toHaveLength(KILLED);
  expect(codes.filter((code) => code === 0)).toHaveLength(WORKERS - KILLED);

  const { tasks, problems } = byAge(await createTaskFiles(folder).all());
  expect(problems).toEqual([]);
  expect(tasks.size).toBe(TASKS);
  expect([...tasks.values()].filter(({ status }) => status !== "completed")).toEqual([]);
  const dead = new Set(workers.slice(0, KILLED).map(({ pid }) => String(pid)));
  const lines = (await readFile(log, "utf8")).trimEnd().split("\n");
  for (const id of tasks.keys()) {
    const said = lines.filter((line) => line.includes(id)).map((line) => line.split(" "));
    const owners = said.filter(([what]) => what === "claimed").map(([, , pid = ""]) => pid);
    expect(owners.filter((pid) => !dead.has(pid)).length, id).toBeLessThanOrEqual(1);
    expect(said.filter(([what]) => what === "completed").length, id).toBeLessThanOrEqual(1);
  }
});
