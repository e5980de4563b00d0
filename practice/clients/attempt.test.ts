// practice/clients/attempt · a client is judged by the wire and its answer, ended in time, and removed; with clients that are made here.
import { mkdtemp, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type AttemptOptions, attempt, TASK } from "./attempt.ts";
import type { Client } from "./catalogue.ts";

let parent = "";
beforeEach(async () => {
  parent = await realpath(await mkdtemp(join(tmpdir(), "practice-attempt-")));
});
afterEach(async () => {
  expect(await readdir(parent)).toEqual([]);
  await rm(parent, { recursive: true });
});

/** An agent of a few lines: bash is its one tool, and each mode goes wrong in its way. */
const AGENT = `
import { execFileSync, spawn } from "node:child_process";
const [, , url, model, prompt, mode] = process.argv;
if (mode === "hangs") {
  const hold = "require('node:net').connect(" + process.env.HOLD + ", '127.0.0.1')";
  spawn(process.execPath, ["-e", hold], { stdio: "inherit" });
  await new Promise(() => setInterval(() => {}, 1000));
}
if (mode === "crashes") throw new Error("no luck");
const input_schema = { type: "object", properties: { command: { type: "string" } }, required: ["command"] };
const tools = [{ name: "bash", input_schema }];
const messages = [{ role: "user", content: prompt }];
const thinking = { type: "adaptive" };
const headers = { "content-type": "application/json", "x-api-key": "any", "anthropic-version": "2023-06-01" };
for (;;) {
  const body = JSON.stringify({ model, max_tokens: 2000, tools, messages, thinking });
  const response = await fetch(url + "/v1/messages", { method: "POST", headers, body });
  if (mode === "ignores errors" && !response.ok) { console.log("seeds.csv hollyhock-4711"); break; }
  const { content, stop_reason } = await response.json();
  if (stop_reason !== "tool_use") {
    console.log(mode === "is silent" ? "Done." : content.map((block) => block.text).join("\\n"));
    break;
  }
  const kept = content.filter(({ type }) => mode !== "forgets thinking" || type !== "thinking");
  messages.push({ role: "assistant", content: mode === "ignores errors" ? [] : kept });
  const results = content.filter(({ type }) => type === "tool_use").map(({ id, input }) => ({
    type: "tool_result", tool_use_id: id, content: execFileSync("bash", ["-c", input.command], { encoding: "utf8" }),
  }));
  messages.push({ role: "user", content: results });
}
`;

const agent = (mode: string, env: Record<string, string> = {}): Client => ({
  id: "agent",
  name: "agent",
  package: "agent",
  version: "1",
  models: ["practice-1"],
  args: ({ installed, url, model, prompt }) => [
    join(installed, "agent.mjs"),
    ...[url, model, prompt, mode],
  ],
  env: () => env,
});

const install: NonNullable<AttemptOptions["install"]> = async (_, folder) => {
  await writeFile(join(folder, "agent.mjs"), AGENT);
  return { code: 0, stdout: "", stderr: "", late: false };
};

const trying = (mode: string, more: AttemptOptions = {}) =>
  attempt(agent(mode), { install, parent, ...more });

test("a client that lists, reads and answers passes, and its row says what it did", async () => {
  expect(await trying("works")).toMatchObject({
    result: "pass",
    did: expect.stringMatching(/^practice-1: 3 requests, 0 streamed; called bash, bash; thinking/),
    why: "",
  });
});

test.each([
  ["is silent", 'the answer does not say "seeds.csv"'],
  ["forgets thinking", "thinking was asked for and not sent back"],
  ["ignores errors", expect.stringMatching(/^400 messages\.1: all messages must have non-empty/)],
  ["crashes", expect.stringContaining("exit code 1: ")],
])("a client that %s fails, and the row says why", async (mode, why) => {
  expect(await trying(mode)).toMatchObject({ result: "fail", why });
});

test("a client that hangs is killed with its children when it is stopped", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const stop = new AbortController();
  const closed = new Promise<void>((resolve) => {
    server.once("connection", (socket) => {
      socket
        .on("error", () => {})
        .resume()
        .once("close", () => resolve());
      stop.abort();
    });
  });
  const client = agent("hangs", { HOLD: String(port) });
  const row = await attempt(client, { install, parent, stop: stop.signal });
  expect(row).toMatchObject({ result: "fail", why: expect.stringContaining("killed") });
  await closed;
  server.close();
});

test("a client that hangs is killed when its time is over", async () => {
  const row = await attempt(agent("hangs", { HOLD: "1" }), { install, parent, limit: 300 });
  expect(row).toMatchObject({ result: "fail", why: "it was not done in time" });
});

test("what cannot be installed is not a failure, and npm's reason is told", async () => {
  const stderr = "npm error code ETARGET\nnpm error notarget No matching version found for x@1.\n";
  const row = await trying("works", {
    install: async () => ({ code: 1, stdout: "", stderr, late: false }),
  });
  expect(row).toMatchObject({
    result: "not installed",
    did: "",
    why: "No matching version found for x@1.",
  });
});

const SHOW =
  "console.log(process.env.HOME, process.env.PRACTICE_TEST_API_KEY ?? 'none'); process.exit(3)";

test("a client gets no key and no home of the person's", async () => {
  const seen: string[] = [];
  const shows: Client = {
    ...agent("works"),
    args: () => ["-e", SHOW],
    env: ({ home }) => {
      seen.push(home);
      return {};
    },
  };
  process.env.PRACTICE_TEST_API_KEY = "secret";
  try {
    const { why } = await attempt(shows, { install, parent });
    expect(why).toBe(`exit code 3: ${seen[0]} none`);
  } finally {
    delete process.env.PRACTICE_TEST_API_KEY;
  }
});

test("nothing that the answer must say is in the prompt", () => {
  for (const text of TASK.expected) expect(TASK.prompt).not.toContain(text);
});
