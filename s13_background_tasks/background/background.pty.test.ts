import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bundleChapter } from "../../course/bundle/bundle.ts";
import { isAlive, isGone } from "../../shared/fixtures/alive.ts";
import { startPty } from "../../shared/fixtures/pty.ts";

const CTRL_C = "\x03";
const COMMAND = "echo $$ > pid; until [ -e go ]; do sleep 0.02; done; echo built; exit 3";
const start = (command: string) =>
  `use bash with command "${command}" and run_in_background true\r`;

async function numberIn(path: string): Promise<number> {
  for (;;) {
    const text = await readFile(path, "utf8").catch(() => "");
    if (text.endsWith("\n")) return Number(text);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test("on a real terminal the end of a command is told above what is half typed; Ctrl-C at the prompt ends all", async () => {
  const program = await bundleChapter(join(import.meta.dirname, ".."));
  const folder = await realpath(await mkdtemp(join(tmpdir(), "background-pty-")));
  const env = { PRACTICE: "1", NO_COLOR: "1" };
  const pty = startPty(process.execPath, { args: [program], cwd: folder, env });
  const answers = async () => {
    await pty.shows("[a]lways");
    pty.type("y\r");
    await pty.shows("You are told when it ends.");
    await pty.shows(">> ");
  };
  await pty.shows(">> ");
  pty.type(start(COMMAND));
  await answers();
  pty.type("half a li");
  await pty.shows("half a li");
  await writeFile(join(folder, "go"), "");
  await pty.shows("[background] bg_1 failed (exit code 3)");
  await pty.shows("bg_1 has ended");
  await pty.shows("half a li");
  pty.type(CTRL_C);
  pty.type(start("echo $$ > second; sleep 600"));
  await answers();
  const second = await numberIn(join(folder, "second"));
  expect(await isGone(await numberIn(join(folder, "pid")))).toBe(true);
  expect(isAlive(second)).toBe(true);
  pty.type(CTRL_C);
  expect(await pty.ended).toBe(130);
  expect(await isGone(second)).toBe(true);
  await rm(folder, { recursive: true });
});
