// s04 · agent – an agent is a list of mechanisms. Each brings its tools and hooks in one value.
import type { Command, ReplOptions } from "../shared/terminal.ts";
import type { Reads } from "../shared/trust.ts";
import { createHooks, type HookTable } from "./hooks.ts";
import type { Agent } from "./loop.ts";
import type { Content, Tool } from "./tools.ts";

/** What a mechanism brings to an agent. */
export interface Mechanism {
  tools?: Tool[];
  /** Tools that come and go; collected before each model call, after all others. Their order must not change by itself. */
  pool?(signal?: AbortSignal): Promise<Tool<Content>[]>;
  hooks?: HookTable;
  /** Slash commands for the person, by name. */
  commands?: Record<string, Command>;
  /** What the system prompt says about the current state, by topic; read before each model call. */
  state?: Agent["state"];
  /** Called before the first prompt. */
  start?(): Promise<void>;
  /** Called before the program ends, the last mechanism first: what acts by itself stops before what it uses. */
  stop?(): Promise<void>;
  /** What it uses of the folder by itself. The person is asked whether the folder is trusted, and a no leaves it out. */
  reads?: Reads[];
}

/** An agent without its mechanisms: its name, its system prompt, its folder, and how it talks to the person. */
export type Identity = Omit<Agent, "tools" | "pool" | "hooks" | "state">;

/** Makes an agent from these mechanisms. Their hooks run in the order of the list. */
export function createAgent(identity: Identity, mechanisms: Mechanism[]): Agent {
  const tools = toolsOf(mechanisms);
  return {
    ...identity,
    tools,
    async pool(signal) {
      const pools = await Promise.all(mechanisms.map(({ pool }) => pool?.(signal) ?? []));
      return [...tools, ...pools.flat()];
    },
    hooks: createHooks(mechanisms.flatMap(({ hooks }) => hooks ?? [])),
    state: Object.assign({}, ...mechanisms.map(({ state }) => state)),
  };
}

/** A second tool of one name must say that it replaces the first: no mechanism takes the place of a tool silently. */
function toolsOf(mechanisms: Mechanism[]): Tool[] {
  const tools = new Map<string, Tool>();
  for (const tool of mechanisms.flatMap(({ tools }) => tools ?? [])) {
    const { name, replaces } = tool;
    if (tools.has(name) && replaces !== name)
      throw new Error(`There are two tools ${name}. The second must say \`replaces: "${name}"\`.`);
    tools.set(name, tool);
  }
  return [...tools.values()];
}

/** What the terminal needs from the mechanisms. */
export function terminalOf(mechanisms: Mechanism[]): ReplOptions {
  return {
    commands: Object.assign({}, ...mechanisms.map(({ commands }) => commands)),
    async start() {
      for (const mechanism of mechanisms) await mechanism.start?.();
    },
    async stop() {
      for (const mechanism of mechanisms.toReversed()) await mechanism.stop?.();
    },
    reads: mechanisms.flatMap(({ reads }) => reads ?? []),
  };
}
