// s27 · mcp/own – a server that this program brings itself: it is in no file of the folder, so no folder speaks through it.

import { contentOf } from "../../shared/mcp/content.ts";
import type { Entry } from "../../shared/mcp/entry.ts";
import { reasonOf } from "../../shared/mcp/reason.ts";
import { loadSdk } from "../../shared/mcp/sdk.ts";
import { type Content, harmless, type Tool } from "../tools.ts";
import type { Configured } from "./config.ts";
import {
  type Around,
  endServer,
  type Pool,
  request,
  runningServers,
  type Server,
  toolOf,
} from "./core.ts";
import { type Connection, handshake } from "./handshake.ts";
import { weightOf } from "./pool.ts";
import { aroundIn, connectServer, type Openings, saidBy } from "./server.ts";

export interface OwnOptions {
  name: string;
  cwd: string;
  /** What goes along with each call, beside its arguments. */
  meta(): Record<string, unknown>;
  /** What the model is told when it has ended during a call. */
  afterEnd: string;
  /** Called when it has ended without being asked to. */
  hasEnded(why: string): void;
}

export interface OwnServer {
  /** Starts the program, and reads its tools. Throws with the reason. */
  start(entry: Entry, signal: AbortSignal): Promise<void>;
  stop(): Promise<void>;
  /** Its tools; none while it does not run. The gate asks about no call: the program is ours. */
  tools(): Tool<Content>[];
  /** What its definitions weigh, in tokens. */
  weight(): number;
  /** What it says of itself, for the system prompt; "" while it does not run. The program is ours, so it may instruct. */
  instructions(): string;
}

export function createOwnServer(options: OwnOptions): OwnServer {
  const { name, cwd, hasEnded } = options;
  const openings: Openings = new WeakMap();
  const around: Around = {
    ...aroundIn(cwd, openings, ({ ended = "" }) => hasEnded(ended)),
    async open(configured, signal) {
      const onOpening = (opened: Connection) => openings.get(configured)?.(opened);
      return handshake({ entry: configured.entry, cwd, sdk: await loadSdk(), onOpening }, signal);
    },
  };
  const pool: Pool = { around, connected: new Map() };
  return {
    async start(entry, signal) {
      const own = configuredAs(name, entry);
      await connectServer(pool, openings, own, signal).catch((error) => {
        throw new Error(signal.aborted ? "it was interrupted" : saidBy(own, reasonOf(error)));
      });
    },
    async stop() {
      await Promise.all(runningServers(pool).map((server) => endServer(server, "it was stopped")));
    },
    tools: () => runningServers(pool).flatMap((server) => ownTools(server, options)),
    weight: () => weightOf(runningServers(pool)),
    instructions: () => runningServers(pool)[0]?.client.getInstructions() ?? "",
  };
}

/** Nobody else has written it, so nothing is to be told about it, or compared. */
const configuredAs = (name: string, entry: Entry): Configured => ({
  ...{ name, entry, notes: [], obeyed: [], fingerprint: `own ${JSON.stringify(entry)}` },
});

const ownTools = (server: Server, { meta, afterEnd }: OwnOptions): Tool<Content>[] =>
  server.offers.map((offer) => ({
    ...toolOf(server, offer),
    judge: harmless,
    async run(input, { signal }) {
      const params = { name: offer.own, arguments: Object(input), _meta: meta() };
      const call = request(server, signal, (options) =>
        server.client.callTool(params, { ...options, toolDefinition: offer.definition }),
      );
      return contentOf(
        await call.catch((error) => {
          if (server.ended === undefined || signal.aborted) throw error;
          throw new Error(`${server.configured.name} has ended: ${server.ended}. ${afterEnd}`);
        }),
      );
    },
  }));
