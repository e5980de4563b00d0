import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startPty } from "../../shared/fixtures/pty.ts";
import { FIXTURES, ROOT } from "../base/root.ts";
import { bundleChapter } from "./bundle.ts";

const FIXTURE = join(FIXTURES, "bottle");
const REQUESTS = {
  English: ['Replace "cork" with "stopper" in notes/1.md, then read notes/1.md', "stopper."],
  Chinese: ["把 notes/1.md 里的 cork 换成 瓶塞,然后读 notes/1.md", "瓶塞."],
  Japanese: ["notes/1.md の cork を 栓 に置き換えて、それから notes/1.md を読んで", "栓."],
} as const;
const CASES = ["s01_agent_loop", "s02_tool_use"].flatMap((chapter) =>
  Object.entries(REQUESTS).map(([language, [request, answer]]) => ({
    chapter,
    language,
    request,
    answer,
  })),
);

let folder = "";
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "three-ways-")));
  await cp(FIXTURE, folder, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** What stdout holds when the agent gets the request behind -p, or on its stdin. */
async function ask(program: string, args: string[], input: string): Promise<string> {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, env: { PATH, HOME } });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  child.stdin.end(input);
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect(code).toBe(0);
  return output;
}

/** The same on a terminal: what is on the screen after the request was typed. */
async function typeIt(program: string, request: string, answer: string) {
  const pty = startPty(process.execPath, { args: [program], cwd: folder });
  await pty.shows(">> ");
  pty.type(`${request}\r`);
  await pty.shows("tokens: ");
  pty.type("/exit\r");
  expect(await pty.ended).toBe(0);
  expect(pty.screen()).toContain(`Buy a ${answer}`);
}

test.each(CASES)(
  "$chapter does a request in $language by -p, by pipe and on a terminal",
  async ({ chapter, request, answer }) => {
    const program = await bundleChapter(join(ROOT, chapter));
    expect(await ask(program, ["-p", request], "")).toContain(`Buy a ${answer}`);
    expect(await readFile(join(folder, "notes/1.md"), "utf8")).toBe(`Buy a ${answer}\n`);
    await cp(FIXTURE, folder, { recursive: true });
    expect(await ask(program, [], `${request}\n`)).toContain(`Buy a ${answer}`);
    await cp(FIXTURE, folder, { recursive: true });
    await typeIt(program, request, answer);
  },
);
