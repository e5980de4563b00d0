import { execFile } from "node:child_process";
import {
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type Anthropic from "@anthropic-ai/sdk";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { logTo, openLog } from "../../shared/cappedLog.ts";
import { clock } from "../../shared/clock.ts";
import { isGone } from "../../shared/fixtures/alive.ts";
import { stopTime } from "../../shared/fixtures/clock.ts";
import { typedTurn } from "../../shared/fixtures/turns.ts";
import { asNote } from "../../shared/messages.ts";
import type { Submission } from "../../shared/terminal.ts";
import { createAgent, type Identity, type Mechanism } from "../agent.ts";
import { bash } from "../bash.ts";
import { summaryQuestion } from "../compact/summary.ts";
import { createInbox } from "../inbox.ts";
import type { Agent } from "../loop.ts";
import { createMemory } from "../memory/memory.ts";
import { createBackground } from "./background.ts";

let cwd = "";
let submitted: Submission[] = [];
let started: Mechanism[] = [];
beforeEach(async () => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  cwd = await mkdtemp(join(tmpdir(), "background-"));
  submitted = [];
  started = [];
});
afterEach(async () => {
  for (const { stop } of started) await stop?.();
  vi.restoreAllMocks();
  clock.setNow(Date.now());
  await rm(cwd, { recursive: true });
});

function agentWith(open = openLog, before: Mechanism[] = []): Agent {
  const inbox = createInbox((submission) => submitted.push(submission));
  const background = createBackground(bash, inbox, open);
  started.push(background);
  const identity: Identity = Object({ name: "lead", label: "", cwd, say() {} });
  return createAgent(identity, [...before, { tools: [bash] }, inbox, background]);
}

const turn = typedTurn();
const contextOf = (agent: Agent, signal = new AbortController().signal) => ({
  agent,
  cwd,
  roots: [cwd],
  signal,
  turn,
});

async function call(agent: Agent, name: string, input: unknown): Promise<string> {
  const tool = agent.tools.find((one) => one.name === name);
  return (await tool?.run(input, contextOf(agent))) ?? "no such tool";
}

const start = (agent: Agent, command: string) =>
  call(agent, "bash", { command, run_in_background: true });

/** Waits until so many jobs have ended. */
async function ended(count: number) {
  while (submitted.length < count) await new Promise((resolve) => setImmediate(resolve));
}

const logs = () => readdir(join(cwd, ".task_outputs/background"));
const nextNews = async () =>
  JSON.parse((await submitted.shift()?.prompt())?.split("\n")[1] ?? "[]");

test("the log has the whole output, only its owner can read it, and no other session writes to it", async () => {
  for (const agent of [agentWith(), agentWith()]) await start(agent, "seq 1 20000; printf end");
  await ended(2);
  const names = (await logs()).filter((name) => name.endsWith(".log"));
  expect(names).toHaveLength(2);
  expect(await logs()).toContain(".gitignore");
  for (const name of names) {
    const path = join(cwd, ".task_outputs/background", name);
    expect(await readFile(path, "utf8")).toMatch(/^1\n2\n[\s\S]*\n20000\nend$/);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  }
});

test("a command that never stops printing is killed, and its log stays below the limit", async () => {
  await start(agentWith(), "yes");
  await ended(1);
  const [news] = await nextNews();
  expect(news).toMatchObject({ status: "killed", reason: "it printed more than 10 MB" });
  expect((await stat(join(cwd, news.log))).size).toBe(10 * 1024 * 1024);
  expect(news.output_ends).toHaveLength(500);
});

test.skipIf(process.platform !== "linux")(
  "a full disk ends the command as failed, with that reason",
  async () => {
    const full: typeof openLog = async (path) => logTo(await open("/dev/full", "w"), path);
    await start(agentWith(full), "echo a; sleep 600");
    await ended(1);
    const [news] = await nextNews();
    expect(news.status).toBe("failed");
    expect(news.reason).toMatch(/its log cannot be written: ENOSPC/);
  },
);

test("a log that cannot be made is an error, and nothing runs", async () => {
  const outside = await mkdtemp(join(tmpdir(), "outside-"));
  await mkdir(join(cwd, ".task_outputs"));
  await symlink(outside, join(cwd, ".task_outputs/background"));
  const agent = agentWith();
  await expect(start(agent, "touch made")).rejects.toThrow("outside the working folder");
  expect(await readdir(outside)).toEqual([]);
  expect(await readdir(cwd)).toEqual([".task_outputs"]);
  expect(await call(agent, "read_background", {})).toBe("No command has run in the background.");
  await rm(outside, { recursive: true });
});

test.each([
  [".task_outputs", "own"],
  [".task_outputs/background", "../own"],
  [".task_outputs/background/.gitignore", "../../own/new"],
])(
  "with %s as a link to a place inside, nothing runs and nothing is made there",
  async (link, target) => {
    await mkdir(join(cwd, "own"));
    await mkdir(dirname(join(cwd, link)), { recursive: true });
    await symlink(target, join(cwd, link));
    await expect(start(agentWith(), "touch made")).rejects.toThrow(`${link} is a symbolic link`);
    expect((await readdir(cwd)).sort()).toEqual([".task_outputs", "own"]);
    expect(await readdir(join(cwd, "own"))).toEqual([]);
  },
);

test("a .gitignore that a full disk has left empty is written again", async () => {
  await mkdir(join(cwd, ".task_outputs/background"), { recursive: true });
  await writeFile(join(cwd, ".task_outputs/background/.gitignore"), "");
  await start(agentWith(), "true");
  await ended(1);
  const text = await readFile(join(cwd, ".task_outputs/background/.gitignore"), "utf8");
  expect(text).toBe("*\n");
});

test("a log that was replaced by a link is not read", async () => {
  const agent = agentWith();
  await start(agent, "echo mine");
  await ended(1);
  const [name = ""] = (await logs()).filter((one) => one.endsWith(".log"));
  await rm(join(cwd, ".task_outputs/background", name));
  await symlink("/etc/passwd", join(cwd, ".task_outputs/background", name));
  const read = () => call(agent, "read_background", { id: "bg_1" });
  await expect(read()).rejects.toThrow("outside");
  await rm(join(cwd, ".task_outputs/background", name));
  await writeFile(join(cwd, ".env"), "SECRET");
  await symlink("../../.env", join(cwd, ".task_outputs/background", name));
  await expect(read()).rejects.toThrow("is a symbolic link");
});

test("what stands in the place of a log is not waited for, and is not read when it is too large", async () => {
  const agent = agentWith();
  await start(agent, "echo mine");
  await ended(1);
  const [name = ""] = (await logs()).filter((one) => one.endsWith(".log"));
  const path = join(cwd, ".task_outputs/background", name);
  const read = () => call(agent, "read_background", { id: "bg_1" });
  await truncate(path, 20 * 1024 * 1024);
  await expect(read()).rejects.toThrow("is not the log any more");
  await rm(path);
  await expect(read()).rejects.toThrow("is not the log any more");
  await promisify(execFile)("mkfifo", [path]);
  await expect(read()).rejects.toThrow("is not the log any more");
});

test("an id without end is not repeated whole", async () => {
  const wrong = call(agentWith(), "read_background", { id: "x".repeat(100_000) });
  await expect(wrong).rejects.toThrow(
    /^There is no background command x{100}\. There are: none\.$/,
  );
});

test("a command that bash cannot take has failed, with the reason", async () => {
  await start(agentWith(), "echo \0");
  await ended(1);
  expect(await nextNews()).toMatchObject([
    { status: "failed", reason: expect.stringContaining("NUL character") },
  ]);
});

test("a command that has ended by itself was not killed by a stop that came a moment later", async () => {
  let isClosing = false;
  let goOn = () => {};
  const closed = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const slow: typeof openLog = async (...args) => {
    const log = await openLog(...args);
    const close = async () => {
      isClosing = true;
      await closed;
      return log.close();
    };
    return { ...log, close };
  };
  const agent = agentWith(slow);
  await start(agent, "exit 0");
  while (!isClosing) await new Promise((resolve) => setImmediate(resolve));
  const stopped = call(agent, "stop_background", { id: "bg_1" });
  goOn();
  expect(await stopped).toContain("bg_1 completed (exit code 0): exit 0");
});

test("a command that runs for a day is killed, and the reason is said", async () => {
  stopTime();
  const agent = agentWith();
  await start(agent, "sleep 600");
  clock.advance(24 * 60 * 60 * 1000 - 1);
  await start(agent, "true"); // time enough for the end of the first one
  await ended(1);
  expect(await nextNews()).toMatchObject([{ id: "bg_2", status: "completed" }]);
  clock.advance(1);
  await ended(1);
  expect(await nextNews()).toMatchObject([{ status: "killed", reason: "after 24 hours" }]);
});

test("the news carries the turn that began the command: its person is asked, or nobody", async () => {
  const agent = agentWith();
  const unattended = { source: "cron" as const, ask: async () => undefined };
  for (const begun of [turn, unattended]) {
    const context = { ...contextOf(agent), turn: begun };
    await agent.tools[0]?.run({ command: "true", run_in_background: true }, context);
  }
  await ended(2);
  const asks = submitted.map(({ ask }) => ask);
  expect(new Set(asks)).toEqual(new Set([turn.ask, unattended.ask]));
  for (const submission of submitted)
    expect((await submission.prompt())?.match(/"id":"bg_\d/g)).toEqual([
      submission.ask === turn.ask ? '"id":"bg_1' : '"id":"bg_2',
    ]);
});

test("a command that is stopped just after it has ended is reported once", async () => {
  const agent = agentWith();
  await start(agent, "exit 3");
  await ended(1);
  expect(await call(agent, "stop_background", { id: "bg_1" })).toContain("exit code 3");
  expect(await submitted[0]?.prompt()).toBeUndefined();
});

test("an id that is none, and lines that are none, are errors that say what there is", async () => {
  const agent = agentWith();
  await start(agent, "seq 3");
  await ended(1);
  for (const id of ["../bg_1", "__proto__", "constructor", "bg_9", ""])
    await expect(call(agent, "read_background", { id })).rejects.toThrow("There are: bg_1.");
  await expect(call(agent, "stop_background", { id: "bg_0" })).rejects.toThrow("There are: bg_1.");
  await expect(call(agent, "read_background", { id: "bg_1", from: 9 })).rejects.toThrow("3 lines");
  expect(await call(agent, "read_background", { id: "bg_1", from: 3 })).toMatch(/of 3\]\n3$/);
});

test("one line of a log may be endless: what is shown has a limit", async () => {
  const agent = agentWith();
  await start(agent, "head -c 3000000 /dev/zero | tr '\\0' x");
  await ended(1);
  const text = await call(agent, "read_background", { id: "bg_1" });
  expect(text.length).toBeLessThan(11_000);
  expect(text).toContain("2990000 characters left out");
});

test("the placeholder is so short that it stays when old results are cleared", async () => {
  const text = await start(agentWith(), "true");
  expect(text).toContain("bg_1");
  expect(text.length).toBeLessThanOrEqual(120);
  await ended(1);
});

test("a wrong flag runs nothing", async () => {
  const agent = agentWith();
  const input = { command: "touch made", run_in_background: "yes" };
  await expect(call(agent, "bash", input)).rejects.toThrow("Wrong input");
  expect(await readdir(cwd)).toEqual([]);
});

test("an interrupted turn does not stop a command, and the end of the program stops all without a word to the model", async () => {
  const agent = agentWith();
  await start(agent, "sleep 600 & echo $! > pid; wait");
  let pid = "";
  while (!pid.endsWith("\n")) pid = await readFile(join(cwd, "pid"), "utf8").catch(() => "");
  await started[0]?.stop?.();
  expect(await isGone(Number(pid))).toBe(true);
  expect(submitted).toEqual([]);
  expect(await call(agent, "read_background", { id: "bg_1" })).toContain("the program ended");
});

test("in a summary, a turn that nobody typed is the program's line, not the person's", () => {
  const content = asNote("background", "[]");
  const ask = (messages: Anthropic.MessageParam[]) =>
    summaryQuestion(messages, 10_000, undefined).text;
  expect(ask([{ role: "user", content }])).toContain("program: <note");
  expect(ask([{ role: "user", content: "Hi." }])).toContain("person: Hi.");
});

test("no memory is looked for when the prompt is a note of a command", async () => {
  await mkdir(join(cwd, ".memory"));
  const note = "---\nname: tabs\ndescription: Likes tabs\ntype: user\n---\nTabs.\n";
  await writeFile(join(cwd, ".memory/tabs.md"), note);
  let asked = 0;
  const memory = createMemory(async () => {
    asked++;
    return '{"files":["tabs"]}';
  }, cwd);
  const agent = agentWith(openLog, [memory]);
  const context = contextOf(agent);
  const prompt = asNote("background", "tabs");
  const submit = (source: "person" | "background") =>
    agent.hooks.emit("UserPromptSubmit", { prompt, source, context });
  expect((await submit("background")).prompt).toBe(prompt);
  expect(asked).toBe(0);
  expect((await submit("person")).prompt).toContain("Tabs.");
});

test("a command that is always allowed is asked about again for the background, and the other way round", async () => {
  const agent = agentWith();
  const judge = async (input: unknown) =>
    agent.tools.find(({ name }) => name === "bash")?.judge?.(input, contextOf(agent));
  const command = "npm test";
  expect(await judge({ command })).toMatchObject({
    reasons: [{ text: "runs a program: npm test", grant: "bash: npm test" }],
  });
  expect(await judge({ command, run_in_background: true })).toMatchObject({
    reasons: [
      {
        text: "runs a program: npm test, in the background",
        grant: "bash in the background: npm test",
      },
    ],
  });
  const harmless = { command: "ls", run_in_background: true };
  expect(await judge(harmless)).toEqual({ behaviour: "allow" });
  const file = { command: "cat .env", run_in_background: true };
  expect(await judge(file)).toMatchObject({
    reasons: [{ grant: expect.stringMatching(/^read: /) }],
  });
  const never = { command: "sudo ls", run_in_background: true };
  expect(await judge(never)).toMatchObject({ behaviour: "deny" });
});
