import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { contains, realPath, resolveInside, writeAtomic } from "./files.ts";
import { skipOnWindows } from "./fixtures/windows.ts";

let base = "";
let work = "";
beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), "files-")));
  work = join(base, "work");
  await mkdir(join(work, "inner"), { recursive: true });
  await mkdir(join(base, "work2"));
});
afterEach(() => rm(base, { recursive: true, force: true }));

const inside = (path: string) => resolveInside(path, work, [work]);

test("paths inside become absolute, also those that do not exist yet", async () => {
  expect(await inside("a.txt")).toBe(join(work, "a.txt"));
  expect(await inside("inner/../new/deep/b.txt")).toBe(join(work, "new/deep/b.txt"));
  expect(await inside(".")).toBe(work);
  expect(await inside("..a")).toBe(join(work, "..a"));
  expect(await inside(join(work, "inner"))).toBe(join(work, "inner"));
});

test.each(["..", "../x", "inner/../../x", "/etc/passwd", "../work2", "../work2/x"])(
  "%s is outside",
  async (path) => {
    await expect(inside(path)).rejects.toThrow(`${path} is outside the working folder`);
  },
);

test("a link is followed, and judged by where it leads", async (context) => {
  skipOnWindows(context, "links");
  await symlink(join(base, "work2"), join(work, "out"));
  await symlink(join(base, "not-there"), join(work, "dangling"));
  await symlink(join(work, "inner"), join(work, "in"));
  await expect(inside("out")).rejects.toThrow("outside");
  await expect(inside("out/new.txt")).rejects.toThrow("outside");
  await expect(inside("dangling")).rejects.toThrow("outside");
  expect(await inside("in/new.txt")).toBe(join(work, "inner/new.txt"));
});

test("a root that is itself reached through a link holds its files", async (context) => {
  skipOnWindows(context, "links");
  await symlink(work, join(base, "alias"));
  expect(await resolveInside("a", join(base, "alias"), [join(base, "alias")])).toBe(
    join(work, "a"),
  );
});

test("containment compares parts, not letters", () => {
  expect(contains("/w/proj", "/w/proj2")).toBe(false);
  expect(contains("/w/proj", "/w/proj/a")).toBe(true);
  expect(contains("/", "/anything")).toBe(true);
});

test("a path with a file as its folder is an error, not a place", async () => {
  await writeFile(join(work, "file"), "");
  await expect(realPath("file/x", work)).rejects.toThrow("not a folder");
});

test("a write replaces the whole file, keeps its mode and leaves nothing beside it", async (context) => {
  skipOnWindows(context, "modes");
  const path = join(work, "run.sh");
  await writeFile(path, "old");
  await chmod(path, 0o755);
  await writeAtomic(path, "new 你好");
  expect(await readFile(path, "utf8")).toBe("new 你好");
  expect((await stat(path)).mode & 0o777).toBe(0o755);
  await writeAtomic(join(work, "secret.json"), "{}", 0o600);
  expect((await stat(join(work, "secret.json"))).mode & 0o777).toBe(0o600);
  expect((await readdir(work)).sort()).toEqual(["inner", "run.sh", "secret.json"]);
});

test("a path that was allowed is refused once a folder on its way leads elsewhere", async (context) => {
  skipOnWindows(context, "links");
  const allowed = join(base, "work2", "a.txt");
  const roots = [work, allowed];
  expect(await resolveInside(allowed, work, roots)).toBe(allowed);
  await rename(join(base, "work2"), join(base, "aside"));
  await mkdir(join(base, "other"));
  await symlink("other", join(base, "work2"));
  await expect(resolveInside(allowed, work, roots)).rejects.toThrow(
    `leads to ${join(base, "other", "a.txt")} by now, and ${allowed} was allowed. Call again`,
  );
  await expect(writeAtomic(allowed, "x")).rejects.toThrow("work2 was replaced by a link just now.");
  expect(await readdir(join(base, "other"))).toEqual([]);
});

test("a write does not go through a link: it is refused, or replaces one that leads nowhere", async (context) => {
  skipOnWindows(context, "links");
  await writeFile(join(work, "target"), "old");
  await symlink("target", join(work, "link"));
  await symlink("missing", join(work, "nowhere"));
  await expect(writeAtomic(join(work, "link"), "new")).rejects.toThrow("is a link");
  await writeAtomic(join(work, "nowhere"), "new");
  expect(await readFile(join(work, "target"), "utf8")).toBe("old");
  expect(await readFile(join(work, "nowhere"), "utf8")).toBe("new");
  expect((await readdir(work)).sort()).toEqual(["inner", "link", "nowhere", "target"]);
});

test("a reader never sees half a write", async () => {
  const path = join(work, "big");
  const contents = ["a", "b"].map((letter) => letter.repeat(1_000_000));
  await writeAtomic(path, contents[0] ?? "");
  const writes = (async () => {
    for (let round = 0; round < 20; round++) await writeAtomic(path, contents[round % 2] ?? "");
  })();
  for (let look = 0; look < 40; look++) expect(contents).toContain(await readFile(path, "utf8"));
  await writes;
});

test("a path that no file can have is refused with a clear message", async (context) => {
  skipOnWindows(context, "links");
  await symlink("circle", join(work, "circle"));
  await expect(realPath("circle", work)).rejects.toThrow("circle is a link that leads in a circle");
  await expect(realPath("a\0b", work)).rejects.toThrow("NUL");
  await expect(realPath("x".repeat(300), work)).rejects.toThrow("longer than a file name may be");
});
