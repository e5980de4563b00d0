// shared/host/node/editor · what a person sees of the line they edit, on a real terminal.
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect } from "vitest";
import { bundleChapter } from "../../../course/bundle/bundle.ts";
import { type Pty, startPty } from "../../fixtures/pty.ts";
import { testNeeding } from "../../fixtures/windows.ts";

const test = testNeeding("terminal");

let program = "";
let folder = "";

beforeAll(async () => {
  program = await bundleChapter(join(import.meta.dirname, "../../fixtures/s00_toy"));
});

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "editor-")));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const PROMPT = "s00 >>";
const LEFT = "\x1b[D";
const CTRL_D = "\x04";

async function open(options: { env?: Record<string, string>; reflows?: boolean } = {}) {
  const pty = startPty(process.execPath, { args: [program], cwd: folder, ...options });
  await pty.looks(PROMPT);
  return pty;
}

async function close(pty: Pty) {
  pty.type(CTRL_D);
  expect(await pty.ended).toBe(0);
}

const go = () => writeFile(join(folder, "go"), "");

test("what is printed while somebody types stands above the line, and the line goes on", async () => {
  const pty = await open();
  pty.type("noteWhen go some news\r");
  await pty.looks(`${PROMPT} noteWhen go some news`, PROMPT);
  pty.type(`say one three${LEFT.repeat(5)}`);
  await pty.looks(`${PROMPT} say one three`);
  await go();
  await pty.looks(`${PROMPT} noteWhen go some news`, "some news", `${PROMPT} say one three`);
  pty.type("two \r");
  await pty.looks(`${PROMPT} say one two three`, 'you said "one two three"', PROMPT);
  await close(pty);
});

test("news above a line that wraps leave nothing of it behind", async () => {
  const pty = await open();
  pty.type("noteWhen go some news\r");
  const long = `say ${"文字 ".repeat(40)}end`;
  pty.type(long);
  await pty.looks(`${PROMPT} noteWhen go some news`, `${PROMPT} ${long}`);
  await go();
  await pty.looks(`${PROMPT} noteWhen go some news`, "some news", `${PROMPT} ${long}`);
  pty.type("\x15");
  await close(pty);
});

test.each([
  ["characters of an input method", "今日は天気", "明日の", "今日は明日の天気"],
  ["a paste", "ac", "\x1b[200~b\x1b[201~", "abc"],
  ["a paste without marks", "a d", "b c", "ab c d"],
])("%s land where the cursor is", async (_, first, more, whole) => {
  const pty = await open();
  pty.type(`say ${first}`);
  await pty.looks(`${PROMPT} say ${first}`);
  pty.type(
    LEFT.repeat(
      whole.length -
        more.replaceAll(/\x1b\[20.~/g, "").length -
        whole.indexOf(more.replaceAll(/\x1b\[20.~/g, "")),
    ),
  );
  pty.type(more);
  await pty.looks(`${PROMPT} say ${whole}`);
  pty.type("\r");
  await pty.looks(`${PROMPT} say ${whole}`, `you said ${JSON.stringify(whole)}`, PROMPT);
  await close(pty);
});

test("lines that are pasted into a line split it there", async () => {
  const pty = await open();
  pty.type(`say ad${LEFT}\x1b[200~b\rc\x1b[201~`);
  await pty.looks(`${PROMPT} say ab`, "cd");
  pty.type("\r");
  await pty.shows(String.raw`you said "ab\ncd"`);
  await pty.looks(PROMPT);
  await close(pty);
});

test("a paste of 20 KB is not drawn again for each of its characters", async () => {
  const pty = await open();
  const text = "漢字 and words, ".repeat(1400);
  const before = pty.screen().length;
  pty.type(`say x${LEFT}\x1b[200~${text}\x1b[201~`);
  await pty.shows("x"); // the one after the paste
  pty.type("\r");
  await pty.shows(`you said ${JSON.stringify(text).slice(0, 30)}`);
  expect(pty.screen().length - before).toBeLessThan(10 * text.length);
  await pty.looks(PROMPT);
  await close(pty);
});

test.each([
  ["wraps all lines anew", { reflows: true }],
  ["leaves the cursor's line alone", { reflows: false, env: { TERM_PROGRAM: "vscode" } }],
])(
  "a window that changes its width while somebody types shows one prompt: one that %s",
  async (_, options) => {
    const pty = await open(options);
    const line = `say ${"words and 文字 ".repeat(12)}end`;
    pty.type(line);
    const start = "practice-1: no language model; set ANTHROPIC_API_KEY for one";
    await pty.looks(start, `${PROMPT} ${line}`);
    for (const columns of [60, 33, 100]) {
      await pty.resize(columns);
      await pty.looks(start, `${PROMPT} ${line}`);
      pty.type("!");
      await pty.looks(start, `${PROMPT} ${line}!`);
      pty.type("\x7f");
      await pty.looks(start, `${PROMPT} ${line}`);
    }
    pty.type("\r");
    await pty.shows('you said "words and');
    await close(pty);
  },
);

test("a turn that nobody typed runs above what is half typed, and a line typed meanwhile is next", async () => {
  const pty = await open();
  pty.type("submitWhen go run echo in the background; cat more\r");
  await pty.looks(`${PROMPT} submitWhen go run echo in the background; cat more`, PROMPT);
  pty.type("say ha");
  await pty.looks(`${PROMPT} say ha`);
  await writeFile(join(folder, "more"), "and more\n");
  await go();
  await pty.looks("a turn from background", "in the background", "and more", `${PROMPT} say ha`);
  pty.type("lf\r");
  await pty.looks(`${PROMPT} say half`, 'you said "half"', PROMPT);
  await close(pty);
});

test("a line that is completed while such a turn runs is the next one; Ctrl-C ends the turn alone", async () => {
  const pty = await open();
  pty.type("submitWhen go run touch begun; sleep 1000\r");
  await pty.looks(PROMPT);
  pty.type("say ha");
  await go();
  await pty.shows("a turn from background");
  pty.type("lf\r");
  pty.type("\x03");
  await pty.looks("(interrupted)", `${PROMPT} say half`, 'you said "half"', PROMPT);
  await close(pty);
});

test("a line that was typed ahead goes before a prompt that was submitted meanwhile", async () => {
  const pty = await open();
  pty.type("submitNow say submitted\rrun echo typed\r");
  await pty.looks(
    `${PROMPT} run echo typed`,
    "typed",
    "a turn from background",
    'you said "submitted"',
    PROMPT,
  );
  await close(pty);
});

test("a question of such a turn does not take what is half typed", async () => {
  const pty = await open();
  pty.type("submitWhen go ask Sure?\r");
  pty.type("say half");
  await pty.looks(`${PROMPT} say half`);
  await go();
  await pty.looks("a turn from background", "Sure?");
  pty.type("yes\r");
  await pty.looks("Sure? yes", 'answer: "yes"', `${PROMPT} say half`);
  pty.type("\r");
  await pty.looks('you said "half"', PROMPT);
  await close(pty);
});

test("when a submitted prompt cannot be made, the error is shown and what is half typed stays", async () => {
  const pty = await open();
  pty.type("submitWhen go broken\r");
  await pty.looks(PROMPT);
  pty.type("say ha");
  await go();
  await pty.shows("This prompt cannot be made.");
  pty.type("lf\r");
  await pty.shows('you said "half"');
  await close(pty);
});

test("a submission that has nothing to do leaves the prompt alone", async () => {
  const pty = await open();
  pty.type("submitWhen go\rsubmitWhen go say something\r");
  await go();
  await pty.looks("a turn from background", 'you said "something"', PROMPT);
  expect(pty.screen().split("a turn from").length).toBe(2);
  await close(pty);
});
