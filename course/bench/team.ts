// course/bench/team · how long a message takes to its reader, and what a turn of a mate costs in teams of different sizes.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAgent, type Identity } from "../../s15_agent_teams/agent.ts";
import { createInbox } from "../../s15_agent_teams/inbox.ts";
import { createTeam, TEAM_RULE } from "../../s15_agent_teams/team/team.ts";
import type { ToolContext } from "../../s15_agent_teams/tools.ts";
import { typedTurn } from "../../shared/fixtures/turns.ts";
import { estimateTokens } from "../../shared/tokens.ts";
import { type Figure, median, timed } from "./figures.ts";

const MESSAGES = 20;

/** A team without a model: each request is answered with one word. */
export async function teamFigures(): Promise<Figure[]> {
  const silent = process.stdout.write;
  process.stdout.write = () => true; // mates print what they say
  try {
    const measured = [];
    for (const size of [1, 4, 16]) measured.push({ size, ...(await measure(size)) });
    const costs = measured.map(({ size, tokens: value }): Figure => {
      return { name: `the 25th request of a mate in a team of ${size}`, value, unit: "tokens" };
    });
    const value = median(measured.at(-1)?.times ?? []);
    const name = "a message, from its sender to a request";
    return [{ name, value, unit: "ms", target: 50 }, ...costs];
  } finally {
    process.stdout.write = silent;
  }
}

async function measure(size: number): Promise<{ times: number[]; tokens: number }> {
  const cwd = await mkdtemp(join(tmpdir(), "bench-team-"));
  let arrived = (_: string) => {};
  const identity: Identity = Object({
    name: "lead",
    label: "",
    system: TEAM_RULE,
    cwd,
    say() {},
    getSystemPrompt: ({ identity }: { identity: string }) => [{ type: "text", text: identity }],
    async callModel(request: unknown) {
      arrived(JSON.stringify(request));
      const content = [{ type: "text", text: "Good." }];
      return { content, stop_reason: "end_turn", usage: { input_tokens: 1, output_tokens: 1 } };
    },
  });
  const inbox = createInbox(() => {});
  const team = createTeam(cwd, createAgent, inbox);
  const context: ToolContext = {
    agent: createAgent(identity, [inbox, team]),
    cwd,
    roots: [cwd],
    signal: new AbortController().signal,
    turn: typedTurn(),
  };
  const call = (name: string, input: unknown) =>
    team.tools?.find((tool) => tool.name === name)?.run(input, context);
  const requestWith = (text: string) =>
    new Promise<string>((resolve) => {
      arrived = (request) => void (request.includes(text) && resolve(request));
    });
  for (let at = 0; at < size; at++) {
    const first = requestWith(`Job ${at}.`);
    await call("spawn_teammate", { name: `mate-${at}`, role: "a helper", prompt: `Job ${at}.` });
    await first;
  }
  let last = "";
  let count = 0;
  const times = await timed(async () => {
    const text = `Message ${++count}.`;
    const request = requestWith(text);
    await call("send_message", { to: "mate-0", content: text });
    last = await request;
  }, MESSAGES);
  await team.stop?.();
  await rm(cwd, { recursive: true });
  return { times, tokens: estimateTokens(last) };
}
