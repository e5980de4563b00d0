// s19 · mcp/handshake – how a connection to a server begins, in the new way or the old one.
import type { Client, Transport } from "@modelcontextprotocol/client";
import { limitedFetch } from "../../shared/limitedFetch.ts";
import {
  endWithCancel,
  failAtEnd,
  failAtMany,
  failAtTaken,
  takeUpLater,
} from "../../shared/mcp/answers.ts";
import type { Entry } from "../../shared/mcp/entry.ts";
import { limitParts } from "../../shared/mcp/parts.ts";
import type { Sdk } from "../../shared/mcp/sdk.ts";
import { createStdio, MAX_MESSAGE, TOO_LONG } from "../../shared/mcp/stdio.ts";

/** How long a server of the old protocol may leave our first question without an answer. */
const PROBE_MS = 3_000;
/** For the client: our own limits count, by our own clock. */
export const NO_LIMIT = 2 ** 31 - 1;
const CLIENT = { name: "coding-agent-course", version: "0.1.0" };

/** What messages go over. */
export type Connection = Transport & {
  /** Why the connection is over: how the program of the server has ended, and what it said last; "" before that. */
  howEnded?(): string;
  /** What its program has said last, after a semicolon; "" when it has said nothing. */
  lastWords?(): string;
  /** Ends the program at once, with all that it has started. */
  kill?(): void;
  /** Ends the connection; `howEnded` says this reason. */
  giveUp(why: string): void;
};

/** A connection that has begun. */
export interface Opened {
  client: Client;
  transport: Connection;
  /** Stale when the server has said that its tools are different now. */
  list: { isStale: boolean };
}

/** Says why a server is gone. */
export const endedEarly = (entry: Entry, how: string) =>
  "command" in entry ? `its program has ended (${how})` : how;

/** What is to be opened. */
export interface Opening {
  entry: Entry;
  cwd: string;
  sdk: Sdk;
  /** Called before anything is started or called. */
  onOpening(connection: Connection): void;
}

/** How a connection begins: with the first question of the new protocol, for at most `timeoutMs`, or with the old greeting. */
type Way = { mode: "auto"; timeoutMs: number } | { mode: "legacy" };

/**
 * An old server may end at the first question of the new protocol. A proxy before one may refuse that question, or never
 * answer it. So the server is connected once more, and greeted in the old way. A new server may start so slowly that it
 * was taken for an old one. It is started once more, and gets more time.
 */
export async function handshake(opening: Opening, signal: AbortSignal): Promise<Opened> {
  const { entry, sdk } = opening;
  try {
    return await openConnection(opening, { mode: "auto", timeoutMs: PROBE_MS }, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    if (isNew(error, sdk))
      return openConnection(opening, { mode: "auto", timeoutMs: NO_LIMIT }, signal);
    if ("command" in entry && !isOld(error, sdk)) throw error;
    return openConnection(opening, { mode: "legacy" }, signal);
  }
}

async function openConnection(opening: Opening, way: Way, signal: AbortSignal): Promise<Opened> {
  const { entry, cwd, sdk } = opening;
  const list = { isStale: false };
  const onChanged = () => {
    list.isStale = true;
  };
  signal.throwIfAborted(); // there would be no event any more
  const transport: Connection = limitParts(
    "command" in entry
      ? createStdio(entry, cwd, sdk)
      : endWithCancel(failAtEnd(createHttp(entry, sdk))),
  );
  opening.onOpening(transport);
  const { mode, ...probe } = way;
  const client = new sdk.Client(CLIENT, { versionNegotiation: { mode, probe } });
  client.setNotificationHandler("notifications/tools/list_changed", onChanged);
  const interrupt = () => {
    if (transport.kill) transport.kill();
    else transport.close().catch(() => {});
  };
  signal.addEventListener("abort", interrupt, { once: true });
  try {
    await client.connect(transport, { signal, timeout: NO_LIMIT });
    askForChanges(client);
    return { client, transport, list };
  } catch (error) {
    const how = transport.howEnded?.() ?? ""; // what we end is not the reason
    await transport.close().catch(() => {});
    if (how === "" || (mode === "auto" && isOld(error, sdk))) throw error;
    throw new Error(endedEarly(entry, how));
  } finally {
    signal.removeEventListener("abort", interrupt);
  }
}

/**
 * A server of the new protocol says that its tools are different only to who has asked for that. Nobody waits for its
 * answer: a proxy may hold that up for as long as the stream is open.
 */
function askForChanges(client: Client): void {
  const isModern = client.getProtocolEra() === "modern";
  if (isModern && client.getServerCapabilities()?.tools?.listChanged)
    client.listen({ toolsListChanged: true }, { timeout: NO_LIMIT }).catch(() => {});
}

/** What does not know the old greeting, or none of its versions, speaks only the new protocol. */
const isNew = (error: unknown, { ProtocolError }: Sdk) =>
  error instanceof ProtocolError && [-32601, -32022].includes(error.code);

/** An old server does not know the first question of the new protocol. It may end at it, sooner or later. */
const isOld = (error: unknown, { SdkError }: Sdk) =>
  error instanceof SdkError && ["ERA_NEGOTIATION_FAILED", "CONNECTION_CLOSED"].includes(error.code);

function createHttp({ url, headers }: Extract<Entry, { url: string }>, sdk: Sdk): Connection {
  let how = "";
  const giveUp = (why: string) => {
    how = why;
    void transport.close();
  };
  const transport: Connection = Object.assign(
    new sdk.StreamableHTTPClientTransport(addressOf(url), {
      requestInit: { headers },
      reconnectionScheduler: takeUpLater,
      fetch: failAtTaken(failAtMany(limitedFetch(MAX_MESSAGE, TOO_LONG, giveUp))),
    }),
    { howEnded: () => how, giveUp },
  );
  return transport;
}

function addressOf(url: string): URL {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address?.username || address?.password)
    throw new Error(
      'its "url" has a user or a password in it: put them into the "headers" of its entry, as "Authorization": "Basic …"',
    );
  if (address && /^https?:$/.test(address.protocol)) return address;
  throw new Error(`${url} is not an address: it must begin with http:// or https://`);
}
