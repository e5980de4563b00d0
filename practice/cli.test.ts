// practice/cli · the command serves until it is stopped, and says in one line what is wrong with it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Anthropic from "@anthropic-ai/sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPractice } from "./api/handler.ts";
import { listen } from "./api/server.ts";
import { runCommand } from "./cli.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "practice-"));
});
afterAll(() => rm(folder, { recursive: true }));

const ask = {
  model: "practice-1",
  max_tokens: 100,
  messages: [{ role: "user", content: "Hello" }],
} satisfies Anthropic.MessageCreateParams;

async function run(...args: string[]) {
  let printed = "";
  let complained = "";
  const code = await runCommand(args, {
    print: (text) => (printed += text),
    complain: (text) => (complained += text),
    stop: AbortSignal.abort(),
  });
  return { code, printed, complained };
}

test.each([
  [["--prot", "1"], "Unknown option '--prot'\n"],
  [["extra"], "Unexpected argument 'extra'. This command does not take positional arguments\n"],
  [["--port"], "Option '--port <value>' argument missing\n"],
  [["--port", "80x"], "--port 80x: should be a number from 0 to 65535\n"],
  [["--port", "65536"], "--port 65536: should be a number from 0 to 65535\n"],
  [["--script", "/none/f.json"], "--script /none/f.json: no such file or folder\n"],
  [["--faults", "/none/f.json"], "--faults /none/f.json: no such file or folder\n"],
  [["--trace", "/none/t.jsonl"], "--trace /none/t.jsonl: no such file or folder\n"],
])("%j is one line and exit code 2", async (args, line) => {
  expect(await run(...args)).toEqual({ code: 2, printed: "", complained: line });
});

test("a script that is wrong is one line with file, line and path", async () => {
  const file = join(folder, "wrong.json");
  await writeFile(file, '{ "version": 1,\n"replies": [{ "text": 5 }] }');
  expect(await run("--script", file)).toMatchObject({
    code: 2,
    complained: `${file}:2: replies[0].text should be text\n`,
  });
});

test("a fault file that is wrong is one line with file, line and path", async () => {
  const file = join(folder, "wrongFaults.json");
  await writeFile(file, '{ "version": 1, "faults": [\n{ "on": { "call": 1 }, "kind": "x" }] }');
  expect(await run("--faults", file)).toMatchObject({
    code: 2,
    complained: expect.stringContaining(`${file}:2: faults[0].kind should be one of overloaded, `),
  });
});

test("--verbose prints a line for each request, --faults breaks one, and a mistake gets a hint", async () => {
  const file = join(folder, "faults.json");
  const faults = [{ on: { call: 2 }, kind: "overloaded" }];
  await writeFile(file, JSON.stringify({ version: 1, faults }));
  const script = join(folder, "calls.json");
  const calls = [{ name: "bash", input: {} }];
  await writeFile(script, JSON.stringify({ version: 1, replies: [{ calls }] }));
  const stop = new AbortController();
  const lines: string[] = [];
  const complaints: string[] = [];
  let listening = (_: string) => {};
  const address = new Promise<string>((resolve) => (listening = resolve));
  const ended = runCommand(["--port", "0", "--faults", file, "--script", script, "--verbose"], {
    print: (text) => {
      lines.push(text.trim());
      listening(text.replace("listening on ", "").trim());
    },
    complain: (text) => complaints.push(text),
    stop: stop.signal,
  });
  const client = new Anthropic({ apiKey: "none", maxRetries: 0, baseURL: await address });
  const tools: Anthropic.Tool[] = [{ name: "bash", input_schema: { type: "object" } }];
  await client.messages.create({ ...ask, tools });
  await expect(client.messages.create(ask)).rejects.toMatchObject({ status: 529 });
  await expect(client.messages.create({ ...ask, messages: [] })).rejects.toMatchObject({
    status: 400,
  });
  stop.abort();
  expect(await ended).toBe(0);
  expect(lines.slice(1)).toEqual([
    expect.stringMatching(
      /^POST \/v1\/messages 200 practice-1: in \d+ \(read 0, written 0\), out \d+, calls bash, tool_use, \d+ ms$/,
    ),
    expect.stringMatching(
      /^POST \/v1\/messages 529 overloaded_error: Overloaded \(fault overloaded\), \d+ ms$/,
    ),
    expect.stringMatching(/^POST \/v1\/messages 400 invalid_request_error: messages: at least one/),
  ]);
  expect(complaints).toEqual([expect.stringMatching(/^hint: .+\n$/)]);
});

test("a port in use is one line and exit code 2", async () => {
  const server = await listen(createPractice());
  const port = new URL(server.url).port;
  expect(await run("--port", port)).toMatchObject({
    code: 2,
    complained: `Port ${port} is in use; choose another one.\n`,
  });
  await server.close();
});

test("--help prints the options", async () => {
  expect(await run("--help")).toMatchObject({
    code: 0,
    printed: expect.stringContaining("--script FILE"),
  });
});

test("a stopped server prints its address and ends with 0", async () => {
  expect(await run("--port", "0")).toMatchObject({
    code: 0,
    printed: expect.stringMatching(/^listening on http:\/\/127\.0\.0\.1:\d+\n$/),
  });
});

test("the process serves a script, traces each request, and ends on SIGTERM with a stream open", async ({
  skip,
}) => {
  skip(process.platform === "win32", "Windows: a process cannot send SIGTERM");
  const script = join(folder, "script.json");
  const trace = join(folder, "trace.jsonl");
  const stall = { text: "Hello", fault: { kind: "stall_mid_stream", at_event: 2 } };
  await writeFile(script, JSON.stringify({ version: 1, replies: [{ text: "Hi" }, stall] }));
  const main = join(import.meta.dirname, "main.ts");
  const args = ["--import", "tsx", main, "--port", "0", "--script", script, "--trace", trace];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(child.stdout, "data");
  const client = new Anthropic({
    apiKey: "secret",
    maxRetries: 0,
    baseURL: String(line).replace("listening on ", "").trim(),
  });
  expect((await client.messages.create(ask)).content).toEqual([{ type: "text", text: "Hi" }]);
  const stream = client.messages.stream(ask).once("streamEvent", () => child.kill("SIGTERM"));
  await expect(stream.finalMessage()).rejects.toBeInstanceOf(Anthropic.AnthropicError);
  const [code, signal] =
    child.exitCode === null ? await once(child, "exit") : [child.exitCode, null];
  expect([code, signal]).toEqual([0, null]);
  const text = await readFile(trace, "utf8");
  expect(text).not.toContain("secret");
  const lines = text
    .trim()
    .split("\n")
    .map((one) => JSON.parse(one));
  expect(lines).toMatchObject([
    {
      status: 200,
      request: ask,
      reply: { content: [{ text: "Hi" }] },
      usage: { output_tokens: 2 },
      ms: expect.any(Number),
    },
    { status: 200, fault: "stall_mid_stream", ending: "aborted" },
  ]);
});
