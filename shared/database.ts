// shared/database · an SQL database, in a file or on a server.
import { openDatabase as open } from "#host/database.ts";

/** What a statement takes and gives: blobs are bytes. */
export type Value = string | number | Uint8Array | null;

/** A statement in SQL, with the values for its question marks. */
export interface Statement {
  sql: string;
  args?: Value[];
}

/** A row, by the names of its columns. */
export type Row = Record<string, unknown>;

/** A database that is open. */
export interface Database {
  /** The rows of one statement. */
  rows(sql: string, args?: Value[]): Promise<Row[]>;
  /** All of the statements happen, or none. */
  all(statements: Statement[]): Promise<void>;
  close(): void;
}

/** The column as bytes: for a text whose bytes are none, libSQL ends the whole program. `textIn` reads it. */
export const asBytes = (column: string): string => `CAST(${column} AS BLOB) AS ${column}`;

/** The text in the bytes of a column; what is no text is shown as \ufffd. */
export const textIn = (value: unknown): unknown =>
  value instanceof ArrayBuffer ? new TextDecoder().decode(value) : value;

/**
 * Opens `place`: the absolute path of a file, ":memory:", or the address of a server such as libsql://…, with its token.
 * Rejects with a reason of the library when it cannot be opened; a server is not asked yet.
 */
export const openDatabase: (place: string, authToken?: string) => Promise<Database> = open;
