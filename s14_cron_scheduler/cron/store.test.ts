import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bundleDoomed, stopEverywhere } from "../../course/unit/crash.ts";
import { PLACE } from "../../course/unit/place.ts";
import { underTest } from "../../course/unit/under-test.ts";
import { halfOf } from "../../shared/plainFiles.ts";
import type { CronJob } from "./job.ts";
import { createJobStore, FILE } from "./store.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(PLACE, "cron-"));
});
afterEach(() => rm(folder, { recursive: true }));

const job = (id: string): CronJob => ({
  id,
  cron: "0 9 * * *",
  prompt: "Look.",
  recurring: true,
  createdAt: new Date(0),
  due: new Date(0),
  state: "waiting",
  failures: 0,
});
const add = (cwd: string, id: string, more: Partial<CronJob> = {}) =>
  createJobStore(cwd).add(() => ({ ...job(id), ...more }), true);

test("the file is written for its owner alone, and another program reads the same jobs", async () => {
  await add(folder, "cron_00000001");
  expect((await stat(join(folder, FILE))).mode & 0o777).toBe(0o600);
  expect(await createJobStore(folder).durable()).toEqual([job("cron_00000001")]);
});

test("changes of several programs at the same time are all kept", async () => {
  const ids = Array.from({ length: 8 }, (_, at) => `cron_0000000${at}`);
  await Promise.all(ids.map((id) => add(folder, id)));
  expect((await createJobStore(folder).durable()).map(({ id }) => id).sort()).toEqual(ids);
});

test("what another program has written is seen at the next reading", async () => {
  const [one, other] = [createJobStore(folder), createJobStore(folder)];
  expect(await one.durable()).toEqual([]);
  await other.add(() => job("cron_00000001"), true);
  expect(await one.durable()).toHaveLength(1);
  await other.change("cron_00000001", () => undefined);
  expect(await one.durable()).toEqual([]);
});

test("a change that throws, and one that changes nothing, write nothing", async () => {
  const store = createJobStore(folder);
  expect(await store.change("cron_00000001", () => undefined)).toBeUndefined();
  const broken = () => {
    throw new Error("no");
  };
  await expect(store.add(broken, true)).rejects.toThrow("no");
  await expect(stat(join(folder, FILE))).rejects.toThrow("ENOENT");
});

const fileOf = (...jobs: CronJob[]) => JSON.stringify({ version: 1, jobs });
const many = (count: number, more: Partial<CronJob> = {}) =>
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
  await expect(createJobStore(folder).durable()).rejects.toThrow(`${FILE} cannot be used`);
  await expect(add(folder, "cron_00000002")).rejects.toThrow(`${FILE} cannot be used`);
  expect(await readFile(join(folder, FILE), "utf8")).toBe(text);
});

test.each([
  ["wrong values", `{ "version": 1, "jobs": [${"1,".repeat(400_000)}1] }`],
  ["one wrong name", `{ "version": 1, "jobs": [], "${"x".repeat(900_000)}": 1 }`],
])("the reason stays short, even for a file of %s", async (_, text) => {
  await writeFile(join(folder, FILE), text);
  const problem = await createJobStore(folder).durable().catch(String);
  expect(problem).toContain(`${FILE} cannot be used`);
  expect(problem.length).toBeLessThan(1500);
});

test("the largest file that can be written can be read again", async () => {
  const largest = many(50, { prompt: "\u4f60".repeat(4000) });
  const store = createJobStore(folder);
  for (const one of largest) await store.add(() => one, true);
  expect(await createJobStore(folder).durable()).toEqual(largest);
});

test("half of a character does not come out of the file, even if another program has written it", async () => {
  await writeFile(join(folder, FILE), fileOf({ ...job("cron_00000001"), prompt: "a\ud800" }));
  await add(folder, "cron_00000002", { prompt: "b\ud800" });
  const prompts = (await createJobStore(folder).durable()).map(({ prompt }) => prompt);
  expect(prompts).toEqual(["a\ufffd", "b\ufffd"]);
  expect(await readFile(join(folder, FILE), "utf8")).not.toContain("\\ud800");
});

test("what an interrupted write has left behind is removed by the next one", async () => {
  for (const name of [halfOf(FILE), `${FILE}.20261201`]) await writeFile(join(folder, name), "x");
  await add(folder, "cron_00000001");
  expect(await readdir(folder)).toEqual([FILE, `${FILE}.20261201`]); // a copy of the person
});

test("a folder and a link are refused, too", async () => {
  const [inside, outside] = [join(folder, "inside"), join(folder, "outside.json")];
  await mkdir(inside);
  await writeFile(outside, '{ "version": 1, "jobs": [] }');
  await symlink(outside, join(inside, FILE));
  await expect(add(inside, "cron_00000001")).rejects.toThrow("outside");
  await rm(join(inside, FILE));
  await writeFile(join(inside, "own.json"), '{ "version": 1, "jobs": [] }');
  await symlink("own.json", join(inside, FILE));
  await expect(add(inside, "cron_00000001")).rejects.toThrow(
    `${FILE} cannot be used, and is left as it is: it is a symbolic link`,
  );
  expect(await readFile(join(inside, "own.json"), "utf8")).toBe('{ "version": 1, "jobs": [] }');
  await rm(join(inside, FILE));
  await mkdir(join(inside, FILE));
  await expect(createJobStore(inside).durable()).rejects.toThrow("not a file");
});

type Module = typeof import("./store.ts");

test("a crash at any change of the disk leaves the old jobs or the new ones", async () => {
  const chapter = underTest(join(import.meta.dirname, ".."));
  const load = await bundleDoomed<Module>(join(chapter, "cron", "store.ts"));
  const points = await stopEverywhere(async (point) => {
    const cwd = await mkdtemp(join(folder, "crash-"));
    await add(cwd, "cron_00000001");
    const { exports, stopped } = load(point);
    const change = exports.createJobStore(cwd).add(() => job("cron_00000002"), true);
    const end = await Promise.race([change.then(() => "whole" as const), stopped]);
    const ids = (await createJobStore(cwd).durable()).map(({ id }) => id);
    const both = ["cron_00000001", "cron_00000002"];
    expect([both.slice(0, 1), both]).toContainEqual(ids);
    if (end === "whole") expect(ids).toEqual(both);
    return end;
  });
  expect(points).toBeGreaterThan(5);
});
