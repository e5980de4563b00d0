// shared/mcp/sdk · the official client and Ajv, loaded when the first server is wanted: a session without servers does not pay for it.
import { once } from "../once.ts";

/** The client's classes and functions, and `Ajv` for schemas of draft 2020-12. */
export const loadSdk = once(async () => ({
  ...(await import("@modelcontextprotocol/client")),
  Ajv: (await import("ajv/dist/2020.js")).Ajv2020,
}));

/** What `loadSdk` gives. */
export type Sdk = Awaited<ReturnType<typeof loadSdk>>;
