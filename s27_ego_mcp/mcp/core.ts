// s19 · mcp/core – tools that another program runs: connect it, take its list, call it, and notice its end.
import type { RequestOptions } from "@modelcontextprotocol/client";
import { z } from "zod";
import { contentOf } from "../../shared/mcp/content.ts";
import { checkOffers, type Offer, type Offers } from "../../shared/mcp/offers.ts";
import { loadSdk } from "../../shared/mcp/sdk.ts";
import type { Content, Decision, Tool } from "../tools.ts";
import type { Configured } from "./config.ts";
import type { Opened } from "./handshake.ts";

/** A program of somebody else, its connection, and the tools that we have taken from its list. */
export interface Server extends Opened, Offers {
  configured: Configured;
  around: Around;
  /** Why the connection is over; undefined while it lasts. */
  ended: string | undefined;
}

/** What surrounds the core. */
export interface Around {
  /** Starts the program, or calls the address, and greets it. */
  open(configured: Configured, signal: AbortSignal): Promise<Opened>;
  /** Asks for the list of tools, and gives it as it was sent. */
  listTools(server: Server, signal: AbortSignal): Promise<unknown[]>;
  /** Asks a server something, and decides how long it may take and what is said of a failure. */
  ask<Result>(server: Server, signal: AbortSignal, question: Question<Result>): Promise<Result>;
  /** Words of a server, for the model and the screen. */
  said(configured: Configured, words: string): string;
  /** Called when a server has ended without being asked to. */
  hasEnded(server: Server): void;
}

type Question<Result> = (options: RequestOptions) => Promise<Result>;

export interface Pool {
  around: Around;
  /** By name, in the order in which they were connected. */
  connected: Map<string, Server>;
}

/** Those whose tools can be called. */
export const runningServers = ({ connected }: Pool): Server[] =>
  [...connected.values()].filter(({ ended }) => ended === undefined);

/** Whether it still runs, by an entry that is still the same. */
export const isCurrent = ({ ended, configured }: Server, { fingerprint }: Configured): boolean =>
  ended === undefined && configured.fingerprint === fingerprint;

/** Connects a server, unless it is connected. Throws with the reason, and then nothing of it runs any more. */
export async function connect(
  pool: Pool,
  configured: Configured,
  signal: AbortSignal,
): Promise<Server> {
  const { around, connected } = pool;
  const old = connected.get(configured.name);
  if (old && isCurrent(old, configured)) return old;
  if (old) await endServer(old, "its entry or its program has changed");
  connected.delete(configured.name);
  const opened = await around.open(configured, signal);
  const server: Server = { configured, around, ...opened, offers: [], aside: [], ended: undefined };
  await takeTools(pool, server, signal).catch(async (error) => {
    await endServer(server, "its tools could not be read");
    throw error;
  });
  watchEnd(server);
  connected.set(configured.name, server);
  return server;
}

/** Asks for its tools and checks each: a bad one is left out, and the others stay. */
export async function takeTools(pool: Pool, server: Server, signal: AbortSignal): Promise<void> {
  const { configured, around } = server;
  server.list.isStale = false; // it may change again while we read
  const sent = await around.listTools(server, signal);
  const others = runningServers(pool).filter((one) => one.configured.name !== configured.name);
  const taken = new Set(others.flatMap(({ offers }) => offers.map(({ name }) => name)));
  Object.assign(server, checkOffers(configured.name, sent, taken, await loadSdk()));
}

function watchEnd(server: Server): void {
  const { client, transport, around, configured } = server;
  client.onclose = () => {
    if (server.ended !== undefined) return;
    const how = transport.howEnded?.() || "the connection was closed";
    server.ended = around.said(configured, how);
    around.hasEnded(server);
  };
}

/** Ends the connection, and a server that we have started with it. */
export async function endServer(server: Server, why: string): Promise<void> {
  const { configured, around, client } = server;
  server.ended ??= around.said(configured, why);
  await client.close().catch(() => {}); // it may be gone already
}

/** What all servers offer, sorted: equal tools are an equal request, whose beginning is in the cache. */
export const offersOf = (servers: Server[]): { server: Server; offer: Offer }[] =>
  servers
    .flatMap((server) => server.offers.map((offer) => ({ server, offer })))
    .sort((one, other) => (one.offer.name < other.offer.name ? -1 : 1));

/** A tool of a server as one of ours. */
export function toolOf(server: Server, offer: Offer): Tool<Content> {
  const { name, description, input } = offer;
  return {
    name,
    description,
    input,
    isGuest: true,
    judge: (given) => askAboutCall(server, name, given),
    run: async (given, { signal }) => contentOf(await callTool(server, offer, given, signal)),
  };
}

/** "Always" is for this tool of this server, as long as its entry in the file stays the same. */
export function askAboutCall({ configured }: Server, name: string, input: unknown): Decision {
  const { name: server, fingerprint } = configured;
  const grant = `${name} (MCP server ${server}, entry ${fingerprint})`;
  const shown = `${name}: ${JSON.stringify(input)}`;
  const reasons = [{ text: `it goes to the MCP server ${server}`, grant }];
  return { behaviour: "ask", reasons, paths: [], shown };
}

function callTool(server: Server, offer: Offer, input: unknown, signal: AbortSignal) {
  const params = { name: offer.own, arguments: z.record(z.string(), z.unknown()).parse(input) };
  const { definition: toolDefinition } = offer;
  return request(server, signal, (options) =>
    server.client.callTool(params, { ...options, toolDefinition }),
  );
}

/** Asks a server something. Throws an Error that says why there is no answer. */
export async function request<Result>(
  server: Server,
  signal: AbortSignal,
  question: Question<Result>,
): Promise<Result> {
  const { name } = server.configured;
  try {
    return await server.around.ask(server, signal, question);
  } catch (error) {
    if (signal.aborted) throw new Error(`Interrupted; the server ${name} was told to stop.`);
    if (server.ended === undefined) throw error;
    throw new Error(`${name} has ended: ${server.ended}. connect_mcp starts it again.`);
  }
}
