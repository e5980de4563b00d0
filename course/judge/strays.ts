// course/judge/strays · a proxy that leads nowhere: it tells which hosts an agent calls that are not the spec's model.
import { createServer } from "node:http";
import { openOnLoopback } from "../spec/loopback.ts";

/** A proxy that refuses everything. */
export interface Strays {
  /** What an agent is told of it. */
  env: Record<string, string>;
  /** The hosts that were asked for, each once. */
  hosts(): string[];
  close(): Promise<void>;
}

const REFUSED = "While its spec runs, an agent calls only ANTHROPIC_BASE_URL.";

/** Starts the proxy on loopback. */
export async function startStrays(): Promise<Strays> {
  const hosts = new Set<string>();
  const server = createServer((request, response) => {
    const url = request.url ?? "";
    hosts.add(URL.canParse(url) ? new URL(url).host : url);
    response.writeHead(502, { "content-type": "text/plain" }).end(REFUSED);
  });
  server.on("connect", (request, socket) => {
    hosts.add((request.url ?? "").replace(/:443$/, ""));
    socket.on("error", () => {});
    socket.end(`HTTP/1.1 502 ${REFUSED}\r\n\r\n`);
  });
  const { url, close } = await openOnLoopback(server);
  return { env: environmentOf(url), hosts: () => [...hosts], close };
}

/** Programs read these variables in capitals, or not, or either. */
function environmentOf(proxy: string): Record<string, string> {
  const led = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"].map((name) => [name, proxy] as const);
  const all = [...led, ["NO_PROXY", "127.0.0.1,localhost"] as const];
  return Object.fromEntries([...all, ...all.map(([name, value]) => [name.toLowerCase(), value])]);
}
