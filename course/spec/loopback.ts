// course/spec/loopback · a server that only this machine can reach.
import type { Server, Socket } from "node:net";

/** Opens a server on a free port. An idle connection stays open until the client or `close` ends it. */
export async function openOnLoopback(server: Server) {
  if ("keepAliveTimeout" in server) server.keepAliveTimeout = 0; // else a request that comes when the time is up is answered with a reset
  const open = new Set<Socket>();
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const { port } = address;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close(): Promise<void> {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
