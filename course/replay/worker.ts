// course/replay/worker · a process that plays the sessions it is sent, one after the other.

import { patience } from "./agent.ts";
import type { Job } from "./pool.ts";
import { playSession } from "./session.ts";

process.on("message", async ({ session, root }: Job) => {
  process.send?.(await playSession(session, { root, limit: patience }));
});
