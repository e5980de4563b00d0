// s20 · status – what the person can ask about the session: what it is, what it costs, which agents there are.
import { configure, modelUse, startLine } from "../shared/client.ts";
import { costLines } from "../shared/costs.ts";
import { tokensOf } from "../shared/prices.ts";
import { note } from "../shared/terminal.ts";
import type { Mechanism } from "./agent.ts";
import type { BackgroundMechanism } from "./background/background.ts";
import type { HookEvents } from "./hooks.ts";
import type { Session } from "./session/session.ts";
import { LEAD, mateState, type Team, type TeamMechanism } from "./team/team.ts";

/** What is known of an agent: its replies, the tokens of all its requests, and those of the last one. */
interface Count {
  replies: number;
  tokens: number;
  last: number;
}

/** The commands for the lead, and what counts the replies of every agent. */
export interface Status extends Mechanism {
  counter: Mechanism;
}

/** Brings /status, /cost and /agents. */
export function createStatus(
  session: Session,
  { team }: TeamMechanism,
  background: BackgroundMechanism,
): Status {
  const counts = new Map<string, Count>();
  let turns = 0;
  const counter = {
    hooks: { AfterModel: (event: HookEvents["AfterModel"]) => add(counts, event) },
  };
  return {
    counter,
    hooks: {
      UserPromptSubmit() {
        turns++;
      },
    },
    commands: {
      status: {
        description: "the session: its model, folder, turns, window, and what runs",
        run() {
          const runs = [...background.runningBelow(team.cwd), ...working(team)];
          note(statusOf(session, team.cwd, runs));
          note(`turns in this run: ${turns}; ${windowOf(counts.get(LEAD)?.last ?? 0)}`);
        },
      },
      cost: {
        description: "requests, tokens and money of this run, for each model",
        run: () => note(costLines([...modelUse()], configure().maxCost)),
      },
      agents: {
        description: "the agents of this run: their state, replies and tokens",
        run: () => note(agentLines(team, counts)),
      },
    },
  };
}

function add(counts: Map<string, Count>, { reply, context }: HookEvents["AfterModel"]) {
  const { name } = context.agent;
  const { input, written, read, output } = tokensOf(reply.usage);
  const last = input + written + read + output;
  const { replies, tokens } = counts.get(name) ?? { replies: 0, tokens: 0 };
  counts.set(name, { replies: replies + 1, tokens: tokens + last, last });
}

const working = ({ mates }: Team): string[] =>
  [...mates.values()].flatMap(({ name, progress }) => (progress.running ? `the mate ${name}` : []));

function statusOf({ id, messages }: Session, cwd: string, runs: string[]): string {
  const isKept = id() !== undefined;
  return [
    startLine(configure()),
    `session: ${isKept ? `${id()} with ${messages.length} messages; --resume goes on with it` : "none yet"}`,
    `folder: ${cwd}`,
    `runs now: ${runs.join("; ") || "nothing"}`,
  ].join("\n");
}

function windowOf(last: number): string {
  const { contextTokens } = configure();
  const share = Math.round((100 * last) / contextTokens);
  return `the last request and its reply took ${last} of ${contextTokens} tokens (${share} %)`;
}

/** Commands of the person run between turns, so a subagent has always ended by then. */
function agentLines({ mates }: Team, counts: Map<string, Count>): string {
  const names = new Set([LEAD, ...[...mates.values()].map(({ name }) => name), ...counts.keys()]);
  const lines = [...names].map((name) => {
    const { replies, tokens } = counts.get(name) ?? { replies: 0, tokens: 0 };
    return `${name}: ${stateIn(mates, name)}, ${replies} replies, ${tokens} tokens`;
  });
  return lines.join("\n");
}

function stateIn(mates: Team["mates"], name: string): string {
  if (name === LEAD) return "waits for you";
  const mate = mates.get(name.toLowerCase());
  return mate === undefined ? "has ended" : mateState(mate);
}
