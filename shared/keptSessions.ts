// shared/keptSessions · the files of kept conversations: their names, which one is meant, who uses it, a list of them.
import { existsSync, lstatSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import { clock } from "./clock.ts";
import { UserError } from "./errors.ts";
import { newDigits } from "./ids.ts";
import { type LineFile, openLines } from "./lineFile.ts";
import { type Held, hold, isHeld, removeDeadLocks } from "./lock.ts";
import { wordsOf } from "./messages.ts";
import { ignoreIn, makePlainFolder, namesIn, plainPath, readPlain } from "./plainFiles.ts";
import { ageInWords, oneLine } from "./text.ts";
import { trackedAt } from "./tracked.ts";
import { answerFor, isTrusted, keepAnswer } from "./trust.ts";

const FOLDER = ".sessions";
const ENDING = ".jsonl";
const ID = /^\d{8}-\d{6}-[0-9a-f]{6}$/;
const MAX_BYTES = 256 * 1024 * 1024;
/** From here on the person is told that there is little room left. */
const MANY_BYTES = 0.8 * MAX_BYTES;
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
  /** Undefined before its first line. */
  id(): string | undefined;
  /** Adds a line. Throws an Error when that fails; when the file was removed, the next line begins a new one. */
  add(line: object): Promise<void>;
  /**
   * Takes up the conversation whose id begins with `word`; without one, the last one of this folder that can go on,
   * and `tell` gets the reasons of those that cannot. Throws a UserError when there is none.
   */
  take(word: string | undefined): Promise<Conversation>;
  /** Closes the file, so that another program can take up the conversation. */
  close(): Promise<void>;
}

interface State {
  cwd: string;
  id: string | undefined;
  held: Held | undefined;
  file: LineFile | undefined;
  /** Whether the person was told that the file is large. */
  isTold: boolean;
}

const TOO_LARGE =
  "This session is getting too large: above 256 MB it cannot be resumed. Start a new one soon.";

/** The folder of the sessions of `cwd`. */
export const placeOfSessions = (cwd: string): string => join(cwd, FOLDER);

/** The ids of all sessions of `cwd`, also of those that somebody else may have written. */
export const sessionIds = (cwd: string): Promise<string[]> => idsIn(cwd);

/** In a folder that is not trusted, only what was written on this computer by these programs. */
const isUsable = (cwd: string, id: string): boolean =>
  isTrusted() || answerFor(placeOfSessions(cwd), id) === true;

const NOT_TRUSTED =
  'its folder is not trusted. If its sessions are yours, start the agent here with the words "trust yes".';

const nameOf = (id: string): string => `${FOLDER}/${id}${ENDING}`;

/** The file of a conversation in `cwd`/.sessions. */
export function createSessionFile<Conversation extends Kept>(
  cwd: string,
  read: Reader<Conversation>,
  tell: (problem: string) => void,
): SessionFile<Conversation> {
  const state: State = {
    ...{ cwd, id: undefined, held: undefined, file: undefined, isTold: false },
  };
  return {
    id: () => state.file && state.id,
    async add(line) {
      const file = state.file ?? (await make(state));
      const size = await file.add(line).catch(async (error) => {
        if (!existsSync(join(cwd, nameOf(state.id ?? "")))) await forget(state);
        throw error;
      });
      if (size > MANY_BYTES && !state.isTold) tell(TOO_LARGE);
      state.isTold ||= size > MANY_BYTES;
    },
    take: (word) =>
      forPerson(() => {
        return word === undefined ? takeLast(state, read, tell) : takeOne(state, word, read);
      }),
    close: () => forget(state),
  };
}

/** Lets go of the file; what is added after that begins a new one. */
async function forget(state: State): Promise<void> {
  const { file, held } = state;
  Object.assign(state, { id: undefined, file: undefined, held: undefined });
  await file?.close();
  await held?.release();
}

/** The time and six digits, such as 20260302-090000-1a2b3c, so that ids in order are sessions in order. */
function newId(): string {
  const digits = new Date(clock.now()).toISOString().replaceAll(/\D/g, "");
  return `${digits.slice(0, 8)}-${digits.slice(8, 14)}-${newDigits(6)}`;
}

async function make(state: State): Promise<LineFile> {
  const { cwd } = state;
  const folder = await makePlainFolder(FOLDER, cwd);
  await ignoreIn(FOLDER, cwd);
  state.id ??= newId();
  await removeDeadLocks(folder, (name) => ID.test(name)); // of programs that were killed
  keepAnswer(placeOfSessions(cwd), state.id, true); // it is the person's own
  state.held ??= await hold(join(folder, state.id));
  state.file = await openLines(nameOf(state.id), cwd);
  return state.file;
}

/** The person gets one line for what is wrong with a file, a folder or a lock. */
async function forPerson<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    const isOfSystem = error instanceof Error && (error.name === "Error" || "code" in error);
    throw isOfSystem ? new UserError(error.message) : error;
  }
}

async function takeOne<Conversation extends Kept>(
  state: State,
  word: string,
  read: Reader<Conversation>,
): Promise<Conversation> {
  return take(state, oneOf(await idsIn(state.cwd), word), read);
}

/** One that cannot go on, or in which nothing was said, is no reason to forget the ones before it. */
async function takeLast<Conversation extends Kept>(
  state: State,
  read: Reader<Conversation>,
  tell: (problem: string) => void,
): Promise<Conversation> {
  const problems: string[] = [];
  for (const id of await idsIn(state.cwd)) {
    try {
      const conversation = await forPerson(() => take(state, id, read));
      for (const problem of problems) tell(problem);
      return conversation;
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      problems.push(error.message);
    }
  }
  throw new UserError(problems[0] ?? NONE);
}

const NONE = "There is no session to resume in this folder: start without --resume.";

async function take<Conversation extends Kept>(
  state: State,
  id: string,
  read: Reader<Conversation>,
): Promise<Conversation> {
  const { cwd } = state;
  if (!isUsable(cwd, id)) throw new UserError(`Session ${id} is not resumed: ${NOT_TRUSTED}`);
  await refuseTracked(cwd, id);
  const held = await hold(join(cwd, FOLDER, id));
  if (held === undefined)
    throw new UserError(
      `Session ${id} is in use by another program: end that one, or resume another (--list). If no program works here, delete ${FOLDER}/${id}.lock.`,
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
  const isKnown = answerFor(placeOfSessions(cwd), id) === true;
  const isTracked = await trackedAt(join(cwd, FOLDER), isKnown ? [] : [`${id}${ENDING}`]);
  const { doubt } = isTracked;
  if (doubt !== undefined && isKnown) return;
  if (doubt !== undefined)
    throw new UserError(
      `Git does not say whether it tracks ${nameOf(id)}: ${doubt}. Mend that first.`,
    );
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
  if (conversation.messages.length === 0)
    throw new UserError(`Session ${id} has no messages, so there is nothing to go on with.`);
  if (conversation.folder === realpathSync(cwd)) return conversation;
  const folder = oneLine(conversation.folder);
  const advice = existsSync(conversation.folder)
    ? `: resume it in ${folder}.`
    : `, ${folder}, which is gone. If that was this one, put its new name into the first line of ${nameOf(id)}.`;
  throw new UserError(`Session ${id} is about another folder${advice}`);
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
  const folder = plainPath(FOLDER, cwd);
  const names = (await namesIn(folder)).filter((name) => name.endsWith(ENDING));
  const ids = names.map((name) => name.slice(0, -ENDING.length)).filter((id) => ID.test(id));
  const used = new Map(ids.map((id) => [id, lastUse(join(folder, `${id}${ENDING}`))]));
  return ids.sort(
    (one, other) => (used.get(other) ?? 0) - (used.get(one) ?? 0) || (one < other ? 1 : -1),
  );
}

const lastUse = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** The sessions of a folder, one in each line: id, age, number of messages, the first words. */
export async function listSessions<Conversation extends Kept>(
  cwd: string,
  read: Reader<Conversation>,
): Promise<string> {
  const all = await forPerson(() => idsIn(cwd));
  const ids = all.filter((id) => isUsable(cwd, id));
  const lines = ids.map(async (id) => `${id}  ${await summaryOf(cwd, id, read)}`);
  const rest = all.length - ids.length;
  const left = rest > 0 ? [`${rest} not listed: ${NOT_TRUSTED}`] : [];
  return (
    [...(await Promise.all(lines)), ...left].join("\n") || "There is no session in this folder."
  );
}

async function summaryOf<Conversation extends Kept>(
  cwd: string,
  id: string,
  read: Reader<Conversation>,
): Promise<string> {
  try {
    const { messages } = readOwn(cwd, id, read);
    const [first] = messages;
    const words = first ? oneLine(wordsOf(first), MAX_WORDS) : "";
    const age = ageInWords(clock.now() - lastUse(join(cwd, nameOf(id))));
    const use = (await isHeld(join(cwd, FOLDER, id))) ? " (in use)" : "";
    return `${age}  ${messages.length} messages  ${words}${use}`;
  } catch (error) {
    return oneLine(error instanceof Error ? error.message : String(error));
  }
}
