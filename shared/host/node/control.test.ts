import { once } from "node:events";
import { createServer } from "node:http";
import { expect, onTestFinished, test, vi } from "vitest";
import { openChannel } from "./control.ts";

test("the line that comes together with the first one is not lost", async () => {
  const server = createServer((_, response) => void response.write("first\nsecond\n"));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = Object(server.address());
  const { first, onLine, close } = await openChannel(`http://127.0.0.1:${port}`);
  const later: string[] = [];
  onLine((line) => later.push(line));
  await vi.waitFor(() => expect([first, ...later]).toEqual(["first", "second"]), 60_000);
  close();
});
