// s19 · mcp/server – around one connection: how long it may take, how much it may send, and what is said of its failures.
import type { Progress, RequestOptions } from "@modelcontextprotocol/client";
import { z } from "zod";
import { clock } from "../../shared/clock.ts";
import { messageOf } from "../../shared/errors.ts";
import { mayDownload } from "../../shared/mcp/deciding.ts";
import { expanded, withoutValues } from "../../shared/mcp/entry.ts";
import { MAX_TOOLS } from "../../shared/mcp/offers.ts";
import { reasonOf } from "../../shared/mcp/reason.ts";
import { loadSdk, type Sdk } from "../../shared/mcp/sdk.ts";
import { asWords } from "../../shared/messages.ts";
import { clean } from "../../shared/screen.ts";
import { explain, note } from "../../shared/terminal.ts";
import { oneLine, withoutMiddle } from "../../shared/text.ts";
import { within } from "../../shared/within.ts";
import type { Content, Tool } from "../tools.ts";
import { type Configured, readConfig } from "./config.ts";
import { type Around, connect, endServer, type Pool, type Server } from "./core.ts";
import { type Connection, endedEarly, handshake, NO_LIMIT } from "./handshake.ts";

const CONNECT_MS = 30_000;
/** With a download before. Ended in the middle of it, it would begin anew. */
const DOWNLOAD_MS = 300_000;
/** After this a line says what is waited for. */
const SILENT_MS = 10_000;
const CALL_MS = 60_000;
/** A server that reports progress gets this much in all. */
const MOST_MS = 600_000;
/** However long its entry says. */
const LONGEST_MS = 3_600_000;
const MAX_PAGES = 64;

/** Told of each connection that is opened for an entry, while it is being connected. */
export type Openings = WeakMap<Configured, (opened: Connection) => void>;

/** The core's surroundings, for servers that are started in this folder. */
export const aroundIn = (
  cwd: string,
  openings: Openings,
  hasEnded: (server: Server) => void,
): Around => ({
  hasEnded,
  said: saidBy,
  listTools,
  ask,
  async open(configured, signal) {
    const entry = expanded(configured, process.env, cwd);
    const onOpening = (connection: Connection) => {
      requireSame(configured, cwd);
      openings.get(configured)?.(connection);
    };
    return handshake({ entry, cwd, sdk: await loadSdk(), onOpening }, signal);
  },
});

/**
 * Since the person has said yes, the client was loaded, another agent may have tried, or the program was started once
 * already. Throws when what would be started now is something else.
 */
function requireSame({ name, fingerprint }: Configured, cwd: string): void {
  const now = readConfig(cwd).servers.find((one) => one.name === name);
  if (now?.fingerprint !== fingerprint)
    throw new Error(
      "its entry or its program has changed just now; connect_mcp asks about it again",
    );
}

/**
 * Connects to a server and asks for its tools. Throws an Error that says what is wrong: with the entry, its program,
 * its address, or its answers. Then nothing of it runs any more.
 */
export async function connectServer(
  pool: Pool,
  openings: Openings,
  configured: Configured,
  signal: AbortSignal,
): Promise<Server> {
  const { entry } = configured;
  const isDownload = "command" in entry && mayDownload(entry);
  const ms = isDownload ? DOWNLOAD_MS : CONNECT_MS;
  const why = isDownload ? "; it may have to be downloaded first" : "";
  let last: Connection | undefined; // its program may have said what it waits for
  const wordsNow = () => last?.lastWords?.() ?? "";
  const heard = tellOfWait(configured, why, wordsNow);
  return within({ ms, most: 2 * ms, signal }, async (limit) => {
    openings.set(configured, (opened) => {
      last = opened;
      limit.again(); // a program that is started once more gets as much time as the first time
    });
    try {
      return await connect(pool, configured, limit.signal);
    } catch (error) {
      if (!limit.isOver()) throw error;
      throw new Error(`it did not answer within ${ms / 1000} seconds${wordsNow()}`);
    }
  }).finally(heard);
}

/** Says that it is waited for, and again when its program has said something else: it may wait for the person. */
function tellOfWait(configured: Configured, why: string, wordsNow: () => string): () => void {
  let told: string | undefined;
  let stop = () => {};
  const look = () => {
    const words = wordsNow();
    if (words !== told) tellWords(configured, why, words);
    told = words;
    stop = clock.after(SILENT_MS, look);
  };
  stop = clock.after(SILENT_MS, look);
  return () => stop();
}

function tellWords(configured: Configured, why: string, words: string): void {
  const { name } = configured;
  const line = saidBy(configured, words);
  note(`[mcp] ${name} does not answer yet${why}${line}`, "dim");
  const all = clean(withoutValues(words, configured, process.env));
  const address = all.match(ADDRESS)?.at(-1);
  if (address && !line.includes(address))
    note(`[mcp] ${name} names ${oneLine(address, MAX_ADDRESS)}`, "dim");
}

/** Where to sign in, for example. It is no use when a part of it is left out. */
const ADDRESS = /https?:\/\/\S+/g;
const MAX_ADDRESS = 4000;

/** The tools of a list are in `sentTools`, so that the client does not look at them. */
const page = z.looseObject({
  tools: z.array(z.unknown()),
  sentTools: z.array(z.unknown()).default([]),
  nextCursor: z.string().nullish(),
});

/** All pages of the list. The client's own listTools would refuse all tools because of one. */
async function listTools(server: Server, signal: AbortSignal): Promise<unknown[]> {
  const { client, transport, configured } = server;
  if (client.getServerCapabilities()?.tools === undefined) return [];
  try {
    return await readPages(server, signal);
  } catch (error) {
    const how = transport.howEnded?.();
    throw how ? new Error(endedEarly(configured.entry, how)) : error;
  }
}

async function readPages({ client }: Server, signal: AbortSignal): Promise<unknown[]> {
  const sent: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | null | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const params = cursor ? { cursor } : {};
    const options = { signal, timeout: NO_LIMIT };
    const { sentTools, nextCursor } = await client.request(
      { method: "tools/list", params },
      page,
      options,
    );
    for (const one of sentTools) sent.push(one);
    cursor = nextCursor;
    if (!cursor || seen.has(cursor) || sent.length > MAX_TOOLS) break; // a server may name the same page for ever
    seen.add(cursor);
  }
  return sent;
}

/** With the limits of a call. Throws an Error that says what the server has said, or has not. */
async function ask<Result>(
  server: Server,
  signal: AbortSignal,
  question: (options: RequestOptions) => Promise<Result>,
): Promise<Result> {
  const { name, entry } = server.configured;
  const ms = Math.min(Math.max(entry.timeout ?? 0, CALL_MS), LONGEST_MS);
  return within({ ms, most: Math.max(ms, MOST_MS), signal }, async (limit) => {
    const onprogress = ({ progress, total, message = "" }: Progress) => {
      limit.again();
      const words = saidBy(server.configured, message);
      explain(oneLine(`[mcp] ${name}: ${progress}${total ? `/${total}` : ""} ${words}`));
    };
    try {
      return await question({ signal: limit.signal, timeout: NO_LIMIT, onprogress });
    } catch (error) {
      if (limit.isOver()) {
        const last = saidBy(server.configured, server.transport.lastWords?.() ?? "");
        throw new Error(`The server ${name} gave no answer in time${last}. ${STOPPED}`);
      }
      const words = saidBy(server.configured, reasonOf(error));
      if (!signal.aborted && (await isForgotten(server, error, limit.signal)))
        await endServer(server, `it does not know the session any more (${words})`);
      throw new Error(`The server ${name} says: ${words}`);
    }
  });
}

const STOPPED =
  'It was told to stop, but what the call has begun may have happened. A longer "timeout" in its entry of .mcp.json, in milliseconds, gives it more time.';
const MAX_SAID = 1000;
/** Of a traceback, Node says the reason at its beginning, and Python at its end. */
const MAX_WORDS = 800;

/** A sentence of a server for the model: nobody has checked it. */
export const said = (text: string): string => oneLine(asWords(clean(text)), MAX_SAID);

/** The same for a text that may repeat what the server was given: a token, say. It is cut after that, so no part of one stays. */
export const saidBy = (configured: Configured, text: string): string =>
  said(withoutMiddle(withoutValues(text, configured, process.env), MAX_WORDS, 0.5));

/** The same tool. Most servers report a failure as a result; that may repeat a token as well, and may have many lines. */
export const withoutSecrets = ({ configured }: Server, tool: Tool<Content>): Tool<Content> => ({
  ...tool,
  run: (input, context) =>
    tool.run(input, context).catch((error) => {
      throw new Error(withoutValues(messageOf(error), configured, process.env));
    }),
});

/**
 * A server over HTTP that was started anew does not know the session. The protocol has a status for that, 404, but many
 * answer otherwise. What it refuses then is everything: also to list what it has.
 */
async function isForgotten(server: Server, error: unknown, signal: AbortSignal): Promise<boolean> {
  const { client, configured, ended } = server;
  const sdk = await loadSdk();
  if ("command" in configured.entry || ended !== undefined || !isRefusal(error, sdk)) return false;
  const offers = client.getServerCapabilities() ?? {};
  const kind = (["tools", "resources", "prompts"] as const).find((one) => offers[one]);
  if (kind === undefined) return false;
  try {
    const options = { signal, timeout: NO_LIMIT };
    await client.request({ method: `${kind}/list`, params: {} }, z.looseObject({}), options);
    return false;
  } catch (again) {
    return isRefusal(again, sdk);
  }
}

/** With these, a server only asks for time. */
const BUSY = [429, 503];

const isRefusal = (error: unknown, { SdkHttpError, ProtocolError }: Sdk): boolean =>
  error instanceof ProtocolError ||
  (error instanceof SdkHttpError && !BUSY.includes(error.status ?? 0));
