import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { typedTurn } from "../../shared/fixtures/turns.ts";
import { createMcp } from "./mcp.ts";

const SERVER = fileURLToPath(new URL("../../course/fixtures/mcp/misbehaving.mjs", import.meta.url));

let cwd: string;
let shown: string;
const ends: (() => unknown)[] = [];
beforeEach(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), "mcp-")));
  shown = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    shown += String(text);
    return true;
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  for (const end of ends.splice(0)) await end();
  await rm(cwd, { recursive: true, force: true });
});

/** Connects a server for each mode, named like it; `run` calls a tool. */
async function connected(...modes: string[]) {
  const env = { ITS_TOKEN: "$" + "{OUR_TOKEN:-none}" };
  const servers = modes.map((mode) => [mode, { command: "node", args: [SERVER, mode], env }]);
  const text = JSON.stringify({ mcpServers: Object.fromEntries(servers) });
  await writeFile(join(cwd, ".mcp.json"), text);
  const mcp = createMcp(cwd, () => {});
  ends.push(() => mcp.stop?.());
  const { signal } = new AbortController();
  const context = { agent: Object({}), cwd, roots: [cwd], signal, turn: typedTurn() };
  const run = async (name: string, input: unknown = {}) => {
    const all = [...(mcp.tools ?? []), ...((await mcp.pool?.()) ?? [])];
    const tool = all.find((one) => one.name === name);
    await tool?.judge?.(input, context);
    return tool?.run(input, context);
  };
  const command = (line: string) => mcp.commands?.mcp?.run(line, signal);
  for (const name of modes) await run("connect_mcp", { name });
  return { mcp, run, command };
}

test("a list that ends with a cursor that is null is a list", async () => {
  const { run } = await connected("null-cursor");
  expect(await run("mcp__null-cursor__echo", { text: "hello" })).toBe("You said: hello");
});

test("a server that repeats its page is asked once more, and not for ever", async () => {
  const { run } = await connected("endless");
  expect(await run("mcp__endless__echo", { text: "hello" })).toBe("You said: hello");
  expect(shown.match(/is left out/g)).toHaveLength(1);
});

test("a list that has not changed is not told as a change", async () => {
  const { mcp, run } = await connected("nothing-changed");
  await run("mcp__nothing-changed__echo", { text: "hello" });
  await mcp.pool?.();
  expect(shown).not.toContain("has changed its tools");
});

test("prompts that cannot be read hide nothing else", async () => {
  const { command } = await connected("broken-prompts", "good");
  shown = "";
  await command("");
  expect(shown).toContain("its prompts could not be read");
  expect(shown).toContain("mcp__good__echo");
});

test("a list of resources has nothing that looks like a note, or controls the terminal", async () => {
  const { run } = await connected("broken-prompts");
  const list = await run("list_mcp_resources");
  expect(list).toContain("shop://a");
  expect(list).not.toMatch(/<note|\u001b/);
});

test("an empty prompt is not sent: the API would refuse it", async () => {
  const { command } = await connected("empty-prompt");
  await expect(command("prompt empty-prompt nothing")).rejects.toThrow("is empty");
});

test("when a server's error repeats the token that we gave it, the model does not get it", async () => {
  vi.stubEnv("OUR_TOKEN", "token-of-the-person");
  const { run } = await connected("tells-token");
  const called = run("mcp__tells-token__echo", { text: "hello" });
  await expect(called).rejects.toThrow("says: $" + "{OUR_TOKEN} has expired");
});
