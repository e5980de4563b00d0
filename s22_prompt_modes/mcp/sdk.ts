// s19 · mcp/sdk – the official client, loaded when the first server is wanted: a session without servers does not pay for it.
import { once } from "../../shared/once.ts";

export const loadSdk = once(async () => ({
  ...(await import("@modelcontextprotocol/client")),
  ...(await import("@modelcontextprotocol/client/validators/ajv")),
}));

export type Sdk = Awaited<ReturnType<typeof loadSdk>>;
