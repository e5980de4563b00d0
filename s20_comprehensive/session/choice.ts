// s20 · session/choice – which sessions there are in a folder, and the one that --resume means.
import { randomBytes } from "node:crypto";
import { lstatSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { clock } from "../../shared/clock.ts";
import { UserError } from "../../shared/errors.ts";
import { type Held, hold, isHeld } from "../../shared/lock.ts";
import { wordsOf } from "../../shared/messages.ts";
import { namesIn, plainPath, readPlain } from "../../shared/plainFiles.ts";
import { oneLine } from "../../shared/text.ts";
import { trackedAt } from "../../shared/tracked.ts";
import { readTranscript, type Transcript } from "./transcript.ts";

export const FOLDER = ".sessions";
const ENDING = ".jsonl";
const ID = /^\d{8}-\d{6}-[0-9a-f]{6}$/;
const MAX_BYTES = 256 * 1024 * 1024;
const MAX_WORDS = 60;

export const nameOf = (id: string): string => `${FOLDER}/${id}${ENDING}`;

/** The time and six digits, such as 20260302-090000-1a2b3c, so that ids in order are sessions in order. */
export function newId(): string {
  const digits = new Date(clock.now()).toISOString().replaceAll(/\D/g, "");
  return `${digits.slice(0, 8)}-${digits.slice(8, 14)}-${randomBytes(3).toString("hex")}`;
}

/** A session that goes on, and the lock that says so. */
export interface Choice {
  id: string;
  held: Held;
  transcript: Transcript;
}

/**
 * The session whose id begins with `word`; without one, the last one of this folder that no program uses. Throws a
 * UserError when there is none, or when it cannot go on.
 */
export async function choose(cwd: string, word: string | undefined): Promise<Choice> {
  const id = word === undefined ? await lastFree(cwd) : oneOf(await idsIn(cwd), word);
  const isTracked = await trackedAt(join(cwd, FOLDER));
  if (isTracked(`${id}${ENDING}`))
    throw new UserError(
      `${nameOf(id)} is in git, so it may have come with the repository: git rm --cached it, and resume it if it is yours.`,
    );
  const held = await hold(join(cwd, FOLDER, id));
  if (held === undefined)
    throw new UserError(
      `Session ${id} is in use by another program: end that one, or resume another (--list).`,
    );
  try {
    return { id, held, transcript: readOwn(cwd, id) };
  } catch (error) {
    await held.release();
    throw error;
  }
}

function readOwn(cwd: string, id: string): Transcript {
  const transcript = read(cwd, id);
  if (transcript.folder === realpathSync(cwd)) return transcript;
  throw new UserError(`Session ${id} is about another folder: resume it in ${transcript.folder}.`);
}

function read(cwd: string, id: string): Transcript {
  try {
    return readTranscript(readPlain(nameOf(id), cwd, MAX_BYTES).toString("utf8"));
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
export async function listed(cwd: string): Promise<string> {
  const lines = (await idsIn(cwd)).map(async (id) => {
    const use = (await isHeld(join(cwd, FOLDER, id))) ? " (in use)" : "";
    return `${id}  ${summaryOf(cwd, id)}${use}`;
  });
  return (await Promise.all(lines)).join("\n") || "There is no session in this folder.";
}

function summaryOf(cwd: string, id: string): string {
  try {
    const { messages } = readOwn(cwd, id);
    const [first] = messages;
    const words = first ? oneLine(wordsOf(first), MAX_WORDS) : "";
    const age = ageInWords(clock.now() - lastUse(join(cwd, nameOf(id))));
    return `${age}  ${messages.length} messages  ${words}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const UNITS = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
  [1000, "s"],
] as const;

function ageInWords(ms: number): string {
  const [size, unit] = UNITS.find(([one]) => ms >= one) ?? [1000, "s"];
  return `${Math.max(0, Math.floor(ms / size))} ${unit} ago`;
}
