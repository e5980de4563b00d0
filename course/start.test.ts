import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ROOT } from "./root.ts";

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
  for (const folder of ["course", "s01_agent_loop", "s02_tool_use", "scratch", "node_modules"]) {
    mkdirSync(join(root, folder));
  }
  for (const file of ["start.mjs", "install.mjs"]) {
    cpSync(join(ROOT, "course", file), join(root, "course", file));
  }
  for (const chapter of ["s01_agent_loop", "s02_tool_use"]) {
    writeFileSync(join(root, chapter, "code.ts"), CHAPTER);
  }
  writeFileSync(join(root, "package.json"), '{ "type": "module" }');
  writeFileSync(join(root, "npm.cjs"), NPM);
  symlinkSync(join(ROOT, "node_modules/tsx"), join(root, "node_modules/tsx"), "junction");
});
beforeEach(() => {
  rmSync(join(root, "npm.log"), { force: true });
  writeFileSync(join(root, "package-lock.json"), `{ "at": ${performance.now()} }`);
});
afterAll(() => rmSync(root, { recursive: true }));

function start(args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync("node", ["course/start.mjs", ...args], {
    cwd: root,
    encoding: "utf8",
    env: {
      PATH: process.env.PATH,
      INIT_CWD: work,
      npm_execpath: join(root, "npm.cjs"),
      npm_command: "start",
      NPM_LOG: join(root, "npm.log"),
      ...env,
    },
  });
  return { status, stdout, stderr, said: stdout === "" ? undefined : JSON.parse(stdout) };
}

const installs = () =>
  existsSync(join(root, "npm.log"))
    ? readFileSync(join(root, "npm.log"), "utf8").trim().split("\n")
    : [];

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

test("an install that fails is said, leaves no stamp, and nothing is started", () => {
  const failed = start([], { NPM_FAILS: "1" });
  expect(failed).toMatchObject({ status: 2, stdout: "" });
  expect(failed.stderr).toContain("npm ci did not succeed");
  start([]);
  expect(installs()).toHaveLength(2);
});

test.each(["s1", "1", "01", "s01", "S01", "s01_agent_loop", "s01_agent_loop/", "agent_loop"])(
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

test("an unknown chapter is one line with near names, exit code 2", () => {
  const unknown = start(["s02_tol_use"]);
  expect(unknown).toMatchObject({ status: 2, stdout: "" });
  expect(unknown.stderr).toBe(
    "There is no chapter s02_tol_use. Near it: s02_tool_use, s01_agent_loop.\n",
  );
});

test("the agent works where the command was typed, without what npm adds to the environment", () => {
  expect(start([], { FROM_SHELL: "kept" }).said).toMatchObject({
    cwd: work,
    environment: { FROM_SHELL: "kept" },
  });
  expect(start([]).said.environment).toEqual({});
});

test("the chapter's exit code is the command's", () => {
  expect(start([], { EXIT: "130" }).status).toBe(130);
});
