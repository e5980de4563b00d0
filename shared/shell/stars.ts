// shared/shell/stars · replaces the stars in words by the file names that match, as bash does.
import { readdir } from "node:fs/promises";
import { resolve } from "node:path";
import { exists } from "../files.ts";
import type { ShellWord } from "./words.ts";

/** Where the words of a command are expanded. */
export interface Expansion {
  /** The folder in which the command will run; undefined if it is not certain. */
  folder: string | undefined;
  /** Whether the names in a folder that fit a form may be listed. If they may not be, no name matches. */
  mayList(folder: string, written: string, form: string): Promise<boolean>;
  signal: AbortSignal;
}

const MAX_NAMES = 500;
/** Marks a star in a pattern: no file name can have this character. */
const STAR = "\0";

/** The words as bash passes them on, with stars replaced; or the first word of which that is not certain. */
export async function expandStars(
  words: ShellWord[],
  expansion: Expansion,
): Promise<{ texts: string[] } | { unclear: string }> {
  const texts: string[] = [];
  for (const { text, pieces } of words) {
    const names = pieces.length === 1 ? [text] : await namesFor(pieces, expansion);
    if (names === undefined || texts.length + names.length > MAX_NAMES) return { unclear: text };
    texts.push(...(names.length > 0 ? names : [text]));
  }
  return { texts };
}

/** True if a name is of a form such as `*.pem`, in which each star is any text. */
export const fitsStars = (name: string, form: string): boolean => fits(name, form.split("*"));

/** The paths that match a pattern. Undefined if they are not certain, or if one could be a hidden file or is like an option. */
async function namesFor(
  pieces: string[],
  { folder, ...rest }: Expansion,
): Promise<string[] | undefined> {
  const parts = pieces.join(STAR).split("/");
  if (parts.some(isOdd) || folder === undefined) return undefined;
  const isAbsolute = parts[0] === "";
  let places = [isAbsolute ? "/" : ""];
  for (const part of isAbsolute ? parts.slice(1) : parts) {
    const next: string[] = [];
    for (const place of places) next.push(...(await matching(place, part, { folder, ...rest })));
    const isMissing = next.length === 0 && !part.includes(STAR); // the line may make it before bash looks
    if (isMissing || next.length > MAX_NAMES || next.some(isOddName)) return undefined;
    places = next;
  }
  return places.sort();
}

/** True for a part that bash reads in its own way. An empty one, at the end of a path, matches only folders. */
function isOdd(part: string, at: number): boolean {
  return part === ".." || (part === "" && at > 0) || (part.includes(STAR) && /^[.-]/.test(part));
}

const isOddName = (path: string) => path.startsWith("-") || path.includes("\ufffd");

/** The paths directly in `place` that match one part of a pattern. */
async function matching(
  place: string,
  part: string,
  { folder, mayList, signal }: Expansion & { folder: string },
): Promise<string[]> {
  signal.throwIfAborted();
  const next = (name: string) =>
    place === "" || place.endsWith("/") ? `${place}${name}` : `${place}/${name}`;
  if (!part.includes(STAR)) return (await exists(resolve(folder, next(part)))) ? [next(part)] : [];
  const path = resolve(folder, place || ".");
  if (!(await mayList(path, place || ".", part.replaceAll(STAR, "*")))) return [];
  const names = await readdir(path).catch(() => []);
  const texts = part.split(STAR);
  return names.filter((name) => !name.startsWith(".") && fits(name, texts)).map(next);
}

/** True if the texts are in the name in this order, the first at its start and the last at its end. */
function fits(name: string, [first = "", ...more]: string[]): boolean {
  const last = more.pop();
  if (last === undefined) return name === first;
  let at = name.startsWith(first) ? first.length : -1;
  for (const text of more) {
    if (at >= 0) at = name.indexOf(text, at);
    if (at >= 0) at += text.length;
  }
  return at >= 0 && name.endsWith(last) && name.length - last.length >= at;
}
