import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ROOT } from "../base/root.ts";
import { noteEdit } from "../chapters/edited.ts";
import { bundleChapter } from "./bundle.ts";
import { manifestOf } from "./cache.mjs";

let folder = "";

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "bundle-")), "s01_copy");
  await mkdir(folder);
});

afterEach(async () => {
  await rm(dirname(folder), { recursive: true });
});

const write = (name: string, text: string) => writeFile(join(folder, name), text);

async function run(path: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [path]);
  return stdout.trim();
}

test("a bundle lies in a folder of the chapter's name, and knows that it is what was started", async () => {
  await write("code.ts", "console.log(import.meta.filename === process.argv[1]);");
  const bundle = await bundleChapter(folder);
  expect(bundle).toMatch(/[/\\]s01_copy[/\\]code\.cjs$/);
  expect(await run(bundle)).toBe("true");
});

test("a bundle is made once for a content, and again when any file of it changes", async () => {
  await write("code.ts", 'import { word } from "./word.ts"; console.log(word);');
  await write("word.ts", 'export const word: string = "one";');
  const first = await bundleChapter(folder);
  expect(await bundleChapter(folder)).toBe(first);
  await write("word.ts", 'export const word: string = "two";');
  const second = await bundleChapter(folder);
  expect([await run(first), await run(second)]).toEqual(["one", "two"]);
});

test("a bundle that was deleted is made again", async () => {
  await write("code.ts", 'console.log("here");');
  const first = await bundleChapter(folder);
  await rm(dirname(dirname(first)), { recursive: true });
  expect(await run(await bundleChapter(folder))).toBe("here");
});

test("a bundle or a manifest that was spoilt is made again", async () => {
  await write("code.ts", 'console.log("here");');
  const bundle = await bundleChapter(folder);
  await writeFile(join(dirname(bundle), "bundle.js"), "");
  expect(await run(await bundleChapter(folder))).toBe("here");
  await writeFile(manifestOf(join(folder, "code.ts")), '{ "output": "/", "inputs": null }');
  expect(await run(await bundleChapter(folder))).toBe("here");
});

test("what is imported late runs late", async () => {
  await write("late.ts", 'console.log("late");');
  await write("code.ts", 'console.log("early"); await import("./late.ts");');
  expect(await run(await bundleChapter(folder))).toBe("early\nlate");
});

test("a module whose name is known late is found at each start", async () => {
  await write("late.mjs", 'export default "late";');
  const late = JSON.stringify(join(folder, "late.mjs"));
  await write(
    "code.ts",
    `const name: string = ${late}; console.log((await import(name)).default);`,
  );
  const bundle = await bundleChapter(folder);
  for (const _start of ["first", "with what V8 has kept"]) expect(await run(bundle)).toBe("late");
});

test("a second start finds what V8 made of the first, and a lost or spoilt one does no harm", async () => {
  await write("code.ts", 'import fs from "node:fs"; console.log(typeof fs.rmSync);');
  const bundle = await bundleChapter(folder);
  const cache = join(dirname(bundle), "bundle.cache");
  expect(await run(bundle)).toBe("function");
  const kept = await readFile(cache);
  expect(await run(bundle)).toBe("function");
  expect(await readFile(cache)).toEqual(kept);
  await writeFile(cache, "spoilt");
  expect(await run(bundle)).toBe("function");
});

test("a chapter that fails ends as it would by itself", async () => {
  await write("code.ts", 'await Promise.reject(new Error("no"));');
  const failing = await bundleChapter(folder);
  await expect(run(failing)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/Error: no[\s\S]*Node\.js v/),
  });
  await write("code.ts", "await new Promise(() => {});");
  await expect(run(await bundleChapter(folder))).rejects.toMatchObject({ code: 13 });
});

test("packages are taken from parts, CommonJS ones too, with all their names", async () => {
  const file = JSON.stringify(join(folder, "written.txt"));
  await write(
    "code.ts",
    [
      `import write from "write-file-atomic"; import JSON5, { parse } from "json5";`,
      `import * as croner from "croner"; import { z } from "zod";`,
      `await write(${file}, String(JSON5.parse === parse));`,
      `console.log(typeof croner.Cron, z.null().parse(null));`,
    ].join("\n"),
  );
  expect(await run(await bundleChapter(folder))).toBe("function null");
  expect(await readFile(join(folder, "written.txt"), "utf8")).toBe("true");
});

test("what two modules of packages share is there once", async () => {
  await write(
    "code.ts",
    [
      `import Anthropic from "@anthropic-ai/sdk"; import { z } from "zod";`,
      `import { APIConnectionError } from "@anthropic-ai/sdk/error";`,
      `import { zodOutputFormat } from "@anthropic-ai/sdk/helpers/zod";`,
      `const format = zodOutputFormat(z.object({ a: z.string().describe("first") }));`,
      `const { schema } = format;`,
      `console.log(Anthropic.APIConnectionError === APIConnectionError, JSON.stringify(schema));`,
    ].join("\n"),
  );
  expect(await run(await bundleChapter(folder))).toMatch(/^true .*"first"/);
});

test("chapters share a part, and one that was deleted or spoilt is made again", async () => {
  const keptBy = async (word: string) => {
    await write("code.ts", `import { parse } from "json5"; console.log(parse("{${word}: 1}"));`);
    const bundle = await bundleChapter(folder);
    const { parts } = JSON.parse(await readFile(manifestOf(join(folder, "code.ts")), "utf8"));
    return { bundle, part: String(parts), said: await run(bundle) };
  };
  const one = await keptBy("one");
  expect(one.said).toBe("{ one: 1 }");
  await rm(dirname(dirname(one.part)), { recursive: true });
  expect(await run(await bundleChapter(folder))).toBe("{ one: 1 }");
  await writeFile(one.part, "");
  const two = await keptBy("two");
  expect(two).toMatchObject({ part: one.part, said: "{ two: 1 }" });
  expect(await readFile(two.bundle.replace("code.cjs", "bundle.js"), "utf8")).not.toContain(
    "JSON5:",
  );
});

test("what the practice model reads when it needs it is in parts of its own", async () => {
  const hint = JSON.stringify(join(ROOT, "practice", "validation", "hint.ts"));
  const brain = JSON.stringify(join(ROOT, "practice", "api", "handler.ts"));
  await write(
    "code.ts",
    `import { hintOf } from ${hint}; import ${brain}; console.log(typeof hintOf);`,
  );
  expect(await run(await bundleChapter(folder))).toBe("function");
  const { parts } = JSON.parse(await readFile(manifestOf(join(folder, "code.ts")), "utf8"));
  expect(parts.filter((part: string) => /[/\\]mind[/\\]/.test(part))).toHaveLength(2);
});

test("what a chapter takes of shared/ is in a part, and what that exports may change later", async () => {
  await symlink(join(ROOT, "shared"), join(folder, "..", "shared"));
  await write(
    "code.ts",
    [
      `import { configure, MODEL } from "../shared/client.ts"; import { oneLine } from "../shared/text.ts";`,
      `const before = MODEL; configure(); console.log(oneLine("a\\nb"), before === MODEL);`,
    ].join("\n"),
  );
  const bundle = await bundleChapter(folder);
  expect(await run(bundle)).toBe("a b false");
  const { parts } = JSON.parse(await readFile(manifestOf(join(folder, "code.ts")), "utf8"));
  expect(parts.map((part: string) => basename(dirname(part)))).toContain("ground");
  expect(await readFile(join(dirname(bundle), "bundle.js"), "utf8")).not.toContain("USUAL_LENGTH");
});

test("an edit stands for a file, of the chapter or of shared/, and the chapter itself stays as it is", async () => {
  await symlink(join(ROOT, "shared"), join(folder, "..", "shared"));
  const words = `import { oneLine } from "../shared/text.ts"; export const words = oneLine("two");`;
  await write("words.ts", words);
  await write("code.ts", 'import { words } from "./words.ts"; console.log(words);');
  const withEdit = async (path: string, text: string) => {
    const on = join(folder, "..", basename(path), basename(folder));
    await noteEdit(on, { chapter: folder, path, text });
    return run(await bundleChapter(on));
  };
  const shared = join(ROOT, "shared", "text.ts");
  expect(await withEdit(join(folder, "words.ts"), 'export const words = "one";')).toBe("one");
  expect(await withEdit(shared, "export const oneLine = () => 3;")).toBe("3");
  expect(await run(await bundleChapter(folder))).toBe("two");
});

test("a file that a chapter starts as a program is bundled as well, and again when it changes", async () => {
  const isStarted = "process.argv[1] === import.meta.filename";
  const server = (word: string) =>
    `const word: string = "${word}"; if (${isStarted}) console.log(word);`;
  const starts = [
    'import { execFileSync } from "node:child_process";',
    'import { fileURLToPath } from "node:url";',
    'const file = fileURLToPath(new URL("./server.ts", import.meta.url));',
    "process.stdout.write(execFileSync(process.execPath, [file]));",
  ];
  await write("code.ts", starts.join("\n"));
  for (const word of ["one", "two"]) {
    await write("server.ts", server(word));
    expect(await run(await bundleChapter(folder))).toBe(word);
  }
});

test("a file that starts itself as a program knows the path of its own bundle, and there it is started", async () => {
  await write("code.ts", 'import { path } from "./helper.ts"; console.log(path);');
  await write(
    "helper.ts",
    'export const path = import.meta.filename; if (process.argv[1] === import.meta.filename) console.log("started");',
  );
  const path = await run(await bundleChapter(folder));
  expect(path).toMatch(/code\.cjs$/);
  expect(await run(path)).toBe("started");
});

test("an error in a package names the package's file", async () => {
  await write("code.ts", 'import JSON5 from "json5"; JSON5.parse("{");');
  await expect(run(await bundleChapter(folder))).rejects.toMatchObject({
    stderr: expect.stringMatching(/node_modules\/json5\/\S+:\d+\n[\s\S]*invalid end of input/),
  });
});

test("a chapter that cannot be bundled says which file and why", async () => {
  await write("code.ts", 'import "./missing.ts";');
  await expect(bundleChapter(folder)).rejects.toThrow(/missing\.ts/);
});
