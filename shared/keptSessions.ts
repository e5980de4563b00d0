// shared/keptSessions · the files of kept conversations: their names, which one is meant, who uses it, a list of them.
import { randomBytes } from "node:crypto";
import { lstatSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import { clock } from "./clock.ts";
import { UserError } from "./errors.ts";
import { type LineFile, openLines } from "./lineFile.ts";
import { type Held, hold, isHeld } from "./lock.ts";
import { wordsOf } from "./messages.ts";
import { ignoreIn, makePlainFolder, namesIn, plainPath, readPlain } from "./plainFiles.ts";
import { ageInWords, oneLine } from "./text.ts";
import { trackedAt } from "./tracked.ts";

const FOLDER = ".sessions";
const ENDING = ".jsonl";
const ID = /^\d{8}-\d{6}-[0-9a-f]{6}$/;
const MAX_BYTES = 256 * 1024 * 1024;
const MAX_WORDS = 60;

/** What must be known of a conversation. Its lines are the chapter's. */
export interface Kept {
  /** The folder that it is about. */
  folder: string;
  messages: Anthropic.MessageParam[];
  /** True when its last line was not written to its end. */
  isTorn: boolean;
}

/** Reads the text of a file. Throws an Error that begins with "it" when that is no conversation. */
export type Reader<Conversation extends Kept> = (text: string) => Conversation;

/** The file of one conversation: a new one, made with its first line, or an earlier one that was taken up. */
export interface SessionFile<Conversation extends Kept> {
  id(): string;
  /** Adds a line in one write. */
  add(line: object): Promise<void>;
  /**
   * Takes up the conversation whose id begins with `word`; without one, the last one of this folder that no program
   * uses. Throws a UserError when there is none, or when it cannot go on.
   */
  take(word: string | undefined): Promise<Conversation>;
  /** Closes the file, so that another program can take up the conversation. */
  close(): Promise<void>;
}

interface State {
  cwd: string;
  id: string;
  held: Held | undefined;
  file: LineFile | undefined;
}

const nameOf = (id: string): string => `${FOLDER}/${id}${ENDING}`;

/** The file of a conversation in `cwd`/.sessions. */
export function createSessionFile<Conversation extends Kept>(
  cwd: string,
  read: Reader<Conversation>,
): SessionFile<Conversation> {
  const state: State = { cwd, id: "", held: undefined, file: undefined };
  return {
    id: () => idOf(state),
    async add(line) {
      const file = state.file ?? (await make(state));
      await file.add(line);
    },
    take: (word) => take(state, word, read),
    async close() {
      await state.file?.close();
      await state.held?.release();
      state.file = undefined;
    },
  };
}

/** The time in it is that of its first use, because the clock of the terminal is not known on import. */
function idOf(state: State): string {
  state.id ||= newId();
  return state.id;
}

/** The time and six digits, such as 20260302-090000-1a2b3c, so that ids in order are sessions in order. */
function newId(): string {
  const digits = new Date(clock.now()).toISOString().replaceAll(/\D/g, "");
  return `${digits.slice(0, 8)}-${digits.slice(8, 14)}-${randomBytes(3).toString("hex")}`;
}

async function make(state: State): Promise<LineFile> {
  const { cwd } = state;
  const folder = await makePlainFolder(FOLDER, cwd);
  await ignoreIn(FOLDER, cwd);
  state.held ??= await hold(join(folder, idOf(state)));
  state.file = await openLines(nameOf(state.id), cwd);
  return state.file;
}

async function take<Conversation extends Kept>(
  state: State,
  word: string | undefined,
  read: Reader<Conversation>,
): Promise<Conversation> {
  const { cwd } = state;
  const id = word === undefined ? await lastFree(cwd) : oneOf(await idsIn(cwd), word);
  await refuseTracked(cwd, id);
  const held = await hold(join(cwd, FOLDER, id));
  if (held === undefined)
    throw new UserError(
      `Session ${id} is in use by another program: end that one, or resume another (--list).`,
    );
  try {
    const conversation = readOwn(cwd, id, read);
    const file = await openLines(nameOf(id), cwd, conversation.isTorn);
    Object.assign(state, { id, held, file });
    return conversation;
  } catch (error) {
    await held.release();
    throw error;
  }
}

async function refuseTracked(cwd: string, id: string): Promise<void> {
  const isTracked = await trackedAt(join(cwd, FOLDER));
  if (isTracked(`${id}${ENDING}`))
    throw new UserError(
      `${nameOf(id)} is in git, so it may have come with the repository: git rm --cached it, and resume it if it is yours.`,
    );
}

function readOwn<Conversation extends Kept>(
  cwd: string,
  id: string,
  read: Reader<Conversation>,
): Conversation {
  const conversation = readChecked(cwd, id, read);
  if (conversation.folder === realpathSync(cwd)) return conversation;
  throw new UserError(
    `Session ${id} is about another folder: resume it in ${oneLine(conversation.folder)}.`,
  );
}

function readChecked<Conversation extends Kept>(
  cwd: string,
  id: string,
  read: Reader<Conversation>,
): Conversation {
  try {
    return read(readPlain(nameOf(id), cwd, MAX_BYTES).toString("utf8"));
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new UserError(
      `${nameOf(id)} cannot be resumed: ${reason} Start without --resume, or resume another (--list).`,
    );
  }
}

const NONE = "There is no session to resume in this folder: start without --resume.";

async function lastFree(cwd: string): Promise<string> {
  for (const id of await idsIn(cwd)) if (!(await isHeld(join(cwd, FOLDER, id)))) return id;
  throw new UserError(NONE);
}

function oneOf(ids: string[], word: string): string {
  const [id, other] = ids.filter((one) => one.startsWith(word));
  if (id === undefined)
    throw new UserError(
      `There is no session ${oneLine(word)} in this folder: --list shows those that are.`,
    );
  if (other === undefined || id === word) return id;
  throw new UserError(
    `${oneLine(word)} is the beginning of several sessions, such as ${id} and ${other}: write more of it.`,
  );
}

/** The ids of the sessions in a folder, the one that was used last first. */
async function idsIn(cwd: string): Promise<string[]> {
  const folder = folderOf(cwd);
  const names = (await namesIn(folder)).filter((name) => name.endsWith(ENDING));
  const ids = names.map((name) => name.slice(0, -ENDING.length)).filter((id) => ID.test(id));
  const used = new Map(ids.map((id) => [id, lastUse(join(folder, `${id}${ENDING}`))]));
  return ids.sort(
    (one, other) => (used.get(other) ?? 0) - (used.get(one) ?? 0) || (one < other ? 1 : -1),
  );
}

function folderOf(cwd: string): string {
  try {
    return plainPath(FOLDER, cwd);
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error));
  }
}

const lastUse = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** The sessions of a folder, one in each line: id, age, number of messages, the first words. */
export async function listSessions<Conversation extends Kept>(
  cwd: string,
  read: Reader<Conversation>,
): Promise<string> {
  const lines = (await idsIn(cwd)).map(async (id) => {
    const use = (await isHeld(join(cwd, FOLDER, id))) ? " (in use)" : "";
    return `${id}  ${summaryOf(cwd, id, read)}${use}`;
  });
  return (await Promise.all(lines)).join("\n") || "There is no session in this folder.";
}

function summaryOf<Conversation extends Kept>(
  cwd: string,
  id: string,
  read: Reader<Conversation>,
): string {
  try {
    const { messages } = readOwn(cwd, id, read);
    const [first] = messages;
    const words = first ? oneLine(wordsOf(first), MAX_WORDS) : "";
    const age = ageInWords(clock.now() - lastUse(join(cwd, nameOf(id))));
    return `${age}  ${messages.length} messages  ${words}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
