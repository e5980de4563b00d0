import { execFileSync } from "node:child_process";
import { renameSync, rmSync, symlinkSync } from "node:fs";
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { testNeeding } from "./fixtures/windows.ts";
import {
  appendPlain,
  beginningOf,
  createPlain,
  halfOf,
  ignoreIn,
  makePlainFolder,
  namesIn,
  plainPath,
  readPlain,
  removeOrphans,
  writePlain,
} from "./plainFiles.ts";

/** Tests share their modules: without this, a test that ran before would have loaded the file with the real functions. */
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

/** Called just before a file is opened or written, and just after: a test can put a link there, and take it away. */
const last = { moment(_path: string) {}, after() {} };
vi.mock("node:fs", async (importOriginal) => {
  const original = await importOriginal<typeof import("node:fs")>();
  const openSync = (path: string, flags: number) => {
    last.moment(path);
    const file = original.openSync(path, flags);
    last.after();
    return file;
  };
  return { ...original, openSync };
});
vi.mock("node:fs/promises", async (importOriginal) => {
  const original = await importOriginal<typeof import("node:fs/promises")>();
  const writeFile = (path: string, content: string, options: object) => {
    last.moment(path);
    return original.writeFile(path, content, options);
  };
  const open = async (path: string, flags: number, mode: number) => {
    last.moment(path);
    const file = await original.open(path, flags, mode);
    last.after();
    return file;
  };
  return { ...original, open, writeFile };
});

let base = "";
let cwd = "";
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "plain-"));
  cwd = join(base, "work");
  await mkdir(join(cwd, ".state"), { recursive: true });
  await mkdir(join(base, "home"));
  await writeFile(join(base, "home/x"), "SECRET");
  await writeFile(join(cwd, ".state/x"), "own");
});
afterEach(async () => {
  Object.assign(last, { moment() {}, after() {} });
  await rm(base, { recursive: true, force: true });
});

const testOfLinks = testNeeding("links");
const secret = () => readFile(join(base, "home/x"), "utf8");
const text = () => readPlain(".state/x", cwd, 100).toString();

/** What a link does at that moment, once: the folder, or the file in it, becomes a link to the other one. */
function swapAtLastMoment(what: ".state" | ".state/x") {
  last.moment = () => {
    last.moment = () => {};
    renameSync(join(cwd, what), join(cwd, "aside"));
    symlinkSync(join(base, what.replace(".state", "home")), join(cwd, what));
  };
}

test("a file is read and written, alone readable by its owner, and nothing stays beside it", async () => {
  expect(text()).toBe("own");
  await writePlain(".state/x", cwd, "new");
  expect(text()).toBe("new");
  await makePlainFolder(".state/deep/er", cwd);
  await writePlain(".state/deep/er/y", cwd, "deep");
  await appendPlain(".state/deep/er/y", cwd, "er");
  expect(beginningOf(".state/deep/er/y", cwd, 5).toString()).toBe("deepe");
  expect(await readdir(join(cwd, ".state"))).toEqual(["deep", "x"]);
  expect((await stat(join(cwd, ".state/x"))).mode & 0o777).toBe(0o600);
});

test("what cannot be read is an error that says why", async () => {
  expect(() => readPlain(".state/x", cwd, 2)).toThrow("it has more than 2 bytes.");
  expect(() => readPlain(".state", cwd, 2)).toThrow("it is not a file.");
  expect(() => readPlain(".state/none", cwd, 2)).toThrow("ENOENT");
  expect(() => plainPath("../home/x", cwd)).toThrow("outside the working folder");
  expect(() => plainPath(join(base, "home/x"), cwd)).toThrow("outside the working folder");
});

testOfLinks("a pipe in the place of a file is not waited for", async () => {
  execFileSync("mkfifo", [join(cwd, ".state/pipe")]);
  expect(() => readPlain(".state/pipe", cwd, 2)).toThrow("it is not a file.");
  await expect(appendPlain(".state/pipe", cwd, "x")).rejects.toThrow();
});

/** Puts a link in the place of the folder or of the file; both targets exist. */
async function link(what: string, target: string) {
  await rm(join(cwd, what), { recursive: true });
  await symlink(target, join(cwd, what));
}

testOfLinks.each([
  [".state", "../home"],
  [".state/x", "../../home/x"],
  [".state/x", "../mine"],
  [".state", "inside"],
])("%s as a link to %s is not followed, and the error names it", async (what, target) => {
  await mkdir(join(cwd, "inside"));
  for (const name of ["mine", "inside/x"]) await writeFile(join(cwd, name), "mine");
  await link(what, target);
  const error = what === ".state" ? `${what} is a symbolic link` : "is a symbolic link";
  expect(() => readPlain(".state/x", cwd, 100)).toThrow(error);
  expect(() => beginningOf(".state/x", cwd, 100)).toThrow(error);
  for (const write of [
    writePlain(".state/x", cwd, "new"),
    appendPlain(".state/x", cwd, "new"),
    createPlain(".state/x", cwd),
    makePlainFolder(".state/x", cwd),
  ])
    await expect(write).rejects.toThrow(`${what} is a symbolic link`);
  expect(await secret()).toBe("SECRET");
  for (const name of ["mine", "inside/x"])
    expect(await readFile(join(cwd, name), "utf8")).toBe("mine");
  expect(await readdir(join(base, "home"))).toEqual(["x"]);
  expect(await readdir(join(cwd, "inside"))).toEqual(["x"]);
});

testOfLinks("a link without a target is not followed: nothing is made where it leads", async () => {
  await link(".state/x", "../../home/new");
  await expect(writePlain(".state/x", cwd, "new")).rejects.toThrow("symbolic link");
  await expect(appendPlain(".state/x", cwd, "new")).rejects.toThrow("symbolic link");
  expect(await readdir(join(base, "home"))).toEqual(["x"]);
});

testOfLinks("nothing is removed through a link, and a folder is no left-over", async () => {
  const HALF = ".1000000000000000";
  await writeFile(join(base, "home", `x${HALF}1`), "");
  for (const name of [`x${HALF}1`, `dir${HALF}1`]) await mkdir(join(cwd, ".state", name));
  await writeFile(join(cwd, ".state", `x${HALF}2`), "");
  await symlink("../../home/x", join(cwd, ".state", `x${HALF}3`));
  const isOrphan = (name: string) => /\.\d+$/.test(name);
  await removeOrphans(".state", cwd, isOrphan);
  expect(await readdir(join(cwd, ".state"))).toEqual([
    `dir${HALF}1`,
    "x",
    `x${HALF}1`,
    `x${HALF}3`,
  ]);
  await link(".state", "../home");
  await expect(removeOrphans(".state", cwd, isOrphan)).rejects.toThrow(".state is a symbolic link");
  expect(await readdir(join(base, "home"))).toEqual(["x", `x${HALF}1`]);
});

test("a copy that a person has named after a day is no left-over", async () => {
  const copies = [
    "x.20261201",
    "x.20261201133000",
    "x.1764590400000",
    "x.1",
    "x.20261201133000123",
  ];
  for (const name of copies) await writeFile(join(cwd, ".state", name), "mine");
  await writeFile(join(cwd, ".state", halfOf("x")), "half");
  await removeOrphans(".state", cwd, () => true);
  expect(await readdir(join(cwd, ".state"))).toEqual(["x", ...copies].sort());
});

test("a .gitignore that ignores less is replaced: a clone may bring it", async () => {
  const path = join(cwd, ".state/.gitignore");
  for (const text of [
    "",
    "# all is kept\n",
    "*\n!x\n",
    "*.json\n",
    `${"#\n".repeat(5000)}*\n!x\n`,
  ]) {
    await writeFile(path, text);
    await ignoreIn(".state", cwd);
    expect(await readFile(path, "utf8")).toBe("*\n");
  }
  await writeFile(path, "# ours\r\n*\r\n!.gitignore\r\n");
  await ignoreIn(".state", cwd);
  expect(await readFile(path, "utf8")).toContain("ours");
});

test("what the disk refuses is told in words", async () => {
  await writeFile(join(cwd, "file"), "");
  await expect(makePlainFolder("file", cwd)).rejects.toThrow(
    "file cannot be used: there is a file",
  );
  await expect(makePlainFolder("file/x", cwd)).rejects.toThrow(
    "file/x cannot be used: there is a file",
  );
  await expect(namesIn(join(cwd, "file"))).rejects.toThrow("a file where a folder belongs");
});

test("a folder in the place of a file that is written is told in words", async () => {
  await mkdir(join(cwd, ".state/.gitignore"), { recursive: true });
  await expect(ignoreIn(".state", cwd)).rejects.toThrow(
    ".state/.gitignore cannot be written: there is a folder where a file belongs.",
  );
  await expect(appendPlain(".state/.gitignore", cwd, "x")).rejects.toThrow("where a file belongs");
});

testOfLinks("a .gitignore that is a link is not followed", async () => {
  await ignoreIn(".state", cwd);
  expect(await readFile(join(cwd, ".state/.gitignore"), "utf8")).toBe("*\n");
  await link(".state/.gitignore", "../../home/new");
  await expect(ignoreIn(".state", cwd)).rejects.toThrow(".state/.gitignore is a symbolic link");
  expect(await readdir(join(base, "home"))).toEqual(["x"]);
});

testOfLinks.each([".state", ".state/x"] as const)(
  "when %s becomes a link after the check, nothing is read, written or made through it",
  async (what) => {
    for (const use of [
      async () => text(),
      () => writePlain(".state/x", cwd, "new"),
      () => appendPlain(".state/x", cwd, "new"),
    ]) {
      swapAtLastMoment(what);
      await use().then(
        (read) => expect(read ?? "").not.toContain("SECRET"),
        () => {},
      );
      expect(await secret()).toBe("SECRET");
      expect(await readdir(join(base, "home"))).toEqual(["x"]);
      await rm(join(cwd, what));
      await rename(join(cwd, "aside"), join(cwd, what)).catch(() => {});
    }
  },
);

testOfLinks("a link that is there only while the file is opened leads nowhere either", async () => {
  last.after = () => {
    last.after = () => {};
    rmSync(join(cwd, ".state"));
    renameSync(join(cwd, "aside"), join(cwd, ".state"));
  };
  const { after } = last;
  swapAtLastMoment(".state");
  expect(text()).toBe("own");
  last.after = after;
  swapAtLastMoment(".state");
  await expect(appendPlain(".state/x", cwd, "new")).rejects.toThrow("was replaced");
  expect([await secret(), text()]).toEqual(["SECRET", "own"]);
});

testOfLinks("a link of the temporary file's name is not written through", async () => {
  last.moment = (path) => symlinkSync(join(base, "home/x"), path);
  await expect(writePlain(".state/x", cwd, "new")).rejects.toThrow(
    "EEXIST: file already exists, open",
  );
  last.moment = () => {};
  expect([await secret(), text()]).toEqual(["SECRET", "own"]);
});

test("a file that another program replaces while it is opened is read anew", async () => {
  last.moment = () => {
    last.moment = () => {};
    renameSync(join(base, "home/x"), join(cwd, ".state/x"));
  };
  expect(text()).toBe("SECRET");
});
