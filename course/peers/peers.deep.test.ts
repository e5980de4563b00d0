// The newest agent works with MCP servers that others have written, over stdio and HTTP, of old and new versions of the protocol.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FIXTURES, ROOT } from "../base/root.ts";
import { openOnLoopback } from "../spec/loopback.ts";
import { meet, readResource, tool } from "./client.ts";

const OFFICIAL = join(ROOT, "node_modules", "@modelcontextprotocol");
const EVERYTHING = join(OFFICIAL, "server-everything", "dist", "index.js");
const FILES = join(OFFICIAL, "server-filesystem", "dist", "index.js");
const MODERN = join(FIXTURES, "mcp", "modern.mjs");

const program = (...args: string[]) => ({ command: process.execPath, args });

/** What server-everything is asked, and what must be in each result. */
const ASKED = [
  [tool("echo", { message: "cork" }), "Echo: cork"],
  [tool("get-sum", { a: 2, b: 40 }), "42"],
  [tool("get-tiny-image"), "[image]"],
  [tool("get-structured-content", { location: "Chicago" }), "temperature"],
  [tool("get-resource-links", { count: 2 }), "resource"],
  [tool("trigger-long-running-operation", { duration: 0.2, steps: 4 }), "completed"],
] as const;
const READ = readResource("demo://resource/static/document/architecture.md");

/** Its thirteenth tool. */
const ONLY_AS_TASK = "simulate-research-query";

async function asksEverything(entry: object) {
  const met = await meet({ ...entry }, [...ASKED.map(([call]) => call), READ]);
  expect(met.tools.length).toBeGreaterThanOrEqual(12);
  expect(met.tools).not.toContain(ONLY_AS_TASK);
  expect(met.output).toMatch(
    new RegExp(`${ONLY_AS_TASK} is left out: it can be called only as a task`),
  );
  const wanted = [...ASKED.map(([, text]) => text), "Architecture"].map((text) => ({
    is_error: false,
    content: expect.stringContaining(text),
  }));
  expect(met.results).toMatchObject(wanted);
}

test("server-everything over stdio: texts, pictures, structures, links, progress, a resource", () =>
  asksEverything(program(EVERYTHING, "stdio")));

test("server-everything over streamable HTTP: the same", async () => {
  const port = await freePort();
  const server = spawn(process.execPath, [EVERYTHING, "streamableHttp"], {
    env: { PATH: process.env.PATH, PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  try {
    await new Promise<void>((listening, reject) => {
      server.on("exit", () => reject(new Error("server-everything has ended")));
      server.stderr.on("data", (data) => String(data).includes("listening") && listening());
    });
    await asksEverything({ type: "http", url: `http://127.0.0.1:${port}/mcp` });
  } finally {
    server.kill();
  }
});

test("an error of server-everything is an error result, with its words", async () => {
  const wrong = tool("get-sum", { a: "two", b: 40 });
  const { results } = await meet(program(EVERYTHING, "stdio"), [wrong]);
  expect(results).toMatchObject([{ is_error: true, content: expect.stringMatching(/number/i) }]);
});

test("server-filesystem reads and writes in its folder, and refuses what is outside", async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "peer-")));
  try {
    await writeFile(join(folder, "cork.txt"), "Corks are made of bark.");
    const [inside, outside] = [join(folder, "cork.txt"), join(tmpdir(), "outside.txt")];
    const met = await meet(program(FILES, folder), [
      tool("list_directory", { path: folder }),
      tool("read_text_file", { path: inside }),
      tool("write_file", { path: join(folder, "new.txt"), content: "New." }),
      tool("read_text_file", { path: outside }),
    ]);
    expect(met.tools.length).toBeGreaterThanOrEqual(13);
    expect(met.results).toMatchObject([
      { is_error: false, content: expect.stringContaining("cork.txt") },
      { is_error: false, content: expect.stringContaining("made of bark") },
      { is_error: false },
      { is_error: true, content: expect.stringContaining("outside allowed directories") },
    ]);
    expect(await readFile(join(folder, "new.txt"), "utf8")).toBe("New.");
  } finally {
    await rm(folder, { recursive: true });
  }
});

test.each(["old", "new", "both"])(
  "a server of the official package that speaks %s versions",
  async (version) => {
    const entry = program(MODERN, ...(version === "both" ? [] : [version]));
    const met = await meet(entry, [
      tool("shout", { text: "cork" }),
      readResource("modern://about"),
    ]);
    expect(met.tools).toEqual(["shout"]);
    expect(met.results).toMatchObject([
      { is_error: false, content: "CORK" },
      { is_error: false, content: expect.stringContaining("official package") },
    ]);
  },
);

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const { url, close } = await openOnLoopback(createServer());
  await close();
  return Number(new URL(url).port);
}
