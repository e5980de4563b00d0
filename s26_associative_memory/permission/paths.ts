// s03 · permission/paths – where a path leads, and the reasons to ask about a file there.
import { readdir, readlink } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { messageOf } from "../../shared/errors.ts";
import {
  contains,
  hasNames,
  isFolder,
  isOddFile,
  isProgram,
  realPath,
} from "../../shared/files.ts";
import { type GitOptions, tryGit } from "../../shared/git.ts";
import { keptElsewhere } from "../../shared/gitStore.ts";
import { findWithin } from "../../shared/search.ts";
import { isSecretFile } from "../../shared/secrets.ts";
import type { How } from "../../shared/shell/order.ts";
import { programFolders } from "../../shared/shell/programs.ts";
import { fitsStars } from "../../shared/shell/stars.ts";
import { list, withoutMiddle } from "../../shared/text.ts";
import type { ToolContext } from "../tools.ts";
import { addReason, addUse, type Findings } from "./findings.ts";

const MAX_PATH = 4096;
/** How long the search for secrets may take, in ms. If it takes longer, the gate asks. */
const SEARCH_MS = 300;
const MAX_SHOWN = 200;

/** Names of files that agents and tools obey, in lower case. What is written there counts in every later session. */
const STEERING = list(
  "agents*.md soul.md identity.md user.md tools.md heartbeat.md bootstrap.md boot.md memory.md claude*.md skill.md agent.json5 tsconfig*.json agent.md gemini.md qwen.md warp.md crush.md opencode.json* crush.json",
);

/** Checks a path in a command, from each folder in which the command may run. */
export async function checkPath(found: Findings, how: How, path: string) {
  if (path === "-" && how !== "write") return;
  if (path.split("/").includes("..")) {
    const what = (await isOutside(found, path)) ? "outside the folder" : "not understood";
    return addReason(found, `${what}: ${path}`, `as written: ${path}`);
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
export async function checkFile(found: Findings, how: How, path: string, written = path) {
  const { context, outside } = found;
  const shown = withoutMiddle(written, MAX_SHOWN);
  const real = await whereTo(path, context.cwd);
  if (real === undefined) return addReason(found, `cannot be followed: ${shown}`);
  const grant = `${how}: ${real}`;
  addUse(found, how, real);
  if (!isInside(real, context)) {
    outside.push(real);
    const what = how === "write" ? "writes outside the folder" : "outside the folder";
    return addReason(found, `${what}: ${withoutMiddle(real, MAX_SHOWN)}`, grant);
  }
  if (await isOddFile(real)) addReason(found, `is not an ordinary file: ${shown}`, grant);
  if ([path, real].some((one) => isSecretFile(resolve(context.cwd, one), context.cwd)))
    addReason(found, `may hold secrets: ${shown}`, grant);
  const danger = how === "write" ? await whySteering(real, context.cwd) : undefined;
  if (danger !== undefined) addReason(found, `${danger}: ${shown}`, grant);
}

/** Why a written file could change what a program does; undefined for any other. */
async function whySteering(real: string, cwd: string): Promise<string | undefined> {
  const names = relative(cwd, real).split("/");
  if (names.some((name) => name.startsWith("."))) return "writes a hidden file";
  if (names.some((name) => name === "HEAD" || name.startsWith("-")))
    return "has a name that steers programs";
  if (isObeyed(names)) return "steers agents and tools";
  if (await isBehindLink(real, cwd)) return "steers agents and tools by a link to it";
  if (await isProgram(real)) return "can be run as a program";
  if (await hasNames(real)) return "has a second name (a hard link)";
  return (await programFolders()).includes(dirname(real)) ? "is in a folder of PATH" : undefined;
}

/** A note of a day, which a later prompt has as what the person has said. */
const DAILY = /^memory\/\d{4}-\d\d-\d\d\.md$/i;

/** True for a file of STEERING or a daily note in any folder, and for all that is in a skill. */
function isObeyed(names: string[]): boolean {
  const name = names.at(-1)?.normalize("NFKC").toLowerCase() ?? ""; // some disks do not tell s from ſ
  const isInSkill = names.length > 2 && names[0]?.toLowerCase() === "skills";
  const isDaily = DAILY.test(names.slice(-2).join("/").normalize("NFKC"));
  return isInSkill || isDaily || STEERING.some((form) => fitsStars(name, form));
}

/** True when a link with the name of a file that is obeyed leads there: who reads that file reads this one. No agent follows such a link out of its folder. */
async function isBehindLink(real: string, cwd: string): Promise<boolean> {
  const names = relative(cwd, real).split("/");
  const folders = names.map((_, at) => join(cwd, ...names.slice(0, at)));
  for (const place of folders.flatMap((folder) => [folder, join(folder, "memory")]))
    for (const entry of await readdir(place, { withFileTypes: true }).catch(() => [])) {
      const link = join(place, entry.name);
      if (!entry.isSymbolicLink() || !isObeyed(relative(cwd, link).split("/"))) continue;
      const target = (await whereTo(link, cwd)) ?? resolve(place, await readlink(link)); // to a file that is not there yet
      if (target === real) return true;
    }
  return false;
}

/** Adds a reason to ask about a search through a folder if a file in it may hold secrets. */
export async function checkForSecrets(found: Findings, folder: string) {
  if (!(await isFolder(folder))) return;
  const { cwd, signal } = found.context;
  const real = (await whereTo(folder, cwd)) ?? folder;
  const isSecret = (within: string) =>
    [...new Set([folder, real])].some((one) => isSecretFile(join(one, within), cwd)); // a link to .git has another name
  const isWanted = (_name: string, within: string) => isSecret(within);
  const { path, isWhole } = await findWithin(folder, isWanted, SEARCH_MS, signal);
  const way = relative(cwd, folder) || ".";
  const grant = `search: ${folder}`;
  if (path !== undefined) addReason(found, `may hold secrets: ${join(way, path)}`, grant);
  else if (!isWhole) addReason(found, `too many files to check: ${way}`, grant);
}

/** How much of the files the changes are shown with: none of their lines, or some all the same. */
const WITHOUT_LINES = /^--(stat|shortstat|numstat|name-only|name-status|summary|quiet)$/;
const WITH_LINES = /^(-\w*[pU]|--(patch|word-diff|check))/;

/** A file that git tracks may hold secrets that were never committed: the changes have them. */
export async function checkChanges(
  found: Findings,
  words: string[],
  source: string,
  git: GitOptions,
) {
  const isPlain = (word: string) => WITHOUT_LINES.test(word);
  if (words.some(isPlain) && !words.some((word) => WITH_LINES.test(word))) return;
  const end = words.includes("--") ? words.indexOf("--") : words.length;
  const isKept = (word: string) => !word.startsWith("-") || /^--(cached|staged)$/.test(word);
  const which = [...words.slice(0, end).filter(isKept), ...words.slice(end)];
  const names = await tryGit(["diff", "--name-only", "--no-renames", "-z", ...which], git);
  const isSecret = (path: string) => path !== "" && isSecretFile(resolve(git.cwd, path), git.cwd);
  const secret = names.split("\0").find(isSecret);
  if (secret !== undefined) addReason(found, `may hold secrets: ${secret}`, `bash: ${source}`);
}

/** Why git would show what is no part of the repository in `cwd`; undefined when it would not. */
export async function whyStray(roots: string[], git: GitOptions): Promise<string | undefined> {
  const store = await keptElsewhere(roots, git).catch(messageOf);
  if (store === undefined) return undefined;
  const isInside = isAbsolute(store) && contains(git.cwd, store);
  return `${isInside ? "may hold secrets" : "outside the folder"}: ${store}`;
}
