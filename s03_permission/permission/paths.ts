// s03 · permission/paths – where a path leads, and why a file there is asked about.
import { lstat, stat } from "node:fs/promises";
import { delimiter, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { glob } from "tinyglobby";
import { contains, realPath } from "../../shared/files.ts";
import type { Reason, ToolContext } from "../tools.ts";

const MAX_PATH = 4096;
/** For a search through folders, in ms. What takes longer is asked about. */
const SEARCH_MS = 300;

/** Names of files and folders that hold secrets. */
const SECRET =
  /^(\.env.*|.*\.(pem|key|p12|pfx)|id_.*|\.(npmrc|netrc|ssh|aws|git-credentials|pgpass|pypirc|htpasswd)|credentials.*)$/i;

/** The same, for a search in a folder. */
const SECRETS = [
  ...["**/.env*", "**/*.{pem,key,p12,pfx}", "**/id_*", "**/credentials*"],
  "**/.{npmrc,netrc,ssh,aws,git-credentials,pgpass,pypirc,htpasswd}",
].flatMap((name) => [name, `${name}/**`]);

const isSecret = (path: string) => path.split("/").some((name) => SECRET.test(name));

/** What is found out while a call is judged. */
export interface Case {
  context: ToolContext;
  /** Where the command may be: the working folder and those that a `cd` of the line leads to. */
  folders: string[];
  reasons: Reason[];
  /** Real paths outside the roots. */
  outside: string[];
  /** The paths that an earlier command of the line has taken for a new file. */
  taken: Set<string>;
}

export type How = "read" | "write";

/** Adds why a path of a command is asked about, from each folder that the command may be in. */
export async function addPath(found: Case, how: How, path: string) {
  if (path === "-" && how === "read") return;
  if (path.split("/").includes("..")) {
    const text = (await isOutside(found, path))
      ? `outside the folder: ${path}`
      : `not understood: ${path}`;
    found.reasons.push({ text, grant: `as written: ${path}` });
    return;
  }
  for (const folder of found.folders)
    await addFile(found, how, isAbsolute(path) ? path : resolve(folder, path), path);
}

async function isOutside({ context, folders }: Case, path: string): Promise<boolean> {
  for (const folder of folders) {
    const real = await whereTo(path, folder);
    if (real === undefined || !isInside(real, context)) return true;
  }
  return false;
}

const isInside = (real: string, { roots }: ToolContext) =>
  roots.some((root) => contains(root, real));

/** Undefined for a path that cannot be followed: other programs may follow it in several steps. */
async function whereTo(path: string, cwd: string): Promise<string | undefined> {
  return path.length > MAX_PATH ? undefined : realPath(path, cwd).catch(() => undefined);
}

/** Adds why a file is asked about: outside, with secrets, or able to steer programs. */
export async function addFile(
  { context, reasons, outside }: Case,
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
  else if (await isOnPath(real)) add("is where programs are looked for");
}

async function isOnPath(real: string): Promise<boolean> {
  for (const entry of (process.env.PATH ?? "").split(delimiter))
    if (entry !== "" && (await whereTo(entry, "/")) === dirname(real)) return true;
  return false;
}

/** Adds why a search through all files of a folder is asked about. */
export async function addSecretsIn({ context, reasons }: Case, folder: string) {
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
    reasons.push({ text: `too many files to look at: ${way}`, grant });
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
