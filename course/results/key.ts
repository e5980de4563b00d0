// course/results/key · what a result depends on, as one hash.
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
} from "node:fs";
import { join, relative, sep } from "node:path";
import { ROOT } from "../base/root.ts";
import { keptBundle } from "../bundle/bundle.ts";
import { CACHE, hashOf } from "../bundle/cache.mjs";
import { importsOf } from "../chapters/imports.ts";

/** All that a result depends on. Paths are absolute. */
export interface Needs {
  /** Texts: which check it is, and how it is done. */
  words: readonly string[];
  /** Files, and folders with all in them but unit tests. */
  files?: readonly string[];
  /** Modules, with every file of the course that they import, directly or not. */
  modules?: readonly string[];
  /** Folders of agents: every file that is in their bundles. */
  programs?: readonly string[];
  /** Folders whose files are in the bundles or imported, but never run in this check. */
  unused?: readonly string[];
}

/** Unused wherever a check plays the model itself, as each spec does. */
export const BRAIN = join(ROOT, "practice", "brain");

/** Another system, another Node or other packages may give another result, and so may what a test reads of the environment. */
const around = () => [
  ...[process.platform, process.version, hashIn(join(ROOT, "package-lock.json"))],
  ...["TZ", "TEST_DEPTH"].map((name) => process.env[name] ?? ""),
];

/**
 * The hash of all that a result depends on: while it is the same, the result is, too. Undefined when one of the programs
 * cannot be bundled; then the check has to say so. Each file is read once in a run: see `isUnchanged`.
 */
export async function keyOf(needs: Needs): Promise<string | undefined> {
  const { words, files = [], modules = [], programs = [], unused = [] } = needs;
  const bundles = await Promise.all(programs.map(sourcesOf));
  if (bundles.includes(undefined)) return undefined;
  const isUsed = (path: string) => !unused.some((folder) => path.startsWith(folder + sep));
  const sources = bundles.flatMap((inputs = []) => inputs).filter(([path]) => isUsed(path));
  const others = [...files.flatMap((path) => allIn(path)), ...closureOf(modules, isUsed)].map(
    (path) => [path, hashIn(path)],
  );
  const all = [...sources, ...others];
  const lines = new Set(all.map(([path = "", hash]) => `${named(path)} ${hash}`));
  const key = hashOf(JSON.stringify([around(), words, [...lines].sort()]));
  pathsOf.set(
    key,
    all.map(([path = ""]) => path),
  );
  return key;
}

const BEGAN = Date.now();
const pathsOf = new Map<string, string[]>();

/** Whether no file of this key has changed since this program began; otherwise a result may be of another content than the key. */
export const isUnchanged = (key: string | undefined): boolean =>
  (pathsOf.get(key ?? "") ?? []).every(
    (path) => (lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < BEGAN,
  );

/** Without the place of the course, so that a moved one finds its results. */
const named = (path: string) => relative(ROOT, path).replaceAll(sep, "/");

const bundles = new Map<string, Promise<[string, string][] | undefined>>();

/** The files in an agent's bundle, with their hashes. What is in the cache is only made of them. */
function sourcesOf(folder: string): Promise<[string, string][] | undefined> {
  const known =
    bundles.get(folder) ??
    keptBundle(folder).then(
      ({ inputs }) => Object.entries(inputs).filter(([path]) => !path.startsWith(CACHE + sep)),
      () => undefined, // esbuild's error is told by the check itself, when it starts the agent
    );
  bundles.set(folder, known);
  return known;
}

/** The modules and all files of the course that they import. Types are among them: who adds one changes the file. */
export function closureOf(modules: readonly string[], isUsed = (_: string) => true): string[] {
  const found = new Set(modules);
  for (const path of found) for (const target of importedBy(path).filter(isUsed)) found.add(target);
  return [...found];
}

const imported = new Map<string, string[]>();

/** The files that a module imports by a relative path. */
function importedBy(path: string): string[] {
  const known = imported.get(path) ?? (existsSync(path) ? read(path) : []);
  imported.set(path, known);
  return known;
}

const read = (path: string) =>
  importsOf(named(path), readFileSync(path, "utf8")).flatMap(({ target }) =>
    target === undefined || !existsSync(join(ROOT, target)) ? [] : [join(ROOT, target)],
  );

/** What npm and turbo put into a folder. */
const MADE = new Set(["node_modules", ".turbo"]);

const walked = new Map<string, string[]>();

function allIn(path: string): string[] {
  const known = walked.get(path) ?? filesIn(path);
  walked.set(path, known);
  return known;
}

/** The path itself, or all files below it, also those behind a link; but each link is followed once, because it may lead back. */
function filesIn(path: string, followed = new Set<string>()): string[] {
  const target = isLink(path) && existsSync(path) ? realpathSync(path) : undefined;
  if (target !== undefined)
    return followed.has(target) ? [path] : [path, ...filesIn(target, followed.add(target))];
  if (!isFolder(path)) return [path];
  return readdirSync(path)
    .filter((name) => !MADE.has(name) && !name.endsWith(".test.ts"))
    .flatMap((name) => filesIn(join(path, name), followed));
}

const isLink = (path: string) =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

const isFolder = (path: string) =>
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const hashes = new Map<string, string>();

function hashIn(path: string): string {
  const known = hashes.get(path) ?? hashOf(contentOf(path));
  hashes.set(path, known);
  return known;
}

function contentOf(path: string): string | Buffer {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink()) return readlinkSync(path);
  return found?.isFile() ? readFileSync(path) : "not there";
}
