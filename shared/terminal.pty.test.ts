import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect } from "vitest";
import { bundleChapter } from "../course/bundle/bundle.ts";
import { createPractice } from "../practice/api/handler.ts";
import { listen } from "../practice/api/server.ts";
import { isGone } from "./fixtures/alive.ts";
import { startPty } from "./fixtures/pty.ts";
import { testNeeding } from "./fixtures/windows.ts";

const test = testNeeding("terminal");

let program = "";
let folder = "";

beforeAll(async () => {
  program = await bundleChapter(join(import.meta.dirname, "fixtures/s00_toy"));
});

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "pty-")));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const CTRL_C = "\x03";
const CTRL_D = "\x04";
const PROMPT = "s00 >> ";

async function open(env: Record<string, string> = {}, args: string[] = []) {
  const pty = startPty(process.execPath, { args: [program, ...args], cwd: folder, env });
  if (args.length === 0) await pty.shows(PROMPT);
  return pty;
}

/** An address at which nothing listens. */
async function nowhere() {
  const { url, close } = await listen(createPractice({ reply: () => ({ text: "" }) }), { port: 0 });
  await close();
  return { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: url };
}

test("an endpoint that does not answer ends no session, in a typed turn or a submitted one, and the end of the turn is told", async () => {
  const pty = await open(await nowhere());
  pty.type("submitAndTell model hi\r");
  await pty.shows("No connection to the model: ECONNREFUSED. Check ANTHROPIC_BASE_URL");
  await pty.shows("its turn ended: failed");
  await pty.shows(PROMPT);
  pty.type("model hi\r");
  await pty.shows("No connection to the model: ECONNREFUSED. Check ANTHROPIC_BASE_URL");
  await pty.shows(PROMPT);
  pty.type("say on\r");
  await pty.shows('you said "on"');
});

test("tokens that were used since the last turn are not told as those of a command", async () => {
  const server = await listen(createPractice({ reply: () => ({ text: "aside" }) }), { port: 0 });
  const pty = await open({ ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: server.url });
  pty.type("modelAfterwards go hi\r");
  await pty.shows(PROMPT);
  await writeFile(join(folder, "go"), "");
  await pty.shows("asked beside the prompt");
  pty.type("/shout on\r");
  await pty.shows("ON");
  await pty.shows("tokens since the last turn: ");
  await server.close();
});

test("a submitted turn that Ctrl-C stops is interrupted, and one that the program leaves is left", async () => {
  const pty = await open();
  const begin = async () => {
    pty.type("submitAndTell ask Is it so?\r");
    await pty.shows("Is it so? "); // with the space after it, it is the question and not the typed line
  };
  await begin();
  pty.type(CTRL_C);
  await pty.shows("its turn ended: interrupted");
  await begin();
  pty.signal("SIGTERM");
  await pty.shows("its turn ended: left");
  expect(await pty.ended).toBe(143);
});

test("Ctrl-D at the prompt ends the program with 0, and stop() runs", async () => {
  const pty = await open();
  pty.type(CTRL_D);
  expect(await pty.ended).toBe(0);
  expect(await readFile(join(folder, "stopped.txt"), "utf8")).toBe("stop ended");
});

test("Ctrl-C while the program is finishing its last work ends it", async () => {
  await writeFile(join(folder, "slow.txt"), "");
  const pty = await open();
  pty.type(CTRL_D);
  await pty.shows("still at it");
  pty.type(CTRL_C);
  expect(await pty.ended).toBe(130);
});

test("a window that is closed does not keep the program from finishing its last work", async () => {
  await writeFile(join(folder, "slow.txt"), "");
  const pty = await open();
  pty.type("run echo $PPID > pid; echo done\r");
  await pty.shows("done");
  await pty.shows(PROMPT);
  const pid = Number(await readFile(join(folder, "pid"), "utf8"));
  pty.close();
  const stopped = () => readFile(join(folder, "stopped.txt"), "utf8").catch(() => "");
  while ((await stopped()) === "") await new Promise((resolve) => setImmediate(resolve));
  process.kill(pid, "SIGHUP");
  await rm(join(folder, "slow.txt"));
  expect(await isGone(pid)).toBe(true);
  expect(await stopped()).toBe("stop ended");
});

test("Ctrl-C clears a half-typed line, and quits with 130 at an empty one", async () => {
  const pty = await open();
  pty.type("say half a li");
  await pty.shows("half a li");
  pty.type(CTRL_C);
  await pty.shows(PROMPT);
  pty.type("say whole\r");
  await pty.shows('you said "whole"');
  await pty.shows(PROMPT);
  pty.type(CTRL_C);
  expect(await pty.ended).toBe(130);
});

test("Ctrl-C in a command stops it and all it started, and the next prompt works", async () => {
  const pty = await open();
  pty.type("run sleep 1000 & echo $! > pid; echo begun > begun; sleep 1000\r");
  const pid = await numberIn(join(folder, "pid"));
  pty.type(CTRL_C);
  await pty.shows("(interrupted)");
  await pty.shows(PROMPT);
  expect(await isGone(pid)).toBe(true);
  pty.type("say on\r");
  await pty.shows('you said "on"');
  pty.type(CTRL_D);
  expect(await pty.ended).toBe(0);
});

/** Waits for a file with a number in it, written by the command under test. */
async function numberIn(path: string): Promise<number> {
  for (;;) {
    const text = await readFile(path, "utf8").catch(() => "");
    if (text.endsWith("\n")) return Number(text);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test("a question is answered by the line typed after it, and the answer is no prompt to come back to", async () => {
  const pty = await open();
  pty.type("ask Allow it?\r");
  await pty.shows("Allow it? ");
  pty.type("y\r");
  await pty.shows('answer: "y"');
  await pty.shows(PROMPT);
  pty.type("\x1b[A");
  await pty.shows("ask Allow it?");
  pty.type(CTRL_C);
  await pty.shows(PROMPT);
  pty.type(CTRL_D);
  expect(await pty.ended).toBe(0);
});

test("Ctrl-C at a question answers nothing and ends the turn", async () => {
  const pty = await open();
  pty.type("ask Allow it?\r");
  await pty.shows("Allow it? ");
  pty.type(CTRL_C);
  await pty.shows("answer: undefined");
  await pty.shows("(interrupted)");
  await pty.shows(PROMPT);
  pty.type(CTRL_D);
  expect(await pty.ended).toBe(0);
});

test("end of input at a question answers nothing, and the program ends", async () => {
  const pty = await open();
  pty.type("ask Allow it?\r");
  await pty.shows("Allow it? ");
  pty.type(CTRL_D);
  await pty.shows("answer: undefined");
  expect(await pty.ended).toBe(0);
});

test("what was typed before a question does not answer it", async () => {
  const pty = await open();
  pty.type(`run while [ ! -e go ]; do sleep 0.01; done\rask Sure?\rsay later\r`);
  await writeFile(join(folder, "go"), "");
  await pty.shows("Sure? ");
  pty.type("n\r");
  await pty.shows('answer: "n"');
  await pty.shows('you said "later"');
  pty.type(CTRL_D);
  expect(await pty.ended).toBe(0);
});

test("what was typed before the program could ask about the folder stays a prompt, and only what comes after the question answers it", async () => {
  await writeFile(join(folder, "manual.txt"), "");
  const env = { AGENT_TRUST_FILE: join(folder, "..", `${basename(folder)}.trust`) };
  const pty = startPty(process.execPath, { args: [program], cwd: folder, env });
  pty.type("say early\rsay la"); // while Node still starts
  await pty.shows("Do you trust what is in this folder?");
  pty.type("maybe\r");
  await pty.shows('"maybe" is neither yes nor no.');
  pty.type("yes\r");
  await pty.shows('you said "early"');
  await pty.shows(PROMPT);
  pty.type("te\r");
  await pty.shows('you said "late"');
  await pty.shows(PROMPT);
  pty.type("/trust\r");
  await pty.shows(": trusted (kept in");
  pty.type(CTRL_D);
  expect(await pty.ended).toBe(0);
  expect(pty.screen()).not.toContain("Left out");
  await rm(env.AGENT_TRUST_FILE);
});

test("a paste that waits for Enter does not become part of an answer", async () => {
  const pty = await open();
  const paste = "\x1b[200~yes\rand more\x1b[201~";
  pty.type(`run while [ ! -e go ]; do sleep 0.01; done\rask Sure?\r${paste}`); // at once, so all of it is there before the question
  await writeFile(join(folder, "go"), "");
  await pty.shows("Sure? ");
  pty.type("n\r");
  await pty.shows('answer: "n"');
  pty.type(CTRL_C);
  await pty.shows(PROMPT);
  pty.type(CTRL_D);
  expect(await pty.ended).toBe(0);
});

test("half an answer is gone after Ctrl-C, and not the start of the next prompt", async () => {
  const pty = await open();
  pty.type("ask Allow it?\r");
  await pty.shows("Allow it? ");
  pty.type("ye");
  await pty.shows("ye");
  pty.type(CTRL_C);
  await pty.shows("(interrupted)");
  await pty.shows(PROMPT);
  pty.type("say next\r");
  await pty.shows('you said "next"');
  pty.type(CTRL_D);
  expect(await pty.ended).toBe(0);
});

test("a question does not wipe out what was said before it", async () => {
  const pty = await open();
  pty.type("askAfterWords Sure?\r");
  await pty.shows("I am about to do it.\r\n");
  await pty.shows("Sure? ");
  pty.type("n\r");
  await pty.shows('answer: "n"');
  pty.type(CTRL_D);
  expect(await pty.ended).toBe(0);
});

test("two questions wait for each other, and other output waits for the open one", async () => {
  const pty = await open();
  pty.type("askTwice\r");
  await pty.shows("first? ");
  await writeFile(join(folder, "go"), "");
  await fileIn("printed");
  expect(pty.screen()).not.toContain("printed while");
  expect(pty.screen()).not.toContain("second?");
  pty.type("1\r");
  await pty.shows("printed while a question is open");
  await pty.shows("second? ");
  pty.type("2\r");
  await pty.shows('answers: ["1","2"]');
  pty.type(CTRL_D);
  expect(await pty.ended).toBe(0);
});

test("a question that comes while the prompt waits sets it aside, with what was half typed", async () => {
  const pty = await open();
  pty.type("askBeside go Allow it?\r");
  await pty.shows(PROMPT);
  pty.type("say half");
  await pty.shows("say half");
  await writeFile(join(folder, "go"), "");
  await pty.shows("Allow it? ");
  pty.type("y\r");
  await pty.shows('[mate] answer: "y"\r\n[mate] done');
  pty.type(" a line\r");
  await pty.shows('you said "half a line"');
  pty.type(CTRL_D);
  expect(await pty.ended).toBe(0);
});

test("a question stays on the screen when the turn ends in which it came, and the prompt waits for its answer", async () => {
  const pty = await open();
  await writeFile(join(folder, "go"), "");
  pty.type("askBeside go Allow it?\r");
  await pty.shows("Allow it? ");
  pty.type("n\r");
  await pty.shows('[mate] answer: "n"');
  pty.type("say next\r");
  await pty.shows('you said "next"');
  pty.type(CTRL_D);
  expect(await pty.ended).toBe(0);
});

test("Ctrl-C at a question that no turn has asked says no, and the program goes on", async () => {
  const pty = await open();
  pty.type("askBeside go Allow it?\r");
  await pty.shows(PROMPT);
  await writeFile(join(folder, "go"), "");
  await pty.shows("Allow it? ");
  pty.type(CTRL_C);
  await pty.shows('[mate] answer: ""');
  pty.type("say still there\r");
  await pty.shows('you said "still there"');
  pty.type(CTRL_D);
  expect(await pty.ended).toBe(0);
});

test("a second Ctrl-C while the first is still being handled changes nothing, a third ends the program", async () => {
  const pty = await open();
  pty.type(`stubborn go\r`);
  await pty.shows("working");
  pty.type(CTRL_C);
  pty.type(CTRL_C);
  await pty.shows("Still stopping");
  await writeFile(join(folder, "go"), "");
  await pty.shows("at last");
  await pty.shows(PROMPT);
  pty.type("stubborn never\r");
  await pty.shows("working");
  pty.type(CTRL_C + CTRL_C + CTRL_C);
  expect(await pty.ended).toBe(130);
});

test("backspace takes back one character, also a wide one", async () => {
  const pty = await open();
  pty.type("say 你好吗");
  pty.type("\x7f\x7f");
  pty.type("们 日本\r");
  await pty.shows('you said "你们 日本"');
  pty.type(CTRL_D);
  expect(await pty.ended).toBe(0);
});

test("five pasted lines are one prompt, sent by Enter", async () => {
  const pty = await open();
  pty.type("\x1b[200~say one\rtwo\r\tthree\rfour\rfive\x1b[201~");
  await pty.shows("five");
  expect(pty.screen()).not.toContain("you said");
  pty.type("\r");
  await pty.shows(String.raw`you said "one\ntwo\n\tthree\nfour\nfive"`);
  await pty.shows(PROMPT);
  pty.type(CTRL_D);
  expect(await pty.ended).toBe(0);
});

test("the terminal is left as it was found: bracketed paste is switched off again", async () => {
  const pty = await open();
  expect(pty.screen()).toContain("\x1b[?2004h");
  pty.type("/exit\r");
  expect(await pty.ended).toBe(0);
  expect(pty.screen()).toContain("\x1b[?2004l");
});

test("a dumb terminal gets no escape sequence at all", async () => {
  const pty = await open({ TERM: "dumb" });
  pty.type("say hello\r");
  await pty.shows('you said "hello"');
  await pty.shows(PROMPT);
  pty.type("note a note\r");
  await pty.shows("a note");
  await pty.shows(PROMPT);
  pty.type(CTRL_C);
  expect(await pty.ended).toBe(130);
  expect(pty.screen()).not.toContain("\x1b");
});

test("NO_COLOR keeps the line editor and drops the colours", async () => {
  const pty = await open({ NO_COLOR: "1" });
  pty.type("fail on purpose\r");
  await pty.shows("on purpose");
  await pty.shows(PROMPT);
  pty.type("q\r");
  expect(await pty.ended).toBe(0);
  expect(pty.screen()).not.toMatch(/\x1b\[\d+(;\d+)*m/);
});

test("what a model says cannot drive the terminal", async () => {
  const pty = await open();
  pty.type('run printf "\\033]0;owned\\007\\033[2Jred\\033[31m \\r\\b\\u202Eend"\r');
  await pty.shows("red end");
  expect(pty.screen()).not.toContain("\x1b]0;");
  expect(pty.screen()).not.toContain("\x1b[2J");
  pty.type(CTRL_D);
  expect(await pty.ended).toBe(0);
});

test("a reader that leaves early (| head -1) ends the program without a stack trace", async () => {
  const line = `exec 2>&1; "${process.execPath}" "${program}" -p "flood 100000" | head -1; echo "codes \${PIPESTATUS[*]}"`;
  const pty = startPty("bash", { args: ["-c", line], cwd: folder });
  await pty.shows("line 0");
  await pty.shows("codes 0 0");
  expect(pty.screen()).not.toContain("EPIPE");
  expect(await pty.ended).toBe(0);
});

test("one shot on a terminal asks there", async () => {
  const pty = await open({}, ["-p", "ask Really?"]);
  await pty.shows("Really?");
  pty.type("yes\r");
  await pty.shows('answer: "yes"');
  expect(await pty.ended).toBe(0);
});

test("one shot on a terminal is stopped by Ctrl-C with 130", async () => {
  const pty = await open({}, ["-p", "run echo begun > begun; sleep 1000"]);
  await fileIn("begun");
  pty.type(CTRL_C);
  await pty.shows("(interrupted)");
  expect(await pty.ended).toBe(130);
});

async function fileIn(name: string): Promise<void> {
  while ((await readFile(join(folder, name), "utf8").catch(() => "")) === "") {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The program as a job of a shell: Ctrl-Z stops it, `fg` continues it. */
async function openInShell() {
  const args = ["--norc", "--noprofile", "--noediting", "-i"];
  const pty = startPty("bash", { args, cwd: folder, env: { PS1: "shell$ ", HISTFILE: "" } });
  await pty.shows("shell$ ");
  pty.type(`${JSON.stringify(process.execPath)} ${JSON.stringify(program)}\r`);
  await pty.shows(PROMPT);
  return pty;
}

const CTRL_Z = "\x1a";

test("Ctrl-Z at the prompt stops the program, and after fg the typed line goes on", async () => {
  const pty = await openInShell();
  pty.type("say one");
  await pty.shows("say one");
  pty.type(CTRL_Z);
  await pty.shows("Stopped");
  await pty.shows("shell$ ");
  pty.type("fg\r");
  await pty.shows(`${PROMPT}`);
  await pty.shows("say one");
  pty.type(" two\r");
  await pty.shows('you said "one two"');
  await pty.shows(PROMPT);
  pty.type(CTRL_D);
  await pty.shows("shell$ ");
  pty.type("exit $?\r");
  expect(await pty.ended).toBe(0);
});

test("Ctrl-Z in a running turn stops the program, and the turn goes on after fg", async () => {
  const pty = await openInShell();
  pty.type("stubborn go\r");
  await pty.shows("working");
  pty.type(CTRL_Z);
  await pty.shows("Stopped");
  await pty.shows("shell$ ");
  await writeFile(join(folder, "go"), "");
  pty.type("fg\r");
  await pty.shows("at last");
  await pty.shows(PROMPT);
  pty.type("say on\r");
  await pty.shows('you said "on"');
  await pty.shows(PROMPT);
  pty.type(CTRL_D);
  await pty.shows("shell$ ");
  pty.type("exit $?\r");
  expect(await pty.ended).toBe(0);
});

test("what a turn says while a question is open is shown before the prompt", async () => {
  const pty = await open();
  pty.type("askAndGoOn May I?\r");
  await pty.shows("May I? ");
  pty.type("n\r");
  await pty.looks("May I? n", "the turn went on", "s00 >>");
  pty.type(CTRL_D);
  expect(await pty.ended).toBe(0);
});
