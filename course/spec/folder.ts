// course/spec/folder · the scratch folder an agent works in, and the environment it is given.
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, type Dirent, readdirSync, readFileSync } from "node:fs";
import { appendFile, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { devNull, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isMissing } from "../../shared/files.ts";
import { putRepository } from "../../shared/fixtures/repository.ts";
import { VARIABLES } from "../../shared/settings.ts";

/** What an agent may know of the machine; everything else in the environment stays outside. */
const ALLOWED = ["PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "TEMP", "TMP", "SystemRoot"];

/** Git as if it had never been configured: no signing, no hooks, no other identity. */
const PLAIN_GIT = { GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: devNull };
export const FIXED_DATE = "2026-01-05T09:00:00Z";
export const DATES = { GIT_AUTHOR_DATE: FIXED_DATE, GIT_COMMITTER_DATE: FIXED_DATE };
const GIT_IDENTITY = "[user]\n\tname = Spec\n\temail = spec@example.invalid\n";

/** The whole environment of an agent: the allow-list, the course's variables, then `extra`. */
export function environmentOf(
  outside: Record<string, string | undefined>,
  endpoints: { model: string; control: string },
  extra: Record<string, string> = {},
): Record<string, string> {
  const kept = ALLOWED.flatMap((name) => {
    const value = outside[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(kept),
    ...PLAIN_GIT,
    ...Object.fromEntries(VARIABLES.map((name) => [name, ""])),
    ANTHROPIC_BASE_URL: endpoints.model,
    ANTHROPIC_API_KEY: "spec-key",
    MODEL_ID: "practice-1",
    AGENT_CONTROL: endpoints.control,
    ...extra,
  };
}

/** Makes a scratch folder with these files; with `git` a repository, branch main, of one commit. */
export async function makeFolder(files: Record<string, string>, git: boolean): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "spec-")));
  try {
    for (const [path, content] of Object.entries(files)) await put(join(folder, path), content);
    if (git) makeRepository(folder);
    return folder;
  } catch (error) {
    await removeFolder(folder);
    throw error;
  }
}

async function put(path: string, content: string) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

/** Makes a folder a git repository, branch main, with one commit of the texts in it, at a fixed date. For the same texts git runs once. */
export function makeRepository(folder: string, identity = GIT_IDENTITY): void {
  const env = { PATH: process.env.PATH, ...PLAIN_GIT, ...DATES };
  putRepository(folder, identity + JSON.stringify(readFolder(folder)), (fresh) => {
    const run = (...args: string[]) => execFileSync("git", args, { cwd: fresh, env });
    cpSync(folder, fresh, { recursive: true });
    run("init", "--quiet", "--initial-branch=main", "--template="); // no sample hooks
    appendFileSync(join(fresh, ".git", "config"), identity);
    run("add", "--all");
    run("commit", "--quiet", "--allow-empty", "--message=Start");
  });
}

/** The file, beside a scratch folder, in which an agent keeps whom the person trusts; it says that the folder is trusted. */
export async function trustIn(folder: string, isTrusted = true): Promise<Record<string, string>> {
  const file = `${folder}.trust`;
  if (isTrusted) await appendFile(file, `${JSON.stringify({ folder, trusted: true })}\n`);
  return { AGENT_TRUST_FILE: file };
}

export async function removeFolder(folder: string): Promise<void> {
  for (const path of [folder, `${folder}.trust`]) await rm(path, { recursive: true, force: true });
}

/** An agent writes .sessions with whatever it does; a spec that is about it reads it itself. */
const UNSEEN = [".git", "node_modules", ".sessions"];

/**
 * Path → content of every file in a folder, sorted, without .git, node_modules and .sessions. The agent may be at work:
 * what is removed meanwhile, such as a lock or a temporary file, is left out.
 */
export function readFolder(folder: string, list = entriesOf): Record<string, string> {
  const found: [string, string][] = [];
  collect(folder, "", found, list);
  return Object.fromEntries(found);
}

type List = typeof entriesOf;
function collect(folder: string, prefix: string, found: [string, string][], list: List) {
  for (const entry of list(join(folder, prefix))) {
    if (UNSEEN.includes(entry.name)) continue;
    const path = prefix === "" ? entry.name : `${prefix}/${entry.name}`;
    if (entry.isDirectory()) collect(folder, path, found, list);
    if (!entry.isFile()) continue;
    const content = unlessGone(() => readFileSync(join(folder, path), "utf8"));
    if (content !== undefined) found.push([path, content]);
  }
}

/** What is in one folder, sorted; nothing when the folder is gone. */
export function entriesOf(folder: string): Dirent[] {
  const entries = unlessGone(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** What is read; undefined when it has gone since it was seen: an agent may be at work. */
export function unlessGone<Content>(read: () => Content): Content | undefined {
  try {
    return read();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
