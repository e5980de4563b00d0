// shared/mcp/deciding · which files of its folder decide what an entry starts: programs that its command names, and what a launcher such as npx obeys.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { Entry } from "./entry.ts";

/** An entry that starts a program. */
export type Program = Extract<Entry, { command: string }>;

/** What in a folder decides which program an entry starts. */
export interface Deciding {
  /** What a launcher obeys although the command does not name it. The paths are relative to the folder. */
  obeyed: string[];
  /** Changes with the content of any of it, and of the programs in the folder that the command names. */
  mark: string;
}

/** What of a folder matters for one command. */
interface Look {
  /** Where the program starts. */
  cwd: string;
  words: string[];
  /** The words as names of programs. */
  names: Set<string>;
}

/** Looks into the folder where the program would start, and for what launchers obey, also above it. Must not throw. */
export function decidingFor(program: Program, cwd: string): Deciding {
  const words = wordsOf(program);
  const look = { cwd, words, names: new Set(words.map(bareName)) };
  const obeyed = [
    ...new Set([...filesObeyed(look), ...packagesFound(look), ...modulesFound(look)]),
  ];
  const all = [...new Set([...obeyed, ...programsNamed(look, program.command)])];
  return {
    obeyed: obeyed.map((path) => relative(cwd, path).replaceAll(sep, "/")),
    mark: all.map((path) => `${path} ${markOf(path)}`).join("\n"),
  };
}

/** The words of the command and its environment, also those of a line for a shell, and of --option=value. */
function wordsOf({ command, args, env }: Program): string[] {
  const texts = [command, ...args, ...Object.values(env)];
  const words = texts.flatMap((text) => [text, ...text.split(/[\s"'`;&|()<>=,]+/)]);
  return [...new Set(words)].filter((word) => word !== "" && !word.includes("\0"));
}

/** `python` for /usr/bin/python3.11, `npx` for npx.cmd, `tsx` for tsx@4. */
const bareName = (word: string): string =>
  basename(word)
    .replace(/(?<=.)@.*$|\.(exe|cmd|bat|ps1)$/i, "")
    .replace(/(?<=[a-z])[\d.]+$/, "");

const has = ({ names }: Look, programs: string) =>
  programs.split(" ").some((name) => names.has(name));

/** Programs that start others, and by which files a folder tells them what. */
const OBEYED: [programs: string, files: string][] = [
  ["npx npm pnpm pnpx yarn yarnpkg bun bunx deno", ".npmrc"],
  ["npm pnpm pnpx yarn yarnpkg bun deno", "package.json"],
  ["pnpm pnpx", "pnpm-workspace.yaml .pnpmfile.cjs .pnpmfile.mjs"],
  ["yarn yarnpkg", ".yarnrc .yarnrc.yml .pnp.cjs"],
  ["bun bunx", "bunfig.toml tsconfig.json .env .env.local"],
  ["deno", "deno.json deno.jsonc"],
  ["tsx ts-node", "tsconfig.json"],
  ["uv uvx", "uv.toml pyproject.toml .python-version .venv/pyvenv.cfg"],
  ["poetry hatch pdm pixi", "pyproject.toml pixi.toml"],
  ["compose docker-compose podman-compose", "compose.yaml compose.yml .env"],
  ["compose docker-compose podman-compose", "docker-compose.yaml docker-compose.yml"],
  ["compose docker-compose podman-compose", "compose.override.yaml compose.override.yml"],
  [
    "compose docker-compose podman-compose",
    "docker-compose.override.yaml docker-compose.override.yml",
  ],
  ["make", "GNUmakefile makefile Makefile"],
  ["just", "justfile .justfile Justfile"],
  ["mise asdf", "mise.toml .mise.toml .tool-versions"],
  ["cargo", "Cargo.toml .cargo/config.toml rust-toolchain.toml"],
  ["go", "go.mod go.work"],
  ["dotnet dnx", "global.json nuget.config NuGet.Config"],
  ["bundle", "Gemfile"],
  ["nix", "flake.nix"],
];

function filesObeyed(look: Look): string[] {
  const files = OBEYED.flatMap(([programs, all]) => (has(look, programs) ? all.split(" ") : []));
  const own = has(look, "npx") && providesOne(look) ? [join(look.cwd, "package.json")] : [];
  return [...upwards(look.cwd).flatMap((up) => files.map((file) => join(up, file))), ...own].filter(
    exists,
  );
}

/** npx starts what the folder's own package calls by the name that it was given. */
function providesOne({ cwd, words }: Look): boolean {
  const text = textOf(join(cwd, "package.json"));
  return packagesIn(words).some((name) => text.includes(JSON.stringify(name)));
}

const packagesIn = (words: string[]) =>
  words.flatMap((word) => word.match(/^(@[\w.~-]+\/)?[\w~-][\w.~-]*/)?.[0] ?? []);

/** Installed packages, which launchers take before those of the registry. */
function packagesFound(look: Look): string[] {
  if (!has(look, "npx npm pnpm pnpx yarn yarnpkg bun bunx deno node tsx ts-node")) return [];
  const places = packagesIn(look.words).flatMap((name) => [name, `.bin/${basename(name)}`]);
  return upwards(look.cwd)
    .flatMap((up) => places.map((place) => join(up, "node_modules", place)))
    .filter(exists);
}

/** With -m or -c, python looks for every module in the folder first. */
function modulesFound(look: Look): string[] {
  const { cwd, words } = look;
  if (!has(look, "python py pypy") || !words.some((word) => /^-[a-zA-Z]*[mc]/.test(word)))
    return [];
  const named = new Set(words.map((word) => word.split(".", 1)[0]));
  const isModule = (name: string) =>
    /\.py$/.test(name) || named.has(name) || exists(join(cwd, name, "__init__.py"));
  return namesIn(cwd)
    .filter(isModule)
    .map((name) => join(cwd, name));
}

/** The folder and those above it. What is in the person's home, or above it, is the person's own. */
function upwards(cwd: string): string[] {
  const up = dirname(cwd);
  return up === cwd || [cwd, up].includes(homedir()) ? [cwd] : [cwd, ...upwards(up)];
}

const INTERPRETERS = "node nodemon bun deno tsx ts-node python py pypy";
const SHELLS = "sh bash zsh fish ruby perl php lua source";
/** A file without such a name may be data, which the server itself changes. */
const PROGRAM =
  /\.([cm]?[jt]sx?|py[cz]?|rb|pl|php|lua|[a-z]*sh|ps1|bat|cmd|exe|jar|wasm|node|so|dll|go|rs|exs?|jl|csx?|kts?|swift)$/i;

/** Programs in the folder that the command names. */
function programsNamed(look: Look, command: string): string[] {
  const words = look.words.filter((word) => word !== command || /[\\/]/.test(word)); // the others are found by PATH
  const paths = words.map((word) => resolve(look.cwd, word.replace(/^file:(\/\/)?/, "")));
  return [
    ...paths.filter((path) => PROGRAM.test(path) || isExecutable(path)),
    ...scriptsIn(look),
  ].filter(isFile);
}

/** What follows on an interpreter. It finds `server.js` by the name `server`, also when that is a folder. */
function scriptsIn({ cwd, words }: Look): string[] {
  const ends = ["", ".js", ".cjs", "/package.json", "/index.js", "/__main__.py"];
  return words.flatMap((word, at) => {
    const name = bareName(word);
    if (![...INTERPRETERS.split(" "), ...SHELLS.split(" ")].includes(name)) return [];
    const script = words.slice(at + 1).find((one) => !one.startsWith("-"));
    return script === undefined ? [] : ends.map((end) => resolve(cwd, script + end));
  });
}

const MAX_BYTES = 10_000_000;
const MAX_FILES = 5_000;

/** A hash of a file's content. Of a folder, and of what is very large, only the sizes and the times of change count. */
function markOf(path: string): string {
  const { size = 0 } = statOf(path) ?? {};
  if (isFile(path) && size <= MAX_BYTES) return hashOf(textOf(path));
  const inside = namesIn(path, true).slice(0, MAX_FILES);
  return hashOf(["", ...inside].map((name) => `${name} ${changeOf(join(path, name))}`).join("\n"));
}

function changeOf(path: string): string {
  const stat = statOf(path);
  return stat?.isFile() ? `${stat.size} ${stat.ctimeMs}` : "";
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** What cannot be looked at counts as missing: a name that is too long, a folder that may not be read. */
function attempt<Value>(look: () => Value, otherwise: Value): Value {
  try {
    return look();
  } catch {
    return otherwise;
  }
}

const statOf = (path: string) =>
  attempt(() => statSync(path, { throwIfNoEntry: false }), undefined);
const exists = (path: string) => statOf(path) !== undefined;
const isExecutable = (path: string) => ((statOf(path)?.mode ?? 0) & 0o111) !== 0;
const isFile = (path: string) => statOf(path)?.isFile() === true;
const textOf = (path: string) =>
  isFile(path) ? attempt(() => readFileSync(path, "latin1"), "") : "";
const namesIn = (path: string, recursive = false) =>
  attempt(() => readdirSync(path, { recursive, encoding: "utf8" }).toSorted(), []);
