// s21 · bootstrap/files – the seven files, read again when they have changed.
import { isUtf8 } from "node:buffer";
import { existsSync, lstatSync, realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { contains, isMissing } from "../../shared/files.ts";
import { beginningOf, isLink } from "../../shared/plainFiles.ts";
import { isSecretFile } from "../../shared/secrets.ts";

/** In this order they are in the prompt. `isNamed`: the prompt says so when it is missing. */
export const BOOTSTRAP_FILES = [
  { name: "AGENTS.md", isNamed: true },
  { name: "SOUL.md", isNamed: true },
  { name: "TOOLS.md", isNamed: true },
  { name: "IDENTITY.md", isNamed: true },
  { name: "USER.md", isNamed: true },
  { name: "HEARTBEAT.md", isNamed: true },
  { name: "BOOTSTRAP.md", isNamed: false },
] as const;

/** "withheld": git tracks it, and the person has not allowed it. */
export type Status = "ok" | "empty" | "missing" | "unreadable" | "withheld";

export interface BootstrapFile {
  name: string;
  status: Status;
  /** What is in it, without white space at its end; "" unless its status is "ok". */
  text: string;
  /** Why it is unreadable; "" otherwise. */
  why: string;
  /** Its name and, for a link, the name of the file it leads to: git may track one of them. */
  paths: string[];
}

/** A file that was read, and how it looked on the disk then. */
interface Kept {
  look: string;
  file: BootstrapFile;
}

const MAX_BYTES = 1024 * 1024;
/** The coarsest time stamps, those of FAT, are two seconds apart. */
const TICK_MS = 2000;

/** Reads the files of a folder. Must not throw. `tell` gets what the person should know of a file. */
export type ReadFiles = (folder: string, tell: (problem: string) => void) => BootstrapFile[];

export function createReader(): ReadFiles {
  const kept = new Map<string, Kept>();
  return (folder, tell) =>
    BOOTSTRAP_FILES.map(({ name }) => {
      try {
        return readFile(name, folder, kept, tell);
      } catch (error) {
        if (isMissing(error)) return without("missing", name);
        const why = error instanceof Error ? reasonOf(error) : String(error);
        tell(`${name} could not be read: ${why}`);
        return without("unreadable", name, why);
      }
    });
}

const without = (status: Status, name: string, why = ""): BootstrapFile => {
  return { name, status, text: "", why, paths: [name] };
};

/** The system's code, such as EACCES; its message would name the whole path, which differs on each computer. */
const reasonOf = (error: Error) =>
  "code" in error ? String(error.code) : error.message.replace(/\.$/, "");

function readFile(
  name: string,
  folder: string,
  kept: Map<string, Kept>,
  tell: (problem: string) => void,
): BootstrapFile {
  const target = targetOf(name, folder);
  const path = join(folder, target);
  const { look, isSettled } = lookAt(path);
  const key = `${name} at ${path}`; // two links may lead to one file
  const known = kept.get(key);
  if (isSettled && known?.look === look) return known.file;
  const file = fileOf(name, beginningOf(target, folder, MAX_BYTES), tell);
  file.paths = [...new Set([name, target])];
  if (lookAt(path).look === look) kept.set(key, { look, file });
  return file;
}

/** The file that a link leads to, as its real name in the folder. A link that leads out of it, nowhere or to a secret throws. */
function targetOf(name: string, folder: string): string {
  const path = join(folder, name);
  if (!isLink(path)) return name;
  if (!existsSync(path)) throw new Error("it is a link to what is not there or cannot be reached");
  const [root, real] = [realpathSync(folder), realpathSync(path)];
  if (!contains(root, real)) throw new Error("it is a link that leads out of the workspace");
  if (!real.endsWith(".md") && isSecretFile(real, root))
    // an archive has the link, and you the file
    throw new Error("it is a link to a file that may hold secrets");
  return relative(root, real).split(sep).join("/");
}

/**
 * How a file looks without reading it. A change shows in its times, size or number, unless it comes so soon after the
 * last one that both have the same time: such a file is not settled yet.
 */
function lookAt(path: string): { look: string; isSettled: boolean } {
  const { mtimeNs, ctimeNs, mtimeMs, ctimeMs, size, ino, dev } = lstatSync(path, { bigint: true });
  const age = Date.now() - Number(mtimeMs > ctimeMs ? mtimeMs : ctimeMs);
  return { look: [mtimeNs, ctimeNs, size, ino, dev].join(), isSettled: age > TICK_MS };
}

function fileOf(name: string, bytes: Buffer, tell: (problem: string) => void): BootstrapFile {
  const text = textIn(bytes);
  if (bytes.length < MAX_BYTES && !isUtf8(bytes))
    tell(`${name} is not UTF-8 throughout; what is not is shown as \u{fffd}. Save it as UTF-8.`);
  if (isEffectivelyEmpty(text)) return without("empty", name);
  return { ...without("ok", name), text };
}

/** The text of a file, without a byte order mark and white space at its end. Throws when it is none. */
export function textIn(bytes: Buffer): string {
  if (bytes.includes(0)) throw new Error("it is not a text file in UTF-8");
  return bytes
    .toString("utf8")
    .replace(/^\ufeff/, "")
    .trimEnd();
}

/** A heading, a bullet or a check box without a word after it. "#TODO" is no heading, so it counts as text. */
const NOTHING = /^(#{1,6}(\s.*)?|([-*+]|\d+[.)])?\s*(\[[ xX]?\])?)$/;

/** True for a text that has only headings, blank lines and bullets without text: a form that nobody has filled in. */
export const isEffectivelyEmpty = (text: string): boolean =>
  text.split(/\r?\n|\r/).every((line) => NOTHING.test(line.trim()));
