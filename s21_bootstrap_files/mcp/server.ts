// s19 · mcp/server – a connection to one server: its beginning, its tools, its calls, its end.
import type { Progress, RequestOptions } from "@modelcontextprotocol/client";
import { z } from "zod";
import { expanded, withoutValues } from "../../shared/mcp/entry.ts";
import { checkOffers, MAX_TOOLS, type Offer, type Offers } from "../../shared/mcp/offers.ts";
import { reasonOf } from "../../shared/mcp/reason.ts";
import { loadSdk, type Sdk } from "../../shared/mcp/sdk.ts";
import { asWords } from "../../shared/messages.ts";
import { clean } from "../../shared/screen.ts";
import { explain } from "../../shared/terminal.ts";
import { oneLine } from "../../shared/text.ts";
import { within } from "../../shared/within.ts";
import type { Configured } from "./config.ts";
import { type Connection, endedEarly, handshake, NO_LIMIT, type Opened } from "./handshake.ts";

const CONNECT_MS = 30_000;
const CALL_MS = 60_000;
/** A server that reports progress gets this much in all. */
const MOST_MS = 600_000;
const MAX_PAGES = 64;

export interface Server extends Offers, Opened {
  configured: Configured;
  sdk: Sdk;
  around: Around;
  /** Set when the connection is over: why. */
  ended: string | undefined;
  /** True when the server has said that its tools are different now. */
  isStale: boolean;
}

/** What a new connection needs of its surroundings. */
export interface Around {
  cwd: string;
  /** Gives the names of the tools of the other servers. */
  taken(): Set<string>;
  /** Called when the server ends without being asked to. */
  onEnd(server: Server): void;
}

/**
 * Connects to a server and asks for its tools. Throws an Error that says what is wrong: with the entry, its program,
 * its address, or its answers. Then nothing of it runs any more.
 */
export async function connectServer(
  configured: Configured,
  around: Around,
  signal: AbortSignal,
): Promise<Server> {
  const entry = expanded(configured, process.env, around.cwd);
  const sdk = await loadSdk();
  let stale = () => {};
  const listChanged = { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => stale() } };
  let last: Connection | undefined;
  const onOpening = (connection: Connection) => {
    last = connection;
  };
  const opening = { entry, cwd: around.cwd, sdk, listChanged, onOpening };
  return within({ ms: CONNECT_MS, signal }, async (limit) => {
    try {
      const opened = await handshake(opening, limit.signal);
      const server: Server = { configured, ...opened, sdk, around, ...NEW };
      stale = () => {
        server.isStale = true;
      };
      await firstTools(server, limit.signal);
      watchEnd(server);
      return server;
    } catch (error) {
      if (!limit.isOver()) throw error;
      const words = last?.lastWords?.() ?? ""; // it may have said what it waits for
      throw new Error(`it did not answer within ${CONNECT_MS / 1000} seconds${words}`);
    }
  });
}

/** A server that cannot tell its tools does not go on running. */
async function firstTools(server: Server, signal: AbortSignal): Promise<void> {
  try {
    await refreshTools(server, signal);
  } catch (error) {
    const how = server.transport.howEnded?.();
    await endServer(server, "its tools could not be read");
    throw how ? new Error(endedEarly(server.configured.entry, how)) : error;
  }
}

const NEW = { offers: [], aside: [], ended: undefined, isStale: false };

const page = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().nullish() });

/** Asks for the tools and checks each. The client's own listTools would refuse all of them because of one. */
export async function refreshTools(server: Server, signal: AbortSignal): Promise<void> {
  const { client, configured, around, sdk } = server;
  server.isStale = false;
  const sent: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | null | undefined;
  if (client.getServerCapabilities()?.tools === undefined) return;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const params = cursor ? { cursor } : {};
    const options = { signal, timeout: NO_LIMIT };
    const { tools, nextCursor } = await client.request(
      { method: "tools/list", params },
      page,
      options,
    );
    for (const one of tools) sent.push(one);
    cursor = nextCursor;
    if (!cursor || seen.has(cursor) || sent.length > MAX_TOOLS) break; // a server may name the same page for ever
    seen.add(cursor);
  }
  Object.assign(server, checkOffers(configured.name, sent, around.taken(), sdk));
}

function watchEnd(server: Server): void {
  const { client, transport, around } = server;
  client.onclose = () => {
    if (server.ended !== undefined) return;
    const how = transport.howEnded?.() || "the connection was closed";
    server.ended = saidBy(server.configured, how);
    around.onEnd(server);
  };
}

/** Runs `ask` with the limits of a call. Throws an Error that says what the server has said, or has not. */
export async function request<Result>(
  server: Server,
  signal: AbortSignal,
  ask: (options: RequestOptions) => Promise<Result>,
): Promise<Result> {
  const { name } = server.configured;
  return within({ ms: CALL_MS, most: MOST_MS, signal }, async (limit) => {
    const onprogress = ({ progress, total, message = "" }: Progress) => {
      limit.again();
      explain(oneLine(`[mcp] ${name}: ${progress}${total ? `/${total}` : ""} ${message}`));
    };
    try {
      return await ask({ signal: limit.signal, timeout: NO_LIMIT, onprogress });
    } catch (error) {
      if (signal.aborted) throw new Error(`Interrupted; the server ${name} was told to stop.`);
      if (limit.isOver()) throw new Error(`The server ${name} gave no answer in time. ${STOPPED}`);
      const words = saidBy(server.configured, reasonOf(error));
      if (await isForgotten(server, error, limit.signal))
        await endServer(server, `it does not know the session any more (${words})`);
      if (server.ended !== undefined)
        throw new Error(`${name} has ended: ${server.ended}. ${AGAIN}`);
      throw new Error(`The server ${name} says: ${words}`);
    }
  });
}

const STOPPED = "It was told to stop, but what the call has begun may have happened.";
const AGAIN = "connect_mcp starts it again.";
const MAX_SAID = 1000;

/** A sentence of a server for the model: nobody has checked it. */
export const said = (text: string): string => oneLine(asWords(clean(text)), MAX_SAID);

/** The same for a text that may repeat what the server was given: a token, say. */
export const saidBy = (configured: Configured, text: string): string =>
  said(withoutValues(text, configured, process.env));

/**
 * A server over HTTP that was started anew does not know the session. The protocol has a status for that, 404, but many
 * answer otherwise. What it refuses then is everything: also to list what it has.
 */
async function isForgotten(server: Server, error: unknown, signal: AbortSignal): Promise<boolean> {
  const { client, configured, sdk, ended } = server;
  const isAnswer = error instanceof sdk.SdkHttpError || error instanceof sdk.ProtocolError;
  if ("command" in configured.entry || ended !== undefined || !isAnswer) return false;
  const offers = client.getServerCapabilities() ?? {};
  const kind = (["tools", "resources", "prompts"] as const).find((one) => offers[one]);
  if (kind === undefined) return false;
  try {
    const options = { signal, timeout: NO_LIMIT };
    await client.request({ method: `${kind}/list`, params: {} }, z.looseObject({}), options);
    return false;
  } catch (again) {
    return again instanceof sdk.SdkHttpError || again instanceof sdk.ProtocolError;
  }
}

export function callTool(server: Server, offer: Offer, input: unknown, signal: AbortSignal) {
  const params = { name: offer.own, arguments: argumentsOf(input) };
  const definition = offer.definition && { toolDefinition: offer.definition };
  return request(server, signal, (options) =>
    server.client.callTool(params, { ...options, ...definition }),
  );
}

const argumentsOf = (input: unknown) => z.record(z.string(), z.unknown()).parse(input);

/** Ends the connection, and a server that we have started with it. */
export async function endServer(server: Server, why: string): Promise<void> {
  server.ended ??= saidBy(server.configured, why);
  await server.client.close().catch(() => {}); // it may be gone already
}
