// course/bundle/cache · which bundle belongs to a code.ts, and whether it still does. Plain JavaScript: every start reads it.
import { createHash } from "node:crypto";
import { readFileSync, statSync, utimesSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where bundles and their manifests lie. Removing it only makes the next starts slower. */
export const CACHE = fileURLToPath(new URL("../../node_modules/.cache/course", import.meta.url));

/** The file that says what the bundle of this code.ts was made from. */
export function manifestOf(entry) {
  return join(CACHE, `${basename(dirname(entry))}-${hashOf(entry).slice(0, 12)}.json`);
}

/**
 * The manifest of the bundle or part that was made of this module, if nothing that went into it has changed since.
 * All is marked as used before it is trusted, so that no other program clears it away meanwhile.
 * Must not throw: whatever cannot be read is made anew.
 */
export function freshEntry(entry) {
  const manifest = manifestOf(entry);
  try {
    const kept = JSON.parse(readFileSync(manifest, "utf8"));
    const { output, inputs, parts, names } = kept;
    const paths = Object.keys(inputs);
    for (const [at, mtimeMs, size] of kept.known)
      if (!known.has(paths[at])) known.set(paths[at], { mtimeMs, size, hash: inputs[paths[at]] });
    touch(manifest);
    for (const file of [output, ...parts]) touch(dirname(dirname(file)));
    const isFresh = output in inputs && paths.every((path) => hashOfFile(path) === inputs[path]);
    return isFresh && Array.isArray(names) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** What was hashed before, by path: in this process, or in the one that wrote the manifest. */
const known = new Map();
/** Which of these files, by their number, need not be read again as long as they have this time and this size. */
export const knownOf = (inputs) =>
  Object.entries(inputs).flatMap(([path, hash], at) => {
    const before = known.get(path);
    return before?.hash === hash ? [[at, before.mtimeMs, before.size]] : [];
  });
/** A file that was written less than this before it was read may change again without another time, in ms; one of the cache does not. */
const TOO_NEW = 2000;

/** The hash of what a file holds. Synchronous, because that reads hundreds of small files several times faster. */
export function hashOfFile(path) {
  const { mtimeMs, size } = statSync(path);
  const before = known.get(path);
  if (before?.mtimeMs === mtimeMs && before.size === size) return before.hash;
  const hash = hashOf(readFileSync(path));
  if (mtimeMs < Date.now() - TOO_NEW || path.startsWith(CACHE))
    known.set(path, { mtimeMs, size, hash });
  return hash;
}

/** What stands for the code.ts of a folder that is only a name, as a draft's, or has only a note. */
export const editedIn = (folder) => join(folder, "edited");

export function hashOf(content) {
  return createHash("sha256").update(content).digest("hex");
}

/** Marks as used. Must not throw: what another user has made, or a disk that is only read, cannot be marked. */
export function touch(path) {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // at worst it is cleared away and made again
  }
}
