// s19 · mcp/servers – the servers of this session: which are connected, which are put aside and why.

import { reasonOf } from "../../shared/mcp/reason.ts";
import { note } from "../../shared/terminal.ts";
import { oneLine } from "../../shared/text.ts";
import { isTrusted } from "../../shared/trust.ts";
import { within } from "../../shared/within.ts";
import { type Configured, FILE, readConfig } from "./config.ts";
import { endServer, isCurrent, type Pool, runningServers, type Server, takeTools } from "./core.ts";
import { aroundIn, connectServer, type Openings, saidBy } from "./server.ts";

export interface Servers extends Pool {
  cwd: string;
  /** Why a server is not connected that was to be, by its name. */
  aside: Map<string, string>;
  /** Two agents may want the same server at the same time. */
  connecting: Map<string, Promise<Server>>;
  /** Fingerprints of the entries that a person has said yes to. */
  allowed: Set<string>;
  openings: Openings;
  /** Aborted when the program ends. */
  ending: AbortController;
}

export function createServers(cwd: string): Servers {
  const openings: Openings = new WeakMap();
  return {
    cwd,
    around: aroundIn(cwd, openings, tellEnd),
    connected: new Map(),
    aside: new Map(),
    connecting: new Map(),
    allowed: new Set(),
    openings,
    ending: new AbortController(),
  };
}

/** How a server of the file stands. `why` says more about one that is not connected. */
export interface State {
  state: "connected" | "ended" | "put aside" | "not connected";
  why: string;
  /** If it is connected. */
  server?: Server;
}

export function stateOf({ connected, aside }: Servers, name: string): State {
  const server = connected.get(name);
  if (server) {
    const { ended } = server;
    return ended === undefined
      ? { state: "connected", why: "", server }
      : { state: "ended", why: ended };
  }
  const why = aside.get(name);
  return why === undefined ? { state: "not connected", why: "" } : { state: "put aside", why };
}

/** Those that run, although they are not among the servers of the file any more. */
export function notInFile(servers: Servers, all: Configured[]): Configured[] {
  const names = new Set(all.map(({ name }) => name));
  return runningServers(servers).flatMap(({ configured }) =>
    names.has(configured.name) ? [] : [configured],
  );
}

/** The entry of the file. Throws an Error with the names that are there. */
export function configuredServer(servers: Servers, name: string): Configured {
  const { servers: all, problems } = readConfig(servers.cwd);
  const found = all.find((one) => one.name === name);
  if (found) return found;
  const why = problems.length === 0 ? "" : ` ${problems.join(" ")}`;
  throw new Error(`${noServer(name, `in ${FILE}`, all)}${why}`);
}

/** The one of these that has the name. Throws an Error that says `which` they are, and their names. */
export function serverNamed(servers: Server[], name: string, which: string): Server {
  const found = servers.find((one) => one.configured.name === name);
  if (found) return found;
  const all = servers.map((one) => one.configured);
  throw new Error(noServer(name, which, all));
}

function noServer(name: string, which: string, all: Configured[]): string {
  const names = all.map((one) => one.name).join(", ") || "none";
  return `There is no server ${oneLine(name)} ${which}. There are: ${names}.`;
}

/** Connects a server of the file, unless it is connected and its entry is still the same. Throws with the reason. */
export async function connectTo(
  servers: Servers,
  wanted: Configured,
  signal: AbortSignal,
): Promise<Server> {
  const { connected, connecting } = servers;
  const { name } = wanted;
  const old = connected.get(name);
  if (old && isCurrent(old, wanted)) return old;
  const other = connecting.get(name);
  if (other) {
    await settled(other, signal);
    if (signal.aborted) throw new Error(`${name} could not be connected: interrupted`);
    return connectTo(servers, wanted, signal);
  }
  const begun = connectNow(servers, wanted, signal).finally(() => connecting.delete(name));
  connecting.set(name, begun);
  return begun;
}

/** Resolves when the work of another agent has ended, however, or this one is interrupted. */
const settled = (work: Promise<unknown>, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
    work.then(
      () => resolve(),
      () => resolve(),
    );
  });

async function connectNow(servers: Servers, wanted: Configured, signal: AbortSignal) {
  const { aside, ending, openings } = servers;
  const { name } = wanted;
  for (const one of wanted.notes) note(`[mcp] ${name} in ${FILE}: ${one}`, "yellow");
  const either = AbortSignal.any([signal, ending.signal]);
  try {
    const server = await connectServer(servers, openings, wanted, either);
    aside.delete(name);
    tellTools(server);
    return server;
  } catch (error) {
    const why = signal.aborted ? "interrupted" : saidBy(wanted, reasonOf(error));
    aside.set(name, why);
    note(`[mcp] ${name} is put aside: ${why}`, "yellow");
    throw new Error(`${name} could not be connected: ${why}`);
  }
}

function tellTools({ configured, offers, aside }: Server): void {
  const count = offers.length === 1 ? "1 tool" : `${offers.length} tools`;
  note(`[mcp] ${configured.name} is connected: ${count}`, "dim");
  for (const problem of aside) note(`[mcp] ${problem}`, "yellow");
}

function tellEnd({ configured, ended }: Server): void {
  const name = configured.name;
  note(`[mcp] ${name} has ended, and its tools are gone: ${ended}`, "yellow");
}

const REFRESH_MS = 10_000;

/**
 * Asks those servers for their tools that have said that these are different now. Must not throw: when it is interrupted,
 * the tools stay as they were, and the next time asks again. After /trust no, it ends all of them.
 */
export async function refreshAll(servers: Servers, signal = servers.ending.signal): Promise<void> {
  const refresh = isTrusted() ? refreshOne : dismiss;
  await Promise.all(runningServers(servers).map((server) => refresh(servers, server, signal)));
}

async function dismiss(_: Servers, server: Server): Promise<void> {
  await endServer(server, "this folder is not trusted any more");
  tellEnd(server);
}

async function refreshOne(servers: Servers, server: Server, asked: AbortSignal): Promise<void> {
  if (!server.list.isStale) return;
  const signal = AbortSignal.any([asked, servers.ending.signal]);
  const before = JSON.stringify([server.offers, server.aside]);
  try {
    await within({ ms: REFRESH_MS, signal }, (limit) => takeTools(servers, server, limit.signal));
    if (JSON.stringify([server.offers, server.aside]) === before) return; // some say it all the time
    note(`[mcp] ${server.configured.name} has changed its tools`, "dim");
    for (const problem of server.aside) note(`[mcp] ${problem}`, "yellow");
  } catch (error) {
    server.list.isStale = true;
    if (signal.aborted) return;
    await endServer(server, `its new tools could not be read: ${reasonOf(error)}`);
    tellEnd(server);
  }
}

/** Ends all servers. */
export async function endAll(servers: Servers): Promise<void> {
  servers.ending.abort();
  await Promise.allSettled(servers.connecting.values());
  await Promise.all(
    runningServers(servers).map((server) => endServer(server, "the program has ended")),
  );
}
