// practice/api/server · the practice model over HTTP, on loopback only.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { MAX_BODY_BYTES, type Practice } from "./handler.ts";

export interface PracticeServer {
  /** Such as `http://127.0.0.1:8089`, without a slash at the end. */
  url: string;
  /** Ends open streams too; resolves when the port is free. */
  close(): Promise<void>;
}

/** Serves a practice on 127.0.0.1. Port 0 takes a free one; a port in use rejects with one clear Error. */
export function listen(practice: Practice, { port = 0 } = {}): Promise<PracticeServer> {
  const open = new Set<Promise<void>>();
  const server = createServer((incoming, outgoing) => {
    const served = serve(practice, incoming, outgoing).finally(() => open.delete(served));
    open.add(served);
  });
  server.keepAliveTimeout = 0; // else a request that comes when the time is up is answered with a reset
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(plain(error, port)));
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      const url = `http://127.0.0.1:${isTcp(address) ? address.port : port}`;
      resolve({ url, close: closeAll });
    });
  });

  /** Waits for the aborted requests too, so that nothing is observed after the server has closed. */
  async function closeAll(): Promise<void> {
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
    await Promise.all(open);
  }
}

const isTcp = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === "object" && address !== null;

function plain(error: Error, port: number): Error {
  const code = codeOf(error);
  if (code === "EADDRINUSE") return new Error(`Port ${port} is in use; choose another one.`);
  if (code === "EACCES") return new Error(`Port ${port} may not be used; choose one above 1023.`);
  return error;
}

/** The code of an error of Node, such as EADDRINUSE. */
export const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;

/** Must not throw: an error here must end this one connection only. */
async function serve(practice: Practice, incoming: IncomingMessage, outgoing: ServerResponse) {
  const gone = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  try {
    const request = await toRequest(incoming);
    const response = await practice.handle(request, gone.signal);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.flushHeaders();
    for await (const chunk of response.body ?? []) {
      if (!outgoing.write(chunk)) await drained(outgoing);
    }
    outgoing.end();
  } catch {
    outgoing.destroy();
  }
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      outgoing.off("drain", done);
      outgoing.off("close", done);
      resolve();
    };
    outgoing.on("drain", done);
    outgoing.on("close", done);
  });
}

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  const method = incoming.method ?? "GET";
  const url = `http://127.0.0.1${incoming.url ?? "/"}`;
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers });
  return new Request(url, { method, headers, body: await readBody(incoming) });
}

/** The body, or a little more than the limit of it: the rest of a body that is too large is thrown away. */
async function readBody(incoming: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    size += chunk.length;
  }
  return Buffer.concat(chunks);
}
