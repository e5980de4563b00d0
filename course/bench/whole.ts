// course/bench/whole · what the whole agent of the newest chapter adds to a call of the model: with a long history, and with mates.
import { mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import Anthropic from "@anthropic-ai/sdk";
import { build, type Plugin } from "esbuild";
import type { agentLoop, contextOf } from "../../s20_comprehensive/loop.ts";
import { typedTurn } from "../../shared/fixtures/turns.ts";
import { ROOT } from "../base/root.ts";
import { cost, type Figure } from "./figures.ts";
import { history, trivialFetch } from "./trivial.ts";

const CHAPTER = join(ROOT, "s20_comprehensive");
const ROUNDS = 100;
const COUNTS = [10, 100, 1000];
const MATES = 16;
const TARGET = 1;

/** The lead of the chapter's own code.ts, and what is needed to call it. */
interface Whole {
  lead: Parameters<typeof agentLoop>[0];
  messages: Anthropic.MessageParam[];
  agentLoop: typeof agentLoop;
  contextOf: typeof contextOf;
  all: { stop?(): Promise<void> }[];
}

const ENTRY = `
export { lead, messages, all } from "./code.ts";
export { agentLoop, contextOf } from "./loop.ts";
`;

/** A turn without a tool, over the same call made directly: everything that the nineteen mechanisms do. */
export async function wholeFigures(): Promise<Figure[]> {
  const [before, cwd] = [process.cwd(), await realpath(await mkdtemp(join(tmpdir(), "whole-")))];
  const { write } = process.stdout;
  const { fetch: real } = globalThis;
  const { CONTEXT_TOKENS: tokens = "" } = process.env;
  process.env.CONTEXT_TOKENS = "100000000"; // nothing is to leave the history
  process.chdir(cwd); // the mechanisms work where the program was started
  try {
    process.stdout.write = () => true; // the agents print what they say
    return await measureAll(await load());
  } finally {
    process.stdout.write = write;
    globalThis.fetch = real;
    process.env.CONTEXT_TOKENS = tokens;
    process.chdir(before);
    await rm(cwd, { recursive: true });
  }
}

/** code.ts exports none of this, so that is added for the measurement alone. */
const opened: Plugin = {
  name: "opened",
  setup: ({ onLoad }) =>
    onLoad({ filter: /s20_comprehensive\/code\.ts$/ }, async ({ path }) => ({
      contents: `${await readFile(path, "utf8")}\nexport { all, lead, messages };`,
      loader: "ts",
    })),
};

async function load(): Promise<Whole> {
  const outfile = join(ROOT, `node_modules/.cache/course/whole-${process.pid}.mjs`); // there the packages are found
  await build({
    stdin: { contents: ENTRY, resolveDir: CHAPTER, loader: "ts" },
    ...{ bundle: true, platform: "node", format: "esm", packages: "external", outfile },
    plugins: [opened],
  });
  const whole: Whole = await import(pathToFileURL(outfile).href);
  await rm(outfile);
  return whole;
}

/** What the agent has sent last. Its client keeps the fetch that it finds first. */
const wire = { sent: "" };

async function measureAll(whole: Whole): Promise<Figure[]> {
  globalThis.fetch = (url, init) => {
    wire.sent = String(init?.body);
    return trivialFetch(url, init);
  };
  const { lead, contextOf, all } = whole;
  const context = contextOf(lead, signal, turn);
  await lead.hooks.emit("UserPromptSubmit", { prompt: "", source: "background", context }); // no words of a person: nothing is remembered
  const figures: Figure[] = [];
  for (const count of COUNTS) {
    whole.messages.splice(0, whole.messages.length, ...history(count));
    figures.push(figure(`at ${count} messages`, await costOf(whole)));
  }
  await hire(lead.tools, context);
  figures.push(figure(`at ${COUNTS.at(-1)} messages, with ${MATES} mates`, await costOf(whole)));
  for (const { stop } of all.toReversed()) await stop?.();
  return figures;
}

const { signal } = new AbortController();
const turn = typedTurn();

const figure = (where: string, value: number): Figure => ({
  name: `a turn of s20 ${where}, over the SDK`,
  value,
  unit: "ms",
  target: TARGET,
});

/** The direct call sends what the agent has sent. */
async function costOf({ lead, messages, agentLoop }: Whole): Promise<number> {
  const whole = () => {
    messages.push({ role: "user", content: "and on" });
    return agentLoop(lead, messages, signal, turn);
  };
  await whole();
  const body: Anthropic.MessageCreateParamsStreaming = JSON.parse(wire.sent);
  const client = new Anthropic({
    apiKey: "bench",
    baseURL: "http://bench.invalid",
    fetch: trivialFetch,
  });
  const direct = () => client.messages.stream(body, { signal }).finalMessage();
  return cost(whole, direct, ROUNDS);
}

/** Mates that wait: each has said its first word, and the lead has heard of it. */
async function hire(tools: Whole["lead"]["tools"], context: ReturnType<typeof contextOf>) {
  const spawn = tools.find(({ name }) => name === "spawn_teammate");
  for (let at = 0; at < MATES; at++)
    await spawn?.run({ name: `mate-${at}`, role: "a helper", prompt: `Job ${at}.` }, context);
}
