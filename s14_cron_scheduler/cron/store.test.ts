import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bundleDoomed, stopEverywhere } from "../../course/crash.ts";
import { underTest } from "../../course/under-test.ts";
import type { Job } from "./job.ts";
import { createFileShelf, FILE } from "./store.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cron-"));
});
afterEach(() => rm(folder, { recursive: true }));

const job = (id: string): Job => ({
  id,
  cron: "0 9 * * *",
  prompt: "Look.",
  recurring: true,
  createdAt: new Date(0),
  due: new Date(0),
  state: "waiting",
  failures: 0,
});
const add = (id: string) => (jobs: Job[]) => [...jobs, job(id)];

test("the file is written for its owner alone, and another program reads the same jobs", async () => {
  await createFileShelf(folder).update(add("cron_00000001"));
  expect((await stat(join(folder, FILE))).mode & 0o777).toBe(0o600);
  expect(await createFileShelf(folder).jobs()).toEqual([job("cron_00000001")]);
});

test("changes of several programs at the same time are all kept", async () => {
  const ids = Array.from({ length: 8 }, (_, at) => `cron_0000000${at}`);
  await Promise.all(ids.map((id) => createFileShelf(folder).update(add(id))));
  expect((await createFileShelf(folder).jobs()).map(({ id }) => id).sort()).toEqual(ids);
});

test("what another program has written is seen at the next reading", async () => {
  const [one, other] = [createFileShelf(folder), createFileShelf(folder)];
  expect(await one.jobs()).toEqual([]);
  await other.update(add("cron_00000001"));
  expect(await one.jobs()).toHaveLength(1);
  await other.update(() => []);
  expect(await one.jobs()).toEqual([]);
});

test("a change that throws, and one that changes nothing, write nothing", async () => {
  const shelf = createFileShelf(folder);
  await shelf.update((jobs) => jobs);
  await expect(
    shelf.update(() => {
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  await expect(stat(join(folder, FILE))).rejects.toThrow("ENOENT");
});

const fileOf = (...jobs: Job[]) => JSON.stringify({ version: 1, jobs });
const many = (count: number, more: Partial<Job> = {}) =>
  Array.from({ length: count }, (_, at) => ({
    ...job(`cron_${String(at).padStart(8, "0")}`),
    ...more,
  }));

const twice = JSON.stringify({ version: 1, jobs: [job("cron_00000001"), job("cron_00000001")] });

test.each([
  ["empty", ""],
  ["half", '{ "version": 1, "jobs": ['],
  ["of another kind", "[]"],
  ["of a later version", '{ "version": 2, "jobs": [] }'],
  ["with a strange field", '{ "version": 1, "jobs": [], "more": 1 }'],
  ["with a strange job", '{ "version": 1, "jobs": [{ "id": "__proto__" }] }'],
  ["with one id twice", twice],
  ["with a schedule that never fires", fileOf({ ...job("cron_00000001"), cron: "0 0 30 2 *" })],
  ["with more than 50 jobs", fileOf(...many(51))],
  ["too large", `{ "version": 1, "jobs": [] }${" ".repeat(2_000_000)}`],
])("a file that is %s is refused and left as it is", async (_, text) => {
  await writeFile(join(folder, FILE), text);
  const shelf = createFileShelf(folder);
  await expect(shelf.jobs()).rejects.toThrow(`${FILE} cannot be used`);
  await expect(shelf.update(add("cron_00000002"))).rejects.toThrow(`${FILE} cannot be used`);
  expect(await readFile(join(folder, FILE), "utf8")).toBe(text);
});

test.each([
  ["wrong values", `{ "version": 1, "jobs": [${"1,".repeat(400_000)}1] }`],
  ["one wrong name", `{ "version": 1, "jobs": [], "${"x".repeat(900_000)}": 1 }`],
])("the reason stays short, even for a file of %s", async (_, text) => {
  await writeFile(join(folder, FILE), text);
  const problem = await createFileShelf(folder).jobs().catch(String);
  expect(problem).toContain(`${FILE} cannot be used`);
  expect(problem.length).toBeLessThan(1500);
});

test("the largest file that can be written can be read again", async () => {
  const largest = many(50, { prompt: "\ud800".repeat(4000) });
  await createFileShelf(folder).update(() => largest);
  expect(await createFileShelf(folder).jobs()).toEqual(largest);
});

test("a folder and a link are refused, too", async () => {
  const [inside, outside] = [join(folder, "inside"), join(folder, "outside.json")];
  await mkdir(inside);
  await writeFile(outside, '{ "version": 1, "jobs": [] }');
  await symlink(outside, join(inside, FILE));
  await expect(createFileShelf(inside).update(add("cron_00000001"))).rejects.toThrow("outside");
  await rm(join(inside, FILE));
  await mkdir(join(inside, FILE));
  await expect(createFileShelf(inside).jobs()).rejects.toThrow("not a file");
});

type Module = typeof import("./store.ts");

test("a crash at any change of the disk leaves the old jobs or the new ones", async () => {
  const chapter = underTest(join(import.meta.dirname, ".."));
  const load = await bundleDoomed<Module>(join(chapter, "cron", "store.ts"));
  const points = await stopEverywhere(async (point) => {
    const cwd = await mkdtemp(join(folder, "crash-"));
    await createFileShelf(cwd).update(add("cron_00000001"));
    const { exports, stopped } = load(point);
    const change = exports.createFileShelf(cwd).update(add("cron_00000002"));
    const end = await Promise.race([change.then(() => "whole" as const), stopped]);
    const ids = (await createFileShelf(cwd).jobs()).map(({ id }) => id);
    const both = ["cron_00000001", "cron_00000002"];
    expect([both.slice(0, 1), both]).toContainEqual(ids);
    if (end === "whole") expect(ids).toEqual(both);
    return end;
  });
  expect(points).toBeGreaterThan(5);
});
