// site/disk/changes · folders, links, names: what changes on the disk beside the content of files.
import { codeOf, type Entry, failure, fresh, tick, touch, UMASK } from "./entries.ts";
import { absolute, drop, find, get, type Place, parentOf, put, tell } from "./paths.ts";

/** Makes a folder; gives the first one that was made, when those above it were made, too. */
export function makeFolder(path: string, isDeep = false, mode = 0o777): string | undefined {
  if (isDeep) return makeFolders(path, mode);
  const place = find(path, "mkdir", false);
  if (place.entry) throw failure("EEXIST", "mkdir", path);
  put(place, { ...fresh(mode & ~UMASK), kind: "folder", entries: new Map() });
  return undefined;
}

function makeFolders(path: string, mode: number): string | undefined {
  const there = existing(path);
  if (there?.kind === "folder") return undefined;
  if (there) throw failure("EEXIST", "mkdir", path);
  const first = makeFolders(parentOf(path), mode);
  makeFolder(path, false, mode);
  return first ?? absolute(path);
}

function existing(path: string): Entry | undefined {
  try {
    return find(path, "mkdir").entry;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** What is in a folder, by name. */
export function list(path: string): [name: string, entry: Entry][] {
  const entry = get(path, "scandir");
  if (entry.kind !== "folder") throw failure("ENOTDIR", "scandir", path);
  return [...entry.entries].sort(([a], [b]) => (a < b ? -1 : 1));
}

export function unlink(path: string): void {
  const place = find(path, "unlink", false);
  if (place.entry === undefined) throw failure("ENOENT", "unlink", path);
  if (place.entry.kind === "folder") throw failure("EISDIR", "unlink", path);
  drop(place);
}

export function removeFolder(path: string): void {
  const place = find(path, "rmdir", false);
  const { entry } = place;
  if (entry === undefined) throw failure("ENOENT", "rmdir", path);
  if (entry.kind !== "folder") throw failure("ENOTDIR", "rmdir", path);
  if (entry.entries.size > 0) throw failure("ENOTEMPTY", "rmdir", path);
  drop(place);
}

/** As `rm` does it. */
export function remove(path: string, isDeep = false, isForced = false): void {
  const place = placeToRemove(path, isForced);
  if (place?.entry === undefined) {
    if (isForced) return;
    throw failure("ENOENT", "lstat", path);
  }
  if (place.entry.kind === "folder" && !isDeep) throw isFolder(path);
  drop(place);
}

function placeToRemove(path: string, isForced: boolean): Place | undefined {
  try {
    return find(path, "lstat", false);
  } catch (error) {
    if (isForced && codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

const isFolder = (path: string) =>
  Object.assign(new Error(`Path is a directory: rm returned EISDIR (is a directory) ${path}`), {
    code: "ERR_FS_EISDIR",
  });

export function rename(from: string, to: string): void {
  const old = find(from, "rename", false);
  const next = find(to, "rename", false);
  const fault = old.entry ? faultOf(old, next) : "ENOENT";
  if (fault !== undefined) throw failure(fault, "rename", from, to);
  if (old.entry === undefined || old.entry === next.entry) return;
  old.parent.entries.delete(old.name);
  touch(old.parent);
  put(next, old.entry);
  tell(old.path);
}

function faultOf(old: Place, next: Place): string | undefined {
  const isFolder = old.entry?.kind === "folder";
  if (old.entry === next.entry) return undefined;
  if (isFolder && next.entry && next.entry.kind !== "folder") return "ENOTDIR";
  if (!isFolder && next.entry?.kind === "folder") return "EISDIR";
  if (isFolder && next.entry?.kind === "folder" && next.entry.entries.size > 0) return "ENOTEMPTY";
  if (isFolder && `${next.path}/`.startsWith(`${old.path}/`)) return "EINVAL";
  return next.mustBeFolder && !isFolder ? "ENOTDIR" : undefined;
}

export function makeLink(target: string, path: string): void {
  const place = find(path, "symlink", false);
  if (place.entry) throw failure("EEXIST", "symlink", target, path);
  put(place, { ...fresh(0o777), kind: "link", target });
}

/** A second name for the same file. */
export function nameAgain(from: string, to: string): void {
  const entry = get(from, "link", false);
  const place = find(to, "link", false);
  if (place.entry) throw failure("EEXIST", "link", from, to);
  if (entry.kind === "folder") throw failure("EPERM", "link", from, to);
  entry.links++;
  put(place, entry);
}

export function targetOf(path: string): string {
  const entry = get(path, "readlink", false);
  if (entry.kind !== "link") throw failure("EINVAL", "readlink", path);
  return entry.target;
}

export function realPath(path: string): string {
  const place = find(path, "realpath");
  if (place.entry === undefined) throw failure("ENOENT", "realpath", path);
  return place.path;
}

export function setMode(entry: Entry, mode: number): void {
  entry.mode = mode & 0o7777;
  entry.changed = tick();
}

/** In milliseconds since 1970. */
export function setTime(entry: Entry, modified: number): void {
  entry.modified = modified;
  entry.changed = tick();
}

/** Whether the owner may do all of what `wanted` names. */
export const mayAccess = ({ mode }: Entry, wanted: number): boolean =>
  ((mode >> 6) & 7 & wanted) === wanted;
