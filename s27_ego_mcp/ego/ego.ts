// s27 · ego – can a tool make a model think? Tools that answer with a little data and a question, served by MCP.
import { fileURLToPath } from "node:url";
import { connectEgo, type Ego, type Parts } from "./connect.ts";

export type { Ego, Parts } from "./connect.ts";

/** The tools of server.ts, for the person's own session. */
export const createEgo = (parts: Parts): Ego =>
  connectEgo(parts, fileURLToPath(new URL("./server.ts", import.meta.url)));
