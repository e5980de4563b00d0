import { spawn } from "node:child_process";
import {
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bundleDoomed, stopEverywhere } from "../../course/unit/crash.ts";
import { PLACE } from "../../course/unit/place.ts";
import { underTest } from "../../course/unit/under-test.ts";
import { makeRepository } from "../../shared/fixtures/repository.ts";
import { skipOnWindows, testNeeding } from "../../shared/fixtures/windows.ts";
import { halfOf } from "../../shared/plainFiles.ts";
import { beginTrust, endTrust, isTrusted } from "../../shared/trust.ts";
import { createMemoryStore, type Memory, type MemoryStore, slugOf } from "./store.ts";

let folder = "";
let facts: Promise<string> | undefined;
beforeEach(async () => {
  facts = undefined;
  folder = await mkdtemp(join(PLACE, "memory-"));
});
afterEach(async () => {
  endTrust();
  await rm(folder, { recursive: true });
});

const note = (name: string, body = `Body of ${name}.`): Memory => ({
  name,
  description: `About ${name}`,
  type: "user",
  body,
});

test.each([
  ["Likes tabs", "likes-tabs"],
  ["../../etc/passwd", "etc-passwd"],
  ["MEMORY", "note-memory"],
  ["memory.md", "memory-md"],
  ["…/…", "note-"],
  ["缩进 风格", "缩进-风格"],
  ["リリースの曜日", "リリースの曜日"],
  ["ＷＩＤＥ Ⅳ", "wide-iv"],
  ["x".repeat(100), "x".repeat(60)],
  ["con\u0000trol\u001b[31m", "con-trol-31m"],
])("a memory named %j has the slug %s", (name, slug) => {
  expect(slugOf({ name })).toBe(slug);
});

test("fields with special characters are read back as they were written", async () => {
  const store = createMemoryStore(folder);
  const odd: Memory = {
    name: "a: b # c",
    description: '"quoted": - x',
    type: "feedback",
    body: "---\n# not a head\n---",
  };
  await store.add(odd);
  expect([...(await createMemoryStore(folder).list(() => {})).values()]).toEqual([odd]);
});

test("a folder that is a link to a place outside is not used", async (context) => {
  skipOnWindows(context, "links");
  const [inside, outside] = [join(folder, "inside"), join(folder, "outside")];
  await mkdir(inside);
  await mkdir(outside);
  await symlink(outside, join(inside, ".memory"));
  await expect(createMemoryStore(inside).add(note("new"))).rejects.toThrow("outside");
  expect(await readdir(outside)).toEqual([]);
});

/** A memory that is to stay as it is, in a file of the person's that a link leads to. */
const MINE = "---\nname: mine\ndescription: Mine\ntype: user\n---\nMINE\n";

/** A folder with files of the person's, and a link in the place of what the store uses. */
async function withLink(link: string, target: string): Promise<string> {
  const cwd = join(folder, "work");
  for (const name of ["home", "work/own", "work/.memory.new", "work/.memory"])
    await mkdir(join(folder, name), { recursive: true });
  for (const name of ["home/x.md", "work/mine.md", "work/own/x.md", "work/x.md.1"])
    await writeFile(join(folder, name), MINE);
  await writeFile(join(cwd, ".memory.new/left.md"), MINE);
  await rm(join(cwd, link), { recursive: true, force: true });
  await mkdir(dirname(join(cwd, link)), { recursive: true });
  await symlink(target, join(cwd, link));
  return cwd;
}

/** What the person has, beside the folders of the store. */
async function personsFiles(): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !path.includes(".memory"));
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, await readFile(path, "utf8")])),
  );
}

testNeeding("links").each([
  [".memory", "."],
  [".memory", "own"],
  [".memory", "../home"],
  [".memory.new", "own"],
  [".memory.backup", "own"],
  [".memory.lock", "own"],
  [".memory/x.md", "../../home/x.md"],
  [".memory/x.md", "../own/x.md"],
  [".memory/x.md", "../../home/new.md"],
  [".memory/MEMORY.md", "../own/x.md"],
  [".memory/MEMORY.md", "../own/new.md"],
])(
  "with %s as a link to %s, nothing of the person's is read, written or deleted",
  async (link, target) => {
    const cwd = await withLink(link, target);
    const before = await personsFiles();
    const store = createMemoryStore(cwd);
    const problems: string[] = [];
    const listed = await store.list((problem) => problems.push(problem));
    expect([...listed.values()].filter(({ body }) => body === "MINE")).toEqual([]);
    await store.add(note("old")).catch((error) => problems.push(error.message));
    await store.add(note("x")).catch((error) => problems.push(error.message));
    await store
      .replace(await store.list(() => {}), [note("x"), note("y")])
      .catch((error) => problems.push(error.message));
    expect(await personsFiles()).toEqual(before);
    expect((await lstat(join(cwd, link))).isSymbolicLink()).toBe(true);
    expect(problems.join("\n")).toMatch(/(\.memory.*|it) is a symbolic link/);
  },
);

test("a folder .memory.new that git tracks is no left-over: it is neither used nor deleted", async () => {
  makeRepository(folder, { ".memory.new/foreign.md": MINE });
  const problems: string[] = [];
  const store = createMemoryStore(folder);
  expect((await store.list((problem) => problems.push(problem))).size).toBe(0);
  expect(problems).toEqual([
    ".memory.new is not used: git tracks it. Delete it, or give it another name.",
  ]);
  await expect(store.add(note("new"))).rejects.toThrow(".memory.new is not used");
  expect(await readFile(join(folder, ".memory.new/foreign.md"), "utf8")).toBe(MINE);
});

test("links, large files and folders are reported, and left where they are", async (context) => {
  skipOnWindows(context, "links");
  const store = createMemoryStore(folder);
  await store.add(note("good"));
  await writeFile(join(folder, "secret.md"), "---\nname: s\ndescription: s\ntype: user\n---\ns");
  await symlink(join(folder, "secret.md"), join(folder, ".memory", "link.md"));
  await writeFile(join(folder, ".memory", "large.md"), "x".repeat(40_000));
  await mkdir(join(folder, ".memory", "folder.md"));
  const problems: string[] = [];
  const notes = await store.list((problem) => problems.push(problem));
  expect([...notes.keys()]).toEqual(["good"]);
  expect(problems).toHaveLength(3);
});

type Module = typeof import("./store.ts");

/** A folder with three facts in it, a copy of one that is made once for each test. */
async function folderOfFacts(name: string): Promise<string> {
  facts ??= makeFacts();
  const cwd = join(folder, name);
  await cp(await facts, cwd, { recursive: true });
  return cwd;
}

async function makeFacts(): Promise<string> {
  const cwd = join(folder, "facts");
  await mkdir(cwd);
  const store = createMemoryStore(cwd);
  for (const at of [0, 1, 2]) await store.add(note(`old ${at}`, `OLD-${at}`));
  return cwd;
}

/** The text of all memories and of their backup. */
async function saidIn(cwd: string): Promise<string> {
  const notes = await createMemoryStore(cwd).list(() => {});
  const backup = join(cwd, ".memory.backup");
  const names = await readdir(backup).catch(() => []);
  const texts = await Promise.all(names.map((name) => readFile(join(backup, name), "utf8")));
  return [...[...notes.values()].map(({ body }) => body), ...texts].join("\n");
}

const CHANGES = {
  async add(store: MemoryStore) {
    await store.add(note("new", "NEW"));
    await store.add(note("old 1", "NEWER"));
  },
  async replace(store: MemoryStore) {
    const old = await store.list(() => {});
    await store.replace(old, [note("all", "OLD-0 OLD-1 OLD-2")]);
  },
};

/** Checks what a program finds that is started after a crash. */
async function expectWhole(cwd: string) {
  const problems: string[] = [];
  const notes = await createMemoryStore(cwd).list((problem) => problems.push(problem));
  expect(problems).toEqual([]); // no half-written memory
  const bodies = ["OLD-0", "OLD-1", "OLD-2", "NEW", "NEWER", "OLD-0 OLD-1 OLD-2"];
  expect([...notes.values()].filter(({ body }) => !bodies.includes(body))).toEqual([]);
  expect(notes.size).toBeGreaterThan(0);
  const said = await saidIn(cwd);
  for (const fact of ["OLD-0", "OLD-1", "OLD-2"]) expect(said).toContain(fact);
  await createMemoryStore(cwd).add(note("later")); // the store still works
  expect(await saidIn(cwd)).toContain("Body of later.");
}

const storeFile = () => join(underTest(join(import.meta.dirname, "..")), "memory", "store.ts");

test.each(["add", "replace"] as const)("a crash at any write of %s loses nothing", async (what) => {
  const load = await bundleDoomed<Module>(storeFile());
  const points = await stopEverywhere(async (point) => {
    const cwd = await folderOfFacts(`${what}-${point}`);
    const { exports, stopped } = load(point);
    const change = CHANGES[what](exports.createMemoryStore(cwd)).then(() => "whole" as const);
    const end = await Promise.race([change, stopped]);
    await expectWhole(cwd);
    return end;
  });
  expect(points).toBeGreaterThan(20);
});

/** A program that kills itself at the given call of a function that changes the disk. Prints "whole" if it got to its end. */
const CRASHING = `
import fs from "node:fs";
import promises from "node:fs/promises";
import { createRequire } from "node:module";
let left = Number(process.argv[2]);
const count = () => { if (left-- === 0) process.kill(process.pid, "SIGKILL"); };
const changing = ["writeFile", "rename", "rm", "unlink", "mkdir", "cp", "open", "write", "fsync", "sync", "close", "rmdir"];
const countIn = (owner) => {
  for (const name of changing) {
    const original = owner[name];
    if (original) owner[name] = (...args) => { count(); return original.apply(owner, args); };
  }
};
for (const owner of [fs, promises]) countIn(owner);
const { open } = promises;
promises.open = async (...args) => {
  const file = await open(...args);
  countIn(file);
  return file;
};
const { createMemoryStore } = createRequire(import.meta.url)(process.argv[3]);
const store = createMemoryStore(process.cwd());
const note = (name, body) => ({ name, description: "About " + name, type: "user", body });
await store.replace(await store.list(() => {}), [note("all", "OLD-0 OLD-1 OLD-2")]);
process.stdout.write("whole");
`;

const bundleStore = () =>
  build({
    entryPoints: [storeFile()],
    outfile: join(folder, "store.cjs"),
    bundle: true,
    platform: "node",
  });

async function killAt(point: number, cwd: string): Promise<string> {
  const script = join(folder, "crash.mjs");
  await writeFile(script, CRASHING);
  const args = [script, String(point), join(folder, "store.cjs")];
  const child = spawn(process.execPath, args, { cwd, stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  child.stdout.on("data", (data) => {
    printed += String(data);
  });
  await new Promise((resolve) => child.on("close", resolve));
  return printed;
}

/** `npm run test:deep -- --all` also kills real processes, and lets another process disturb more changes. */
const isDeep = process.env.TEST_DEPTH !== undefined;
const ROUNDS = isDeep ? 20 : 6;

if (isDeep)
  test("the same holds for a process that is killed", async () => {
    await bundleStore();
    let point = 0;
    for (let end = ""; end !== "whole"; point++) {
      const cwd = await folderOfFacts(`killed-${point}`);
      end = await killAt(point, cwd);
      await expectWhole(cwd);
    }
    expect(point).toBeGreaterThan(20);
  });

test("what an interrupted merge left behind does not come back later", async () => {
  const store = createMemoryStore(folder);
  await store.add(note("new"));
  await mkdir(join(folder, ".memory.new"));
  await writeFile(join(folder, ".memory.new", "half.md"), "half");
  expect((await store.list(() => {})).size).toBe(1);
  await rm(join(folder, ".memory"), { recursive: true });
  expect((await store.list(() => {})).size).toBe(0);
  expect(await readdir(folder)).toEqual([]);
});

test("the next write removes what interrupted writes left behind, and no merge copies it", async () => {
  const store = createMemoryStore(folder);
  await store.add(note("old"));
  for (const name of [halfOf("MEMORY.md"), halfOf("old.md")])
    await writeFile(join(folder, ".memory", name), "half");
  await store.replace(await store.list(() => {}), [note("new")]);
  expect((await readdir(join(folder, ".memory"))).sort()).toEqual(["MEMORY.md", "new.md"]);
  const half = halfOf("MEMORY.md");
  await writeFile(join(folder, ".memory", half), "half");
  await store.add(note("newer"));
  expect(await readdir(join(folder, ".memory"))).not.toContain(half);
});

test("the index follows when a person adds or deletes memories", async () => {
  const store = createMemoryStore(folder);
  const index = () => readFile(join(folder, ".memory", "MEMORY.md"), "utf8");
  await store.add(note("old"));
  await store.add(note("gone"));
  await rm(join(folder, ".memory", "gone.md"));
  const byHand = "---\nname: By hand\ndescription: Made by hand\ntype: user\n---\nHand.\n";
  await writeFile(join(folder, ".memory", "by-hand.md"), byHand);
  expect([...(await store.list(() => {})).keys()]).toEqual(["by-hand", "old"]);
  expect(await index()).toContain("(by-hand.md): Made by hand");
  expect(await index()).not.toContain("gone");
  await rm(join(folder, ".memory", "old.md"));
  await rm(join(folder, ".memory", "by-hand.md"));
  expect((await store.list(() => {})).size).toBe(0);
  await expect(index()).rejects.toThrow("ENOENT");
});

test("what a person wrote into the index stays", async () => {
  const store = createMemoryStore(folder);
  const index = join(folder, ".memory", "MEMORY.md");
  await store.add(note("one"));
  await writeFile(
    index,
    `Mine: see [the rules](docs/rules.md): all.\n${await readFile(index, "utf8")}`,
  );
  await store.add(note("two"));
  await rm(join(folder, ".memory", "one.md"));
  await store.list(() => {});
  const text = await readFile(index, "utf8");
  expect(text).toContain("see [the rules](docs/rules.md): all.");
  expect(text).toContain("(two.md)");
  expect(text).not.toContain("(one.md)");
});

test("every memory has one line in the index, whatever its file name and its description are", async () => {
  const store = createMemoryStore(folder);
  const index = join(folder, ".memory", "MEMORY.md");
  await store.add({ ...note("plain"), description: "see [that](other.md): there" });
  const byHand = "---\nname: By hand\ndescription: Made by hand\ntype: user\n---\nHand.\n";
  for (const name of ["my note (1).md", "two\nlines.md"])
    await writeFile(join(folder, ".memory", name), byHand);
  await store.list(() => {});
  const before = await stat(index);
  await store.list(() => {});
  expect((await stat(index)).ino).toBe(before.ino); // the index was right, so it was not written again
  const links = (await readFile(index, "utf8")).split("\n").filter((text) => text.startsWith("- "));
  expect(links).toHaveLength(2);
});

test("an index that is not a file is reported, and the memories are listed all the same", async () => {
  await mkdir(join(folder, ".memory", "MEMORY.md"), { recursive: true });
  const byHand = "---\nname: By hand\ndescription: Made by hand\ntype: user\n---\nHand.\n";
  await writeFile(join(folder, ".memory", "by-hand.md"), byHand);
  const problems: string[] = [];
  const notes = await createMemoryStore(folder).list((problem) => problems.push(problem));
  expect([...notes.keys()]).toEqual(["by-hand"]);
  expect(problems).toEqual([".memory/MEMORY.md is not updated: it is not a file."]);
});

test("an index that is too large for a turn is reported, not read and left as it is", async () => {
  const store = createMemoryStore(folder);
  await store.add(note("One"));
  const index = join(folder, ".memory/MEMORY.md");
  await writeFile(index, "x".repeat(5 * 1024 * 1024));
  const problems: string[] = [];
  expect([...(await store.list((one) => problems.push(one))).keys()]).toEqual(["one"]);
  expect(problems.join()).toMatch(/MEMORY.md is not updated: it has more than 4096 KB/);
  expect((await stat(index)).size).toBe(5 * 1024 * 1024);
});

test("before the person has said that the folder is trusted, nothing in it is changed", async () => {
  const store = createMemoryStore(folder);
  await store.add(note("One"));
  await writeFile(join(folder, ".memory/MEMORY.md"), "Not an index.\n");
  await mkdir(join(folder, ".memory.new"));
  await writeFile(join(folder, ".memory.new/work.md"), "The only copy.\n");
  const env = { AGENT_TRUST_FILE: `${folder}.trust` };
  const list = async () => [...(await store.list(() => {})).keys()];
  const reads = [{ what: "memories", keys: list }];
  await beginTrust(reads, { cwd: folder, env });
  expect(await list()).toEqual(["one"]);
  expect(await readFile(join(folder, ".memory/MEMORY.md"), "utf8")).toBe("Not an index.\n");
  expect(await readdir(join(folder, ".memory.new"))).toEqual(["work.md"]);
  await rm(join(folder, ".memory.new"), { recursive: true });
  await cp(join(folder, ".memory"), join(folder, ".memory.new"), { recursive: true });
  await rm(join(folder, ".memory"), { recursive: true });
  await beginTrust(reads, { cwd: folder, env });
  expect(isTrusted(), "an interrupted merge is something to ask about").toBe(false);
  expect(await readdir(folder)).not.toContain(".memory");
  endTrust();
  expect(await list()).toEqual(["one"]);
  expect(await readdir(folder)).toContain(".memory");
});

test("an index without links is a person's own file, and stays as it is", async () => {
  await mkdir(join(folder, ".memory"));
  await writeFile(join(folder, ".memory", "MEMORY.md"), "The cork is green.");
  await createMemoryStore(folder).list(() => {});
  expect(await readFile(join(folder, ".memory", "MEMORY.md"), "utf8")).toBe("The cork is green.");
});

/** Another process that lists and merges the memories without end. Prints a line when it has begun. */
const RIVAL = `
const { createMemoryStore } = require(process.argv[2]);
const store = createMemoryStore(process.cwd());
const note = (at) => ({ name: "fact " + at, description: "About " + at, type: "user", body: "FACT-" + at });
void (async () => {
  for (let round = 0; ; round++) {
    const notes = await store.list(() => {});
    if (round === 0) console.log("begun");
    if (process.argv[3] === "merges" && notes.size > 0)
      await store.replace(notes, [0, 1, 2].map(note)).catch(() => {});
  }
})();
`;

test.each(["reads", "merges"])(
  "no memory is lost when another process %s all the time",
  async (how) => {
    await bundleStore();
    const cwd = join(folder, how);
    await mkdir(cwd);
    await writeFile(join(cwd, "rival.cjs"), RIVAL);
    const store = createMemoryStore(cwd);
    const facts = [0, 1, 2].map((at) => ({ ...note(`fact ${at}`), body: `FACT-${at}` }));
    for (const fact of facts) await store.add(fact);
    const args = [join(cwd, "rival.cjs"), join(folder, "store.cjs"), how];
    const rival = spawn(process.execPath, args, { cwd, stdio: ["ignore", "pipe", "inherit"] });
    try {
      await new Promise((resolve) => rival.stdout.once("data", resolve));
      for (let round = 0; round < ROUNDS; round++) {
        const notes = await store.list(() => {});
        await store.replace(notes, facts).catch(() => {}); // the other process was first
        const said = await saidIn(cwd);
        for (const { body } of facts) expect(said).toContain(body);
      }
    } finally {
      rival.kill("SIGKILL");
    }
  },
);

test("a merge changes nothing when a memory has changed since it was listed", async () => {
  const [store, other] = [createMemoryStore(folder), createMemoryStore(folder)];
  await store.add(note("old"));
  const listed = await store.list(() => {});
  await other.add({ ...note("old"), body: "Changed by another program." });
  await expect(store.replace(listed, [note("new")])).rejects.toThrow("old.md was changed");
  const now = await store.list(() => {});
  expect([...now.values()].map(({ body }) => body)).toEqual(["Changed by another program."]);
});

test("listing the memories while they are merged does not disturb the merge", async () => {
  const store = createMemoryStore(folder);
  for (const at of [0, 1, 2]) await store.add(note(`old ${at}`));
  const merge = store.replace(await store.list(() => {}), [note("all")]);
  const lists = await Promise.all(Array.from({ length: 20 }, () => store.list(() => {})));
  await merge;
  for (const notes of lists) expect([...notes.keys()]).toEqual(["all"]);
});

test("a deleted folder stays deleted: no backup brings it back", async () => {
  const store = createMemoryStore(folder);
  await store.add(note("old"));
  await store.replace(await store.list(() => {}), [note("new")]);
  await rm(join(folder, ".memory"), { recursive: true });
  expect((await createMemoryStore(folder).list(() => {})).size).toBe(0);
  expect(await readdir(join(folder, ".memory.backup"))).toContain("old.md");
});

test("only the first 200 files are looked at: a folder that a stranger has filled keeps nobody waiting", async () => {
  await mkdir(join(folder, ".memory"));
  const text = "---\nname: a\ndescription: d\ntype: user\n---\nbody\n";
  const names = Array.from({ length: 202 }, (_, at) => `m${at + 1000}.md`);
  for (const name of names) await writeFile(join(folder, ".memory", name), text);
  const problems: string[] = [];
  const slugs = [...(await createMemoryStore(folder).list((one) => problems.push(one))).keys()];
  expect([slugs.length, slugs.at(-1)]).toEqual([200, "m1199"]);
  expect(new Set(problems)).toEqual(
    new Set([".memory has more than 200 files: from m1200.md on, they are skipped."]),
  );
});
