import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { bundleChapter } from "../course/bundle/bundle.ts";
import { createPractice } from "../practice/api/handler.ts";
import { listen } from "../practice/api/server.ts";

let program = "";
let folder = "";

beforeAll(async () => {
  program = await bundleChapter(join(import.meta.dirname, "fixtures/s00_toy"));
});
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "terminal-")));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Run {
  args?: string[];
  input?: string;
  env?: Record<string, string>;
}

/** Runs the toy agent with pipes, as a script would. */
function run({ args = [], input = "", env = {} }: Run) {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { PATH, HOME, ...env },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    stderr += text;
  });
  child.stdin.end(input);
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) =>
    child.on("close", (code) => resolve({ code, stdout, stderr })),
  );
}

const PRACTICE_LINE = "practice-1: no language model; set ANTHROPIC_API_KEY for one";

test("one shot: the answer on stdout, the rest on stderr, exit code 0", async () => {
  expect(await run({ args: ["-p", "say hello"] })).toEqual({
    code: 0,
    stdout: 'you said "hello"\n',
    stderr: `${PRACTICE_LINE}\n`,
  });
});

test("a pipe is read one prompt per line; blank lines and lines after q do nothing", async () => {
  const { code, stdout } = await run({ input: "say one\n\n  \nsay 二\nq\nsay three\n" });
  expect(stdout).toBe('you said "one"\nyou said "二"\n');
  expect(code).toBe(0);
});

test("the end of the input goes before a prompt that was submitted meanwhile", async () => {
  const { stdout, code } = await run({ input: "submitNow say submitted\nrun echo typed\n" });
  expect({ stdout, code }).toEqual({ stdout: "typed\n", code: 0 });
});

test("a last line without a newline counts", async () => {
  expect((await run({ input: "say end" })).stdout).toBe('you said "end"\n');
});

test("a failing turn is one line and exit code 1; later prompts of a pipe still run", async () => {
  const { code, stdout, stderr } = await run({ input: "fail it did not work\nsay on\n" });
  expect(stdout).toBe('you said "on"\n');
  expect(stderr).toBe(`${PRACTICE_LINE}\nit did not work\n`);
  expect(code).toBe(1);
});

test("a mistake in the code itself shows where it is", async () => {
  const { stderr, code } = await run({ args: ["-p", "bug"] });
  expect(stderr).toContain("TypeError: a mistake in the code\n    at ");
  expect(code).toBe(1);
});

test("a question in a pipe is not answered", async () => {
  const { stdout } = await run({ input: "ask Allow?\ny\n" });
  expect(stdout).toBe('answer: undefined\nyou said "y"\n');
});

test.each<Run & { line: RegExp }>([
  { args: ["--nope"], line: /^Unknown option '--nope'.*--help\.$/ },
  { args: ["-p"], line: /--help/ },
  { args: ["-p", ""], line: /The prompt is empty/ },
  { env: { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: "http://x.test/v1" }, line: /ends in \/v1/ },
  { env: { ANTHROPIC_BASE_URL: "http://x.test" }, line: /set ANTHROPIC_API_KEY/ },
  { env: { MAX_REQUESTS: "many" }, line: /MAX_REQUESTS=many/ },
  { env: { TRACE: "no/such/folder/t.jsonl" }, args: ["-p", "model hi"], line: /TRACE=no\/such/ },
])("misuse %j is one line and exit code 2", async ({ line, ...options }) => {
  const { code, stdout, stderr } = await run({ input: "say hi\n", ...options });
  const own = stderr.replace(`${PRACTICE_LINE}\n`, "");
  expect(own.trimEnd()).toMatch(line);
  expect(own.trimEnd()).not.toContain("\n");
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
});

test("--help says how to use it and starts nothing", async () => {
  const { code, stdout, stderr } = await run({ args: ["--help"] });
  expect(stdout).toContain("npx tsx s00_toy/code.ts");
  expect(stdout).toContain("/shout");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});

test("slash commands run, unknown ones list what there is, and a path is a prompt", async () => {
  const { stdout, stderr } = await run({ input: "/shout hi there\n/nope\n/etc/hosts has what?\n" });
  expect(stdout).toBe('HI THERE\nyou said "/etc/hosts has what?"\n');
  expect(stderr).toContain("There is no command /nope.");
  expect(stderr).toContain("/shout: say it loud");
  expect(stderr).toContain("/try: what to ask in this chapter");
});

test("a script is not told of /try, and /try of a program without a page says that there is none", async () => {
  const { stdout, stderr } = await run({ input: "/try\n/try 1\n" });
  const none = "There is no page with prompts for this chapter.\n";
  expect({ stdout, stderr }).toEqual({ stdout: "", stderr: `${PRACTICE_LINE}\n${none}${none}` });
});

test("an endpoint that does not answer is one line that names the variable, and exit code 2", async () => {
  const url = "http://127.0.0.1:2"; // no port that a system gives away, so nobody else's server is there meanwhile
  const env = { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: url };
  const { code, stdout, stderr } = await run({ input: "model hi\nsay on\n", env });
  const [start, line, ...rest] = stderr.split("\n");
  expect(start).toBe(
    `claude-haiku-5-5 at ${new URL(url).host}: real, costs money; PRACTICE=1 for the practice model`,
  );
  expect(line).toMatch(
    /No connection to the model: ECONNREFUSED\. Check ANTHROPIC_BASE_URL .*PRACTICE=1/,
  );
  expect(rest).toEqual([""]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
});

/** A practice server with given replies, one per request. */
async function serve(...replies: Readonly<Parameters<typeof reply>>[]) {
  const queue = replies.map((given) => reply(...given));
  return listen(createPractice({ reply: () => queue.shift() ?? { text: "nothing left" } }), {
    port: 0,
  });
}
const reply = (
  text: string,
  fault?: "authentication" | "connection_reset" | "error_mid_stream",
) => ({
  text,
  ...(fault ? { fault: { kind: fault } } : {}),
});

test("an API error is one line with status, type, request id and advice; the next prompt works", async () => {
  const server = await serve(["", "authentication"], ["back again"]);
  const env = { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: server.url, MODEL_ID: "practice-1" };
  const { code, stdout, stderr } = await run({ input: "model one\nmodel two\n", env });
  await server.close();
  expect(stderr).toMatch(/^API error 401 authentication_error req_\w+: .*ANTHROPIC_API_KEY.*$/m);
  expect(stderr).not.toContain("    at ");
  expect(stdout).toBe("back again\n");
  expect(code).toBe(1);
});

test("a connection that is lost after the server has answered once does not end the program", async () => {
  const lost = ["", "connection_reset"] as const; // the SDK tries three times
  const server = await serve(["", "authentication"], lost, lost, lost, ["back again"]);
  const env = { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: server.url, MODEL_ID: "practice-1" };
  const { code, stdout, stderr } = await run({ input: "model one\nmodel two\nmodel three\n", env });
  await server.close();
  expect(stderr).toContain("No connection to the model");
  expect(stdout).toBe("back again\n");
  expect(code).toBe(1);
});

test("after a turn its tokens are shown, and TRACE writes down what went over the wire", async () => {
  const server = await serve(["hello"], ["again"]);
  const env = {
    ANTHROPIC_AUTH_TOKEN: "t",
    ANTHROPIC_BASE_URL: server.url,
    MODEL_ID: "practice-1",
    TRACE: "trace.jsonl",
  };
  const { stdout, stderr } = await run({ input: "model hi\nmodel 二\n", env });
  await server.close();
  expect(stdout).toBe("hello\nagain\n");
  expect(stderr.match(/^tokens: \d+ in \(0 cached\), \d+ out$/gm)).toHaveLength(2);
  const lines = (await readFile(join(folder, "trace.jsonl"), "utf8")).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { request: { messages: [{ content: "hi" }] }, reply: { content: [{ text: "hello" }] } },
    { request: { messages: [{ content: "二" }] }, reply: { content: [{ text: "again" }] } },
  ]);
});

test("TRACE says which agent calls the model, and what agents write to each other, without EXPLAIN", async () => {
  const server = await serve(["hello"], ["again"]);
  const env = {
    ANTHROPIC_AUTH_TOKEN: "t",
    ANTHROPIC_BASE_URL: server.url,
    MODEL_ID: "practice-1",
    TRACE: "trace.jsonl",
  };
  const { stderr } = await run({ input: "mate hi\nmodel you\n", env });
  await server.close();
  expect(stderr).not.toContain("[team]");
  const lines = (await readFile(join(folder, "trace.jsonl"), "utf8")).trimEnd().split("\n");
  const [first, second, third] = lines.map((line) => JSON.parse(line));
  expect(first).toMatchObject({ agent: "ben", request: { messages: [{ content: "hi" }] } });
  expect(second).toEqual({
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    agent: "ben",
    event: "[team] ben → lead: result 1, 2 characters",
  });
  expect(third).toMatchObject({ request: { messages: [{ content: "you" }] } });
  expect(third).not.toHaveProperty("agent");
});

test.runIf(existsSync("/dev/full"))(
  "when the disk of the trace is full, the terminal says so once and the session continues",
  async () => {
    const server = await serve(["one"], ["two"]);
    const env = {
      ANTHROPIC_API_KEY: "k",
      ANTHROPIC_BASE_URL: server.url,
      MODEL_ID: "practice-1",
      TRACE: "/dev/full",
    };
    const { stdout, stderr, code } = await run({ input: "model a\nmodel b\n", env });
    await server.close();
    expect({ stdout, code }).toEqual({ stdout: "one\ntwo\n", code: 0 });
    expect(stderr.match(/TRACE=\/dev\/full cannot be written/g)).toHaveLength(1);
  },
);

test("MAX_REQUESTS stops a runaway before it is sent", async () => {
  const server = await serve(["one"], ["two"]);
  const env = {
    ANTHROPIC_API_KEY: "k",
    ANTHROPIC_BASE_URL: server.url,
    MODEL_ID: "practice-1",
    MAX_REQUESTS: "1",
  };
  const { stdout, stderr, code } = await run({ input: "model a\nmodel b\n", env });
  await server.close();
  expect(stdout).toBe("one\n");
  expect(stderr).toContain("MAX_REQUESTS=1 is reached");
  expect(code).toBe(1);
});

test("the .env of the folder the agent works in is not read: an agent could have written it", async () => {
  await mkdir(join(folder, "sub"));
  await writeFile(
    join(folder, ".env"),
    "ANTHROPIC_API_KEY=k\nANTHROPIC_BASE_URL=http://127.0.0.1:9\n",
  );
  const { stderr } = await run({ args: ["-p", "say hi"] });
  expect(stderr).toBe(`${PRACTICE_LINE}\n`);
});

test.runIf(process.platform === "linux")(
  "in a folder whose name is not UTF-8, such as out of an old archive, one line says so",
  async () => {
    const script = `mkdir "$(printf 'bad\\377')" && cd bad* && exec "$0" "$1" -p 'say hi' 2>&1`;
    const child = spawn("bash", ["-c", script, process.execPath, program], { cwd: folder });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect({ output, code }).toEqual({
      output: expect.stringMatching(
        /^There is no folder .*bad\ufffd\. .*not UTF-8.*rename it\.\n$/,
      ),
      code: 2,
    });
  },
);

test("endless input is read only as fast as its prompts are used", async () => {
  const child = spawn("bash", ["-c", `yes say on | "${process.execPath}" "${program}" | head -3`], {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_OPTIONS: "--max-old-space-size=60" },
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  await new Promise((resolve) => child.on("close", resolve));
  expect(output).toBe('you said "on"\n'.repeat(3));
});

test("imported, the module starts nothing", async () => {
  const script = `await import(${JSON.stringify(program)}); console.log("imported");`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { cwd: folder });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  child.stdin.end();
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect({ output, code }).toEqual({ output: "imported\n", code: 0 });
});
