// s26 · recall/open – the database is opened: our schema is made or brought up to date, and a broken file is put aside.
import { closeSync, existsSync, fstatSync, lstatSync, openSync, readSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { clock } from "../../shared/clock.ts";
import {
  asBytes,
  type Database,
  openDatabase,
  type Statement,
  textIn,
} from "../../shared/database.ts";
import { describeError } from "../../shared/errors.ts";
import { withLock } from "../../shared/lock.ts";
import { LINK, makePrivateFolder } from "../../shared/plainFiles.ts";

export const FILE = "memories.db";

/** Each brings the schema from one version to the next. None is ever changed: a database somewhere has run it. */
const MIGRATIONS: string[][] = [
  [
    "CREATE TABLE schema (version INTEGER PRIMARY KEY)",
    // The vector is before the text: a long text is then not read when vectors are compared.
    `CREATE TABLE memories (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, created_at INTEGER NOT NULL,
      emotion TEXT NOT NULL, category TEXT NOT NULL, valence REAL NOT NULL, arousal REAL NOT NULL,
      accesses INTEGER NOT NULL, model TEXT NOT NULL, vector BLOB NOT NULL, said TEXT NOT NULL)`,
    "CREATE INDEX memories_by_time ON memories (created_at)",
    `CREATE VIRTUAL TABLE words USING fts5(tokens, content='', tokenize="unicode61 remove_diacritics 0")`,
    `CREATE TABLE links (source TEXT NOT NULL, target TEXT NOT NULL, type TEXT NOT NULL, confidence REAL NOT NULL,
      PRIMARY KEY (source, target)) WITHOUT ROWID`,
    "CREATE TABLE episodes (id TEXT PRIMARY KEY, said TEXT NOT NULL)",
  ],
];

/** Where the memories are: a file in a folder, or a server. */
export interface Place {
  /** The absolute path of the folder that the file is in. */
  folder: string;
  /** The address of a server, such as libsql://…, in place of the file. */
  url?: string;
  token?: string;
  /** Throws when the file must not be used; what it gives is called when it is open. */
  mayOpen?(): Promise<() => void>;
  tell(line: string): void;
}

/** An open database with our schema. Throws an Error that says what to do when it cannot be used. */
export async function open(place: Place): Promise<Database> {
  const { url, token, folder, mayOpen, tell } = place;
  if (url !== undefined) return prepared(await openDatabase(serverIn(url), token), "The server");
  const path = join(await makePrivateFolder(basename(folder), dirname(folder)), FILE);
  // Two programs must not put aside each other's file, nor take one for a stranger's that the other has just begun.
  return withLock(path, async () => {
    const isOpen = await mayOpen?.();
    const db = await openFile(path, tell);
    isOpen?.();
    return db;
  });
}

const JOURNAL = "-journal";
/** The file, and those that SQLite has beside it. */
export const ENDS = ["", "-wal", "-shm", JOURNAL];
/** What is in these counts more than the file. */
export const JOURNALS = [`${FILE}-wal`, FILE + JOURNAL];

/** An address without a protocol would be a file; one with a password would be printed with it. */
function serverIn(url: string): string {
  const isServer = /^(libsql|https?):\/\/[^/?#@]+\/?$/.test(url);
  if (url === ":memory:" || isServer) return url;
  throw new Error(
    "MEMORY_URL must be the address of a server and nothing else, such as libsql://memories.example.com; its token is MEMORY_TOKEN.",
  );
}

async function openFile(path: string, tell: Place["tell"]): Promise<Database> {
  const name = `${basename(dirname(path))}/${FILE}`;
  try {
    return await checked(path, name);
  } catch (error) {
    if (!BROKEN.test(codeOf(error))) throw error;
    const aside = await putAside(path);
    tell(`${name} is broken (${describeError(error)}). It is ${aside} now, and a new one begins.`);
    return checked(path, name);
  }
}

const BROKEN = /^SQLITE_(NOTADB|CORRUPT)/;
const codeOf = (error: unknown): string => String(Object(error).code ?? "");

async function checked(path: string, name: string): Promise<Database> {
  checkFiles(path, name);
  if (!existsSync(path)) await writeFile(path, "", { mode: 0o600 }); // SQLite would let everybody on this computer read it
  const db = await openDatabase(path);
  try {
    await checkSchema(db, name); // before anything that could run what is in it
    const [check] = await db.rows("PRAGMA quick_check(1)");
    if (check?.quick_check !== "ok")
      throw Object.assign(new Error(String(check?.quick_check)), { code: "SQLITE_CORRUPT" });
  } catch (error) {
    db.close();
    throw error;
  }
  return prepared(db, name, "PRAGMA journal_mode = WAL"); // who reads does not wait for who writes
}

/** SQLite follows a link, waits for a pipe for ever, and deletes the file that a journal names. An archive may bring them. */
function checkFiles(path: string, name: string): void {
  for (const end of ENDS) {
    const info = lstatSync(path + end, { throwIfNoEntry: false });
    if (info?.isSymbolicLink()) throw new Error(`${name}${end} ${LINK}`);
    if (info && !info.isFile()) throw new Error(`${name}${end} is not a file. Move it away.`);
    if (info && end === JOURNAL && namesAnother(path + end))
      throw new Error(`${name}${end} would delete another file, so nothing is read. Move it away.`);
  }
}

/** The end of a journal of several databases. One of ours is never of several. */
const OF_SEVERAL = "d9d505f920a163d7";

function namesAnother(path: string): boolean {
  const file = openSync(path, "r");
  try {
    const end = Buffer.alloc(OF_SEVERAL.length / 2);
    const { size } = fstatSync(file);
    readSync(file, end, 0, end.length, Math.max(0, size - end.length));
    return end.toString("hex") === OF_SEVERAL;
  } finally {
    closeSync(file);
  }
}

/** Tables that FTS5 makes for its own, and SQLite for its planner: columns and a key, so nothing that would be computed. */
const PLAIN =
  /^CREATE TABLE ('words_\w+'|sqlite_stat\d)\([\w\s,]*(PRIMARY KEY\([\w\s,]*\))?\)( WITHOUT ROWID)?$/;

/** Throws unless all that the schema has is ours: a view, a check or an index of somebody else may take for ever. */
async function checkSchema(db: Database, name: string): Promise<void> {
  const all = await db.rows(`SELECT ${asBytes("sql")} FROM sqlite_master`);
  const texts = all.flatMap(({ sql }) => (sql === null ? [] : [String(textIn(sql))])); // the index of a key has none
  const ours = MIGRATIONS.flat();
  if (texts.every((sql) => ours.includes(sql) || PLAIN.test(sql))) return;
  if (texts.some((sql) => sql === ours[0])) await versionOf(db, name); // throws for one of a later program
  throw new Error(notOurs(name));
}

/** The file, and what belongs to it, under another name. */
async function putAside(path: string): Promise<string> {
  const aside = `${path}.corrupt-${new Date(clock.now()).toISOString().replaceAll(/[:.]/g, "-")}`;
  for (const end of ENDS) if (existsSync(path + end)) await rename(path + end, aside + end);
  return basename(aside);
}

/** Closed again when it cannot be used. */
async function prepared(db: Database, name: string, first = "SELECT 1"): Promise<Database> {
  try {
    const version = await versionOf(db, name);
    await db.rows(first);
    for (const [at, statements] of MIGRATIONS.entries())
      if (at >= version)
        await db.all([...statements, `INSERT INTO schema VALUES (${at + 1})`].map(plain));
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

const plain = (sql: string): Statement => ({ sql });

const notOurs = (name: string) =>
  `${name} has no memories but something else. It is left as it is: move it away.`;

/** 0 for a new database. Throws for one that is of another program, or of a later version of this one. */
async function versionOf(db: Database, name: string): Promise<number> {
  const tables = await db.rows("SELECT 1 FROM sqlite_master WHERE type = 'table'");
  if (tables.length === 0) return 0;
  const read = db.rows("SELECT max(version) AS version FROM schema");
  const [row] = await read.catch((error) =>
    BROKEN.test(codeOf(error)) ? Promise.reject(error) : [],
  );
  const version = Number(row?.version);
  if (!Number.isInteger(version) || version < 1) throw new Error(notOurs(name));
  if (version > MIGRATIONS.length)
    throw new Error(
      `${name} is of a newer program (version ${version}; this one knows ${MIGRATIONS.length}). It is left as it is: use that program.`,
    );
  return version;
}
