import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type CompanionOptions, startCompanion } from "./companion.ts";
import { isAlive, isGone } from "./fixtures/alive.ts";

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
    ...options,
    onOutput: (bytes) => onLine(String(bytes).trim()),
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
  expect(companion.lastWords()).toMatch(/^x{1,1999} the last$/);
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

test("it gets its own environment, and none of our secrets", async () => {
  process.env.COMPANION_TOKEN = "t0ken";
  try {
    const { companion, first } = await run(
      "console.log([process.env.COMPANION_TOKEN, process.env.GIVEN].join())",
      { env: { GIVEN: "yes" } },
    );
    expect(await first).toBe(",yes");
    await companion.stop();
  } finally {
    delete process.env.COMPANION_TOKEN;
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
