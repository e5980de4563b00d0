import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { calls, expect, says, test } from "../course/spec.ts";

const NEW_TOOLS = ["read_file", "write_file", "edit_file", "glob"];

test("the model gets bash and four file tools, with their schemas", async ({ start }) => {
  const agent = await start([says("Five tools.")]);
  await agent.type("what can you do?");
  await agent.sees("Five tools.");
  const tools = agent.requests[0]?.tools ?? [];
  const names = tools.map((tool) => ("name" in tool ? tool.name : ""));
  expect(names).toEqual(expect.arrayContaining(["bash", ...NEW_TOOLS]));
  expect(tools).toContainEqual(
    expect.objectContaining({
      name: "edit_file",
      input_schema: expect.objectContaining({
        type: "object",
        required: ["path", "old_text", "new_text"],
      }),
    }),
  );
});

test("read_file gives the model the lines of a file", async ({ start }) => {
  const wide = "a三个字\n".repeat(8000); // byte 65,536 is in the middle of a character
  const both = calls(["read_file", { path: "a.txt" }], ["read_file", { path: "wide.txt" }]);
  const agent = await start([both, says("Read.")], {
    files: { "a.txt": "first\nsecond 你好\n", "wide.txt": wide },
  });
  await agent.type("read a.txt");
  await agent.sees("Read.");
  expect(agent.toolResults[0]).toMatchObject({ content: "first\nsecond 你好" });
  const read = String(agent.toolResults[1]?.content);
  expect(read.slice(0, 50), "how a long file begins").toBe(wide.slice(0, 50));
  expect(read.match(/[^\n]*\uFFFD[^\n]*/g), "lines with half a character").toBeNull();
});

test("with offset and limit, read_file gives some of the lines and where to read on", async ({
  start,
}) => {
  const lines = Array.from({ length: 10 }, (_, index) => `line ${index + 1}`).join("\n");
  const agent = await start(
    [calls("read_file", { path: "a.txt", offset: 3, limit: 2 }), says("Some lines.")],
    { files: { "a.txt": lines } },
  );
  await agent.type("read two lines");
  await agent.sees("Some lines.");
  expect(agent.toolResults[0]?.content).toBe("line 3\nline 4\n… (more: read on with offset 5)");
});

/** More than a text may have in Node. The file has no more on the disk than what was written into it. */
const HUGE = 600_000_000;

test("of a long file the model gets the first part and where to read on", async ({ start }) => {
  const long = Array.from({ length: 20_000 }, (_, index) => `line ${index + 1}`).join("\n");
  const both = calls(
    ["read_file", { path: "long.txt" }],
    ["read_file", { path: "huge.log", limit: 2 }],
  );
  const agent = await start([both, says("A part.")], { files: { "long.txt": long } });
  const huge = join(agent.folder, "huge.log");
  writeFileSync(huge, `one\ntwo\n${long}`);
  truncateSync(huge, HUGE);
  await agent.type("read all of it");
  await agent.sees("A part.");
  rmSync(huge);
  expect(agent.toolResults[1], "two lines of a huge file").toMatchObject({
    content: "one\ntwo\n… (more: read on with offset 3)",
  });
  const content = agent.toolResults[0]?.content ?? "";
  expect(content.length, "characters of the first part").toBeLessThan(60_000);
  expect(content).toMatch(/^line 1\nline 2\n[\s\S]*\n… \(more: read on with offset \d+\)$/);
});

test("write_file writes the whole file and creates missing folders", async ({ start }) => {
  const agent = await start([
    calls("write_file", { path: "new/deep/b.txt", content: "written $& ok\n" }),
    says("Written."),
  ]);
  await agent.type("write b.txt");
  await agent.sees("Written.");
  expect(agent.files["new/deep/b.txt"]).toBe("written $& ok\n");
  expect(agent.toolResults[0]?.content).toBe("wrote 14 bytes to new/deep/b.txt");
});

test("an edit replaces the one place, and takes its text literally", async ({ start }) => {
  const agent = await start(
    [
      calls(
        ["edit_file", { path: "a.txt", old_text: "one.*", new_text: "$& $1 $$ '$`'" }],
        ["edit_file", { path: "a.bat", old_text: "echo 1", new_text: "echo 1\necho 2" }],
      ),
      says("Edited."),
    ],
    { files: { "a.txt": "zero\none.*\ntwo\n", "a.bat": "@echo off\r\necho 1\r\nset X=1\r\n" } },
  );
  await agent.type("edit it");
  await agent.sees("Edited.");
  expect(agent.files["a.txt"]).toBe("zero\n$& $1 $$ '$`'\ntwo\n");
  const lines = "@echo off\r\necho 1\r\necho 2\r\nset X=1\r\n";
  expect(agent.files["a.bat"], "lines that all end in CRLF").toBe(lines);
});

test("an edit whose text is missing or not unique changes nothing and says why", async ({
  start,
}) => {
  const agent = await start(
    [
      calls(
        ["edit_file", { path: "a.txt", old_text: "absent", new_text: "x" }],
        ["edit_file", { path: "a.txt", old_text: "twice", new_text: "x" }],
        ["edit_file", { path: "a.txt", old_text: "", new_text: "x" }],
        ["edit_file", { path: "b.txt", old_text: "no no", new_text: "x" }],
      ),
      says("No edit."),
    ],
    { files: { "a.txt": "twice twice\n", "b.txt": "no no no\n" } },
  );
  await agent.type("edit it");
  await agent.sees("No edit.");
  expect(agent.toolResults).toMatchObject([
    { is_error: true, content: expect.stringContaining("not in a.txt") },
    { is_error: true, content: expect.stringContaining("replace_all") },
    { is_error: true, content: expect.stringContaining("old_text") },
    { is_error: true, content: expect.stringContaining("replace_all") },
  ]);
  expect(agent.files).toMatchObject({ "a.txt": "twice twice\n", "b.txt": "no no no\n" });
});

test("replace_all replaces every place", async ({ start }) => {
  const agent = await start(
    [
      calls("edit_file", { path: "a.txt", old_text: "a", new_text: "b", replace_all: true }),
      says("All of them."),
    ],
    { files: { "a.txt": "a-a-a" } },
  );
  await agent.type("edit all");
  await agent.sees("All of them.");
  expect(agent.files["a.txt"]).toBe("b-b-b");
});

test("glob finds files in all folders, sorted, without node_modules and .git", async ({
  start,
}) => {
  const agent = await start([calls("glob", { pattern: "**/*.py" }), says("Three.")], {
    files: {
      "z.py": "",
      "a/b/c.py": "",
      "a/.hidden/d.py": "",
      "a/e.ts": "",
      "node_modules/x/y.py": "",
    },
    git: true,
  });
  await agent.type("find all Python files");
  await agent.sees("Three.");
  expect(agent.toolResults[0]?.content).toBe("a/.hidden/d.py\na/b/c.py\nz.py");
});

test("glob says when there is no match", async ({ start }) => {
  const agent = await start([calls("glob", { pattern: "*.nothing" }), says("None.")]);
  await agent.type("find nothing");
  await agent.sees("None.");
  expect(agent.toolResults[0]).toMatchObject({ is_error: false, content: "(no matches)" });
});

test("the file tools read, write, edit and list nothing outside the folder", async ({ start }) => {
  const outside = mkdtempSync(join(tmpdir(), "elsewhere-"));
  const kept = join(outside, "kept.txt");
  writeFileSync(kept, "as it was");
  const fromInside = `../${basename(outside)}`; // both are in the folder for temporary files
  const agent = await start(
    [
      calls(
        ["read_file", { path: kept }],
        ["read_file", { path: `${fromInside}/kept.txt` }],
        ["write_file", { path: `${fromInside}/escape.txt`, content: "x" }],
        ["write_file", { path: join(outside, "escape.txt"), content: "x" }],
        ["edit_file", { path: "link/kept.txt", old_text: "was", new_text: "is not" }],
        ["glob", { pattern: `${fromInside}/**` }],
        ["glob", { pattern: `${outside}/*` }],
        ["glob", { pattern: "link/*" }],
      ),
      says("I stay inside."),
    ],
    { files: { "a.txt": "" }, yes: false }, // from s03 on the gate asks, and the answer is no
  );
  symlinkSync(outside, join(agent.folder, "link"));
  await agent.type("escape");
  await agent.sees("I stay inside.");
  const [left, text] = [readdirSync(outside), readFileSync(kept, "utf8")];
  rmSync(outside, { recursive: true });
  expect(left).toEqual(["kept.txt"]);
  expect(text).toBe("as it was");
  const refused = { is_error: true, content: expect.stringContaining("outside") };
  expect(agent.toolResults.slice(0, 7)).toMatchObject(Array.from({ length: 7 }, () => refused));
  expect(agent.toolResults[7]?.content, "a pattern that leads through a link").not.toContain(
    "kept",
  );
});

test("a folder, a missing file and a binary file give errors, and a line that is too long is cut", async ({
  start,
}) => {
  const agent = await start(
    [
      calls(
        ["read_file", { path: "folder" }],
        ["read_file", { path: "missing.txt" }],
        ["read_file", { path: "binary" }],
        ["read_file", { path: "one-line.json" }],
        ["write_file", { path: "folder", content: "x" }],
        ["write_file", { path: "newdir/", content: "x" }],
        ["read_file", { path: "folder/inner.txt", offset: 9 }],
        ["edit_file", { path: "latin.c", old_text: "x = 1", new_text: "x = 2" }],
        ["write_file", { path: "latin.c", content: "x = 2; // caf\uFFFD\n" }],
        ["read_file", { path: "~/inner.txt" }],
        ["write_file", { path: "~/new.txt", content: "x" }],
      ),
      says("Odd files."),
    ],
    { files: { "folder/inner.txt": "x", "one-line.json": "j".repeat(200_000) } },
  );
  writeFileSync(join(agent.folder, "binary"), Buffer.from([1, 0, 2]));
  const latin = Buffer.from("x = 1; // caf\xe9\n", "latin1");
  writeFileSync(join(agent.folder, "latin.c"), latin);
  await agent.type("read odd files");
  await agent.sees("Odd files.");
  expect(agent.toolResults).toMatchObject([
    { is_error: true, content: expect.stringContaining("is a folder") },
    { is_error: true, content: expect.stringContaining("does not exist") },
    { is_error: true, content: expect.stringContaining("not a text file") },
    { content: expect.stringMatching(/^j{50000}\n… \(line 1 is too long/) },
    { is_error: true, content: expect.stringContaining("is a folder") },
    { is_error: true, content: expect.stringContaining("a folder") },
    { is_error: true, content: expect.stringContaining("no line 9") },
    { is_error: true, content: expect.stringContaining("UTF-8") },
    { is_error: true, content: expect.stringContaining("UTF-8") },
    { is_error: true, content: expect.stringContaining("~") },
    { is_error: true, content: expect.stringContaining("~") },
  ]);
  expect(readFileSync(join(agent.folder, "latin.c")), "bytes that are no UTF-8").toEqual(latin);
  expect(Object.keys(agent.files).filter((path) => /^(newdir|~)/.test(path))).toEqual([]);
});

test("wrong inputs give error results that name the field", async ({ start }) => {
  const agent = await start(
    [
      calls(
        ["read_file", { path: 7 }],
        ["read_file", { path: "a.txt", limit: -1 }],
        ["write_file", { path: "b.txt" }],
        ["glob", {}],
      ),
      says("I will mend them."),
    ],
    { files: { "a.txt": "x" } },
  );
  await agent.type("be sloppy");
  await agent.sees("I will mend them.");
  expect(agent.toolResults).toMatchObject([
    { is_error: true, content: expect.stringContaining("path") },
    { is_error: true, content: expect.stringContaining("limit") },
    { is_error: true, content: expect.stringContaining("content") },
    { is_error: true, content: expect.stringContaining("pattern") },
  ]);
});

test("the tool calls of one reply run in order: a call can read what an earlier one wrote", async ({
  start,
}) => {
  const agent = await start([
    calls(
      ["write_file", { path: "a.txt", content: "v1" }],
      ["edit_file", { path: "a.txt", old_text: "v1", new_text: "v2" }],
      ["read_file", { path: "a.txt" }],
    ),
    says("In order."),
  ]);
  await agent.type("write, edit and read");
  await agent.sees("In order.");
  expect(agent.toolResults[2]?.content).toBe("v2");
});
