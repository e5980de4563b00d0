// site/disk/paths · where a path leads.
import { type Entry, type Folder, failure, fresh, touch } from "./entries.ts";

/** The top folder, the folder that paths begin in, and who wants to hear of changes. */
export const disk: { root: Folder; cwd: string; listeners: Set<(path: string) => void> } = {
  root: { ...fresh(0o755), kind: "folder", entries: new Map() },
  cwd: "/",
  listeners: new Set(),
};

/** A name in a folder, and what is there. */
export interface Place {
  parent: Folder;
  name: string;
  entry: Entry | undefined;
  /** Its real path. */
  path: string;
  /** The path ends with a slash. */
  mustBeFolder: boolean;
}

const MOST_LINKS = 40;
const LONGEST_NAME = 255;

export const absolute = (path: string): string =>
  path.startsWith("/") ? path : `${disk.cwd}/${path}`;

export const parentOf = (path: string): string =>
  absolute(path)
    .replace(/\/+$/, "")
    .replace(/\/[^/]*$/, "") || "/";

interface Looking {
  /** What the error names. */
  given: string;
  syscall: string;
  /** Whether a link at the end is followed. */
  follow: boolean;
  links: number;
}

/** Where a path leads. Throws Node's error when a folder on the way is not there, or is none. */
export function find(given: string, syscall: string, follow = true): Place {
  return walk(given, { given, syscall, follow, links: 0 });
}

function walk(path: string, looking: Looking): Place {
  const { given, syscall } = looking;
  const names = absolute(path)
    .split("/")
    .filter((name) => name !== "" && name !== ".");
  const mustBeFolder = path.endsWith("/") && names.length > 0;
  const trail: { name: string; folder: Folder }[] = [{ name: "", folder: disk.root }];
  const here = () => trail.map(({ name }) => name).join("/");
  for (const [at, name] of names.entries()) {
    if (new TextEncoder().encode(name).length > LONGEST_NAME)
      throw failure("ENAMETOOLONG", syscall, given);
    if (name === "..") {
      if (trail.length > 1) trail.pop();
      continue;
    }
    const parent = trail.at(-1)?.folder ?? disk.root;
    const entry = parent.entries.get(name);
    const isLast = at === names.length - 1;
    if (entry?.kind === "link" && (!isLast || looking.follow || mustBeFolder)) {
      if (looking.links >= MOST_LINKS) throw failure("ELOOP", syscall, given);
      const start = entry.target.startsWith("/") ? entry.target : `${here()}/${entry.target}`;
      const rest = [start, ...names.slice(at + 1)].join("/") + (mustBeFolder ? "/" : "");
      return walk(rest, { ...looking, links: looking.links + 1 });
    }
    if (isLast) {
      if (mustBeFolder && entry && entry.kind !== "folder")
        throw failure("ENOTDIR", syscall, given);
      return { parent, name, entry, path: `${here()}/${name}`, mustBeFolder };
    }
    if (entry?.kind !== "folder") throw failure(entry ? "ENOTDIR" : "ENOENT", syscall, given);
    trail.push({ name, folder: entry });
  }
  const last = trail.at(-1);
  const parent = trail.at(-2)?.folder ?? disk.root;
  const entry = last?.folder ?? disk.root;
  return { parent, name: last?.name ?? "", entry, path: here() || "/", mustBeFolder: true };
}

/** What is at a path. Throws ENOENT when nothing is. */
export function get(path: string, syscall: string, follow = true): Entry {
  const { entry } = find(path, syscall, follow);
  if (entry === undefined) throw failure("ENOENT", syscall, path);
  return entry;
}

export function put({ parent, name, path }: Place, entry: Entry): void {
  parent.entries.set(name, entry);
  touch(parent);
  tell(path);
}

export function drop({ parent, name, entry, path }: Place): void {
  parent.entries.delete(name);
  if (entry) entry.links--;
  touch(parent);
  tell(path);
}

export function tell(path: string): void {
  for (const listener of disk.listeners) listener(path);
}
