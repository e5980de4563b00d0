import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startInside } from "./inside.ts";
import type { AgentProcess, Exit } from "./process.ts";

let folder = "";
let count = 0;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "inside-")));
});

afterEach(() => rmSync(folder, { recursive: true }));

const OWN = "process, globalThis, console, setTimeout, setInterval";

/** Starts an agent of this code. */
function start(code: string, env: Record<string, string> = {}, patience = {}) {
  const place = join(folder, `program-${++count}`);
  mkdirSync(place);
  const bundle = `(async (require, importMeta, metaOf, part, { ${OWN} }) => {${code}})`;
  writeFileSync(join(place, "bundle.js"), bundle);
  const launch = { command: process.execPath, args: [join(place, "code.cjs")] };
  let changed = () => {};
  const agent = startInside(launch, { cwd: folder, env, ...patience }, () => changed());
  const until = <Value>(look: (agent: AgentProcess) => Value | undefined) =>
    new Promise<Value>((resolve) => {
      changed = () => {
        const value = look(agent);
        if (value !== undefined) resolve(value);
      };
      changed();
    });
  return { agent, until, exit: () => until((one): Exit | undefined => one.exit()) };
}

test("it ends when nothing is left to do, with its exit code; with 13 when its own code still waits", async () => {
  const { agent, exit } = start("process.exitCode = 3; setTimeout(() => console.log('late'), 5);");
  expect(await exit()).toEqual({ code: 3, signal: null });
  expect(agent.text(0)).toBe("late\n");
  expect(await start("await new Promise(() => {});").exit()).toEqual({ code: 13, signal: null });
});

test("what code does with files and programs after the end has no effect", async () => {
  const { agent, exit } = start(`
    const fs = require("node:fs");
    process.on("exit", () => fs.writeFileSync("exit", ""));
    setTimeout(() => fs.writeFileSync("timer", ""), 1);
    Promise.resolve().then(() => {}).then(() => fs.writeFileSync("promise", ""));
    process.stdout.write("before", () => process.stdout.write("after"));
    process.exit(4);
    fs.writeFileSync("next", "");`);
  expect(await exit()).toEqual({ code: 4, signal: null });
  await start("setTimeout(() => {}, 5);").exit(); // meanwhile the other one's timer would have come
  expect(agent.text(0)).toBe("before");
  const made = ["exit", "timer", "promise", "next"].filter((name) =>
    existsSync(join(folder, name)),
  );
  expect(made).toEqual(["exit"]);
});

test.each([
  ["a timer", "setTimeout(() => { throw new Error('Oh no'); }, 1); setInterval(() => {}, 1000);"],
  [
    "a promise that nobody waits for",
    "Promise.reject(new Error('Oh no')); setInterval(() => {}, 1000);",
  ],
  ["its own code", "throw new Error('Oh no');"],
  ["a listener", "process.stdin.on('data', () => { throw new Error('Oh no'); });"],
])("an error in %s ends it with 1 and a stack, and no other program", async (_where, code) => {
  const { agent, exit } = start(code);
  const other = start("process.stdin.on('data', (text) => process.exit(Number(text)));");
  agent.write("go");
  expect(await exit()).toEqual({ code: 1, signal: null });
  expect(agent.errors()).toMatch(/^Error: Oh no\n {4}at [\s\S]*\nNode\.js v/);
  other.agent.write("5");
  expect(await other.exit()).toEqual({ code: 5, signal: null });
});

test("it has a folder, an environment, arguments, a number and a global object of its own", async () => {
  const code = `
    const fs = require("node:fs");
    const { execFileSync } = require("child_process");
    globalThis.seen = (globalThis.seen ?? 0) + 1;
    process.env.MORE = "more";
    fs.mkdirSync(process.env.NAME);
    fs.writeFileSync(require("node:path").join(process.env.NAME, "file"), "text");
    const words = [process.cwd(), process.env.NAME, process.argv.length, globalThis.seen,
      globalThis.process === process, require("node:os").homedir(), require("path").resolve("a"),
      String(execFileSync("sh", ["-c", 'pwd; echo "$NAME $MORE"']))];
    console.log(JSON.stringify(words));
    console.log(process.pid);`;
  const agents = ["one", "two"].map((NAME) =>
    start(code, { NAME, PATH: process.env.PATH ?? "", HOME: "/home/of/it" }),
  );
  const numbers: string[] = [];
  for (const [at, { agent, exit }] of agents.entries()) {
    const name = ["one", "two"][at];
    expect(await exit()).toEqual({ code: 0, signal: null });
    const [line = "", number = ""] = agent.text(0).split("\n");
    const printed = `${folder}\n${name} more\n`;
    const place = [folder, name, 2, 1, true, "/home/of/it", join(folder, "a"), printed];
    expect(JSON.parse(line)).toEqual(place);
    expect(readFileSync(join(folder, String(name), "file"), "utf8")).toBe("text");
    numbers.push(number);
  }
  expect(new Set([...numbers, String(process.pid)]).size).toBe(3);
  expect(process.env.MORE).toBeUndefined();
  expect("seen" in globalThis).toBe(false);
});

test("a signal reaches its listeners, and ends it where there are none", async () => {
  const { agent, until, exit } = start(
    "process.once('SIGINT', () => console.log('asked')); console.log('on'); setInterval(() => {}, 1000);",
  );
  await until((one) => (one.text(0) === "on\n" ? true : undefined));
  await agent.interrupt();
  await until((one) => (one.text(0) === "on\nasked\n" ? true : undefined));
  await agent.interrupt();
  expect(await exit()).toEqual({ code: null, signal: "SIGINT" });
});

test("its timers and its server end with it", async () => {
  const before = timersHere();
  const { until, agent, exit } = start(
    `
    for (let count = 0; count < 50; count++) {
      setInterval(() => {}, 1000);
      setTimeout(() => {}, 1000);
    }
    require("net").createServer().listen("socket", () => console.log("open"));`.replace(
      '"socket"',
      JSON.stringify(join(folder, "socket")),
    ),
  );
  await until((one) => (one.text(0) === "open\n" ? true : undefined));
  expect(timersHere()).toBeGreaterThan(before + 50);
  agent.kill("SIGTERM");
  expect(await exit()).toEqual({ code: null, signal: "SIGTERM" });
  expect(timersHere()).toBeLessThan(before + 50);
  const socket = connect(join(folder, "socket"));
  const answer = new Promise((resolve) => socket.on("connect", resolve).on("error", resolve));
  expect(await answer).toMatchObject({ code: "ENOENT" });
});

const timersHere = () =>
  process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

test("a program that it has left running is a leak, and is ended", async () => {
  const code = `
    const { spawn } = require("node:child_process");
    const child = spawn("sleep", ["600"], { detached: true, stdio: "ignore" });
    child.unref();
    console.log(child.pid);
    process.exit(0);`;
  const { agent, exit } = start(code, { PATH: process.env.PATH ?? "" }, { patience: 1 });
  expect(await exit()).toEqual({ code: 0, signal: null, leaks: ["the program sleep 600"] });
  const pid = Number(agent.text(0));
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), 60_000);
});
