// shared/textFile · text as it stands on the disk: its encoding, its line ends, and names that look the same.
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { exists, hasNames, isMissing, isProgram } from "./files.ts";

/** Says whether the bytes seen so far are UTF-8. `see` gets them one chunk after the other, and nothing at the end. */
export interface Utf8Check {
  isUtf8: boolean;
  see(chunk?: Uint8Array): void;
}

/** A check that has seen nothing yet. */
export function utf8Check(): Utf8Check {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const check: Utf8Check = {
    isUtf8: true,
    see(chunk) {
      try {
        decoder.decode(chunk, { stream: chunk !== undefined });
      } catch {
        check.isUtf8 = false;
      }
    },
  };
  return check;
}

/**
 * False for a file with other bytes than UTF-8; true for one that does not exist. Never holds more than a chunk of it.
 * Throws after an abort: a file of zeros may be longer than any disk.
 */
export async function isUtf8File(path: string, signal: AbortSignal): Promise<boolean> {
  const check = utf8Check();
  try {
    for await (const chunk of createReadStream(path, { signal })) {
      check.see(chunk);
      if (!check.isUtf8) return false;
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  check.see();
  return check.isUtf8;
}

/** The text of an edit. */
export interface Edit {
  old_text: string;
  new_text: string;
}

/**
 * Where every line of `text` ends in CRLF, so do the lines of the edit. An edit whose old text has a CR itself is about
 * the line ends, and stays as it is.
 */
export function withEndsOf(text: string, { old_text, new_text }: Edit): Edit {
  const isCrlf = text.includes("\r\n") && !/(?<!\r)\n/.test(text);
  if (!isCrlf || old_text.includes("\r")) return { old_text, new_text };
  const [before, after] = [old_text, new_text].map((part) => part.replaceAll(/\r?\n/g, "\r\n"));
  return { old_text: before ?? "", new_text: after ?? "" };
}

/** Names in which accents are written in another way, or spaces are not the plain one, as in those of screenshots. */
const plain = (name: string) => name.normalize("NFC").replaceAll(/\p{Zs}/gu, " ");

/**
 * The path itself if something is there, or if it is not clear what is meant. Otherwise that of the one ordinary file in
 * the folder whose name looks the same. Never a link, which could lead to a file that the gate has not judged, and never
 * a program or a file with several names: before one is changed, the gate asks, and it looks for it under the name that it
 * was given.
 */
export async function spelledOnDisk(path: string): Promise<string> {
  if (await exists(path)) return path;
  const entries = await readdir(dirname(path), { withFileTypes: true }).catch(() => []);
  const alike = entries.filter(
    (entry) => entry.isFile() && plain(entry.name) === plain(basename(path)),
  );
  const [only, ...more] = alike;
  if (only === undefined || more.length > 0) return path;
  const found = join(dirname(path), only.name);
  return (await isProgram(found)) || (await hasNames(found)) ? path : found;
}
