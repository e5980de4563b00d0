// shared/host/node/database · libSQL: a file of this computer, or a server. It is loaded on first use.
import { pathToFileURL } from "node:url";
import type { Database } from "../../database.ts";

const PATIENCE_MS = 10_000;

/** See shared/database.ts. */
export async function openDatabase(
  place: string,
  authToken?: string,
  patienceMs = PATIENCE_MS,
): Promise<Database> {
  const { createClient } = await import("@libsql/client"); // a native module: who never remembers does not wait for it
  const isPlain = place === ":memory:" || /^\w+:\/\//.test(place);
  const url = isPlain ? place : pathToFileURL(place).href;
  const token = authToken === undefined ? {} : { authToken };
  const client = opened(() =>
    createClient({ url, concurrency: 1, timeout: patienceMs, fetch: fetchSoon, ...token }),
  );
  /** After a wait for another program's lock, the library's connection can never commit again: a new one takes its place. */
  const giveUp = (error: unknown): never => {
    if (place !== ":memory:" && Object(error).code === "SQLITE_BUSY") client.reconnect();
    return fail(error);
  };
  return {
    rows: async (sql, args = []) => (await client.execute({ sql, args }).catch(giveUp)).rows,
    async all(statements) {
      const each = statements.map(({ sql, args = [] }) => ({ sql, args }));
      await client.batch(each, "write").catch(giveUp);
    },
    close: () => client.close(),
  };
}

/** A server that never answers is not waited for, and none sends what is kept on to another one. */
const fetchSoon = (request: Request) =>
  fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: "error" });

/** It fails at once when a file cannot be opened at all. */
function opened<Client>(open: () => Client): Client {
  try {
    return open();
  } catch (error) {
    return fail(error);
  }
}

/** The library's errors have a code and a long trace; ours have the code and a sentence. */
function fail(error: unknown): never {
  const { code, message }: { code?: unknown; message?: unknown } = Object(error);
  throw Object.assign(new Error(`The database says: ${String(message)}.`), { code });
}
