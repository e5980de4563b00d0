// shared/mcp/packages · what npx and its like take from a folder although no file there is named like the command's words: a package that calls itself so, and programs that come before those of the system.
import { realpathSync } from "node:fs";
import { basename, delimiter, dirname, join, resolve, sep } from "node:path";
import { attempt, exists, isFile, namesIn, realOf, statOf, textOf } from "../onDisk.ts";

const NAME = /^(@[\w.~-]+\/)?[\w~-][\w.~-]*/;
/** A word as a whole, with a version behind the name. */
const WORD = /^(@[\w.~-]+\/)?[\w~-][^/\\]*$/;

/** The names of packages that these words of a command may mean: `@a/files` for @a/files@1.2, and that as it stands. */
export const packagesNamed = (words: string[]): string[] => [
  ...new Set(
    words.flatMap((word) => [word.match(NAME)?.[0] ?? [], word.match(WORD)?.[0] ?? []].flat()),
  ),
];

/**
 * How much is looked at, in bytes; a package costs some more than its size. That is enough for 20,000 of them. Where there
 * are more, not all can be looked at, and the folder counts as a whole.
 */
const MOST = 100_000_000;
const COST = 5_000;
const MAX_FOLDERS = 5_000;
const MAX_DEFINITION = 1_000_000;

/** What is looked for, and how much may still be looked at. */
interface Search {
  wanted: Set<string>;
  left: number;
}

/**
 * npx looks for a package by the name that stands in its package.json, wherever it lies: under another name, in another
 * package, in a workspace; and for a program of the project's own package. Gives what says so in these folders.
 */
export function providersFound(folders: string[], names: string[]): string[] {
  const search: Search = { wanted: new Set(names), left: MOST };
  return folders.flatMap((folder) => {
    const own = join(folder, "package.json");
    const lock = join(folder, "node_modules/.package-lock.json");
    return [
      ...(isFile(own) && providesOne(own, search) ? [own] : []),
      ...(isFile(lock) && mentionsOne(lock, search) ? [lock] : []),
      ...namedIn(join(folder, "node_modules"), search),
      ...(hasWorkspaces(own) ? workspacesNamed(folder, search) : []),
    ];
  });
}

interface Definition {
  name?: unknown;
  bin?: unknown;
  directories?: unknown;
  workspaces?: unknown;
  packages?: unknown;
}

/** Undefined for what is no JSON. Somebody can write a name with escapes, so the text alone says little. */
const definitionIn = (path: string): Definition | undefined =>
  attempt(() => Object(JSON.parse(textOf(path).replace(/^\u00ef\u00bb\u00bf/, ""))), undefined);

const sizeOf = (path: string) => statOf(path)?.size ?? 0;
const isTooLarge = (path: string) => sizeOf(path) > MAX_DEFINITION;

/** By its own name or that of one of its programs, of which only the last part counts. */
function providesOne(path: string, { wanted }: Search): boolean {
  if (isTooLarge(path)) return true;
  const { name, bin, directories } = definitionIn(path) ?? {};
  const called = [name, ...(typeof bin === "object" ? Object.entries(Object(bin)).flat() : [])];
  const all = called.map(String).flatMap((one) => [one, basename(one.replaceAll(/[\\:]/g, "/"))]);
  return all.some((one) => wanted.has(one)) || Object(directories).bin !== undefined;
}

function isCalled(path: string, search: Search): boolean {
  search.left -= COST + sizeOf(path);
  return isTooLarge(path) || search.wanted.has(String(definitionIn(path)?.name).trim());
}

/** The list that npm keeps of what is installed. npm believes it, and reads it also with the marks of a conflict in it. */
function mentionsOne(path: string, { wanted }: Search): boolean {
  const definition = definitionIn(path);
  if (definition === undefined) return true;
  return Object.entries<unknown>(Object(definition.packages)).some(([place, one]) => {
    const { name }: Definition = Object(one);
    return typeof name === "string" && !place.endsWith(`/${name}`) && wanted.has(name);
  });
}

/** The packages of a node_modules, and those in them; of one that is a link, also those of the folders that it is in. */
function namedIn(modules: string, search: Search): string[] {
  const waiting = [modules];
  const seen = new Set<string>();
  const found: string[] = [];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const place = realOf(next);
    for (const path of packagesIn(next)) {
      const real = realOf(path);
      if (seen.has(real)) continue;
      seen.add(real);
      if (search.left < 0) return [...found, modules];
      if (isCalled(join(path, "package.json"), search)) found.push(path);
      waiting.push(join(path, "node_modules"));
      if (!real.startsWith(place + sep)) waiting.push(...modulesAround(real, seen));
    }
  }
  return found;
}

/** The folders node_modules in which something that is in `path` is looked for. Each is given once. */
function modulesAround(path: string, given: Set<string>): string[] {
  const up = dirname(path);
  const modules = basename(up) === "node_modules" ? up : join(up, "node_modules");
  const isNew = !given.has(modules);
  given.add(modules);
  return up === path ? [] : [...(isNew ? [modules] : []), ...modulesAround(up, given)];
}

const packagesIn = (modules: string): string[] =>
  namesIn(modules)
    .filter((name) => !name.startsWith("."))
    .flatMap((name) =>
      name.startsWith("@") ? namesIn(join(modules, name)).map((one) => join(name, one)) : [name],
    )
    .map((name) => join(modules, name));

const hasWorkspaces = (own: string): boolean => definitionIn(own)?.workspaces !== undefined;

/** Its patterns may mean any folder below it. Others, and more than can be looked at, are seen in its package.json. */
function workspacesNamed(folder: string, search: Search): string[] {
  const own = join(folder, "package.json");
  if (JSON.stringify(definitionIn(own)?.workspaces).includes("..")) return [own];
  const places = [folder];
  const found: string[] = [];
  for (let at = 0; at < places.length; at++) {
    if (at > MAX_FOLDERS || search.left < 0) return [own];
    const place = places[at] ?? "";
    const inside = namesIn(place).map((name) => join(place, name));
    places.push(
      ...inside.filter((path) => basename(path) !== "node_modules" && isPlainFolder(path)),
    );
    if (at === 0) continue;
    const definition = join(place, "package.json");
    if (isFile(definition) && isCalled(definition, search)) found.push(definition);
    found.push(...namedIn(join(place, "node_modules"), search));
  }
  return found;
}

const isPlainFolder = (path: string): boolean =>
  statOf(path)?.isDirectory() === true && attempt(() => realpathSync(path), "") === path;

/**
 * What npx and its like start finds programs in node_modules/.bin before those of the system: with a `node` there, every
 * package starts that one. Gives what is in the way of a program that is found by our own PATH. What is installed with npm
 * is left out: most projects have their own version of it.
 */
export function shadowsFound(folders: string[]): string[] {
  const bins = folders.map((folder) => join(folder, "node_modules/.bin"));
  const places = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((place) => place !== "" && !bins.includes(resolve(place)));
  const isKnown = (name: string) =>
    places.map((place) => join(place, name)).some((path) => exists(path) && !isOfNpm(path));
  return bins.flatMap((bin) =>
    namesIn(bin)
      .filter(isKnown)
      .map((name) => join(bin, name)),
  );
}

/** npm itself is none of them: a server may start it. */
const isOfNpm = (path: string): boolean =>
  attempt(() => realpathSync(path), "").includes(`${sep}node_modules${sep}`) &&
  !["npm", "npx"].includes(basename(path));
