import { spawn, spawnSync } from "node:child_process";
import fs, { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clock } from "./clock.ts";
import { isAlive, isGone } from "./fixtures/alive.ts";
import { timerSet } from "./fixtures/clock.ts";
import { skipOnWindows } from "./fixtures/windows.ts";
import { runProcess } from "./process.ts";

let cwd = "";
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "process-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  clock.setNow(Date.now()); // other tests use the same clock
  return rm(cwd, { recursive: true, force: true });
});

const never = new AbortController().signal;
const run = (command: string, signal = never) => runProcess(command, { cwd, signal });

/** The number in a file, when a command has written it. */
async function numberIn(name: string): Promise<number> {
  for (;;) {
    const text = await readFile(join(cwd, name), "utf8").catch(() => "");
    if (text.endsWith("\n")) return Number(text);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test("stdout and stderr come in the order they were written, with the exit code", async () => {
  const result = await run("for i in 1 2 3; do echo out$i; echo err$i >&2; done; exit 3");
  expect(result).toEqual({
    output: "out1\nerr1\nout2\nerr2\nout3\nerr3\n",
    exitCode: 3,
    killedBy: undefined,
    stopped: undefined,
    survivors: [],
  });
});

test("a command sees quotes, newlines and dollars as they were written", async () => {
  const { output } = await run(
    `printf '%s|' "a b" 'c"d' $((1+1)) "$(printf x)" && cat <<'END'\n$HOME\nEND`,
  );
  expect(output).toBe('a b|c"d|2|x|$HOME\n');
});

test("a command that reads its input gets the end of it at once", async () => {
  expect(await run("cat; read line || echo nothing")).toMatchObject({
    output: "nothing\n",
    exitCode: 0,
  });
});

test("a command that reads from the terminal does not get it", async () => {
  expect((await run("cat < /dev/tty")).exitCode).not.toBe(0);
});

test("of very long output the beginning and the end are kept, and the rest is counted", async () => {
  const { output } = await runProcess("seq 1 300000", { cwd, signal: never, maxOutput: 300 });
  expect(output.startsWith("1\n2\n3\n")).toBe(true);
  expect(output.endsWith("299999\n300000\n")).toBe(true);
  expect(output).toMatch(/… \(\d+ characters left out\)/);
  expect(output.length).toBeLessThan(400);
});

test("output that is not UTF-8 is decoded as far as it goes", async () => {
  expect((await run("printf 'a\\377\\302b'")).output).toBe("a\uFFFD\uFFFDb");
});

test("a wide character cut between two reads stays whole", async () => {
  expect((await run("printf '\\344'; sleep 0.05; printf '\\275\\240'")).output).toBe("你");
});

test("a command that writes too much into one file is ended, and the output says so", async (context) => {
  skipOnWindows(context, "signals");
  const small = { cwd, signal: never, maxFile: 8 };
  const { output, exitCode } = await runProcess("head -c 100000 /dev/zero > zeros", small);
  expect(output).toContain("at most 1 GB");
  expect(exitCode).not.toBe(0);
  expect((await runProcess("yes > lines", small)).output).toContain("at most 1 GB");
});

test("stars and characters mean the same to a command wherever it runs", async () => {
  const { output } = await run("printf '%s ' [a-Z]* $LC_ALL; printf %s 日 | wc -m");
  expect(output).toBe("[a-Z]* C.UTF-8 1\n");
});

test("children left behind in the background die with the command", async (context) => {
  skipOnWindows(context, "groups");
  const { output } = await run("sleep 1000 & sleep 1000 & jobs -p");
  const pids = output.trim().split("\n").map(Number);
  expect(pids).toHaveLength(2);
  for (const pid of pids) expect(await isGone(pid)).toBe(true);
});

test("what has made a process group of its own dies with the command, and on abort", async (context) => {
  skipOnWindows(context, "groups");
  const background = "timeout 1000 sleep 1000 & until pgrep -P $! > pid; do :; done; cat pid";
  expect(await isGone(Number((await run(background)).output))).toBe(true);
  const controller = new AbortController();
  const running = run(`timeout 1000 bash -c 'echo $$ > pid; sleep 1000; true'`, controller.signal);
  const pid = await numberIn("pid");
  controller.abort();
  expect(await running).toMatchObject({ stopped: "interrupted", survivors: [] });
  expect(await isGone(pid)).toBe(true);
});

test("a command that this program may not end is given up after a moment, and the output says so", async (context) => {
  skipOnWindows(context, "groups");
  const controller = new AbortController();
  const running = run("echo $$ > pid; exec sleep 1000", controller.signal);
  const pid = await numberIn("pid");
  const denied = vi.spyOn(process, "kill").mockImplementation(() => {
    throw Object.assign(new Error("kill EPERM"), { code: "EPERM" });
  });
  controller.abort();
  const result = await running;
  denied.mockRestore();
  process.kill(pid, "SIGKILL");
  expect(result).toMatchObject({ exitCode: undefined, stopped: "interrupted", survivors: [pid] });
  expect(result.output).toContain(
    `[process ${pid} could not be ended; it may run as another user]`,
  );
});

test("a child that ignores every polite signal dies on abort, with its parent", async (context) => {
  skipOnWindows(context, "groups");
  const controller = new AbortController();
  const running = run(
    "trap '' TERM INT HUP; (trap '' TERM; sleep 1000) & echo $! > pid; wait",
    controller.signal,
  );
  const pid = await numberIn("pid");
  controller.abort();
  expect(await running).toMatchObject({
    stopped: "interrupted",
    killedBy: "SIGKILL",
    exitCode: undefined,
  });
  expect(await isGone(pid)).toBe(true);
});

test("a command that never ends is stopped when its time is over", async () => {
  const due = timerSet();
  const running = runProcess("echo begun; sleep 1000", { cwd, signal: never, timeout: 120_000 });
  await due;
  clock.advance(120_001);
  expect(await running).toMatchObject({ stopped: "timeout" });
});

test("a command without a time limit sets no timer, and its output is given as it comes", async () => {
  let due = 0;
  clock.onTimer(() => due++);
  let given = "";
  const onOutput = (bytes: Uint8Array) => {
    given += Buffer.from(bytes);
  };
  const timeout = Number.POSITIVE_INFINITY;
  const options = { cwd, signal: never, timeout, maxOutput: 300, onOutput };
  const { exitCode } = await runProcess("seq 1 20000; exit 4", options);
  expect([exitCode, due]).toEqual([4, 0]);
  expect(given).toMatch(/^1\n2\n[\s\S]*\n20000\n$/);
});

test("a command without a time limit dies with a program that crashes", async () => {
  const program = join(cwd, "crash.mjs");
  const module = JSON.stringify(join(import.meta.dirname, "process.ts"));
  await writeFile(
    program,
    `import { existsSync, readFileSync } from "node:fs";
    import { runProcess } from ${module};
    const options = { cwd: ".", signal: new AbortController().signal, timeout: Infinity };
    void runProcess("sleep 1000 & echo $! > pid; wait", options);
    setInterval(() => { if (existsSync("pid") && readFileSync("pid", "utf8") !== "") throw new Error("a crash"); }, 10);`,
  );
  const tsx = import.meta.resolve("tsx");
  const { status, stderr } = spawnSync(process.execPath, ["--import", tsx, program], {
    cwd,
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining("a crash")]);
  expect(await isGone(Number(await readFile(join(cwd, "pid"), "utf8")))).toBe(true);
});

test.each([
  ["", "sleep 1000"],
  ...(process.platform === "linux" ? [["set -m;", "a command with a group of its own"]] : []),
])("a command dies with a program that is killed: %s %s", async (before, _what) => {
  const program = join(cwd, "killed.mjs");
  const module = JSON.stringify(join(import.meta.dirname, "process.ts"));
  await writeFile(
    program,
    `import { runProcess } from ${module};
    const options = { cwd: ".", signal: new AbortController().signal, timeout: Infinity };
    await runProcess("true", options);
    await runProcess("${before} sleep 1000 & echo $! > pid; wait", options);`,
  );
  const words = ["--import", import.meta.resolve("tsx"), program];
  const killed = spawn(process.execPath, words, { cwd, stdio: "ignore" });
  const pid = await numberIn("pid");
  try {
    expect(isAlive(pid)).toBe(true);
    killed.kill("SIGKILL");
    expect(await isGone(pid)).toBe(true);
  } finally {
    if (isAlive(pid)) process.kill(pid, "SIGKILL");
  }
});

test("an aborted signal starts nothing", async () => {
  await expect(run("touch made", AbortSignal.abort())).rejects.toThrow();
  expect(existsSync(join(cwd, "made"))).toBe(false);
});

test("a process that left the group and holds the pipe does not hold up the result", async (context) => {
  skipOnWindows(context, "groups");
  const leaves = "setsid bash -c 'echo $$ > left; exec sleep 1000' & until [ -s left ]; do :; done";
  expect((await run(leaves)).exitCode).toBe(0);
  const pid = await numberIn("left");
  expect(isAlive(pid)).toBe(true);
  process.kill(pid, "SIGKILL");
});

test("no key, token or control address reaches a command", async () => {
  const secrets = {
    ANTHROPIC_API_KEY: "s1",
    ANTHROPIC_BASE_URL: "s2",
    OPENAI_API_KEY: "s3",
    GITHUB_TOKEN: "s4",
    AGENT_CONTROL: "s5",
    AWS_SECRET_ACCESS_KEY: "s6",
    DB_PASSWORD: "s7",
    OPENAI_KEY: "s8",
    GITHUB_PAT: "s9",
    MYSQL_PWD: "s10",
    CREDENTIALS_FILE: "s11",
  };
  for (const [name, value] of Object.entries({ ...secrets, HARMLESS: "kept" }))
    vi.stubEnv(name, value);
  const { output } = await run("env");
  expect(output).toContain("HARMLESS=kept");
  for (const [name, value] of Object.entries(secrets)) {
    expect(output).not.toContain(`${name}=${value}`);
  }
});

test("no variable that git itself calls one of a repository reaches a command", async () => {
  const listed = spawnSync("git", ["rev-parse", "--local-env-vars"], { encoding: "utf8" }).stdout;
  const names = listed.trim().split("\n");
  expect(names).toContain("GIT_COMMON_DIR");
  for (const name of names) vi.stubEnv(name, "steered");
  expect((await run("env")).output).not.toContain("steered");
});

test("folders that the person has called safe for git stay safe, and nothing else is taken over", async () => {
  const given = {
    0: ["core.pager", "evil"],
    1: ["Safe.Directory", "/one"],
    2: ["safe.directory", "/two"],
  };
  vi.stubEnv("GIT_CONFIG_COUNT", "3");
  for (const [at, [key, value]] of Object.entries(given)) {
    vi.stubEnv(`GIT_CONFIG_KEY_${at}`, key);
    vi.stubEnv(`GIT_CONFIG_VALUE_${at}`, value);
  }
  const { output } = await run(
    "git config --get-all safe.directory; git config core.fsmonitor; git config core.pager",
  );
  expect(output).toBe("/one\n/two\nfalse\n");
});

test("programs answer in one language, whatever the person's is", async () => {
  vi.stubEnv("LANGUAGE", "de");
  vi.stubEnv("LC_ALL", "de_DE.UTF-8");
  expect((await run('printf %s "${LANGUAGE-none} $LC_ALL"')).output).toBe("none C.UTF-8");
});

test("no variable that steers bash or git reaches a command", async () => {
  const own = join(cwd, "bin");
  await mkdir(own);
  const started = join(process.cwd(), "bin"); // where the agent was started, which may be elsewhere
  const steering = {
    BASH_ENV: "steered-1",
    CDPATH: "steered-2",
    GLOBIGNORE: "steered-3",
    GIT_DIR: "steered-4",
    GIT_EXTERNAL_DIFF: "steered-5",
    GIT_CONFIG_PARAMETERS: "steered-6",
    "BASH_FUNC_ls%%": "() { echo steered-7; }",
    PATH: `${own}:.::${started}:${process.env.PATH}`,
  };
  for (const [name, value] of Object.entries(steering)) vi.stubEnv(name, value);
  const { output } = await run("ls; env; git config safe.bareRepository");
  expect(output).not.toMatch(/steered-\d/);
  expect(output).toMatch(/^PATH=\//m);
  expect(output).not.toContain(own);
  expect(output).not.toContain(`${started}:`);
  expect(output).toMatch(/explicit$/m);
});

test("a program that a folder above keeps for packages is not found, although npx has put it into PATH", async () => {
  const bin = join(cwd, "node_modules", ".bin");
  const inside = join(cwd, "packages", "app");
  for (const folder of [bin, inside]) await mkdir(folder, { recursive: true });
  await writeFile(join(bin, "ls"), "#!/bin/sh\necho hostile\n", { mode: 0o755 });
  const other = join(cwd, "other", "node_modules", ".bin"); // of no folder above
  vi.stubEnv(
    "PATH",
    `${join(inside, "node_modules", ".bin")}:${bin}/:${bin}:${other}:${process.env.PATH}`,
  );
  const { output } = await runProcess('ls; echo "$PATH"', { cwd: inside, signal: never });
  expect(output).not.toContain("hostile");
  expect(output).not.toContain(bin);
  expect(output).toContain(other);
});

test("what looks like an option of bash is a command all the same", async () => {
  expect(await run("--version")).toMatchObject({ exitCode: 127 });
  expect(await run("-x")).toMatchObject({ exitCode: 127 });
});

test("a folder that is gone is named", async () => {
  await rm(cwd, { recursive: true });
  await expect(run("pwd")).rejects.toThrow(`the folder ${cwd} is gone`);
});

test("a command that the system cannot take is refused with a clear message", async () => {
  await expect(run(`true ${"x".repeat(3_000_000)}`)).rejects.toThrow("too long for the system");
  await expect(run("printf 'a\0b'")).rejects.toThrow("NUL");
});

test("without /proc a command runs, and what stays in its group is ended with it", async () => {
  await writeFile(join(cwd, "ps"), `#!/bin/sh\ntouch '${join(cwd, "ran")}'\n`, { mode: 0o755 });
  vi.stubEnv("PATH", `${cwd}:${process.env.PATH}`); // as npx does with node_modules/.bin
  const { readdirSync } = fs;
  fs.readdirSync = () => {
    throw new Error("ENOENT: no such file or directory, scandir '/proc'");
  };
  syncBuiltinESMExports();
  try {
    await expect(run("sleep 300 & echo $! > pid; echo done")).resolves.toMatchObject({
      output: "done\n",
    });
  } finally {
    Object.assign(fs, { readdirSync });
    syncBuiltinESMExports();
  }
  vi.unstubAllEnvs();
  expect(existsSync(join(cwd, "ran"))).toBe(false);
  expect(await isGone(await numberIn("pid"))).toBe(true);
});
