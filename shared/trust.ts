// shared/trust · whether the person trusts what is in the folder of this start. The answer is kept in the person's home, never in the folder.
import { existsSync, lstatSync, readFileSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { messageOf } from "./errors.ts";
import { contains } from "./files.ts";
import { note } from "./screen.ts";
import type { Ask, Command } from "./terminal.ts";
import { oneLine } from "./text.ts";
import { addLine, trustFile } from "./trustFile.mjs";

/** Something in the folder that a mechanism uses by itself: it would speak to the model, or act. */
export interface Reads {
  /** What they are, for the person: "skills". */
  what: string;
  /** Where they are, if each of them can be allowed by its content. */
  path?: string;
  /** One word for each that is there, whether it may be used or not: its name, or the hash of its content. */
  keys(): Promise<string[]>;
}

/** A start, and what is known of its folder. */
interface Here {
  /** The real path of the folder of this start, in which the mechanisms look. */
  place: string;
  /** The real path that an answer is about: the root of the repository, or the folder itself. */
  folder: string;
  file: string;
  /** By folder, and by file and key. */
  answers: Map<string, boolean>;
  isTrusted: boolean;
  reads: Reads[];
  /** True while nothing was found in it, so that nobody was asked. */
  isEmpty: boolean;
  /** What the person was told last of what was left out since it was empty. */
  told: string;
  /** True when the person was told that answers cannot be kept. */
  isTold: boolean;
}

/** Undefined before the terminal has begun, and for a mechanism that is used without one. */
let here: Here | undefined;

/** Whether what is in the folder may be read, listed, fired or started. */
export const isTrusted = (): boolean => here?.isTrusted ?? true;

/**
 * Takes the answer that is kept about the folder `cwd`. Without one, a folder in which there is nothing without an
 * answer of its own counts as trusted in this run.
 */
export async function beginTrust(
  reads: Reads[],
  { cwd = process.cwd(), env = process.env } = {},
): Promise<void> {
  here = undefined;
  if (reads.length === 0) return;
  const place = realpathSync(cwd);
  const [folder, file] = [rootOf(place), trustFile(env)];
  const answers = new Map<string, boolean>();
  const unknown = { isTrusted: false, isEmpty: false, told: "", isTold: false };
  here = { place, folder, file, answers, reads, ...unknown };
  for (const line of linesOf(here)) take(here, line);
  here.isTrusted = here.answers.get(folder) ?? (await foundIn(reads)) === "";
  here.isEmpty = here.isTrusted && !here.answers.has(folder);
}

/**
 * Before each turn and after each tool call in a folder in which there was nothing at the start: what has come into it
 * since, by a pull for example, is not used before the person has said yes. Without `ask` it is left out until a turn
 * in which they can be asked; a line says so, once.
 */
export async function lookAgain(ask?: Ask): Promise<void> {
  if (!here?.isEmpty) return;
  for (const line of linesOf(here)) take(here, line); // another agent in this folder may have written them
  const { reads, told } = here;
  const found = await foundIn(reads);
  here.isTrusted = here.answers.get(here.folder) ?? found === "";
  here.told = found;
  if (found !== "") here.isEmpty = ask === undefined;
  if (found !== "" && (ask || found !== told)) await settleTrust(reads, ask);
}

/** A mechanism that is used without a terminal has nobody to ask; what it uses is its caller's business. */
export function endTrust(): void {
  here = undefined;
}

/** Asks whether the folder is trusted, if that is open. Without `ask`, a line says what is left out. */
export async function settleTrust(reads: Reads[], ask?: Ask): Promise<void> {
  if (here === undefined || here.isTrusted) return;
  const all = await lookThrough(reads);
  const found = shown(all);
  if (found === "") return;
  const isOpen = here.answers.get(here.folder) === undefined;
  const answer = isOpen && ask ? await answerOf(here, found, ask) : "";
  if (/^y(es)?$/i.test(answer)) {
    if (!isDeepStrictEqual(await lookThrough(reads), all)) return settleTrust(reads, ask); // the yes was not to what has come since
    return trust(here, all);
  }
  if (/^no?$/i.test(answer)) keep(here, { folder: here.folder, trusted: false });
  note(`Left out, because this folder is not trusted: ${found}. ${HOW}`, "yellow");
}

const HOW = 'To use them, type /trust yes, or start the agent here with the words "trust yes".';
const CHANGE =
  "To change it, type /trust yes, /trust no or /trust forget (then the next start asks again).";

/** What is neither yes nor no may be a prompt that was begun before the question was there, so it is asked again, once. */
async function answerOf(here: Here, found: string, ask: Ask): Promise<string> {
  const { signal } = new AbortController();
  const question = questionOf(here);
  const answer = await ask(`${reasonsOf(here, found)}\n${question}`, signal);
  if (/^(y(es)?|no?)?$/i.test(answer ?? "")) return answer ?? "";
  const words = `"${oneLine(answer ?? "", 80)}" is neither yes nor no. Type y or n; Enter alone is a no for now.`;
  return (await ask(`${words} ${question}`, signal)) ?? "";
}

const reasonsOf = ({ place }: Here, found: string): string =>
  [
    `In ${oneLine(place, 300)} there are ${found}.`,
    "The model reads what is in them, and may do what they say. After a no, the agent works without them. A yes counts for later starts, too: what a git pull adds may then be used without a question.",
  ].join("\n");

/** Of a start deep in a repository, it says that the answer is about all of it. */
const questionOf = ({ place, folder }: Here): string =>
  `Do you trust what is in ${place === folder ? "this folder" : `the whole of ${oneLine(folder, 300)}`}? [y]es / [N]o`;

/** What is of one kind, without an answer of its own. */
interface Found extends Pick<Reads, "what" | "path"> {
  keys: string[];
}

const lookThrough = (reads: Reads[]): Promise<Found[]> =>
  Promise.all(
    reads.map(async (one) => ({ what: one.what, path: one.path, keys: await newKeys(one) })),
  );

/** "skills (2), cron jobs (1)". */
const shown = (all: Found[]): string =>
  all.flatMap(({ what, keys }) => (keys.length > 0 ? `${what} (${keys.length})` : [])).join(", ");

const foundIn = async (reads: Reads[]): Promise<string> => shown(await lookThrough(reads));

async function newKeys({ path, keys }: Reads): Promise<string[]> {
  const all = await keys().catch(() => []); // what cannot be read is not used, and its mechanism says so
  return path === undefined ? all : all.filter((key) => answerFor(path, key) === undefined);
}

/** What is there now needs no second question. */
function trust(here: Here, all: Found[]): void {
  for (const { path, keys } of all)
    for (const key of path === undefined ? [] : keys) keepAnswer(path ?? "", key, true);
  here.isTrusted = true;
  keep(here, { folder: here.folder, trusted: true });
}

/** What the person has said earlier about one thing in the file or folder `path`. True as well for what the program wrote. */
export const answerFor = (path: string, key: string): boolean | undefined =>
  here?.answers.get(`${path}\0${key}`);

/** Keeps the answer about one thing, so that it is asked about once. */
export function keepAnswer(path: string, key: string, allowed: boolean): void {
  if (here && answerFor(path, key) !== allowed) keep(here, { file: path, key, allowed });
}

/** /trust, in the terminal and as words of the shell. */
export function trustCommand(reads: Reads[]): Command {
  const changes: Record<string, (here: Here) => void | Promise<void>> = {
    show() {},
    yes: async (here) => trust(here, await lookThrough(reads)),
    no(here) {
      forget(here);
      here.isTrusted = false;
      keep(here, { folder: here.folder, trusted: false });
    },
    forget(here) {
      forget(here);
      here.isTrusted = false;
    },
  };
  const words = Object.keys(changes);
  const text = async (word: string) => {
    if (here === undefined || !words.includes(word))
      return `There is no /trust ${oneLine(word, 40)}. There are: /trust, /trust ${words.slice(1).join(", /trust ")}.`;
    if (word !== "show") here.isEmpty = false;
    await changes[word]?.(here);
    const text = await described(here, reads);
    return word === "show" ? `${text}\n${CHANGE}` : text;
  };
  return {
    description: `whether what is in this folder is used; /trust ${words.slice(1).join(", /trust ")}`,
    alone: { words, text },
    run: async (argument) => note(await text(argument.trim() || "show")),
  };
}

async function described({ folder, file, answers, isTrusted }: Here, reads: Reads[]) {
  const all = await Promise.all(
    reads.map(async (one) => (await one.keys().catch(() => [])).length),
  );
  const parts = reads.flatMap(({ what }, at) => (all[at] ? `${what} (${all[at]})` : []));
  const open = parts.length > 0 ? "the next start asks" : "there is nothing to ask about";
  const kept = answers.has(folder) ? `kept in ${file}` : `not kept: ${open}`;
  return [
    `${oneLine(folder, 300)}: ${isTrusted ? "trusted" : "not trusted"} (${kept})`,
    parts.length > 0
      ? `Here are: ${parts.join(", ")}.`
      : "There is nothing here that the agent would use by itself.",
  ].join("\n");
}

/** What was allowed or refused in the folder is open again. */
const forget = (here: Here) => keep(here, { folder: here.folder, trusted: null });

/**
 * The nearest folder with a repository, from `folder` up; `folder` itself where there is none. A repository that has the
 * person's home in it is none: what is trusted there says nothing about what was unpacked in it.
 */
export function rootOf(folder: string): string {
  const home = existsSync(homedir()) ? realpathSync(homedir()) : homedir();
  for (let at = folder; !contains(at, home); at = dirname(at))
    if (existsSync(join(at, ".git"))) return at;
  return folder;
}

/** Why the file cannot be the person's own; undefined when it can. A folder says nothing about itself. */
function flawOf({ file, folder }: Here): string | undefined {
  const info = lstatSync(file, { throwIfNoEntry: false });
  const place = existsSync(dirname(file)) ? realpathSync(dirname(file)) : dirname(file);
  if (contains(folder, place)) return "it is in the folder that it is about";
  if (info === undefined) return undefined;
  const isOwn = process.getuid === undefined || info.uid === process.getuid();
  const isPlain = info.isFile() && (process.platform === "win32" || (info.mode & 0o022) === 0);
  return isOwn && isPlain ? undefined : "it must be a file of yours that nobody else can write";
}

/** A line that a crash has torn, or that has another form, is skipped. */
function linesOf(here: Here): Record<string, unknown>[] {
  try {
    if (flawOf(here) !== undefined) return [];
    return readFileSync(here.file, "utf8").split("\n").map(parsed);
  } catch {
    return [];
  }
}

function parsed(line: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(line));
  } catch {
    return {};
  }
}

/** The last line about a thing counts. `trusted: null` takes back all that was said about a folder and what is in it. */
function take({ answers }: Here, { folder, trusted, file, key, allowed }: Record<string, unknown>) {
  if (typeof file === "string" && typeof allowed === "boolean")
    answers.set(`${file}\0${key}`, allowed);
  if (typeof folder !== "string") return;
  if (typeof trusted === "boolean") answers.set(folder, trusted);
  if (trusted !== null) return;
  for (const known of [...answers.keys()])
    if (contains(folder, known.split("\0")[0] ?? "")) answers.delete(known);
}

/** An answer that cannot be written holds until the program ends. */
function keep(here: Here, line: Record<string, unknown>): void {
  take(here, line);
  try {
    append(here, line);
  } catch (error) {
    if (!here.isTold)
      note(
        `Your answers are not kept, and hold in this run: ${here.file}: ${messageOf(error)}`,
        "yellow",
      );
    here.isTold = true;
  }
}

function append(here: Here, line: object): void {
  const flaw = flawOf(here);
  if (flaw !== undefined) throw new Error(flaw);
  addLine(here.file, line);
}
