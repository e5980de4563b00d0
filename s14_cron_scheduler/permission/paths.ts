// s03 · permission/paths – where a path leads, and the reasons to ask about a file there.
import { lstat, stat } from "node:fs/promises";
import { delimiter, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { glob } from "tinyglobby";
import { contains, realPath } from "../../shared/files.ts";
import type { Reason, ToolContext } from "../tools.ts";

const MAX_PATH = 4096;
/** How long the search for secrets may take, in ms. If it takes longer, the gate asks. */
const SEARCH_MS = 300;

/** Names of files and folders that usually hold secrets. */
const SECRET =
  /^(\.env.*|.*\.(pem|key|p12|pfx)|id_.*|\.(npmrc|netrc|ssh|aws|git-credentials|pgpass|pypirc|htpasswd)|credentials.*)$/i;

/** The same names as patterns, for a search in a folder. */
const SECRETS = [
  ...["**/.env*", "**/*.{pem,key,p12,pfx}", "**/id_*", "**/credentials*"],
  "**/.{npmrc,netrc,ssh,aws,git-credentials,pgpass,pypirc,htpasswd}",
].flatMap((name) => [name, `${name}/**`]);

const isSecret = (path: string) => path.split("/").some((name) => SECRET.test(name));

/** What the checks of one call have found so far. */
export interface Findings {
  context: ToolContext;
  /** The folders in which the command may run: the working folder, and any that a `cd` before it leads to. */
  folders: string[];
  reasons: Reason[];
  /** The real paths outside the roots that the call uses. */
  outside: string[];
  /** The new files that earlier commands of the line make. */
  taken: Set<string>;
}

export type How = "read" | "write";

/** Checks a path in a command, from each folder in which the command may run. */
export async function checkPath(found: Findings, how: How, path: string) {
  if (path === "-" && how === "read") return;
  if (path.split("/").includes("..")) {
    const text = (await isOutside(found, path))
      ? `outside the folder: ${path}`
      : `not understood: ${path}`;
    found.reasons.push({ text, grant: `as written: ${path}` });
    return;
  }
  for (const folder of found.folders)
    await checkFile(found, how, isAbsolute(path) ? path : resolve(folder, path), path);
}

async function isOutside({ context, folders }: Findings, path: string): Promise<boolean> {
  for (const folder of folders) {
    const real = await whereTo(path, folder);
    if (real === undefined || !isInside(real, context)) return true;
  }
  return false;
}

const isInside = (real: string, { roots }: ToolContext) =>
  roots.some((root) => contains(root, real));

/** The real path. Undefined if we cannot follow it: other programs may still do so, in several steps. */
async function whereTo(path: string, cwd: string): Promise<string | undefined> {
  return path.length > MAX_PATH ? undefined : realPath(path, cwd).catch(() => undefined);
}

/** Adds the reasons to ask about a file: it is outside, may hold secrets, or can steer programs. */
export async function checkFile(
  { context, reasons, outside }: Findings,
  how: How,
  path: string,
  written = path,
) {
  const real = await whereTo(path, context.cwd);
  if (real === undefined) {
    reasons.push({ text: `cannot be followed: ${written.slice(0, 200)}` });
    return;
  }
  const grant = `${how}: ${real}`;
  const add = (what: string) => reasons.push({ text: `${what}: ${written.slice(0, 200)}`, grant });
  if (!isInside(real, context)) {
    outside.push(real);
    const what = how === "read" ? "outside the folder" : "writes outside the folder";
    reasons.push({ text: `${what}: ${real.slice(0, 200)}`, grant });
    return;
  }
  if ([path, real].some((one) => isSecret(relative(context.cwd, resolve(context.cwd, one)))))
    add("may hold secrets");
  if (how === "read") return;
  const names = relative(context.cwd, real).split("/");
  if (names.some((name) => name.startsWith(".") && name !== "")) add("writes a hidden file");
  else if (names.some((name) => name === "HEAD" || name.startsWith("-")))
    add("has a name that steers programs");
  else if (await isOnPath(real)) add("is in a folder of PATH");
}

async function isOnPath(real: string): Promise<boolean> {
  for (const entry of (process.env.PATH ?? "").split(delimiter))
    if (entry !== "" && (await whereTo(entry, "/")) === dirname(real)) return true;
  return false;
}

/** Adds a reason to ask about a search through a folder if a file in it may hold secrets. */
export async function checkForSecrets({ context, reasons }: Findings, folder: string) {
  if (!(await isFolder(folder))) return;
  const limit = AbortSignal.timeout(SEARCH_MS);
  const options = {
    cwd: folder,
    dot: true,
    followSymbolicLinks: false,
    caseSensitiveMatch: false,
    signal: AbortSignal.any([limit, context.signal]),
  };
  const names = await glob(SECRETS, options).catch(() => undefined);
  context.signal.throwIfAborted();
  const way = relative(context.cwd, folder) || ".";
  const grant = `read: ${folder}`;
  const [secret] = names ?? [];
  if (secret !== undefined) reasons.push({ text: `may hold secrets: ${join(way, secret)}`, grant });
  else if (names === undefined || limit.aborted)
    reasons.push({ text: `too many files to check: ${way}`, grant });
}

export const isFolder = (path: string) =>
  stat(path).then(
    (info) => info.isDirectory(),
    () => false,
  );

export const exists = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  );
