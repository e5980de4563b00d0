import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type CompanionOptions, startCompanion } from "./companion.ts";
import { isAlive, isGone } from "./fixtures/alive.ts";
import { skipOnWindows } from "./fixtures/windows.ts";

let cwd: string;
beforeEach(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), "companion-")));
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

/** For a program that ends by itself when its input is closed, however busy the computer is. */
const PATIENT = { patience: 300_000 };

/** Starts Node with this program; `ended` resolves with how it ended, `line` with its next line. */
async function run(program: string, more: Partial<CompanionOptions> = {}) {
  let onLine = (_: string) => {};
  let onEnd = (_: string) => {};
  const ended = new Promise<string>((resolve) => {
    onEnd = resolve;
  });
  const line = () =>
    new Promise<string>((resolve) => {
      onLine = resolve;
    });
  const options = { command: process.execPath, args: ["-e", program], env: {}, cwd, ...more };
  const first = line();
  const companion = await startCompanion({
    onOutput: (bytes) => onLine(String(bytes).trim()),
    ...options,
    onEnd: (how) => onEnd(how),
  });
  return { companion, ended, first, line };
}

test("what is written to it comes in, and what it says comes out", async () => {
  const { companion, first, ended } = await run(
    "process.stdin.on('data', (d) => console.log('> ' + d))",
    PATIENT,
  );
  await companion.write("hello\n");
  expect(await first).toBe("> hello");
  await companion.stop();
  expect(await ended).toBe("exit code 0");
});

test("the end of its stderr is kept, and how it has ended is told", async () => {
  const { companion, ended } = await run(
    "console.error('x'.repeat(9000) + ' the last'); process.exit(3)",
  );
  expect(await ended).toBe("exit code 3");
  expect(companion.lastWords()).toMatch(/^x{1,4999} the last$/);
  await companion.write("nobody reads this\n");
});

test("stop ends it with what it has started, also when it does not want to", async () => {
  const child =
    "const c = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e3)']);";
  const { companion, first } = await run(
    `process.on('SIGTERM', () => {}); ${child} setInterval(() => {}, 1e3); console.log(c.pid)`,
  );
  const pid = Number(await first);
  expect(isAlive(pid)).toBe(true);
  await companion.stop();
  expect(await isGone(companion.pid)).toBe(true);
  expect(await isGone(pid)).toBe(true);
});

test("it gets its own environment, and of ours only what programs need to run", async () => {
  const secrets = {
    COMPANION_TOKEN: "hidden",
    DATABASE_URL: "postgres://me:hidden@host/",
    HTTPS_PROXY: "http://me:hidden@host/",
    HTTP_PROXY: "me:hidden@host:3128",
    WEBHOOK: "hidden",
  };
  for (const [name, value] of Object.entries({ ...secrets, TZ: "UTC" })) vi.stubEnv(name, value);
  try {
    const { companion, first } = await run("console.log(JSON.stringify(process.env))", {
      env: { GIVEN: "yes" },
    });
    const got = JSON.parse(await first);
    expect(got).toMatchObject({ GIVEN: "yes", TZ: "UTC", HOME: process.env.HOME });
    expect(got.PATH).toBeTruthy();
    expect(JSON.stringify(got)).not.toContain("hidden");
    await companion.stop();
  } finally {
    vi.unstubAllEnvs();
  }
});

test("a program that is not there is named", async () => {
  await expect(run("", { command: "no-such-program" })).rejects.toThrow(
    "there is no program no-such-program. Install it, or correct the command.",
  );
});

test("its end is told, and stop returns, when a program that has left its session holds its pipes", async () => {
  const child =
    "const c = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e3)'], { detached: true, stdio: 'inherit' });";
  const { companion, first, ended } = await run(
    `${child} c.unref(); console.log(c.pid); process.stdin.on('end', () => process.exit(0)).resume()`,
    PATIENT,
  );
  const pid = Number(await first);
  try {
    await companion.stop();
    expect(await ended).toBe("exit code 0");
    expect(isAlive(pid)).toBe(true);
  } finally {
    process.kill(pid);
  }
});

test("one that does not end with its input is asked by SIGTERM before it is killed", async (context) => {
  skipOnWindows(context, "signals");
  const { companion, first, ended } = await run(
    "process.on('SIGTERM', () => process.exit(5)); setInterval(() => {}, 1e3); console.log('up')",
    { patience: 4_000_000 },
  );
  await first;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const stopped = companion.stop();
    vi.advanceTimersByTime(2_000_000);
    expect(await ended).toBe("exit code 5");
    vi.useRealTimers();
    await stopped;
  } finally {
    vi.useRealTimers();
  }
});

test("of what it writes, little comes at once, so that Ctrl-C is heard in between", async () => {
  let now = 0;
  let most = 0;
  const onOutput = () => {
    if (now === 0) setImmediate(() => (now = 0));
    now += 1;
    most = Math.max(most, now);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5); // it writes more meanwhile
  };
  const { ended } = await run("process.stdout.write('x'.repeat(4_000_000))", {
    onOutput,
    ...PATIENT,
  });
  expect(await ended).toBe("exit code 0");
  expect(most).toBeLessThan(4);
});
