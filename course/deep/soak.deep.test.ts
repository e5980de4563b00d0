// course/deep/soak · a long session of the newest chapter, in a process of its own, in which everything happens again and again.
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { ROOT } from "../base/root.ts";
import { median } from "../bench/figures.ts";
import { judge } from "../judge/judge.ts";
import type { Agent } from "../spec/agent.ts";
import { calls, fault, mistaken, type SpecReply, says } from "../spec/script.ts";
import { newestFolder } from "../unit/newest-tests.ts";
import { DEPTHS } from "./long-runs.ts";

const TURNS_A_ROUND = 20;
/** 500 turns with `npm run test:deep -- --all`, else 40. */
const ROUNDS = Number(process.env.TEST_DEPTH) >= DEPTHS.all ? 25 : 2;
/** In fewer rounds, what is loaded in the first ones hides what grows. */
const FEWEST_MEASURED = 24;
/**
 * So many bytes more may be used in the last third of the rounds than in the first. Compiled code and what is kept by
 * design, such as the list of commands that have ended, take 2 MB; a copy of the history for each call takes more than 15 MB.
 */
const MOST_GROWTH = 6_000_000;
/** Connections to the model, a lock that is being released, and so on, come and go. */
const MOST_HANDLES = 4;
const LIMIT_MS = 1_800_000; // a safety net: what takes long on a busy machine is no failure

/** Is loaded before the agent. At the signal it collects garbage and notes what the program holds. */
const PROBE = `
import { appendFileSync, readdirSync } from "node:fs";
delete process.env.NODE_OPTIONS; // what the agent starts is not measured
process.on("SIGUSR2", () => {
  Error.prepareStackTrace = undefined; // what starts a bundle reads its map, 50 MB, when somebody first looks at a stack
  globalThis.gc();
  globalThis.gc(); // what the first one has finalized
  const { heapUsed, external } = process.memoryUsage();
  const handles = process.getActiveResourcesInfo().length;
  const files = readdirSync("/proc/self/fd").length;
  appendFileSync("samples.jsonl", JSON.stringify({ bytes: heapUsed + external, handles, files }) + "\\n");
});`;
const ENV = {
  TZ: "UTC",
  CONTEXT_TOKENS: "36000",
  MAX_REQUESTS: "1000000",
  NODE_OPTIONS: `--expose-gc --import data:text/javascript,${encodeURIComponent(PROBE)}`,
};
const SHOUTS = {
  command: process.execPath,
  args: [fileURLToPath(new URL("../fixtures/mcp/modern.mjs", import.meta.url))],
};
const FILES = {
  ".mcp.json": JSON.stringify({ mcpServers: { shop: SHOUTS } }),
  "HEARTBEAT.md": "### pond: the pond (every 30m)\nLook at the pond.\n",
  "agent.json5": '{ ego: { on: true, companion: "Ada" } }',
};
const SETTINGS = {
  ...{ env: ENV, files: FILES, now: "2026-03-02T09:00:00Z", side: { summary: "SUMMARY: much." } },
  ...{ real: true, yes: true },
};

type Request = Agent["requests"][number];
type Answer = SpecReply | ((request: Request) => SpecReply);

/** What the model replies next: to the lead, and to looks. */
interface Answers {
  lead: Answer[];
  looks: Answer[];
}
interface Game extends Answers {
  agent: Agent;
}

const PART = "Do a part.";
const MATE = "Count the gulls.";
const path = "notes.txt";
/** About 6,000 characters: a history that leaks shows in the memory. */
const linesOf = (round: number) => `${round}: a line of words that is read\n`.repeat(180);

/** Each agent has its own replies; what is not said beforehand is "Done.". The lead alone can hire. */
function replyIn(game: Answers, request: Request): SpecReply {
  const has = (words: string) => JSON.stringify(request.messages).includes(words);
  const isLead = request.tools?.some((tool) => "name" in tool && tool.name === "spawn_teammate");
  if (!isLead && has(PART)) return says("It is done.");
  if (!isLead && has(MATE)) return says("Two gulls.");
  const next = (isLead ? game.lead : game.looks).shift() ?? says(isLead ? "Done." : "HEARTBEAT_OK");
  return typeof next === "function" ? next(request) : next;
}

const stopIt = (request: Request) => {
  const [, id = "none"] = /\b(bg_\d+) runs/.exec(JSON.stringify(request.messages.at(-1))) ?? [];
  return calls("stop_background", { id });
};
const inBackground = (command: string) => calls("bash", { command, run_in_background: true });
const ego = (name: string, input = {}) => calls(`mcp__ego__${name}`, input);
const shout = calls("mcp__shop__shout", { text: "cork" });

/** What the model calls in the turns of a round that end by themselves; bash is a child of the agent. */
const turnsOf = (round: number): Answer[][] => [
  [
    calls("write_file", { path, content: linesOf(round) }),
    calls(["read_file", { path }], ["bash", { command: `wc -l ${path}` }]),
  ],
  [calls("bash", { command: "exit 3" }), mistaken(calls("no_such_tool", {}))],
  [inBackground("sleep 1000"), stopIt],
  [calls("task", { description: PART })],
  [ego("remember", { content: `In round ${round} the ferry was late.` }), ego("introspect")],
  [calls("connect_mcp", { name: "shop" }), shout],
  [fault("overloaded", { retry_after_ms: 1 }), says("Here.")],
  [fault("prompt_too_long"), says("There.")],
  [calls("bash", { command: "kill -USR2 $PPID" })],
];

/** A turn of the person, to its end. */
async function turn({ agent, lead }: Game, answers: Answer[]) {
  lead.splice(0, lead.length, ...answers);
  await agent.type("Go on.");
  expect(await agent.ended()).toBe("done");
}

/** A turn that something else begins. */
async function turnFrom({ agent }: Game, source: string) {
  await agent.begins(source);
  expect(await agent.ended()).toBe("done");
}

async function breaksStream({ agent, lead }: Game) {
  lead.push({ ...says("half a reply, and then"), ...fault("cut_stream", { at_event: 5 }) });
  await agent.type("Talk.");
  await agent.advance("1s");
  expect(await agent.ended()).toBe("done");
}

/** A command in the background that ends by itself. */
async function endsLater(game: Game, round: number) {
  const go = `go-${round}`;
  await turn(game, [inBackground(`until [ -e ${go} ]; do sleep 0.02; done`)]);
  await writeFile(join(game.agent.folder, go), "");
  await turnFrom(game, "background");
}

async function hires(game: Game, round: number) {
  const name = `mate-${round}`;
  await turn(game, [calls("spawn_teammate", { name, role: "a counter", prompt: MATE })]);
  await turnFrom(game, "mail");
  await turn(game, [calls("request_shutdown", { teammate: name })]);
  await turnFrom(game, "mail");
}

async function fires(game: Game) {
  const job = { cron: "*/5 * * * *", prompt: "Say the time.", recurring: false };
  await turn(game, [calls("schedule_cron", job)]);
  await game.agent.advance("5m");
  await turnFrom(game, "cron");
}

/** The first look of a game tells something, all others nothing. Each uses a tool. */
async function beats({ agent, looks }: Game, round: number) {
  looks.push(ego("feel_desires"), says(round === 0 ? "The pond is green." : "HEARTBEAT_OK"));
  await agent.advance("30m", 1);
  expect(looks).toEqual([]);
}

async function interrupts({ agent, lead }: Game) {
  lead.push(calls("bash", { command: "sleep 1000" }));
  await agent.type("Sleep.");
  await agent.sees("> bash sleep");
  await agent.interrupt();
  expect(await agent.ended()).toBe("interrupted");
}

async function play(game: Game): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    for (const answers of turnsOf(round)) await turn(game, answers);
    await breaksStream(game);
    await endsLater(game, round);
    await hires(game, round);
    await fires(game);
    await beats(game, round);
    await interrupts(game);
  }
}

const count = (text: string, words: RegExp) => text.match(words)?.length ?? 0;

/** How often each kind of thing has happened that is to happen in each round. */
function happened({ requests, toolResults, output, errors }: Agent): Record<string, number> {
  const results = toolResults.map(({ content }) => content).join("\n");
  const sent = requests.map(({ messages }) => JSON.stringify(messages.at(-1)));
  const told = (words: RegExp) => sent.filter((text) => words.test(text)).length;
  const printed = (words: RegExp) => count(output + errors, words);
  return {
    "a command in the background was stopped": count(results, /^bg_\d+ killed \(stopped with/gm),
    "one ended by itself": told(/kind=\\"background\\"/),
    "a helper reported": count(results, /^It is done\.$/gm),
    "a tool of ego answered": count(results, /^Saved \(id: mem_/gm),
    "a tool of a server answered": count(results, /^CORK$/gm),
    "a mate reported": told(/Two gulls/),
    "a mate was ended": told(/has ended/),
    "a job fired": told(/kind=\\"cron\\"/),
    "a heartbeat looked": told(/kind=\\"heartbeat\\"[^<]*Look at the pond/),
    "a call was made again": printed(/\[retry 1/g),
    "a stream broke": printed(/\[broken off\]/g),
    "room was made": printed(/\[too long/g),
  };
}

/** How much more there was in the last third of the samples than in the first one. */
function growthOf(agent: Agent, what: "bytes" | "handles" | "files"): number {
  const lines = (agent.files["samples.jsonl"] ?? "").trim().split("\n");
  expect(lines).toHaveLength(ROUNDS);
  const values = lines.map((line) => Number(JSON.parse(line)[what]));
  const part = Math.ceil(ROUNDS / 3);
  return median(values.slice(-part)) - median(values.slice(0, part));
}

/** The processes that work in this folder, or were told of it, by their command lines. */
const processesOf = (folder: string): string[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(lookAt)
    .filter((about) => about.includes(folder));

/** Where a process works, and its command line; "" for one that has gone, or is somebody else's. */
function lookAt(pid: string): string {
  try {
    return `${readlinkSync(`/proc/${pid}/cwd`)} ${readFileSync(`/proc/${pid}/cmdline`, "utf8")}`;
  } catch (error) {
    if (["ENOENT", "ESRCH", "EACCES"].includes(Object(error).code)) return "";
    throw error;
  }
}

const locksIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.lock\b/.test(name),
  );

/** What must hold while it still runs: it can be measured, and what is to be gone at the end is there. */
function isWhole(agent: Agent) {
  const rare = Object.entries(happened(agent)).filter(([, times]) => times < ROUNDS);
  expect(rare.join("; "), "what has not happened in each round").toBe("");
  expect(count(agent.output + agent.errors, /The pond is green/g)).toBe(1);
  const processes = processesOf(agent.folder).join("\n");
  expect(processes).toContain("modern.mjs");
  expect(processes).toContain("--companion="); // the server of ego
  if (ROUNDS < FEWEST_MEASURED) return;
  expect(growthOf(agent, "bytes")).toBeLessThan(MOST_GROWTH);
  expect(growthOf(agent, "handles")).toBeLessThanOrEqual(MOST_HANDLES);
  expect(growthOf(agent, "files")).toBeLessThanOrEqual(MOST_HANDLES);
}

async function leavesNothing(agent: Agent) {
  expect(await agent.exit()).toBe(0);
  expect(processesOf(agent.folder)).toEqual([]);
  expect(locksIn(agent.folder)).toEqual([]);
}

test.skipIf(!existsSync("/proc/self/fd"))(
  `after ${TURNS_A_ROUND * ROUNDS} turns of all kinds, with faults and interrupts, an agent holds no more than before, its history is valid, and nothing of it is left`,
  async () => {
    const { error } = await judge(async ({ start }) => {
      const answers: Answers = { lead: [], looks: [] };
      const reply = (request: Request) => replyIn(answers, request);
      const agent = await start(reply, SETTINGS);
      await play({ agent, ...answers });
      isWhole(agent);
      await leavesNothing(agent);
      const again = await start(reply, { ...SETTINGS, beside: agent, args: ["--resume"] });
      await turn({ agent: again, ...answers }, [says("I am back.")]);
      expect(JSON.stringify(again.requests.at(-1)?.messages)).toContain("Sleep.");
      await leavesNothing(again);
    }, newestFolder(ROOT)); // the model refuses a request whose history is not valid, and that fails the judgement
    expect(error?.message).toBeUndefined();
  },
  LIMIT_MS,
);
