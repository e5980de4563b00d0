// course/deep/soak-remains · what a program has left behind: processes, locks, and the history that it has kept.
import { type Dirent, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isRecord, parseRecord } from "../base/json.ts";

/** The command lines of the processes with this mark in their environment. Only where the system has /proc. */
export function survivorsOf(mark: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => readOr(`/proc/${pid}/environ`).includes(`SOAK_MARK=${mark}`))
    .map((pid) => `${pid}: ${readOr(`/proc/${pid}/cmdline`).replaceAll("\0", " ")}`)
    .filter((line) => !/: $/.test(line)); // it has ended, and its parent has not looked yet
}

/** A process that was killed takes a moment to end. What lives longer than this is a survivor. */
const MOMENT_MS = 10_000;
const LOOK_AGAIN_MS = 20;

/** The processes with this mark, once there are none or the moment is over. */
export async function survivorsLater(mark: string): Promise<string[]> {
  const end = performance.now() + MOMENT_MS;
  let found = survivorsOf(mark);
  while (found.length > 0 && performance.now() < end) {
    await pause(LOOK_AGAIN_MS);
    found = survivorsOf(mark);
  }
  return found;
}

/** Ends what a soak that has failed has left. */
export function endSurvivors(mark: string): void {
  for (const line of survivorsOf(mark)) process.kill(Number.parseInt(line, 10), "SIGKILL");
}

/** A process may end meanwhile. */
function readOr(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

/** All paths in a folder, with what they are. */
function entriesIn(folder: string): Dirent[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true });
}

const pathOf = (entry: Dirent, folder: string) =>
  join(entry.parentPath, entry.name).slice(folder.length + 1);

/** The locks in a folder, those of git too. */
export const locksIn = (folder: string): string[] =>
  entriesIn(folder)
    .filter(({ name }) => /\.lock(?:\.|$)/.test(name))
    .map((entry) => pathOf(entry, folder));

/** What stands for something that runs, or was not finished: sockets, pipes, process ids, files to be renamed. */
export const leftoversIn = (folder: string): string[] =>
  entriesIn(folder)
    .filter(
      (entry) => entry.isSocket() || entry.isFIFO() || /\.pid$|\.tmp$|\.\d{5,}$/.test(entry.name),
    )
    .map((entry) => pathOf(entry, folder));

/** The conversation in the newest session of a folder: from its last line back to the first. */
export function keptIn(folder: string): unknown[] {
  const sessions = join(folder, ".sessions");
  const names = readdirSync(sessions).filter((name) => name.endsWith(".jsonl"));
  const lines = readFileSync(join(sessions, names.sort().at(-1) ?? ""), "utf8").split("\n");
  const byId = new Map<unknown, Record<string, unknown>>();
  let last: Record<string, unknown> | undefined;
  for (const line of lines) {
    const value = parseRecord(line);
    if (value === undefined) continue;
    byId.set(value.id, value);
    last = value;
  }
  const path: unknown[] = [];
  for (let at = last; at; at = byId.get(at.parent))
    if (at.type === "messages" && Array.isArray(at.messages)) path.unshift(...at.messages);
  return path;
}

/** Messages as the wire has them, without what says where the cache ends: a text alone is a block. */
export function onTheWire(messages: readonly unknown[]): unknown[] {
  return messages.filter(isRecord).map(({ role, content }) => ({
    role,
    content: (Array.isArray(content) ? content : [{ type: "text", text: content }])
      .filter(isRecord)
      .map(({ cache_control: _, ...block }) => block),
  }));
}
