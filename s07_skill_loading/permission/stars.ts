// s03 · permission/stars – the words that bash passes on: a star stands for the names that are there.
import { readdir } from "node:fs/promises";
import { resolve } from "node:path";
import { addFile, type Case, exists } from "./paths.ts";
import type { ShellWord } from "./shell.ts";

const MAX_NAMES = 500;
/** Stands for a star in a part of a path: no file name can have this character. */
const STAR = "\0";

/** The words as bash passes them on: a star becomes the names that are there. Undefined after adding why not. */
export async function expanded(found: Case, words: ShellWord[]): Promise<string[] | undefined> {
  const texts: string[] = [];
  for (const { text, pieces } of words) {
    const names = pieces.length === 1 ? [text] : await namesFor(found, pieces);
    if (names === undefined || texts.length + names.length > MAX_NAMES) {
      found.reasons.push({ text: `not understood: ${text}` });
      return undefined;
    }
    texts.push(...(names.length > 0 ? names : [text]));
  }
  return texts;
}

/** Every name that a pattern stands for; undefined where that could be a hidden or an odd one. */
async function namesFor(found: Case, pieces: string[]): Promise<string[] | undefined> {
  const [folder = "", ...more] = found.folders;
  const parts = pieces.join(STAR).split("/");
  if (parts.some(isOdd) || more.length > 0) return undefined; // after a cd it may be either of two folders
  const isAbsolute = parts[0] === "";
  let places = [isAbsolute ? "/" : ""];
  for (const part of isAbsolute ? parts.slice(1) : parts) {
    const next: string[] = [];
    for (const place of places) next.push(...(await matching(found, folder, place, part)));
    if (next.length > MAX_NAMES || next.some((place) => place.includes("\ufffd"))) return undefined;
    places = next;
  }
  return places.sort();
}

function isOdd(part: string): boolean {
  return part === ".." || (part.includes(STAR) && /^[.-]/.test(part));
}

/** The paths that go on from `place` with a part of a pattern. A folder is only read where one may read. */
async function matching(
  found: Case,
  folder: string,
  place: string,
  part: string,
): Promise<string[]> {
  found.context.signal.throwIfAborted();
  const next = (name: string) =>
    place === "" || place.endsWith("/") ? `${place}${name}` : `${place}/${name}`;
  if (!part.includes(STAR)) return (await exists(resolve(folder, next(part)))) ? [next(part)] : [];
  const before = found.reasons.length;
  await addFile(found, "read", resolve(folder, place || "."), place || ".");
  if (found.reasons.length > before) return [];
  const names = await readdir(resolve(folder, place || ".")).catch(() => []);
  const texts = part.split(STAR);
  return names.filter((name) => !name.startsWith(".") && fits(name, texts)).map(next);
}

/** True when the texts are in a name in this order, the first at its start and the last at its end. */
function fits(name: string, [first = "", ...more]: string[]): boolean {
  const last = more.pop() ?? "";
  let at = name.startsWith(first) ? first.length : -1;
  for (const text of more) {
    if (at >= 0) at = name.indexOf(text, at);
    if (at >= 0) at += text.length;
  }
  return at >= 0 && name.endsWith(last) && name.length - last.length >= at;
}
