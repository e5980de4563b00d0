// The newest agent and servers that do one thing wrong each: the turn goes on, and the agent ends as it should.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { FIXTURES } from "../base/root.ts";
import { type HttpMode, startHttpServer } from "../fixtures/mcp/http.ts";
import { meet, meetAll, tool } from "./client.ts";

const odd = (mode: string, env = {}) => ({
  command: process.execPath,
  args: [join(FIXTURES, "mcp", "misbehaving.mjs"), mode],
  env,
});

const ECHO = [tool("echo", { text: "cork" }), tool("echo", { text: "bark" })];
const good = (content: unknown) => ({ is_error: false, content });
const bad = (content: unknown) => ({ is_error: true, content });
const BOTH = [good("You said: cork"), good("You said: bark")];

describe("two calls reach a server that", () => {
  test.each([
    ["writes its answers in halves", "half-lines"],
    ["gives answers that were not asked for, and some twice", "stranger"],
    ["floods its stderr", "flood"],
    ["repeats its last page for ever", "endless"],
    ["reports progress", "progress"],
    ["speaks an old version", "old"],
  ])("%s", async (_, mode) => {
    expect((await meet(odd(mode), ECHO)).results).toMatchObject(BOTH);
  });
});

test("an unknown version, or no answer to the greeting, puts the server aside", async () => {
  for (const mode of ["unknown-version", "bad-initialize", "dies-in-list", "list-error"]) {
    const { tools, output } = await meet(odd(mode), []);
    expect(tools, mode).toEqual([]);
    expect(output, mode).toContain("[mcp] peer is put aside: ");
  }
});

test("an error of the protocol is an error result", async () => {
  const { results } = await meet(odd("call-error"), ECHO);
  expect(results).toMatchObject([0, 1].map(() => bad(expect.stringContaining("call is broken"))));
});

test("a server that asks for a completion, a password or the folders gets none of them", async () => {
  const { results } = await meet(odd("asks"), ECHO.slice(0, 1));
  const [answer = ""] = results.map(({ content }) => content);
  expect(answer.split("\n")).toHaveLength(3);
  for (const line of answer.split("\n")) expect(JSON.parse(line)).toMatchObject({ code: -32601 });
});

test("a result of 20 MB ends in an error or is cut, and the turn goes on", async () => {
  const { results } = await meet(odd("huge"), ECHO.slice(0, 1));
  expect(results).toHaveLength(1);
  expect(results[0]?.content.length).toBeLessThan(60_000);
});

test("each kind of content, and none of them, gives a result", async () => {
  const { tools, results } = await meetAll(odd("kinds"));
  expect(results.map(({ content }) => content.length > 0 && content.length < 60_000)).toEqual(
    tools.map(() => true),
  );
});

test("all 300 tools of a server are offered, in pages", async () => {
  expect((await meet(odd("many"), [])).tools).toHaveLength(300);
});

test("orders in descriptions and results look like no note of ours, and print nothing but text", async () => {
  const { results, output } = await meet(odd("orders"), ECHO.slice(0, 1));
  expect(JSON.stringify(results)).not.toContain("<note");
  expect(output).not.toContain("\u001b[2J");
  expect(output).not.toContain("\u0007");
});

test("a server that will not end is ended with the agent, and what it has started, too", async () => {
  const folder = await mkdtemp(join(tmpdir(), "never-ends-"));
  const log = join(folder, "log.jsonl");
  try {
    await meet(odd("never-ends", { MCP_LOG: log }), ECHO.slice(0, 1));
    const pids = (await readFile(log, "utf8")).split("\n").filter(Boolean).flatMap(pidsIn);
    expect(pids.length).toBeGreaterThanOrEqual(2);
    for (const pid of pids) while (isAlive(pid)) await setTimeout(10);
  } finally {
    await rm(folder, { recursive: true });
  }
});

const ids = z.object({ pid: z.number().optional(), child: z.number().optional() });
const pidsIn = (line: string) => {
  const { pid, child } = ids.parse(JSON.parse(line));
  return [pid, child].filter((one) => one !== undefined);
};

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("over HTTP", () => {
  const meetHttp = async (mode: HttpMode, headers = {}) => {
    const server = await startHttpServer(mode);
    try {
      return await meet({ type: "http", url: server.url, headers }, ECHO);
    } finally {
      await server.close();
    }
  };

  test.each([
    ["JSON", {}],
    ["server-sent events", { sse: true }],
  ] as const)("%s", async (_, mode) => {
    expect((await meetHttp(mode)).results).toMatchObject(BOTH);
  });

  test("without its token a server is put aside", async () => {
    const server = await startHttpServer({ token: "t0ken" });
    const { output } = await meet({ type: "http", url: server.url }, []);
    await server.close();
    expect(output).toContain("[mcp] peer is put aside: ");
  });

  test("a page of an error is an error result", async () => {
    const { results } = await meetHttp({ status: 502 });
    expect(results).toMatchObject([bad(expect.any(String)), bad(expect.any(String))]);
  });

  test("a server that has forgotten the session takes its tools with it", async () => {
    const server = await startHttpServer({ forgetsAfter: 3 });
    const { results, tools } = await meet({ type: "http", url: server.url }, ECHO.slice(0, 1));
    await server.close();
    expect(results).toMatchObject([bad(expect.stringMatching(/forgotten|connect_mcp/))]);
    expect(tools).toEqual([]);
  });
});
