import { expect, test } from "vitest";
import { loadSdk } from "./sdk.ts";
import { createStdio } from "./stdio.ts";

test("a server that is given up while it starts ends at once, and the client hears of it", async () => {
  const entry = { command: "node", args: ["-e", "setInterval(() => {}, 1000)"], env: {} };
  const transport = createStdio(entry, process.cwd(), await loadSdk());
  const closed = new Promise<string>((resolve) => {
    transport.onclose = () => resolve(transport.howEnded());
  });
  const starting = transport.start();
  transport.kill();
  await starting;
  expect(await closed).toBe("SIGTERM");
});
