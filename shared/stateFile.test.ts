import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { skipOnWindows } from "./fixtures/windows.ts";
import { halfOf } from "./plainFiles.ts";
import { createStateFile, createStateFolder } from "./stateFile.ts";

let cwd = "";
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "state-"));
});
afterEach(() => rm(cwd, { recursive: true }));

const never = new AbortController().signal;

interface Counter {
  count: number;
  text?: string | undefined;
}
const counter = z.strictObject({ count: z.number(), text: z.string().optional() });
const openFile = () =>
  createStateFile<Counter>({
    cwd,
    name: "n.json",
    schema: counter,
    maxBytes: 1000,
    empty: { count: 0 },
  });
const up = ({ count }: Counter) => [{ count: count + 1 }, count] as const;

test("a file begins empty, gives what a change returns, and is its owner's alone", async () => {
  const file = openFile();
  expect(await file.read()).toEqual({ count: 0 });
  expect(await file.update(up)).toBe(0);
  expect(await openFile().update(up)).toBe(1);
  expect(await file.read()).toEqual({ count: 2 });
  expect((await stat(join(cwd, "n.json"))).mode & 0o777).toBe(0o600);
  expect(await readdir(cwd)).toEqual(["n.json"]);
});

test("what would be too large to be read again is refused, and the file stays as it is", async () => {
  await openFile().update(up);
  const large = () => [{ count: 2, text: "水".repeat(400) }, 0] as const;
  await expect(openFile().update(large)).rejects.toThrow(
    /^n\.json is full: .* more than 1000 bytes/,
  );
  expect(await openFile().read()).toEqual({ count: 1 });
});

test("changes at the same time are all kept", async () => {
  await Promise.all(Array.from({ length: 20 }, () => openFile().update(up)));
  expect(await openFile().read()).toEqual({ count: 20 });
});

test("what returns the same value, and what throws, writes nothing", async () => {
  expect(await openFile().update((value) => [value, "same"])).toBe("same");
  const throwing = openFile().update(() => {
    throw new Error("no");
  });
  await expect(throwing).rejects.toThrow("no");
  expect(await readdir(cwd)).toEqual([]);
});

test.each([
  ["half", '{ "count": '],
  ["of another form", '{ "count": "1" }'],
  ["too large", `{ "count": 1 }${" ".repeat(2000)}`],
])("a file that is %s is refused and stays as it is", async (_, text) => {
  await writeFile(join(cwd, "n.json"), text);
  await expect(openFile().read()).rejects.toThrow("n.json cannot be used, and is left as it is");
  await expect(openFile().update(up)).rejects.toThrow("n.json cannot be used");
  expect(await readFile(join(cwd, "n.json"), "utf8")).toBe(text);
});

test("half of a character goes neither in nor out", async () => {
  await writeFile(join(cwd, "n.json"), '{ "count": 1, "text": "a\\ud83d" }');
  expect(await openFile().read()).toEqual({ count: 1, text: "a\ufffd" });
  await openFile().update(({ count }) => [{ count, text: "b\ud83d" }, undefined]);
  expect(await readFile(join(cwd, "n.json"), "utf8")).toContain("b\ufffd");
});

test("what interrupted writes have left is removed, and nothing else", async () => {
  const other = halfOf("m.json");
  for (const name of [halfOf("n.json"), "n.json.bak", "n.json.20261201", other])
    await writeFile(join(cwd, name), "x");
  await openFile().update(up);
  expect(await readdir(cwd)).toEqual([other, "n.json", "n.json.20261201", "n.json.bak"]);
});

interface Item {
  id: string;
  text: string;
}
const openFolder = () =>
  createStateFolder<Item>({
    cwd,
    folder: ".items",
    id: /^item_\d$/,
    hint: "An id looks like item_1.",
    idOf: ({ id }) => id,
    schema: z.object({ id: z.string(), text: z.string() }),
    maxBytes: 1000,
  });

test("a folder has a file for each value; what cannot be used is a sentence", async () => {
  const folder = openFolder();
  expect(await folder.all()).toEqual({ values: [], problems: [] });
  await folder.exclusively(async () => {
    for (const id of ["item_2", "item_1"]) await folder.write({ id, text: id });
  }, never);
  await writeFile(join(cwd, ".items/item_3.json"), "half");
  await writeFile(join(cwd, ".items/item_4.json"), '{ "id": "item_1", "text": "" }');
  await writeFile(join(cwd, ".items/odd.json"), "{}");
  await symlink(join(cwd, ".items/item_1.json"), join(cwd, ".items/item_5.json"));
  const { values, problems } = await folder.all();
  expect(values.map(({ id }) => id)).toEqual(["item_1", "item_2"]);
  expect(problems.map((text) => text.split(" ")[0])).toEqual(
    ["item_3", "item_4", "item_5", "odd"].map((name) => `.items/${name}.json`),
  );
  expect([folder.exists("item_3"), folder.exists("item_9")]).toEqual([true, false]);
  expect(problems[2]).toContain("it is a symbolic link");
  expect(await folder.read("item_9")).toBeUndefined();
  await expect(folder.read("item_3")).rejects.toThrow("cannot be used");
});

test.each(["../x", "item_10", "__proto__", ""])(
  "%j is no id, and no path is made of it",
  async (id) => {
    await expect(openFolder().read(id)).rejects.toThrow("is not an id. An id looks like item_1.");
    await expect(openFolder().write({ id, text: "" })).rejects.toThrow("is not an id");
    expect(await readdir(cwd)).toEqual([]);
  },
);

test("a link is refused, also to a place inside, and so is one in the place of the lock", async (context) => {
  skipOnWindows(context, "links");
  const CANNOT = "n.json cannot be used, and is left as it is: it is a symbolic link";
  await writeFile(join(cwd, "other.json"), '{ "count": 7 }');
  await symlink("other.json", join(cwd, "n.json"));
  await expect(openFile().read()).rejects.toThrow(CANNOT);
  await expect(openFile().update(up)).rejects.toThrow(CANNOT);
  await mkdir(join(cwd, "real"));
  await symlink("real", join(cwd, ".items"));
  for (const use of [
    openFolder().all(),
    openFolder().read("item_1"),
    openFolder().write({ id: "item_1", text: "" }),
    openFolder().exclusively(async () => {}, never),
  ])
    await expect(use).rejects.toThrow(".items is a symbolic link");
  expect(await readdir(join(cwd, "real"))).toEqual([]);
  await rm(join(cwd, "n.json"));
  await symlink("real", join(cwd, "n.json.lock"));
  await expect(openFile().update(up)).rejects.toThrow("n.json.lock is a symbolic link");
  expect(await readFile(join(cwd, "other.json"), "utf8")).toBe('{ "count": 7 }');
});

test("a folder that leads outside is refused", async () => {
  const outside = await mkdtemp(join(tmpdir(), "outside-"));
  await symlink(outside, join(cwd, ".items"));
  await expect(openFolder().all()).rejects.toThrow("outside");
  await expect(openFolder().exclusively(async () => {}, never)).rejects.toThrow("outside");
  expect(await readdir(outside)).toEqual([]);
  await rm(outside, { recursive: true });
});
