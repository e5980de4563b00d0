// shared/host/node/control · the connection to the spec that drives an agent: HTTP, with lines that come for as long as it is open.
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";

/** Events go out, and lines about the clock come in. */
export interface Channel {
  /** The first line; undefined when the spec moves no clock. */
  first: string | undefined;
  /** Calls `take` with each later line. */
  onLine(take: (line: string) => void): void;
  /** Resolves when the spec has answered. */
  post(event: string): Promise<void>;
  close(): void;
}

/** Connects, and waits for the first line. Rejects when nobody answers at this address. */
export async function openChannel(url: string): Promise<Channel> {
  const closing = new AbortController();
  const close = () => closing.abort();

  async function post(event: string) {
    await fetch(`${url}/events`, { method: "POST", body: event });
  }

  const response = await fetch(`${url}/clock?idle`, { signal: closing.signal });
  if (!response.ok || response.body === null) return { first: undefined, onLine() {}, post, close };
  const lines = createInterface({ input: Readable.fromWeb(response.body) });
  lines.on("error", () => lines.close()); // the spec has hung up
  const early: string[] = []; // the line after the first may come with it
  let take = (line: string) => void early.push(line);
  lines.on("line", (line) => take(line));
  await once(lines, "line");
  const first = early.shift();
  function onLine(wanted: typeof take) {
    take = wanted;
    early.forEach(wanted);
  }
  return { first, onLine, post, close };
}
