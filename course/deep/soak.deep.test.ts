// course/deep/soak · a long session of the newest chapter, in a process of its own: what it holds does not grow.
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { ROOT } from "../base/root.ts";
import { median } from "../bench/figures.ts";
import { judge } from "../judge/judge.ts";
import type { Agent } from "../spec/agent.ts";
import { calls, mistaken, type SpecReply, says } from "../spec/script.ts";
import { newestFolder } from "../unit/newest-tests.ts";

const ROUNDS = 24;
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
  CONTEXT_TOKENS: "36000",
  MAX_REQUESTS: "1000000",
  NODE_OPTIONS: `--expose-gc --import data:text/javascript,${encodeURIComponent(PROBE)}`,
};

type Request = Agent["requests"][number];
type Answer = SpecReply | ((request: Request) => SpecReply);

const path = "notes.txt";
/** About 6,000 characters: a history that leaks shows in the memory. */
const linesOf = (round: number) => `${round}: a line of words that is read\n`.repeat(180);

const stopIt = (request: Request) => {
  const [, id = "none"] = /\b(bg_\d+) runs/.exec(JSON.stringify(request.messages.at(-1))) ?? [];
  return calls("stop_background", { id });
};

/** What the model calls in the turns of a round; bash is a child of the agent. */
const turnsOf = (round: number): Answer[][] => [
  [
    calls("write_file", { path, content: linesOf(round) }),
    calls(["read_file", { path }], ["bash", { command: `wc -l ${path}` }]),
  ],
  [calls("bash", { command: "exit 3" }), mistaken(calls("no_such_tool", {}))],
  [calls("bash", { command: "sleep 1000", run_in_background: true }), stopIt],
  [calls("task", { description: PART })],
  [calls("bash", { command: "kill -USR2 $PPID" })],
];
const PART = "Do a part.";

/** Plays all rounds, each with a turn that is interrupted in a call. */
async function play(agent: Agent, begin: (answers: Answer[]) => void): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    for (const answers of turnsOf(round)) {
      begin(answers);
      await agent.type(`Round ${round}.`);
      expect(await agent.ended()).toBe("done");
    }
    begin([calls("bash", { command: "sleep 1000" })]);
    await agent.type("Sleep.");
    await agent.sees("> bash sleep");
    await agent.interrupt();
    expect(await agent.ended()).toBe("interrupted");
  }
}

/** How much more there was in the last third of the samples than in the first one. */
function growthOf(agent: Agent, what: "bytes" | "handles" | "files"): number {
  const lines = (agent.files["samples.jsonl"] ?? "").trim().split("\n");
  expect(lines).toHaveLength(ROUNDS);
  const values = lines.map((line) => Number(JSON.parse(line)[what]));
  const part = Math.ceil(ROUNDS / 3);
  return median(values.slice(-part)) - median(values.slice(0, part));
}

test.skipIf(!existsSync("/proc/self/fd"))(
  `after ${6 * ROUNDS} turns with files, mistakes, commands, subagents and interrupts, an agent holds no more memory, handles and files than before`,
  async () => {
    let left: Answer[] = [];
    const reply = (request: Request): SpecReply => {
      if (JSON.stringify(request.messages[0]).includes(PART)) return says("It is done.");
      const next = left.shift() ?? says("Done.");
      return typeof next === "function" ? next(request) : next;
    };
    const { error } = await judge(async ({ start }) => {
      const side = { summary: "SUMMARY: much was done." };
      const agent = await start(reply, { env: ENV, real: true, side, yes: true });
      await play(agent, (answers) => {
        left = answers;
      });
      expect(growthOf(agent, "bytes")).toBeLessThan(MOST_GROWTH);
      expect(growthOf(agent, "handles")).toBeLessThanOrEqual(MOST_HANDLES);
      expect(growthOf(agent, "files")).toBeLessThanOrEqual(MOST_HANDLES);
      expect(await agent.exit()).toBe(0);
    }, newestFolder(ROOT));
    expect(error?.message).toBeUndefined();
  },
  LIMIT_MS,
);
