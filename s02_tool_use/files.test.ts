import { execFileSync } from "node:child_process";
import fs, {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { skipOnWindows } from "../shared/fixtures/windows.ts";
import { editFile, glob, readFile, writeFile } from "./files.ts";
import type { Tool } from "./tools.ts";

let base = "";
let cwd = "";
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "files-")));
  cwd = join(base, "work");
  mkdirSync(cwd);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function call(tool: Tool, input: unknown, signal = new AbortController().signal) {
  const agent = Object.create(null); // the file tools do not use it
  return tool.run(input, { agent, cwd, roots: [cwd], signal });
}
const put = (path: string, content: string | Uint8Array) => writeFileSync(join(cwd, path), content);
const text = (path: string) => readFileSync(join(cwd, path), "utf8");
const edit = (old_text: string, new_text: string, more = {}) =>
  call(editFile, { path: "a.txt", old_text, new_text, ...more });

test("a file of a gigabyte is read only as far as the requested lines", async () => {
  put("big.txt", `one\ntwo\n${"filler\n".repeat(20_000)}`);
  truncateSync(join(cwd, "big.txt"), 2 ** 30);
  expect(await call(readFile, { path: "big.txt", limit: 2 })).toMatch(/^one\ntwo\n… \(more/);
});

test("a gigabyte of binary data is refused at its first zero byte", async () => {
  put("zeros", "");
  truncateSync(join(cwd, "zeros"), 2 ** 30);
  await expect(call(readFile, { path: "zeros" })).rejects.toThrow("not a text file");
});

test("Ctrl-C ends a write that looks through a file without an end in sight", async () => {
  put("zeros", "");
  truncateSync(join(cwd, "zeros"), 2 ** 33);
  const stop = new AbortController();
  const written = call(writeFile, { path: "zeros", content: "new" }, stop.signal);
  stop.abort();
  await expect(written).rejects.toThrow();
  expect(statSync(join(cwd, "zeros")).size).toBe(2 ** 33);
});

test("a pipe is refused at once: reading it could wait forever", async (context) => {
  skipOnWindows(context, "pipes");
  execFileSync("mkfifo", [join(cwd, "pipe")]);
  await expect(call(readFile, { path: "pipe" })).rejects.toThrow("not an ordinary file");
  await expect(call(editFile, { path: "pipe", old_text: "a", new_text: "b" })).rejects.toThrow(
    "not an ordinary file",
  );
});

test("reading a long file part by part gives the whole text", async () => {
  const lines = Array.from({ length: 9000 }, (_, at) => `${at} ${"wide 你好 ".repeat(at % 7)}`);
  put("long.txt", `${lines.join("\n")}\n`);
  let whole = "";
  for (let offset: number | undefined = 1; offset; ) {
    const part = await call(readFile, { path: "long.txt", offset });
    const more = /… \(more: read on with offset (\d+)\)$/.exec(part);
    whole += more ? part.slice(0, more.index) : part;
    offset = more ? Number(more[1]) : undefined;
  }
  expect(whole).toBe(lines.join("\n"));
});

test('an empty file gives "(empty)", and a line beyond the end is an error', async () => {
  put("empty.txt", "");
  put("two.txt", "1\n2\n");
  expect(await call(readFile, { path: "empty.txt" })).toBe("(empty)");
  put("blank.txt", "\n");
  expect(await call(readFile, { path: "blank.txt" })).toBe("");
  expect(await call(readFile, { path: "two.txt", offset: 2 })).toBe("2");
  expect(await call(readFile, { path: "two.txt", limit: 2 })).toBe("1\n2");
  await expect(call(readFile, { path: "two.txt", offset: 3 })).rejects.toThrow("has no line 3");
});

test("a read stops when the turn is interrupted", async () => {
  put("a.txt", "text");
  await expect(call(readFile, { path: "a.txt" }, AbortSignal.abort())).rejects.toThrow();
});

test("an edit refuses a file that is not UTF-8, and keeps a byte order mark", async () => {
  put("a.txt", Buffer.from("caf\xe9 x", "latin1"));
  await expect(edit("x", "y")).rejects.toThrow("not UTF-8");
  put("a.txt", "\uFEFFone x\r\ntwo\r\n");
  await edit("x", "y");
  expect(text("a.txt")).toBe("\uFEFFone y\r\ntwo\r\n");
});

test("an old text that matches at two overlapping places is not unique", async () => {
  put("a.txt", "aaa");
  await expect(edit("aa", "b")).rejects.toThrow("more than once");
  expect(text("a.txt")).toBe("aaa");
});

test("if an old text of several lines is not found because of the line ends, the error says so", async () => {
  put("a.txt", "one\r\ntwo\r\nthree\n");
  await expect(edit("one\ntwo", "x")).rejects.toThrow(String.raw`Its lines end in \r\n`);
});

test("an edit keeps the file's mode", async (context) => {
  skipOnWindows(context, "modes");
  put("a.txt", "echo old");
  chmodSync(join(cwd, "a.txt"), 0o755);
  await edit("old", "new");
  expect(statSync(join(cwd, "a.txt")).mode & 0o777).toBe(0o755);
});

test("a write follows a link to a file inside, and refuses a link that leads out", async (context) => {
  skipOnWindows(context, "links");
  put("real.txt", "old");
  symlinkSync("real.txt", join(cwd, "link.txt"));
  symlinkSync(join(base, "outside.txt"), join(cwd, "trap.txt"));
  await call(writeFile, { path: "link.txt", content: "new" });
  expect(text("real.txt")).toBe("new");
  await expect(call(writeFile, { path: "trap.txt", content: "x" })).rejects.toThrow("outside");
});

test("a pattern that would take forever to match is refused", async () => {
  put("a".repeat(200), "");
  await expect(call(glob, { pattern: "*a*a*a*a*a*a*a*a*b" })).rejects.toThrow("simpler pattern");
  expect(await call(glob, { pattern: "**/*a*a*b" })).toBe("(no matches)");
  const patterns = [
    "([a-z.]+)+!",
    "*(a|aa)!",
    "\\\\(a*)+!",
    "{a*,b}+!",
    "{*,)+@\\(,)+!",
    `${"{a,aa}".repeat(40)}!`,
    `${"[a-z]+".repeat(20)}!`,
    `${"**/a/".repeat(9)}b`,
    `${"{a,a/a}/".repeat(40)}b`,
  ];
  for (const pattern of patterns)
    await expect(call(glob, { pattern })).rejects.toThrow(/simpler pattern|no \( \)/);
  put("page(1).md", "");
  expect(await call(glob, { pattern: "page\\(1).md" })).toBe("page(1).md");
});

test("glob does not look into a link that leads out, however the pattern names it", async (context) => {
  skipOnWindows(context, "links");
  mkdirSync(join(base, "other"));
  writeFileSync(join(base, "other/secret.txt"), "");
  symlinkSync(join(base, "other"), join(cwd, "out"));
  symlinkSync("/", join(cwd, "root"));
  put("a.txt", "");
  for (const pattern of ["out/*", "root/etc/*", "{out,.}/*.txt"]) {
    expect(await call(glob, { pattern })).not.toMatch(/secret|passwd/);
  }
});

test("glob does not search what a link at the beginning of its pattern leads to", async (context) => {
  skipOnWindows(context, "links");
  mkdirSync(join(base, "other/deep"), { recursive: true });
  writeFileSync(join(base, "other/deep/secret.txt"), "");
  symlinkSync(join(base, "other"), join(cwd, "out"));
  const read = vi.spyOn(fs, "readdir");
  syncBuiltinESMExports();
  for (const pattern of ["out/**/*.txt", "o\\ut/**/*.txt", "./out/**/*.txt"])
    expect(await call(glob, { pattern })).toBe("(no matches)");
  await call(glob, { pattern: "**" });
  const folders = read.mock.calls.map(([folder]) => String(folder));
  read.mockRestore();
  syncBuiltinESMExports();
  expect(folders).toEqual([expect.stringContaining(cwd)]); // what is read for the last pattern, and nothing else
});

test("a write does not replace a pipe", async (context) => {
  skipOnWindows(context, "pipes");
  execFileSync("mkfifo", [join(cwd, "pipe")]);
  await expect(call(writeFile, { path: "pipe", content: "x" })).rejects.toThrow("not an ordinary");
  expect(statSync(join(cwd, "pipe")).isFIFO()).toBe(true);
});

test.skipIf(process.getuid?.() === 0)(
  "a read-only file is not replaced (root may do anything)",
  async () => {
    put("a.txt", "keep");
    chmodSync(join(cwd, "a.txt"), 0o444);
    await expect(call(writeFile, { path: "a.txt", content: "x" })).rejects.toThrow("read-only");
    await expect(edit("keep", "x")).rejects.toThrow("read-only");
    expect(text("a.txt")).toBe("keep");
  },
);

test.each(["{../other,*}/*.txt", "*/../../other/*.txt", "../other/*.txt", "/etc/*", ".."])(
  "the pattern %s lists nothing outside",
  async (pattern) => {
    mkdirSync(join(base, "other"));
    writeFileSync(join(base, "other/secret.txt"), "");
    const found = await call(glob, { pattern }).catch((error) => String(error));
    expect(found).not.toContain("secret");
    expect(found).not.toContain("passwd");
  },
);

test("glob finds names with brackets and names that begin with a dot, and follows no links to folders", async (context) => {
  skipOnWindows(context, "links");
  for (const name of ["[id].ts", ".env.ts", "a.ts"]) put(name, "");
  mkdirSync(join(cwd, "sub"));
  put("sub/b.ts", "");
  symlinkSync(cwd, join(cwd, "loop"));
  expect(await call(glob, { pattern: "**/*.ts" })).toBe(".env.ts\n[id].ts\na.ts\nsub/b.ts");
  expect(await call(glob, { pattern: "*.ts" })).toBe(".env.ts\n[id].ts\na.ts");
});

test("glob says how many matches it left out", async () => {
  for (let at = 0; at < 510; at++) put(`${at}.md`, "");
  expect(await call(glob, { pattern: "*.md" })).toMatch(/\n… \(10 more: use a narrower pattern\)$/);
});

test("an edit keeps the line ends of a file whose lines all end in CRLF", async () => {
  put("a.txt", "one\r\ntwo\r\nthree\r\n");
  await edit("one\ntwo\n", "1\n1b\r\n2\n");
  expect(text("a.txt")).toBe("1\r\n1b\r\n2\r\nthree\r\n");
  put("a.txt", "one\ntwo\r\n");
  await edit("one", "1\n1b");
  expect(text("a.txt")).toBe("1\n1b\ntwo\r\n");
});

test("a read says that a file is not UTF-8, and a write over it is refused", async () => {
  const bytes = Buffer.from("one\ncaf\xe9\n", "latin1");
  put("a.c", bytes);
  expect(await call(readFile, { path: "a.c", limit: 2 })).toMatch(/^one\ncaf\uFFFD\n… .*not UTF-8/);
  await expect(call(writeFile, { path: "a.c", content: "one\ncafé\n" })).rejects.toThrow("iconv");
  expect(readFileSync(join(cwd, "a.c"))).toEqual(bytes);
  put("b.txt", `${"é".repeat(70_000)}\uFFFD\n`); // begins a character at each odd byte
  expect(await call(readFile, { path: "b.txt" })).not.toContain("UTF-8");
  await call(writeFile, { path: "b.txt", content: "new" });
  expect(text("b.txt")).toBe("new");
});

test.each(["~", "~/notes.txt", "~root/notes.txt"])("the path %s is refused", async (path) => {
  for (const tool of [readFile, writeFile, editFile])
    expect(tool.input.safeParse({ path, content: "", old_text: "a", new_text: "b" })).toMatchObject(
      {
        success: false,
        error: { issues: [{ message: expect.stringContaining("whole path") }] },
      },
    );
  for (const other of [`./${path}`, "~$notes.docx", "a/~/b"])
    expect(readFile.input.safeParse({ path: other }).success).toBe(true);
});

test("a name is found in spite of odd spaces and accents, if only one file can be meant", async () => {
  put("Shot at 9.41\u202FAM.txt", "shot");
  put("cafe\u0301.txt", "coffee");
  expect(await call(readFile, { path: "Shot at 9.41 AM.txt" })).toBe("shot");
  expect(await call(readFile, { path: "caf\u00e9.txt" })).toBe("coffee");
  await call(editFile, { path: "Shot at 9.41 AM.txt", old_text: "shot", new_text: "seen" });
  expect(text("Shot at 9.41\u202FAM.txt")).toBe("seen");
  put("Shot at 9.41\u00A0AM.txt", "other");
  await expect(call(readFile, { path: "Shot at 9.41 AM.txt" })).rejects.toThrow("does not exist");
});

test("a link is not taken for a name that only looks like it", async (context) => {
  skipOnWindows(context, "links");
  put("secret", "key");
  symlinkSync("secret", join(cwd, "a\u00A0b"));
  await expect(call(readFile, { path: "a b" })).rejects.toThrow("does not exist");
});
