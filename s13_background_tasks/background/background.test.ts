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
import { join } from "node:path";
import { promisify } from "node:util";
import type Anthropic from "@anthropic-ai/sdk";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isGone } from "../../shared/fixtures/alive.ts";
import { asNote } from "../../shared/messages.ts";
import type { Submission } from "../../shared/terminal.ts";
import { createAgent, type Identity, type Mechanism } from "../agent.ts";
import { bash } from "../bash.ts";
import { createCompactor } from "../compact/compact.ts";
import { summaryQuestion } from "../compact/summary.ts";
import type { Agent } from "../loop.ts";
import { createMemory } from "../memory/memory.ts";
import { createBackground } from "./background.ts";
import { logTo, openLog } from "./log.ts";

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
  await rm(cwd, { recursive: true });
});

function agentWith(open = openLog, before: Mechanism[] = []): Agent {
  const background = createBackground(bash, (submission) => submitted.push(submission), open);
  started.push(background);
  const identity: Identity = Object({ name: "lead", label: "", cwd, say() {} });
  return createAgent(identity, [...before, { tools: [bash] }, background]);
}

const contextOf = (agent: Agent, signal = new AbortController().signal) => ({
  agent,
  cwd,
  roots: [cwd],
  signal,
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
    const full: typeof openLog = async (_name, _cwd, cut) =>
      logTo(await open("/dev/full", "w"), "x", cut);
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

test("a log that was replaced by a link to a place outside is not read", async () => {
  const agent = agentWith();
  await start(agent, "echo mine");
  await ended(1);
  const [name = ""] = (await logs()).filter((one) => one.endsWith(".log"));
  await rm(join(cwd, ".task_outputs/background", name));
  await symlink("/etc/passwd", join(cwd, ".task_outputs/background", name));
  await expect(call(agent, "read_background", { id: "bg_1" })).rejects.toThrow("outside");
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
  await expect(read()).rejects.toThrow("without an id");
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
      await log.close();
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

test("the news are collected once: the second turn of two has nothing to do", async () => {
  const agent = agentWith();
  await start(agent, "exit 3");
  await start(agent, "true");
  await ended(2);
  expect(await nextNews()).toMatchObject([
    { status: "failed", exit_code: 3 },
    { status: "completed" },
  ]);
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
  expect(text).toContain("2990000 characters of these lines left out");
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

test("news that the compactor drops before the model has seen them come back", async () => {
  const compactor = createCompactor(
    async () => "S",
    () => 100_000,
  );
  const agent = agentWith(openLog, [compactor]);
  await start(agent, "exit 3");
  await ended(1);
  const context = contextOf(agent);
  const messages: Anthropic.MessageParam[] = [
    { role: "user", content: "one" },
    { role: "assistant", content: [{ type: "text", text: "two" }] },
    { role: "user", content: "three" },
  ];
  const count = () => JSON.stringify(messages).split('kind=\\"background').length - 1;
  await agent.hooks.emit("BeforeModel", { messages, context });
  expect(count()).toBe(1);
  await agent.hooks.emit("ContextOverflow", { messages, context });
  expect(JSON.stringify(messages)).toContain('kind=\\"summary');
  expect(count()).toBe(1);
  await agent.hooks.emit("ContextOverflow", { messages, context });
  expect(count()).toBe(1);
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

test("of two tools with one name an agent has the later one, in the place of the first", () => {
  const names = agentWith().tools.map(({ name }) => name);
  expect(names).toEqual(["bash", "read_background", "stop_background"]);
  expect(agentWith().tools[0]?.input.shape).toHaveProperty("run_in_background");
});
