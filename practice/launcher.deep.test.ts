// practice/launcher · a server that npm started ends when npm ends, in whatever way npm ends.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { launchersOf } from "./launcher.ts";

const rows = [
  { pid: 9, parent: 1, command: "-bash" },
  { pid: 10, parent: 9, command: "npm run practice --port 0" },
  { pid: 11, parent: 10, command: "sh -c node course/scripts/start.mjs --practice" },
  { pid: 12, parent: 11, command: "node course/scripts/start.mjs --practice" },
];

test("the launchers are the processes up to npm", () => {
  expect(launchersOf(12, rows)).toEqual([12, 11, 10]);
});

test("without npm, or far from it, there is no launcher", () => {
  expect(launchersOf(9, rows)).toEqual([]);
  expect(launchersOf(99, rows)).toEqual([]);
  const far = [13, 14, 15].map((pid) => ({ pid, parent: pid - 1, command: "node" }));
  expect(launchersOf(15, [...rows, ...far])).toEqual([]);
});

async function untilRefused(url: string): Promise<void> {
  for (;;) {
    const isServed = await fetch(url, { method: "HEAD" }).then(
      () => true,
      () => false,
    );
    if (!isServed) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test.skipIf(process.platform === "win32").each(["SIGTERM", "SIGKILL"] as const)(
  "npm run practice: %s to npm ends the server",
  async (signal) => {
    const cwd = join(import.meta.dirname, "..");
    const npm = spawn("npm", ["run", "--silent", "practice", "--", "--port", "0"], {
      cwd,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [line] = await once(npm.stdout, "data");
    const url = /http:\S+/.exec(String(line))?.[0] ?? "";
    expect((await fetch(url, { method: "HEAD" })).status).toBe(200);
    npm.kill(signal);
    await untilRefused(url);
  },
);
