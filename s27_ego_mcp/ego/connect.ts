// s27 · ego/connect – the lead gets the tools of the server as long as the person wants them.
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { clock } from "../../shared/clock.ts";
import { describeError } from "../../shared/errors.ts";
import type { Json5File } from "../../shared/json5File.ts";
import { note } from "../../shared/terminal.ts";
import type { Identity, Mechanism } from "../agent.ts";
import type { Bootstrap } from "../bootstrap/bootstrap.ts";
import type { Agent } from "../loop.ts";
import { createOwnServer } from "../mcp/mcp.ts";
import { embedderIn, type Memories, type Recall } from "../recall/recall.ts";
import type { Scope } from "../scope/scope.ts";
import type { Content, Tool } from "../tools.ts";
import { desiresCommand, egoCommand, lookIn } from "./command.ts";
import { counted } from "./count.ts";
import { readsOf, requireOwn } from "./past.ts";
import { NOW, withoutPrivate } from "./words.ts";

/** What the program gives to it. */
export interface Parts {
  scope: Scope;
  bootstrap: Bootstrap;
  createSubagent: MakeAgent;
}

type MakeAgent = (identity: Identity, own: Mechanism[]) => Agent;

export interface Ego {
  /** The memories of s26, without their tools as long as the server has them; and the server. */
  insteadOf(recall: Recall): Mechanism[];
  /** Makes agents that have the tools as well: for those that the person alone hears. */
  makeAgent: MakeAgent;
}

const settingsIn = (file: Json5File) => ({
  isOn: file.value("ego.on", false, z.boolean(), "true or false"),
  companion: file.value("ego.companion", "the user", z.string().trim().min(1).max(60), "a name"),
  embedder: embedderIn(file),
});
type Settings = ReturnType<typeof settingsIn>;

/**
 * The server for the person's own session; `program` is the file that serves. In a room there is none, but its settings
 * are known there, too.
 */
export function connectEgo({ scope, bootstrap, createSubagent }: Parts, program: string): Ego {
  const settings = bootstrap.settingsOf(settingsIn);
  if (scope.isRoom) return { insteadOf: (one) => [one], makeAgent: createSubagent };
  const count = counted();
  let isOn: boolean | undefined; // undefined: as the settings say
  let starting: Promise<void> | undefined;
  let memories: Memories | undefined;
  const server = createOwnServer({
    ...{ name: "ego", cwd: scope.home },
    meta: () => ({ [NOW]: clock.now() }),
    afterEnd: "The tools of the memories are there instead; the person can type /ego on.",
    hasEnded(why) {
      isOn = false;
      note(`[ego] the server has ended: ${why}. /ego on starts it again.`, "yellow");
    },
  });

  /** Those of s26. Throws when they, or what else is kept, have come with a stranger's folder. */
  async function ownMemories(): Promise<Memories> {
    if (memories === undefined) throw new Error("There are no memories here.");
    await memories.recent(1); // s26 refuses a file of somebody else
    await requireOwn(scope.home);
    return memories;
  }
  const look = lookIn(scope.home, ownMemories);

  /** What cannot be started is told once, and stays off; what the person has interrupted is tried again when it is wanted. */
  async function start(signal: AbortSignal) {
    try {
      await ownMemories();
      await server.start(entryOf(program, scope.home, await settings()), signal);
      isOn = true;
      note(`[ego] is on: ${sized(server.tools().length)}`, "dim");
    } catch (error) {
      if (!signal.aborted) isOn = false;
      note(`[ego] could not be started: ${describeError(error)}`, "yellow");
    }
  }

  /** Who asks while it is being started waits for the same start. */
  function turnOn(signal: AbortSignal): Promise<void> {
    starting ??= start(signal).finally(() => {
      starting = undefined;
    });
    return starting;
  }

  /** Before each request. */
  async function tools(signal = new AbortController().signal): Promise<Tool<Content>[]> {
    const isWanted = isOn ?? (await settings()).isOn;
    if (!isWanted) return [];
    if (server.tools().length === 0) await turnOn(signal);
    return server.tools().map(count.watch).map(withoutWords);
  }

  async function turnOff() {
    await starting;
    isOn = false;
    await server.stop();
  }

  /** What it says of its tools is in the prompt as long as they are. */
  const state = { ego: async () => server.instructions() };
  const served: Mechanism = {
    ...{ pool: tools, state },
    commands: {
      ego: egoCommand({ server, count, look, turnOn, turnOff }),
      desires: desiresCommand(look),
    },
    reads: [readsOf(scope.home)],
    stop: server.stop,
  };
  return {
    insteadOf: ({ tools: own = [], ...mechanism }) => {
      memories = mechanism.memories;
      const pool: Mechanism["pool"] = async (signal) =>
        (await tools(signal)).length > 0 ? [] : own;
      return [{ ...mechanism, pool }, served];
    },
    makeAgent: (identity, own) => createSubagent(identity, [...own, { pool: tools, state }]),
  };
}

const sized = (count: number) => (count === 1 ? "1 tool" : `${count} tools`);

/** Node with tsx runs the file as it is, in the course's folder, whose settings tsx takes. What is bundled needs no tsx. */
function entryOf(program: string, folder: string, { companion, embedder }: Settings) {
  const tsx = () => pathToFileURL(createRequire(program).resolve("tsx")).href;
  const loader = program.endsWith(".ts") ? ["--import", tsx()] : [];
  const flags = ["--folder", folder, `--companion=${companion}`, "--embedder", embedder];
  const args = [...loader, program, ...flags];
  return { command: process.execPath, args, env: passedOn(process.env), cwd: dirname(program) };
}

/** What the memories of s26 take from the environment: where they are, and the key of an embedder. */
const PASSED = ["MEMORY_URL", "MEMORY_TOKEN", "OPENAI_API_KEY", "VOYAGE_API_KEY"];

const passedOn = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(PASSED.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));

/** On the screen, and in what is kept of it, a private memory has no words. */
const withoutWords = (tool: Tool<Content>): Tool<Content> => ({
  ...tool,
  shown(said) {
    if (typeof said === "string") return withoutPrivate(said);
    const isOpen = [undefined, false].includes(Object(said).private); // before the check, which refuses "true"
    return isOpen ? said : { content: "…", private: true };
  },
});
