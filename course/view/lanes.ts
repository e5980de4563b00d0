// course/view/lanes · which agent makes a request. Mates have their names in the trace; subagents are known by what started them.
import type { Exchange, ToolCall } from "./entry.ts";

/** An agent in the picture. */
export interface Lane {
  /** "" for the agent that the person talks to. */
  name: string;
  /** A subagent is gone after its work; its column may be used again. */
  isSubagent: boolean;
}

/** An agent that a tool call has started, and whether it has had a reply. */
interface Started {
  lane: Lane;
  isAnswered: boolean;
}

export interface Lanes {
  /** The lane of the agent with this name. */
  named(name: string): Lane;
  /** The lane whose conversation a request belongs to. Remembers what the reply starts. */
  of(exchange: Exchange): Lane;
}

/** Other names of the agent that the person talks to. */
const OF_LEAD = ["lead", "agent"];

/** The exchanges must come in the order in which they ended, as a trace has them. */
export function createLanes(): Lanes {
  const lanes = new Map<string, Lane>();
  const started = new Map<string, Started[]>();
  /** The lane that a tool call belongs to, by its id. */
  const callers = new Map<string, Lane>();
  let subagents = 0;

  function named(written: string): Lane {
    const name = OF_LEAD.includes(written.toLowerCase()) ? "" : written;
    const lane = lanes.get(name.toLowerCase()) ?? { name, isSubagent: false };
    lanes.set(name.toLowerCase(), lane);
    return lane;
  }

  /** A later request answers the tool calls of its own conversation; a first one has the words that started it. */
  function find({ agent, side, results, first }: Exchange): Lane {
    if (side !== undefined) return named(agent);
    const caller = results.map(({ id }) => callers.get(id)).find((lane) => lane !== undefined);
    if (caller !== undefined) return caller;
    const all = started.get(keyOf(agent, first)) ?? [];
    return (all.find(({ isAnswered }) => !isAnswered) ?? all.at(-1))?.lane ?? named(agent);
  }

  function start(agent: string, { prompt, name }: NonNullable<ToolCall["starts"]>) {
    const lane = name === "" ? { name: `task-${++subagents}`, isSubagent: true } : named(name);
    const key = keyOf(agent, prompt);
    const all = started.get(key) ?? [];
    all.push({ lane, isAnswered: false });
    started.set(key, all);
  }

  return {
    named,
    of(exchange) {
      const { agent, first, calls, error } = exchange;
      const lane = find(exchange);
      const own = started.get(keyOf(agent, first))?.find((one) => one.lane === lane);
      if (own && error === undefined) own.isAnswered = true;
      for (const { id, starts } of calls) {
        callers.set(id, lane);
        if (starts && error === undefined) start(agent, starts);
      }
      return lane;
    },
  };
}

const keyOf = (agent: string, first: string) => JSON.stringify([agent, first]);
