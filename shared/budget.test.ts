// shared/budget.test · requests that nobody typed have a limit of their own, and the person keeps all of MAX_REQUESTS.
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runProcess } from "./process.ts";

/** Runs this code in a program of its own, with `client`, `withBudget` and `send`, which gives "ok" or why nothing was sent; gives what it prints. */
async function run(code: string): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "budget-")));
  const of = (name: string) => JSON.stringify(join(import.meta.dirname, name));
  const begin = `import { client, MODEL } from ${of("client.ts")};
import { withBudget } from ${of("budget.ts")};
const messages = [{ role: "user" as const, content: "hello" }];
const body = () => ({ model: MODEL || "practice-1", max_tokens: 100, messages });
const reply = async () => client.messages.stream(body()).finalMessage();
const send = () => reply().then(() => "ok", String);
`;
  const file = join(folder, "run.mts");
  await writeFile(file, begin + code);
  const tsx = JSON.stringify(import.meta.resolve("tsx"));
  const command = `PRACTICE=1 MAX_REQUESTS=2 node --import ${tsx} ${JSON.stringify(file)}`;
  const { output } = await runProcess(command, {
    cwd: folder,
    signal: new AbortController().signal,
  });
  await rm(folder, { recursive: true });
  return output;
}

test("requests in a budget are none of the session's, and the other way round", async () => {
  const said = await run(`const look = { name: "heartbeat", limit: 3, sent: 0 };
for (let time = 0; time < 3; time++) console.log(await withBudget(look, send));
console.log(await withBudget(look, send));
console.log(await send(), await send(), look.sent);
console.log(await send());`);
  const lines = said.trim().split("\n");
  expect(lines.slice(0, 3)).toEqual(["ok", "ok", "ok"]);
  expect(lines[3]).toContain("The 3 requests for heartbeat are used up, so nothing was sent");
  expect(lines[4]).toBe("ok ok 3");
  expect(lines[5]).toContain("MAX_REQUESTS=2 is reached");
});

test("what the work begins and waits for later counts with it, and what runs beside it does not", async () => {
  const said = await run(`const look = { name: "heartbeat", limit: 9, sent: 0 };
const pause = () => new Promise((done) => setTimeout(done, 5));
const later = async () => [await send(), await pause(), await send()];
const [, own] = await Promise.all([withBudget(look, later), send()]);
console.log(own, look.sent);`);
  expect(said.trim()).toBe("ok 2");
});

test("who keeps a budget may set it back", async () => {
  const said = await run(`const look = { name: "heartbeat", limit: 1, sent: 1 };
look.sent = 0;
console.log(await withBudget(look, send), look.sent);`);
  expect(said.trim()).toBe("ok 1");
});
