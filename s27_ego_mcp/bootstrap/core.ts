// s21 · bootstrap/core – whose words are in the prompt: seven files as they are now, if you allow them, cut to their limits.
import { statSync } from "node:fs";
import { join } from "node:path";
import { charactersIn } from "../../shared/characters.ts";
import { type Asking, type Consent, createConsent } from "../../shared/consent.ts";
import { isMissing } from "../../shared/files.ts";
import type { Rule } from "../scope/scope.ts";
import { consentOptions, type Entry, entriesOf } from "./entries.ts";
import { markerOf } from "./text.ts";

export interface BootstrapFile {
  name: string;
  /** "withheld": git tracks it, and the person has not allowed it. */
  status: "ok" | "empty" | "missing" | "unreadable" | "withheld";
  /** What is in it, without white space at its end; "" unless its status is "ok". */
  text: string;
  /** Why it is unreadable; "" otherwise. */
  why: string;
  /** Its name and, for a link, the name of the file it leads to: git may track one of them. */
  paths: string[];
  /** Which file of the disk it is, by whatever name; "" for none. */
  id: string;
  /** True when something around the core has given it another text. */
  isChanged: boolean;
}

/** A file as it is in the prompt. */
export interface Injected extends BootstrapFile {
  /** Its text, cut, or a marker. */
  body: string;
  isCut: boolean;
}

/** What surrounds the core. */
export interface Around {
  /** The files that the agents of this program can get, in the order of the prompt. */
  rules: Rule[];
  folder: string;
  /** Where in the folder the file of a name is. Throws when it is not to be read. */
  find(name: string): string;
  /** Its text, "" when there is nothing in it. Throws when it is no text. */
  read(path: string, name: string): string;
  tell(problem: string): void;
  /** The turn in which the person can be asked. */
  asking: Asking | undefined;
  /** The files as they are to be in the prompt. */
  change(files: BootstrapFile[]): Promise<BootstrapFile[]>;
  /** The most characters that are used of a file, and of all together. */
  max: number;
  total: number;
  cut(file: BootstrapFile, most: number): string;
}

export type Reading = Pick<Around, "folder" | "find" | "read" | "tell">;
type Limits = Pick<Around, "rules" | "max" | "total" | "cut">;

/** What is remembered from one model call to the next. */
export interface Memory {
  /** Each file as it was last read, and how it looked on the disk then. */
  kept: Map<string, { look: string; file: BootstrapFile }>;
  /** The person's answers, by folder. */
  consents: Map<string, Consent<Entry>>;
}

/** The files as they are on the disk, and as they are to be in prompts. Must not throw. */
export async function load(memory: Memory, around: Around) {
  const found = readAll(around.rules, memory, around);
  const allowed = await withoutWithheld(memory, around, found);
  return { found, files: await around.change(allowed) };
}

export function readAll(rules: Rule[], memory: Memory, reading: Reading): BootstrapFile[] {
  return rules.map(({ name }) => {
    try {
      return readFile(name, memory, reading);
    } catch (error) {
      if (isMissing(error)) return fileOf(name, { status: "missing" });
      const why = reasonOf(error);
      reading.tell(`${name} could not be read: ${why}`);
      return fileOf(name, { status: "unreadable", why });
    }
  });
}

/** Reads a file again, unless it looks as it did the last time. */
function readFile(name: string, { kept }: Memory, { folder, find, read }: Reading): BootstrapFile {
  const found = find(name);
  const path = join(folder, found);
  const { look, id, isSettled } = lookAt(path);
  const key = `${name} at ${path}`; // two links may lead to one file
  const known = kept.get(key);
  if (isSettled && known?.look === look) return known.file;
  const text = read(found, name);
  const status = text === "" ? "empty" : "ok";
  const file = fileOf(name, { status, text, id, paths: [...new Set([name, found])] });
  if (lookAt(path).look === look) kept.set(key, { look, file });
  return file;
}

export function fileOf(name: string, known: Partial<BootstrapFile>): BootstrapFile {
  return {
    name,
    status: "ok",
    text: "",
    why: "",
    paths: [name],
    id: "",
    isChanged: false,
    ...known,
  };
}

/** The system's code, such as EACCES: its message would name the whole path, which differs on each computer. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error ? String(error.code) : error.message.replace(/\.$/, "");
}

/** The coarsest time stamps, those of FAT, are two seconds apart. */
const TICK_MS = 2000;

/**
 * How a file looks without reading it. A change shows in its times, size or number, unless it comes so soon after the
 * last one that both have the same time: such a file is not settled yet.
 */
function lookAt(path: string): { look: string; id: string; isSettled: boolean } {
  const { mtimeNs, ctimeNs, mtimeMs, ctimeMs, size, ino, dev } = statSync(path, { bigint: true });
  const age = Date.now() - Number(mtimeMs > ctimeMs ? mtimeMs : ctimeMs);
  const id = [ino, dev].join();
  return { look: [mtimeNs, ctimeNs, size, id].join(), id, isSettled: age > TICK_MS };
}

/** What git tracks may have come with a clone. The person is asked about it once, for each content. */
async function withoutWithheld(
  { consents }: Memory,
  { folder, asking }: Around,
  files: BootstrapFile[],
): Promise<BootstrapFile[]> {
  const consent = consents.get(folder) ?? createConsent(consentOptions(folder));
  consents.set(folder, consent);
  await consent.allowed(files.flatMap(entriesOf), asking);
  const isAllowed = (file: BootstrapFile) =>
    entriesOf(file).every((entry) => consent.isAllowed(entry));
  return files.map((file) => (isAllowed(file) ? file : fileOf(file.name, { status: "withheld" })));
}

/** Cuts the files to the limits: first each of them, then the last ones, so that all together fit. */
export function fitted(files: BootstrapFile[], { rules, max, total, cut }: Limits): Injected[] {
  let room = total;
  const isOptional = (name: string) => rules.find((rule) => rule.name === name)?.isOptional;
  const isNamed = ({ name, status }: BootstrapFile) => status !== "missing" || !isOptional(name);
  return files.filter(isNamed).map((file) => {
    const size = charactersIn(file.text);
    const most = Math.min(max, room);
    room -= Math.min(size, most);
    const isCut = size > most;
    return {
      ...file,
      body: isCut ? cut(file, most) : file.text || markerOf(file),
      isCut,
    };
  });
}
