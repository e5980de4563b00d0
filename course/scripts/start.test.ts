import { execFile, spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ROOT } from "../base/root.ts";

/** Each of these starts takes a while, so `npm test` tries some names and one signal, `npm run test:deep` all. */
const isDeep = process.env.TEST_DEPTH !== undefined;
const NAMES = ["1", "s01", "s01_agent_loop/", "agent_loop"];
const SIGNALS = ["SIGTERM", "SIGHUP", "SIGINT"] as const;

/** A small course of its own: two chapters that print how they were started, and an npm that only records its calls. */
let root = "";
let work = "";

const CHAPTER = `const { INIT_CWD, npm_command, FROM_SHELL } = process.env;
console.log(JSON.stringify({
  file: import.meta.filename.split("/").at(-2), args: process.argv.slice(2), cwd: process.cwd(),
  environment: { INIT_CWD, npm_command, FROM_SHELL },
}));
process.exitCode = Number(process.env.EXIT ?? 0);`;

const NPM = `const { appendFileSync } = require("node:fs");
appendFileSync(process.env.NPM_LOG, process.argv.slice(2).join(" ") + "\\n");
process.exitCode = Number(process.env.NPM_FAILS ?? 0);`;

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "start-")));
  work = join(root, "scratch");
  for (const folder of ["s01_agent_loop", "s02_tool_use", "scratch", "node_modules"]) {
    mkdirSync(join(root, folder));
  }
  for (const file of [
    "scripts/start.mjs",
    "scripts/install.mjs",
    "scripts/samples.mjs",
    "fixtures/bottle",
    "fixtures/kiosk",
    "fixtures/shop",
    "fixtures/workshop",
    "base",
    "chapters",
    "bundle",
  ]) {
    cpSync(join(ROOT, "course", file), join(root, "course", file), { recursive: true });
  }
  for (const file of ["trustFile.mjs", "tries.ts"])
    cpSync(join(ROOT, "shared", file), join(root, "shared", file));
  for (const chapter of ["s01_agent_loop", "s02_tool_use"]) {
    writeFileSync(join(root, chapter, "code.ts"), CHAPTER);
  }
  writeFileSync(join(root, "package.json"), '{ "type": "module" }');
  writeFileSync(join(root, "tsconfig.json"), "{}");
  writeFileSync(join(root, "npm.cjs"), NPM);
  for (const name of ["tsx", "esbuild"]) {
    symlinkSync(join(ROOT, "node_modules", name), join(root, "node_modules", name), "junction");
  }
});
beforeEach(() => {
  rmSync(join(root, "npm.log"), { force: true });
  writeFileSync(join(root, "package-lock.json"), `{ "at": ${performance.now()} }`);
});
afterAll(() => rmSync(root, { recursive: true }));

function start(args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync("node", ["course/scripts/start.mjs", ...args], {
    cwd: root,
    encoding: "utf8",
    env: {
      PATH: process.env.PATH,
      INIT_CWD: work,
      npm_execpath: join(root, "npm.cjs"),
      npm_command: "start",
      NPM_LOG: join(root, "npm.log"),
      AGENT_TRUST_FILE: join(root, "home", "trust.jsonl"),
      ...env,
    },
  });
  return { status, stdout, stderr, said: stdout === "" ? undefined : JSON.parse(stdout) };
}

/** A start beside others: what it says on stderr, and its end. */
function startBeside(env: Record<string, string>) {
  const child = spawn("node", ["course/scripts/start.mjs", "s01", "-p", "hi"], {
    cwd: root,
    env: { PATH: process.env.PATH, INIT_CWD: work, NPM_LOG: join(root, "npm.log"), ...env },
  });
  let said = "";
  child.stderr.on("data", (data) => {
    said += String(data);
  });
  const says = (words: string) =>
    new Promise<void>((resolve, reject) => {
      child.stderr.on("data", () => said.includes(words) && resolve());
      child.on("exit", () => reject(new Error(`It has ended without "${words}": ${said}`)));
    });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  return { says, ended };
}

test("of two first starts at the same time one installs, and the other one waits for it", async () => {
  const slow = join(root, "slow.cjs");
  const wait = `const { existsSync } = require("node:fs");
while (!existsSync("go")) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);`;
  writeFileSync(slow, `${NPM}\n${wait}`);
  const first = startBeside({ npm_execpath: slow });
  await first.says("Installing");
  const second = startBeside({ npm_execpath: slow });
  await second.says("Another program installs here");
  writeFileSync(join(root, "go"), "");
  expect([await first.ended, await second.ended]).toEqual([0, 0]);
  expect(installs()).toHaveLength(1);
});

const installs = () =>
  existsSync(join(root, "npm.log"))
    ? readFileSync(join(root, "npm.log"), "utf8").trim().split("\n")
    : [];

test("in a folder that cannot be opened, for its name is not UTF-8, one line says so", () => {
  const { status, stderr } = start(["s01"], { INIT_CWD: join(work, "bad\ufffd") });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringMatching(/^There is no folder .*bad\ufffd\. .*rename it\.\n$/),
  });
});

test("the first start installs what running needs, the next one nothing, a new lockfile again", () => {
  start([]);
  expect(installs()).toEqual([expect.stringMatching(/^ci .*--ignore-scripts.*--omit=dev$/)]);
  start([]);
  expect(installs()).toHaveLength(1);
  writeFileSync(join(root, "package-lock.json"), '{ "another": "branch" }');
  start([]);
  expect(installs()).toHaveLength(2);
});

test("what was installed for the tests is not dropped by a start after the lockfile has moved", () => {
  writeFileSync(join(root, "node_modules/.course-install"), "older all");
  start([]);
  expect(installs()).toEqual([expect.not.stringContaining("--omit=dev")]);
  rmSync(join(root, "node_modules/.course-install"));
});

test("what npm ci has installed by hand is neither installed again nor dropped", () => {
  const needed = { "node_modules/a": { version: "1.0.0" } };
  const forTests = { "node_modules/b": { version: "2.0.0", dev: true } };
  const elsewhere = { "node_modules/c": { version: "3.0.0", optional: true, os: ["none"] } };
  const write = (path: string, packages: object) =>
    writeFileSync(join(root, path), JSON.stringify({ packages }));
  rmSync(join(root, "node_modules/.course-install"), { force: true });
  write("package-lock.json", { "": {}, ...needed, ...forTests, ...elsewhere });
  write("node_modules/.package-lock.json", needed);
  start([]);
  expect(installs()).toEqual([]);
  write("node_modules/.package-lock.json", forTests);
  rmSync(join(root, "node_modules/.course-install"));
  start([]);
  expect(installs()).toEqual([expect.not.stringContaining("--omit=dev")]); // b stays
  rmSync(join(root, "node_modules/.package-lock.json"));
});

test("what npm install has brought after a start is known, whatever this npm writes of a package", () => {
  const entry = { version: "1.0.0", resolved: "https://a", integrity: "sha512-a" };
  const write = (path: string, packages: object) =>
    writeFileSync(join(root, path), JSON.stringify({ packages }));
  writeFileSync(join(root, "node_modules/.course-install"), "older run");
  write("package-lock.json", { "": {}, "node_modules/a": { ...entry, license: "MIT" } });
  write("node_modules/.package-lock.json", { "node_modules/a": { ...entry, peer: true } });
  start([]);
  start([]);
  expect(installs()).toEqual([]);
  write("package-lock.json", { "": {}, "node_modules/a": { ...entry, version: "1.0.1" } });
  start([]);
  expect(installs()).toHaveLength(1);
  rmSync(join(root, "node_modules/.course-install"));
  rmSync(join(root, "node_modules/.package-lock.json"));
});

test("a start after the lockfile has moved removes no package that is there for the tests", () => {
  const list = { packages: { "node_modules/b": { version: "2.0.0", dev: true } } };
  writeFileSync(join(root, "node_modules/.course-install"), "older run");
  writeFileSync(join(root, "node_modules/.package-lock.json"), JSON.stringify(list));
  const lock = { packages: { "": {}, "node_modules/a": { version: "1.0.0" } } };
  writeFileSync(join(root, "package-lock.json"), JSON.stringify(lock));
  start([]);
  expect(installs()).toEqual([expect.not.stringContaining("--omit=dev")]);
  rmSync(join(root, "node_modules/.course-install"));
  rmSync(join(root, "node_modules/.package-lock.json"));
});

test("an install that fails is said, leaves no stamp, and nothing is started", () => {
  const failed = start([], { NPM_FAILS: "1" });
  expect(failed).toMatchObject({ status: 2, stdout: "" });
  expect(failed.stderr).toContain("npm ci did not succeed");
  start([]);
  expect(installs()).toHaveLength(2);
});

test.each(isDeep ? [...NAMES, "s1", "01", "S01", "s01_agent_loop"] : NAMES)(
  "%s is chapter one",
  (name) => {
    expect(start([name]).said).toMatchObject({ file: "s01_agent_loop", args: [] });
  },
);

test("without a name it is the newest; bare words are the request; flags go on to the chapter", () => {
  expect(start([]).said).toMatchObject({ file: "s02_tool_use", args: [] });
  expect(start(["What", "files", "are", "here?"]).said).toMatchObject({
    file: "s02_tool_use",
    args: ["What", "files", "are", "here?"],
  });
  expect(start(["s01", "-p", "s02 is what?", "--here"]).said).toMatchObject({
    file: "s01_agent_loop",
    args: ["-p", "s02 is what?", "--here"],
  });
  expect(start(["-p", "2"]).said).toMatchObject({ file: "s02_tool_use", args: ["-p", "2"] });
});

test("a folder that somebody builds in is started by its name", () => {
  mkdirSync(join(root, "my_s02"));
  writeFileSync(join(root, "my_s02", "code.ts"), CHAPTER);
  expect(start(["my_s02", "Hi"]).said).toMatchObject({ file: "my_s02", args: ["Hi"] });
  expect(start(["my_s01", "Hi"])).toMatchObject({
    status: 2,
    stderr: "There is no my_s01/code.ts. npm run course -- build s01 makes my_s01.\n",
  });
  expect(start(["my_upto_s02"]).stderr).toBe(
    "There is no my_upto_s02/code.ts. npm run course -- build upto-s02 makes my_upto_s02.\n",
  );
});

test("an unknown chapter is one line with a near name, or all names, exit code 2", () => {
  const unknown = start(["s02_tol_use"]);
  expect(unknown).toMatchObject({ status: 2, stdout: "" });
  expect(unknown.stderr).toBe("There is no chapter s02_tol_use. Near it: s02_tool_use.\n");
  expect(start(["s77"]).stderr).toBe(
    "There is no chapter s77. There are: s01_agent_loop, s02_tool_use.\n",
  );
});

test("the agent works where the command was typed, without what npm adds to the environment", () => {
  expect(start([], { FROM_SHELL: "kept" }).said).toMatchObject({
    cwd: work,
    environment: { FROM_SHELL: "kept" },
  });
  expect(start([]).said.environment).toEqual({});
});

test("in the course's own folder it works in scratch/bottle, which it makes once, as a repository with a commit", () => {
  const bottle = join(root, "scratch", "bottle");
  const first = start([], { INIT_CWD: root });
  expect(first.said).toMatchObject({ cwd: bottle });
  expect(first.stderr).toContain("Working in scratch/bottle");
  expect(first.stderr).toContain("This is s02, the last chapter; npm start s01 is the first.\n");
  expect(start(["Hi"], { INIT_CWD: root }).stderr).not.toContain("chapter");
  const git = (...args: string[]) =>
    spawnSync("git", args, { cwd: bottle, encoding: "utf8" }).stdout;
  expect(git("log", "--format=%s")).toBe("Start\n");
  expect(git("status", "--porcelain")).toBe("");
  writeFileSync(join(bottle, "mine.txt"), "mine");
  expect(start(["s01"], { INIT_CWD: root }).said).toMatchObject({ cwd: bottle });
  expect(readFileSync(join(bottle, "mine.txt"), "utf8")).toBe("mine");
  expect(start(["s01", "--here"], { INIT_CWD: root }).said).toMatchObject({ cwd: root });
});

test("--fresh: a new copy of the chapter's sample in the folder it always has, and what was there is kept beside it", () => {
  const shop = join(root, "scratch", "shop");
  const page = join(root, "s01_agent_loop", "README.md");
  writeFileSync(page, "```console session=a fixture=shop\n$ npm start s01\n```\n");
  const git = (...args: string[]) => spawnSync("git", args, { cwd: shop, encoding: "utf8" }).stdout;
  expect(start(["s01", "Hi"], { INIT_CWD: root }).said).toMatchObject({ cwd: shop, args: ["Hi"] });
  writeFileSync(join(shop, "mine.txt"), "mine");
  const folder = statSync(shop).ino;
  for (const place of [root, shop, work]) {
    const fresh = start(["s01", "--fresh", "Hi"], { INIT_CWD: place });
    expect(fresh.said).toMatchObject({ cwd: shop, args: ["Hi"] });
    expect(fresh.stderr).toMatch(
      /^Working in scratch\/shop, a new copy; what was there is in scratch\/shop-\d\.$/m,
    );
    expect(git("log", "--format=%an %at %s")).toBe("You 1767603600 Start\n");
    expect(git("status", "--porcelain", "--ignored")).toBe("");
    expect(statSync(shop).ino).toBe(folder); // a shell that is in it stays in it
    writeFileSync(join(shop, "later.txt"), "later");
  }
  expect(start(["s01"], { INIT_CWD: root }).said).toMatchObject({ cwd: shop });
  expect(readFileSync(join(root, "scratch", "shop-1", "mine.txt"), "utf8")).toBe("mine");
  expect(existsSync(join(root, "scratch", "shop-2", "later.txt"))).toBe(true);
  expect(readdirSync(join(root, "scratch")).filter((name) => /\.\d+$/.test(name))).toEqual([]);
  rmSync(page);
});

test("--fresh=NAME takes another sample, an unknown one is an error, and a draft and a folder of one's own have it too", () => {
  const kiosk = join(root, "scratch", "kiosk");
  expect(start(["s01", "--fresh=kiosk"]).said).toMatchObject({ cwd: kiosk, args: [] });
  expect(start(["s01", "--fresh=../s01_agent_loop"])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('There is no sample "../s01_agent_loop". There are: bottle,'),
  });
  chapter("my_s02", { "code.ts": CHAPTER });
  expect(start(["my_s02", "--fresh"]).said).toMatchObject({ cwd: join(root, "scratch", "bottle") });
});

test.each(["kiosk", "shop"])("it makes scratch/%s too, whose own npm start works there", (name) => {
  const sample = join(root, "scratch", name);
  rmSync(sample, { recursive: true, force: true });
  expect(start([], { INIT_CWD: root }).stderr).not.toContain(name);
  const git = (...args: string[]) =>
    spawnSync("git", args, { cwd: sample, encoding: "utf8" }).stdout;
  expect(git("log", "--format=%an %at %s")).toBe("You 1767603600 Start\n");
  expect(git("status", "--porcelain")).toBe("");
  const trusted = readFileSync(join(root, "home", "trust.jsonl"), "utf8");
  expect(trusted).toContain(`\n${JSON.stringify({ folder: sample, trusted: true })}\n`);
  expect(trusted).not.toContain(JSON.stringify(root));
  const { scripts } = JSON.parse(readFileSync(join(sample, "package.json"), "utf8"));
  const { PATH } = process.env;
  const { stdout } = spawnSync(`${scripts.start} s01 Hi`, {
    cwd: sample,
    env: { PATH, INIT_CWD: sample },
    encoding: "utf8",
    shell: true,
  });
  expect(JSON.parse(stdout)).toMatchObject({ file: "s01_agent_loop", args: ["Hi"], cwd: sample });
});

test("where there is no bundle, tsx runs the chapter by the course's own tsconfig.json, and a line says so", () => {
  const paths = { picked: ["./evil.ts"] };
  const config = { compilerOptions: { baseUrl: ".", paths } };
  writeFileSync(join(work, "tsconfig.json"), JSON.stringify(config));
  writeFileSync(join(work, "evil.ts"), "console.log('\"of the folder\"');");
  chapter("my_s06", { "code.ts": 'await import("picked").catch(() => console.log(\'"own"\'));' });
  expect(start(["my_s06"])).toMatchObject({
    said: "own",
    stderr: expect.stringContaining("tsx runs the files"),
  });
  rmSync(join(work, "tsconfig.json"));
});

test("the chapter's exit code is the command's", () => {
  expect(start([], { EXIT: "130" }).status).toBe(130);
});

/** A folder of its own for what a test writes; the others keep theirs. */
function chapter(name: string, files: Record<string, string>) {
  mkdirSync(join(root, name), { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(root, name, file), text);
}

const PLACE = "console.log(JSON.stringify([import.meta.filename, process.argv[1]]));";

test("the second start runs what the first one made, in one process, in the chapter's own place", () => {
  chapter("my_s05", { "code.ts": `${PLACE} console.error(process.ppid);` });
  const [first, second] = [start(["my_s05"]), start(["my_s05"])];
  const place = join(root, "my_s05", "code.ts");
  expect([first.said, second.said]).toEqual([
    [place, place],
    [place, place],
  ]);
  expect(second.stderr.trim()).toBe(String(process.pid));
});

test("an edit of any file is seen at the next start", () => {
  chapter("my_s06", {
    "code.ts": 'import { word } from "./word.ts"; console.log(JSON.stringify(word));',
    "word.ts": 'export const word = "one";',
  });
  expect(start(["my_s06"]).said).toBe("one");
  chapter("my_s06", { "word.ts": 'export const word = "two";' });
  expect(start(["my_s06"]).said).toBe("two");
});

test("a file with a mistake in its syntax is named with its line, and mended it runs", () => {
  const good = 'export const word = "good";\n';
  chapter("my_s07", {
    "code.ts": 'import { word } from "./word.ts"; console.log(JSON.stringify(word));',
    "word.ts": `${good}export const = 3;\n`,
  });
  const broken = start(["my_s07"]);
  expect(broken).toMatchObject({ status: 1, stdout: "" });
  expect(broken.stderr).toMatch(/my_s07[/\\]word\.ts:2:\d+: ERROR/);
  chapter("my_s07", { "word.ts": good });
  expect(start(["my_s07"]).said).toBe("good");
});

test("an error while the chapter runs shows the line that somebody wrote, in its own file", () => {
  const thrower = [
    "export interface Nothing {",
    "  a: number;",
    "}",
    "export function fall(): never {",
    '  throw Object.assign(new TypeError("fallen"), { height: 3 });',
    "}",
  ];
  chapter("my_s08", {
    "code.ts": 'import { fall } from "./fall.ts";\nsetTimeout(() => fall());',
    "fall.ts": thrower.join("\n"),
  });
  const { status, stderr } = start(["my_s08"]);
  const place = join(root, "my_s08", "fall.ts");
  expect(status).toBe(1);
  expect(stderr).toContain(`${place}:5\n${thrower[4]}\n${" ".repeat(22)}^\n\nTypeError: fallen\n`);
  expect(stderr).toContain(`    at fall (${place}:5:23)`);
  expect(stderr).toContain(`${join(root, "my_s08", "code.ts")}:2:18`);
  expect(stderr).toContain("height: 3");
  expect(stderr).not.toContain("bundle.js");
});

test("a draft runs in the place of its mechanism, by the name that the prompt shows", () => {
  chapter("s02_tool_use", {
    "bell.ts": "export const bell = 'real';",
    "package.json":
      '{ "door": "bell.ts", "drafts": [{ "file": "drafts/1_cord.ts", "keeps": [] }] }',
  });
  const shows = `import { bell } from "./bell.ts"; console.log(JSON.stringify([bell, import.meta.dirname.split("/").at(-1), process.argv.slice(2)]));`;
  chapter("s02_tool_use", { "code.ts": shows });
  chapter("s02_tool_use/drafts", { "1_cord.ts": "export const bell = 'cord';" });
  expect(start(["s02.1", "-p", "Hi"]).said).toEqual(["cord", "s02.1", ["-p", "Hi"]]);
  expect(start(["2.1"]).said).toEqual(["cord", "s02.1", []]);
  expect(start(["s02"]).said).toEqual(["real", "s02_tool_use", []]);
  expect(start(["s02.2"])).toMatchObject({
    status: 2,
    stderr: "There is no draft s02.2. s02_tool_use has s02.1.\n",
  });
  expect(start(["s01.1"]).stderr).toBe("There is no draft s01.1. s01_agent_loop has none.\n");
  chapter("s02_tool_use", { "code.ts": CHAPTER });
});

test("what is thrown and is no error is shown, too", () => {
  for (const code of ["setTimeout(() => { throw { what: 7 }; });", "throw { what: 7 };"]) {
    chapter("my_s09", { "code.ts": code });
    const { status, stderr } = start(["my_s09"]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Uncaught:\n\{ what: 7 \}\n/m);
  }
});

test("a message that quotes a stack does not change which line is shown", () => {
  const code = `throw new Error("quoted:\\n    at other (${join(root, "package.json")}:1:1)");`;
  chapter("my_s12", { "code.ts": code });
  expect(start(["my_s12"]).stderr).toContain(`${join(root, "my_s12", "code.ts")}:1\n${code}\n`);
});

test("a chapter that looks after its uncaught errors itself may do so", () => {
  const code = `process.on("uncaughtException", ({ message }) => { console.log(JSON.stringify(message)); process.exit(9); });
setTimeout(() => { throw new Error("seen"); });`;
  chapter("my_s13", { "code.ts": code });
  expect(start(["my_s13"])).toMatchObject({ status: 9, said: "seen" });
});

test("errors can be read when the cache was removed while the chapter runs", () => {
  const code = `import { rmSync } from "node:fs";
rmSync(${JSON.stringify(join(root, "node_modules/.cache"))}, { recursive: true });
console.log(JSON.stringify(String(new Error("still here").stack)));`;
  chapter("my_s14", { "code.ts": code });
  expect(start(["my_s14"])).toMatchObject({
    status: 0,
    said: expect.stringMatching(/^Error: still here\n {4}at /),
  });
});

test("a bundle that another user has made, on a disk that is only read, runs", () => {
  chapter("my_s15", { "code.ts": PLACE });
  const first = start(["my_s15"]);
  const refuses = `require("node:fs").utimesSync = () => { throw new Error("EPERM"); };`;
  writeFileSync(join(root, "refuses.cjs"), refuses);
  const second = start(["my_s15"], { NODE_OPTIONS: `--require ${join(root, "refuses.cjs")}` });
  expect(second).toMatchObject({ status: 0, stdout: first.stdout, stderr: "" });
});

test("several first starts at once all run", async () => {
  chapter("my_s10", { "code.ts": PLACE });
  const run = promisify(execFile);
  const args = [join(root, "course/scripts/start.mjs"), "my_s10"];
  start([]); // what is installed is known
  const all = await Promise.all([1, 2, 3].map(() => run("node", args, { cwd: root })));
  expect(new Set(all.map(({ stdout }) => stdout)).size).toBe(1);
});

test.skipIf(process.platform === "win32").each(isDeep ? SIGNALS : SIGNALS.slice(0, 1))(
  "%s reaches the chapter, which decides how it ends",
  async (signal) => {
    const code = `process.on("${signal}", () => process.exit(7)); setInterval(() => {}, 1000); console.log("up");`;
    chapter("my_s11", { "code.ts": code });
    start([]);
    const child = spawn("node", ["course/scripts/start.mjs", "my_s11"], { cwd: root });
    child.stdout.once("data", () => child.kill(signal));
    const ended = new Promise((resolve) => child.once("exit", resolve));
    expect(await text(child.stdout)).toBe("up\n");
    expect(await ended).toBe(7);
  },
);
