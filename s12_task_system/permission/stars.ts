// s03 · permission/stars – replaces a star in a word by the file names that match, as bash does.
import { readdir } from "node:fs/promises";
import { resolve } from "node:path";
import { checkFile, exists, type Findings } from "./paths.ts";
import type { ShellWord } from "./shell.ts";

const MAX_NAMES = 500;
/** Marks a star in a pattern: no file name can have this character. */
const STAR = "\0";

/** The words as bash passes them on, with stars replaced. If not certain, adds a reason and returns undefined. */
export async function expanded(found: Findings, words: ShellWord[]): Promise<string[] | undefined> {
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

/** The paths that match a pattern. Undefined if they are not certain, or if one could be a hidden file or an option. */
async function namesFor(found: Findings, pieces: string[]): Promise<string[] | undefined> {
  const [folder = "", ...more] = found.folders;
  const parts = pieces.join(STAR).split("/");
  if (parts.some(isOdd) || more.length > 0) return undefined; // after a cd the folder is not certain
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

/** The paths directly in `place` that match one part of a pattern. Lists no folder that it would have to ask about. */
async function matching(
  found: Findings,
  folder: string,
  place: string,
  part: string,
): Promise<string[]> {
  found.context.signal.throwIfAborted();
  const next = (name: string) =>
    place === "" || place.endsWith("/") ? `${place}${name}` : `${place}/${name}`;
  if (!part.includes(STAR)) return (await exists(resolve(folder, next(part)))) ? [next(part)] : [];
  const before = found.reasons.length;
  await checkFile(found, "read", resolve(folder, place || "."), place || ".");
  if (found.reasons.length > before) return [];
  const names = await readdir(resolve(folder, place || ".")).catch(() => []);
  const texts = part.split(STAR);
  return names.filter((name) => !name.startsWith(".") && fits(name, texts)).map(next);
}

/** True if the texts are in the name in this order, the first at its start and the last at its end. */
function fits(name: string, [first = "", ...more]: string[]): boolean {
  const last = more.pop() ?? "";
  let at = name.startsWith(first) ? first.length : -1;
  for (const text of more) {
    if (at >= 0) at = name.indexOf(text, at);
    if (at >= 0) at += text.length;
  }
  return at >= 0 && name.endsWith(last) && name.length - last.length >= at;
}
