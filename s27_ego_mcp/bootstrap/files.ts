// s21 · bootstrap/files – which files are read, and what of them counts as a text.
import { isUtf8 } from "node:buffer";
import { existsSync, realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { contains } from "../../shared/files.ts";
import { beginningOf, isLink } from "../../shared/plainFiles.ts";
import { isSecretFile } from "../../shared/secrets.ts";
import type { Reading } from "./core.ts";

const MAX_BYTES = 1024 * 1024;

/** How the files of a folder are read. `tell` gets what the person should know of a file. */
export const readingOf = (folder: string, tell: (problem: string) => void): Reading => ({
  folder,
  find: (name) => targetOf(name, folder),
  read: (path, name) => usedOf(beginningOf(path, folder, MAX_BYTES), name, tell),
  tell,
});

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

/** The text in the bytes; "" for a template that still has no answers in it. */
function usedOf(bytes: Buffer, name: string, tell: (problem: string) => void): string {
  const text = textIn(bytes);
  if (bytes.length < MAX_BYTES && !isUtf8(bytes))
    tell(`${name} is not UTF-8 throughout; what is not is shown as \u{fffd}. Save it as UTF-8.`);
  return isEffectivelyEmpty(text) ? "" : text;
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

/** True for a text that has only headings, blank lines and bullets without text: a template without answers. */
export const isEffectivelyEmpty = (text: string): boolean =>
  text.split(/\r?\n|\r/).every((line) => NOTHING.test(line.trim()));
