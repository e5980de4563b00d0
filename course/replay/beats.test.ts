// course/replay/beats.test · an agent beside the prompt: what it does by the clock is waited for, whether it says something or not.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "../base/root.ts";
import { judge } from "../judge/judge.ts";
import { says } from "../spec/script.ts";
import { readSessions } from "./readme.ts";
import { playSession } from "./session.ts";

/** Longer than any of these tests may take: no wait of theirs lasts until a limit. */
const NEVER_MS = 100_000_000;

/** Each half hour it asks the model, beside its prompt; what is not silence it prints, and each time it writes down. */
const CODE = `
import { appendFileSync } from "node:fs";
import { client, MODEL } from "${ROOT}/shared/client.ts";
import { clock } from "${ROOT}/shared/clock.ts";
import { note, repl } from "${ROOT}/shared/terminal.ts";
async function beat() {
  const messages = [{ role: "user" as const, content: "run \`date\`" }];
  const asked = client.messages.stream({ model: MODEL, messages, max_tokens: 800 });
  const { content } = await asked.finalMessage();
  await new Promise((done) => setTimeout(done, 30));
  appendFileSync("beats.txt", new Date(clock.now()).toISOString().slice(11, 16) + "\\n");
  const text = content.map((block) => ("text" in block ? block.text : "")).join("");
  if (!text.startsWith("HEARTBEAT_OK")) note("[beat] " + text.slice(0, 20), "magenta");
}
let stop = () => {};
await repl(import.meta, async () => note("Hello."), {
  start() { stop = clock.every(30 * 60_000, () => void beat()); },
  stop: () => stop(),
});
`;

let root = "";
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "beats-"));
  await mkdir(join(root, "s91_beats"));
  await writeFile(join(root, "s91_beats", "code.ts"), CODE);
});
afterAll(() => rm(root, { recursive: true }));

/** A script of the practice model with these answers, one a beat. */
async function play(answers: string[], lines: string[]) {
  const replies = answers.map((text) => ({ for: "date", text }));
  await writeFile(join(root, "script.json"), JSON.stringify({ version: 1, replies }));
  const start = `$ PRACTICE_SCRIPT=${root}/script.json npx tsx s91_beats/code.ts`;
  const block = ["```console session=a", start, "…", ...lines, "```"].join("\n");
  const [session] = readSessions(block).sessions;
  if (session === undefined) throw new Error("one session, please");
  const { problems } = await playSession(session, { root, limit: NEVER_MS });
  return problems.map(({ message, expected, printed }) => ({ message, expected, printed }));
}

const SILENT = "HEARTBEAT_OK";
const TIMES = Array.from({ length: 48 }, (_, at) => {
  const minutes = 9 * 60 + 30 * (at + 1);
  const pad = (number: number) => String(number).padStart(2, "0");
  return `${pad(Math.floor(minutes / 60) % 24)}:${pad(minutes % 60)}`;
});

test("forty-eight steps of a page are forty-eight beats, each at its time and with its end", async () => {
  const told = await play(Array(48).fill(SILENT), ["~ 30m x48", "$ cat beats.txt", ...TIMES]);
  expect(told).toEqual([]);
});

test("a silent beat has ended before the next line of the page is done", async () => {
  const lines = ["~ 30m", "$ cat beats.txt", "09:30", "~ 30m", "$ cat beats.txt", "09:30", "10:00"];
  expect(await play([SILENT, SILENT], lines)).toEqual([]);
});

test("what a beat prints is in its place, and one that was not expected is a difference", async () => {
  const answers = [SILENT, "Bob waits.", "Bob waits no more."];
  const lines = ["~ 30m", "~ 30m", "[beat] Bob waits.", "~ 30m", "[beat] Bob waits no more."];
  expect(await play(answers, lines)).toEqual([]);
  const [problem] = await play(answers, ["~ 30m", "[beat] Bob waits.", "~ 30m", "…"]);
  expect(problem).toMatchObject({ expected: "[beat] Bob waits." });
});

test("in a spec, too: forty-eight steps are forty-eight beats, and each has ended before the next", async () => {
  const { verdict, error } = await judge(
    async ({ start }) => {
      const agent = await start(() => says(SILENT), { now: "2026-01-05T09:00:00Z" });
      await agent.type("hi");
      await agent.ended();
      await agent.advance("30m", 48);
      expect(agent.files["beats.txt"]).toBe(`${TIMES.join("\n")}\n`);
      expect(agent.requests).toHaveLength(48);
    },
    join(root, "s91_beats"),
    NEVER_MS,
  );
  expect(error?.message).toBeUndefined();
  expect(verdict).toBe("passed");
});
