// s19 · mcp/server – a connection to one server: its beginning, its tools, its calls, its end.
import type { Client, RequestOptions, Transport } from "@modelcontextprotocol/client";
import { z } from "zod";
import { describeError } from "../../shared/errors.ts";
import { explain, note } from "../../shared/terminal.ts";
import { oneLine } from "../../shared/text.ts";
import type { Content, ToolContext } from "../tools.ts";
import { type Configured, type Entry, expanded } from "./config.ts";
import { contentOf } from "./content.ts";
import { within } from "./limit.ts";
import { checkOffers, type Offer, type Offers } from "./offers.ts";
import { loadSdk, type Sdk } from "./sdk.ts";
import { createStdio, type Stdio } from "./stdio.ts";

const CONNECT_MS = 30_000;
const CALL_MS = 60_000;
/** A server that reports progress gets this much in all. */
const MOST_MS = 600_000;
/** How long a server of the old protocol may leave our first question without an answer. */
const PROBE_MS = 3_000;
/** Our own limits count, by our own clock. */
const NO_LIMIT = 2 ** 31 - 1;
const MAX_PAGES = 64;
const CLIENT = { name: "coding-agent-course", version: "0.1.0" };

export interface Server extends Offers {
  configured: Configured;
  client: Client;
  /** Set when the connection is over: why. */
  ended: string | undefined;
  /** True when the server has said that its tools are different now. */
  isStale: boolean;
  /** Gives the names of the tools of the other servers. */
  taken(): Set<string>;
}

/**
 * Connects to a server and asks for its tools. Throws an Error that says what is wrong: with the entry, its program,
 * its address, or its answers. Then nothing of it runs any more.
 */
export async function connect(
  configured: Configured,
  { cwd, signal, taken }: { cwd: string; signal: AbortSignal; taken: Server["taken"] },
): Promise<Server> {
  const entry = expanded(configured, process.env);
  const sdk = await loadSdk();
  return within({ ms: CONNECT_MS, signal }, async (limit) => {
    const open = openerOf(entry, cwd, sdk);
    try {
      const server = newServer(configured, taken, sdk);
      await handshake(server, open, sdk, limit.signal);
      await refresh(server, limit.signal);
      return server;
    } catch (error) {
      await open.last?.close().catch(() => {});
      if (limit.isOver()) throw new Error(`it did not answer within ${CONNECT_MS / 1000} seconds`);
      throw new Error(whyFailed(error, open.last), { cause: error });
    }
  });
}

interface Opener {
  (): Transport;
  /** The one that was opened last. */
  last: Transport | undefined;
}

function openerOf(entry: Entry, cwd: string, sdk: Sdk): Opener {
  const make = () =>
    "command" in entry
      ? createStdio(entry, cwd, sdk)
      : new sdk.StreamableHTTPClientTransport(addressOf(entry.url), {
          requestInit: { headers: entry.headers },
        });
  const open: Opener = Object.assign(
    () => {
      open.last = make();
      return open.last;
    },
    { last: undefined },
  );
  return open;
}
