// course/spec/loopback · a server that only this machine can reach.
import type { Server } from "node:http";

/** Opens a server on a free port. An idle connection stays open until the client or `close` ends it. */
export async function openOnLoopback(server: Server) {
  server.keepAliveTimeout = 0; // else a request that comes when the time is up is answered with a reset
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    close(): Promise<void> {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
