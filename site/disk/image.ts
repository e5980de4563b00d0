// site/disk/image · all that is on a disk as plain values, which one worker hands to the next.
import { makeFolder } from "./changes.ts";
import { codeOf, type Entry, type Folder, fresh } from "./entries.ts";
import { contentOf } from "./open.ts";
import { disk, find, parentOf } from "./paths.ts";

/** One entry. Its number stays the same: a lock knows its file by its number. */
export interface Saved {
  path: string;
  kind: Entry["kind"];
  mode?: number;
  data?: Uint8Array;
  target?: string;
  modified?: number;
  ino?: number;
}

/** Everything, each folder before what is in it. */
export const save = (folder: Folder = disk.root, above = ""): Saved[] =>
  [...folder.entries].flatMap(([name, entry]) => saveEntry(entry, `${above}/${name}`));

function saveEntry(entry: Entry, path: string): Saved[] {
  const { kind, mode, modified, ino } = entry;
  const common = { path, kind, mode, modified, ino };
  if (entry.kind === "file") return [{ ...common, data: contentOf(entry) }];
  if (entry.kind === "link") return [{ ...common, target: entry.target }];
  return [common, ...save(entry, path)];
}

/** What is at a path, with all that is in it; nothing when nothing is. */
export function savedAt(path: string): Saved[] {
  const entry = entryAt(path);
  return entry === undefined ? [] : saveEntry(entry, path);
}

/** What is at a path; undefined when nothing is, nor a folder for it. */
export function entryAt(path: string): Entry | undefined {
  try {
    return find(path, "stat", false).entry;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Adds what is not there yet. */
export function load(image: Saved[]): void {
  for (const saved of image) {
    makeFolder(parentOf(saved.path), true);
    const { parent, name, entry } = find(saved.path, "open", false);
    if (entry === undefined) parent.entries.set(name, entryOf(saved));
  }
}

function entryOf({ kind, mode, data, target, modified, ino }: Saved): Entry {
  const begun = fresh(mode ?? (kind === "folder" ? 0o755 : 0o644), ino);
  const common = { ...begun, ...(modified !== undefined && { modified }) };
  if (kind === "folder") return { ...common, kind, entries: new Map() };
  if (kind === "link") return { ...common, kind, target: target ?? "" };
  const content = data ?? new Uint8Array();
  return { ...common, kind, data: content, size: content.length };
}
