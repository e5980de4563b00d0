// site/host/database · SQLite in WebAssembly. A database is in memory, and its file has it, too, after each change.
import type { Database as Sqlite, Sqlite3Static } from "@sqlite.org/sqlite-wasm";
import type { Database, Row, Value } from "../../shared/database.ts";
import { once } from "../../shared/once.ts";
import { later, whileLoading } from "../node/clockwork.ts";
import { calls } from "../node/fs-calls.ts";
import { VECTORS } from "./vectors.ts";

/** A file whose database is open, how many have opened it, and when the file was written that is in memory. */
interface Opened {
  db: Sqlite;
  users: number;
  written: number;
}
const opened = new Map<string, Opened>();

/** It is fetched by the first agent that opens a database. */
const loadSqlite = once(() => whileLoading(import("./sqlite.ts").then(({ init }) => init())));

/** See shared/database.ts. A page asks no server. */
export async function openDatabase(place: string): Promise<Database> {
  if (/^\w+:\/\//.test(place))
    throw new Error(`A page asks no server, so not ${place}: unset MEMORY_URL.`);
  const sqlite = await loadSqlite();
  const found = opened.get(place) ?? begin(sqlite, place);
  opened.set(place, found);
  found.users++;
  const ask = <Result>(action: (db: Sqlite) => Result) =>
    later(() => told(sqlite, () => action(fresh(sqlite, place, found))));
  return {
    rows: (sql, args = []) => ask((db) => rowsOf(db, sql, args)),
    all: (statements) =>
      ask((db) => {
        db.transaction(() => {
          for (const { sql, args = [] } of statements) rowsOf(db, sql, args);
        });
        if (!isFile(place)) return;
        calls.writeFile(place, sqlite.capi.sqlite3_js_db_export(db));
        found.written = writtenAt(place);
      }),
    close() {
      found.users--;
      if (found.users > 0) return;
      opened.delete(place);
      found.db.close();
    },
  };
}

const isFile = (place: string) => place !== ":memory:";

const begin = (sqlite: Sqlite3Static, place: string): Opened => ({
  ...{ db: read(sqlite, place), users: 0, written: writtenAt(place) },
});

/** The database as its file is: a program beside the agent may have written it. */
function fresh(sqlite: Sqlite3Static, place: string, found: Opened): Sqlite {
  if (writtenAt(place) === found.written) return found.db;
  found.db.close();
  return Object.assign(found, begin(sqlite, place), { users: found.users }).db;
}

const writtenAt = (place: string): number =>
  isFile(place) ? Number(Object(calls.stat(place, { throwIfNoEntry: false })).mtimeMs ?? 0) : 0;

/** The database that a file has now; one that is none is found out with the first question. */
function read(sqlite: Sqlite3Static, place: string): Sqlite {
  const db = new sqlite.oo1.DB(":memory:");
  for (const [name, of] of Object.entries(VECTORS))
    db.createFunction({
      ...{ name, arity: of.length, deterministic: true },
      xFunc: (_: number, ...given: unknown[]) => of(...given),
    });
  const bytes = isFile(place) && calls.exists(place) ? bytesOf(place) : new Uint8Array();
  if (bytes.length > 0) fill(sqlite, db, bytes);
  return db;
}

const bytesOf = (path: string) => new Uint8Array(Buffer.from(Object(calls.readFile(path))));

function fill({ capi, wasm }: Sqlite3Static, db: Sqlite, bytes: Uint8Array): void {
  const flags = capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_RESIZEABLE;
  const at = wasm.allocFromTypedArray(bytes);
  db.checkRc(capi.sqlite3_deserialize(db, "main", at, bytes.length, bytes.length, flags));
}

/** Blobs are buffers, as libSQL gives them. */
function rowsOf(db: Sqlite, sql: string, args: Value[]): Row[] {
  const bind = args.length > 0 ? { bind: args } : {};
  const rows = db.exec({ sql, ...bind, rowMode: "object", returnValue: "resultRows" });
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(bufferIn)));
}

const bufferIn = ([name, value]: [string, unknown]): [string, unknown] => [
  name,
  value instanceof Uint8Array ? value.slice().buffer : value,
];

/** Errors have SQLite's code and a sentence, as on a computer. */
function told<Result>({ capi }: Sqlite3Static, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    const { resultCode, message }: { resultCode?: number; message?: string } = Object(error);
    const code = resultCode === undefined ? undefined : capi.sqlite3_js_rc_str(resultCode);
    throw Object.assign(new Error(`The database says: ${message}.`), { code });
  }
}
