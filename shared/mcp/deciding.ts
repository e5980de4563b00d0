// shared/mcp/deciding · which files of its folder decide what an entry starts: programs that its command names, and what a launcher such as npx obeys.
import { createHash } from "node:crypto";
import { lstatSync } from "node:fs";
import { homedir } from "node:os";
import { basename, delimiter, dirname, join, relative, resolve, sep } from "node:path";
import { contains } from "../files.ts";
import {
  attempt,
  exists,
  isExecutable,
  isFile,
  isFolder,
  MAX_BYTES,
  namesIn,
  realOf,
  statOf,
  textOf,
} from "../onDisk.ts";
import { choicesIn } from "../shell/programs.ts";
import { fitsStars } from "../shell/stars.ts";
import { list } from "../text.ts";
import { rootOf } from "../trust.ts";
import type { Entry } from "./entry.ts";
import { packagesNamed, providersFound, shadowsFound } from "./packages.ts";

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
  /** Where the program starts, or a folder that the command names: it may go there. */
  cwd: string;
  /** In their order: what follows on an option belongs to it. */
  words: string[];
  /** The words as names of programs. */
  names: Set<string>;
}

/**
 * Looks into the folder where the program would start and those that its command names, and for what launchers obey, also
 * above the first. Must not throw.
 */
export function decidingFor(program: Program, cwd: string): Deciding {
  const { starts, named, inside } = looksAt(program, cwd);
  const given = starts.flatMap(packagesGiven);
  const namesakes = starts.flatMap(namesakesFound);
  const obeyed = [
    ...new Set([
      ...inside.flatMap((one) => [...filesObeyed(one), ...packagesFound(one)]),
      ...namesakes,
      ...modulesIn(starts, inside),
      ...visited(starts, inside).flatMap(variablesFound),
      ...starts.flatMap(choicesFound),
      ...inside.filter(isGoneTo(starts, PATHS)).map((one) => one.cwd),
      ...(starts.some((one) => has(one, "pipx"))
        ? [join(cwd, "__pypackages__")].filter(exists)
        : []),
      ...inside.map((one) => one.cwd).filter((folder) => folder !== cwd && given.includes(folder)),
      ...(given.includes(cwd) ? DEFINITIONS.map((name) => join(cwd, name)).filter(isFile) : []),
    ]),
  ];
  const elsewhere = isOnPath(program, cwd) ? "" : program.command;
  const programs = [
    ...starts.flatMap((one) => programsNamed(one, elsewhere)),
    ...named.flatMap((one) => programsNamed(one, "")),
    ...given.filter((path) => ARCHIVE.test(path)),
  ];
  const stores = inside.filter(isGoneTo(starts, STORES)).map((one) => one.cwd);
  const direct = [...new Set([...obeyed, ...programs])];
  const all = [...new Set([...direct, ...direct.flatMap(programsOfPackage)])];
  return {
    obeyed: [...new Set([...obeyed, ...stores])].map((path) =>
      relative(cwd, path).replaceAll(sep, "/"),
    ),
    mark: all
      .map((path) => `${path} ${markOf(path, namesakes.includes(path) ? maySet : undefined)}`)
      .join("\n"),
  };
}

/**
 * What keeps a program from changing by itself what decides about it: Python would write its bytecode beside each module
 * that it finds there, and count as another program from then on.
 */
export function environmentFor(program: Program, cwd: string): Record<string, string> {
  const { starts, inside } = looksAt(program, cwd);
  return modulesIn(starts, inside).length > 0 ? { PYTHONDONTWRITEBYTECODE: "1" } : {};
}

/** The folder where it starts, and those that the command names; `inside` are the first and those of its repository. */
function looksAt(program: Program, cwd: string) {
  const root = rootOf(cwd);
  const words = wordsOf(program, relative(cwd, root));
  const names = new Set(
    words.flatMap((word, at) => [bareName(word), ...modulesOf(word, words[at - 1])]),
  );
  const lookAt = (folder: string): Look => ({ cwd: folder, words, names });
  const starts = withReal(cwd).map(lookAt);
  const named = foldersNamed(lookAt(cwd)).flatMap(withReal).map(lookAt);
  const isInside = (one: Look) => withReal(root).some((top) => contains(top, one.cwd));
  return { starts, named, inside: [...starts, ...named.filter(isInside)] };
}

/** Behind a link, a program looks for what it obeys in the folder that the link leads to, and above that one. */
const withReal = (folder: string): string[] => [...new Set([folder, realOf(folder)])];

/** A question has room for far fewer words. */
const MAX_WORDS = 1000;
const MAX_FOLDERS = 300;

/**
 * The words of the command and its environment, also those of a line for a shell, of --option=value, of -Ovalue and of a
 * PATH. What follows on a place that only the shell knows, such as $(pwd)/x, counts as in the folder, and from `up`.
 */
const wordsOf = ({ command, args, env }: Program, up = ""): string[] =>
  [command, ...args, ...Object.entries(env).flat()]
    .flatMap((text) => [...new Set(["", up && `${up}/`].map((at) => placedIn(text, at)))])
    .map((text) => text.replace(/^file:(\/\/)?/, ""))
    .flatMap((text) => [...new Set([...joined(text), text, ...split(text).flatMap(withJoined)])])
    .filter((word) => word !== "" && !word.includes("\0"))
    .slice(0, MAX_WORDS);

/** A text with another place for each that only the shell knows. One in another ends before what follows on it. */
const placedIn = (text: string, place: string): string =>
  text.replaceAll(PLACE, place).replaceAll(/[)`]\//g, ` ${place}`);
const PLACE = /(\$\([^()]*\)|`[^`]*`|\$\w+|\$\{[^{}]*\})\//g;

/** A short option and its value, which some write as one word. */
const joined = (text: string): string[] => /^(-[a-zA-Z])([\w./~-]+)$/.exec(text)?.slice(1) ?? [];
const withJoined = (word: string): string[] => [...joined(word), word];

const split = (text: string) =>
  text.replaceAll(/\bfile:(\/\/)?(?=[./])/g, "").split(/[\s"'`;&|()<>=,:]+/);

const pathOf = (word: string, cwd: string) => resolve(cwd, word);

const foldersNamed = ({ cwd, words }: Look): string[] =>
  [...new Set(words.map((word) => pathOf(word, cwd)))]
    .filter((path) => path !== cwd && isFolder(path))
    .slice(0, MAX_FOLDERS);

/** Options by which a program is told to go to a folder first, or to look for modules there. */
const GOES = list("--directory --dir --cwd --chdir --prefix --project -C cd pushd PYTHONPATH");

/** Where modules are looked for. */
const PATHS = list("NODE_PATH RUBYLIB PERL5LIB");
/** Where launchers keep what they have downloaded, and start it from. It changes with each start, so it is named and not compared. */
const STORES = [
  "HOME XDG_CACHE_HOME XDG_DATA_HOME npm_config_cache NPM_CONFIG_CACHE npm_config_prefix NPM_CONFIG_PREFIX --cache --cache-dir",
  "UV_CACHE_DIR UV_TOOL_DIR DENO_DIR BUN_INSTALL BUN_INSTALL_CACHE_DIR PIPX_HOME PNPM_HOME COREPACK_HOME CARGO_HOME",
].flatMap(list);

const isGoneTo =
  (starts: Look[], options = GOES) =>
  (one: Look): boolean =>
    starts.some(({ cwd, words }) =>
      words.some(
        (word, at) => options.includes(words[at - 1] ?? "") && pathOf(word, cwd) === one.cwd,
      ),
    );

/** Options, variables and words for a shell by which a program is told to obey a file, whatever its name is. */
const OBEYS = [
  "-f --file --makefile -c --config --config-file --settings --userconfig --globalconfig --tsconfig --import-map",
  "--env-file --env-file-if-exists --rcfile --init-file --script -r --require --import --loader --experimental-loader --preload",
  "MAKEFILES COMPOSE_FILE GOENV BASH_ENV ENV PYTHONSTARTUP NPM_CONFIG_USERCONFIG npm_config_userconfig UV_CONFIG_FILE UV_ENV_FILE . source",
  "NPM_CONFIG_GLOBALCONFIG npm_config_globalconfig GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM --justfile -File -a -F -init",
  "--with-requirements --requirements --constraints --constraint --overrides --override --build-constraints BUNDLE_GEMFILE",
].flatMap(list);

/** What launchers take a package by: these options, or the first word after these commands that is no option. */
const BY_OPTION = list(
  "--package -p --from --with --with-editable --editable -e --spec --find-links",
);
const BY_PLACE = list("npx pnpx pnx bunx dlx nlx exec");

/** By these, a folder says what is run when it is a package itself. All else in it may be data. */
const DEFINITIONS = list("package.json pyproject.toml setup.py setup.cfg");

/** A package in one file; elsewhere such a file may be data. */
const ARCHIVE = /\.(tar|tar\.\w+|zip)$/i;

/** The folders and files that a launcher may get as a package. */
const packagesGiven = (look: Look): string[] =>
  wordsGiven(look).map((word) => pathOf(word, look.cwd));

function wordsGiven({ words }: Look): string[] {
  const isGiven = (_: string, at: number) => {
    const before = words.slice(0, at).findLast((one) => !one.startsWith("-")) ?? "";
    return BY_OPTION.includes(words[at - 1] ?? "") || BY_PLACE.includes(bareName(before));
  };
  return words.filter(isGiven);
}

/** `python` for /usr/bin/python3.11, python3.13t and pythonw, `npx` for npx.cmd, npx-cli.js and, where a disk knows no capitals, NPX; `tsx` for tsx@4. */
const bareName = (word: string): string =>
  basename(word)
    .toLowerCase()
    .replace(/(?<=.)@.*$|\.(exe|cmd|bat|ps1)$/i, "")
    .replace(/(?<=^(p?np[mx]|yarn|yarnpkg))(-cli)?\.[cm]?js$/, "")
    .replace(/(?<=^(python|pypy))(w|[\d.]*([td]|-(dbg|debug|intel64))*)$/, "")
    .replace(/(?<=[a-z])[\d.]+$/, "");

/** The package that a path leads into, and the one of a module: `tsx` for …/node_modules/tsx/dist/cli.mjs, and for --import tsx/esm. */
const modulesOf = (word: string, option = ""): string[] => [
  ...packageIn(word).map(bareName),
  ...(OBEYS.includes(option) ? (/^[\w.-]+(?=\/)/.exec(word) ?? []) : []),
];
const packageIn = (path: string): string[] =>
  /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/.][^\\/]*)/.exec(path)?.slice(1) ?? [];

/** These may have to download what they start. */
const DOWNLOADS =
  "nlx nr nci npx npm pnpm pnpx pn pnx yarn yarnpkg bun bunx deno uv uvx pipx docker podman compose dnx nix go cargo";

/** Whether the first start of a program may take minutes. */
export const mayDownload = (program: Program): boolean =>
  has({ names: new Set(wordsOf(program).map(bareName)) }, DOWNLOADS);

const has = ({ names }: Pick<Look, "names">, programs: string) =>
  programs.split(" ").some((name) => names.has(name));

/** Programs that start others, and by which files a folder tells them what. */
const OBEYED: [programs: string, files: string][] = [
  ["npx npm pnpm pnpx pn pnx yarn yarnpkg bun bunx deno nlx nr nci", ".npmrc"],
  ["nlx nr nci", "package.json package-lock.json pnpm-lock.yaml yarn.lock bun.lock bun.lockb"],
  ["npm pnpm pnpx pn pnx yarn yarnpkg bun deno --run npm-run-all run-s run-p", "package.json"],
  [
    "pnpm pnpx pn pnx",
    "pnpm-workspace.yaml .pnpmfile.cjs .pnpmfile.mjs package.yaml package.json5",
  ],
  ["yarn yarnpkg", ".yarnrc .yarnrc.yml .pnp.cjs .env.yarn"],
  ["npx npm pnpm pnpx pn pnx yarn yarnpkg corepack", ".corepack.env"],
  ["bun bunx", "bunfig.toml tsconfig.json .env .env.local .env.development .env.production"],
  ["bun bunx", ".env.development.local .env.production.local .env.test .env.test.local"],
  ["deno", "deno.json deno.jsonc"],
  ["tsx ts-node ts-node-esm ts-node-dev tsnd esno esr", "tsconfig.json"],
  ["uv uvx", "uv.toml pyproject.toml .python-version .venv/pyvenv.cfg"],
  [
    "poetry hatch pdm pixi pipenv nox rye",
    "pyproject.toml pixi.toml hatch.toml Pipfile noxfile.py",
  ],
  ["fastmcp", "fastmcp.json .env"],
  ["compose docker-compose podman-compose", "compose.yaml compose.yml .env"],
  ["compose docker-compose podman-compose", "docker-compose.yaml docker-compose.yml"],
  ["compose docker-compose podman-compose", "compose.override.yaml compose.override.yml"],
  [
    "compose docker-compose podman-compose",
    "docker-compose.override.yaml docker-compose.override.yml",
  ],
  ["gradle gradlew", "build.gradle build.gradle.kts settings.gradle settings.gradle.kts"],
  ["gradle gradlew", "gradle.properties gradle/wrapper/gradle-wrapper.jar"],
  ["gradlew", "gradle/wrapper/gradle-wrapper.properties"],
  ["mvn mvnw", "pom.xml .mvn/jvm.config .mvn/maven.config .mvn/extensions.xml"],
  ["mvnw", ".mvn/wrapper/maven-wrapper.properties .mvn/wrapper/maven-wrapper.jar"],
  ["composer", "composer.json"],
  ["rake", "rakefile Rakefile rakefile.rb Rakefile.rb"],
  ["nix-shell", "shell.nix default.nix"],
  ["dart flutter", "pubspec.yaml"],
  ["make gmake bmake", "GNUmakefile makefile Makefile"],
  ["just", "justfile .justfile Justfile"],
  ["mise asdf", "mise.toml .mise.toml mise.local.toml .mise.local.toml .tool-versions"],
  ["mise", "mise/config.toml .mise/config.toml .config/mise.toml .config/mise/config.toml"],
  ["task go-task", "Taskfile.yml Taskfile.yaml taskfile.yml taskfile.yaml"],
  ["task go-task", "Taskfile.dist.yml Taskfile.dist.yaml"],
  ["devenv", "devenv.nix devenv.yaml"],
  ["turbo nx nx-mcp", "turbo.json turbo.jsonc nx.json"],
  ["nx nx-mcp", ".pnp.cjs .pnp.js node_modules/nx/package.json"],
  ["direnv devbox", ".envrc devbox.json"],
  ["mix swift", "mix.exs Package.swift"],
  ["sbt stack zig", "build.sbt stack.yaml build.zig"],
  ["clj clojure", "deps.edn"],
  [
    "cargo rustup",
    "Cargo.toml .cargo/config.toml .cargo/config rust-toolchain.toml rust-toolchain",
  ],
  ["go", "go.mod go.work"],
  ["dotnet dnx", "global.json nuget.config NuGet.Config .config/dotnet-tools.json"],
  ["dotnet", "*.csproj *.fsproj *.vbproj Directory.Build.props Directory.Build.targets"],
  ["bundle bundler", "Gemfile gems.rb .bundle/config *.gemspec"],
  ["nodemon lerna", "nodemon.json lerna.json package.json"],
  ["dotenv dotenvx dotenv-cli dotenv-flow env-cmd", ".env*"],
  ["genkit genkit-cli", "genkit-tools.conf.js genkit-tools.conf.json"],
  ["foreman nf honcho overmind hivemind", "Procfile .env"],
  ["grunt gulp ant", "Gruntfile.js gulpfile.js build.xml"],
  ["wrangler", "wrangler.toml wrangler.json wrangler.jsonc"],
  ["bazel bazelisk", "MODULE.bazel WORKSPACE .bazelrc"],
  ["nix", "flake.nix"],
  ["r rscript", ".Rprofile .Renviron"],
  ["jbang", "jbang-catalog.json .jbang/jbang-catalog.json"],
  ["aqua flox", "aqua.yaml aqua.yml .aqua.yaml .flox/env/manifest.toml"],
  ["julia", "Project.toml JuliaProject.toml Manifest.toml"],
  ["rails", "bin/rails"],
  ["bb lein", "bb.edn project.clj"],
  ["iex", ".iex.exs"],
  ["vagrant dagger tilt", "Vagrantfile dagger.json Tiltfile"],
  ["inv invoke fab scons doit tox", "tasks.py fabfile.py SConstruct dodo.py tox.ini"],
  ["vite vite-node", "vite.config.ts vite.config.mts vite.config.js vite.config.mjs"],
  ["babel-node", "babel.config.js babel.config.cjs babel.config.json .babelrc .babelrc.js"],
  ["--experimental-default-config-file", "node.config.json"],
  ["cargo-make make", "Makefile.toml"],
  ["cabal dune gleam rebar3", "cabal.project dune-project gleam.toml rebar.config"],
  ["devcontainer", ".devcontainer/devcontainer.json .devcontainer.json"],
  ["ddev lando", ".ddev/config.yaml .lando.yml"],
  ["gdb lldb", ".gdbinit .lldbinit"],
  ["wp proto", "wp-cli.yml wp-cli.local.yml .prototools"],
  ["symfony mill", "bin/console build.mill build.sc"],
];

/** What an image is built by. */
const IMAGE = list("Dockerfile Containerfile docker-bake.hcl docker-bake.json");
const isBuilt = (look: Look) =>
  has(look, "docker podman nerdctl buildah") && has(look, "build buildx bake bud");

function filesObeyed(look: Look): string[] {
  const files = [
    ...OBEYED.flatMap(([programs, all]) => (has(look, programs) ? list(all) : [])),
    ...(isBuilt(look) ? IMAGE : []),
  ];
  const forms = files.filter((file) => file.includes("*"));
  const isMeant = (name: string) => forms.some((form) => fitsStars(name, form));
  const named = look.words.filter(
    (word) => files.includes(basename(word)) || isMeant(basename(word)) || isComposed(look, word),
  );
  return [
    ...upwards(look.cwd).flatMap((up) =>
      [...files, ...(forms.length > 0 ? namesIn(up).filter(isMeant) : [])].map((one) =>
        join(up, one),
      ),
    ),
    ...named.map((word) => join(look.cwd, word)),
  ].filter(isFile);
}

const isComposed = (look: Look, word: string) =>
  /\.ya?ml$/.test(word) && has(look, "compose docker-compose podman-compose");

/**
 * What programs of no table probably obey: what is called like the command, such as .claude or ansible.cfg, and its version in
 * node_modules. Any other word may be what a launcher starts: settings that are called like it count, such as prisma.config.ts.
 */
function namesakesFound(look: Look): string[] {
  const { cwd } = look;
  const [command = "", ...others] = look.words;
  const own = [bareName(command)].filter(isOfNoTable);
  const paths = [command, realOf(command), ...others].flatMap(packageIn);
  const words = [bareName(command), ...others, ...paths].filter((word) => WORD.test(word));
  const names = new Set(words.flatMap(namesOf));
  const started = [...names, ...BROUGHT].filter(isOfNoTable);
  const given = [command, ...wordsGiven(look), ...paths].flatMap(namesOf).filter(isOfNoTable);
  const counts = (path: string) =>
    own.some((name) => isCalledLike(path, name) && isObeyed(path, name)) ||
    (started.some((name) => isSetFor(path, name)) && isFile(path) && maySet(path)) ||
    (given.some((name) => isProgramOf(path, name)) && isFile(path));
  return upwards(cwd)
    .flatMap((up) => [
      ...[up, join(up, ".config")]
        .flatMap((place) => namesIn(place).map((file) => join(place, file)))
        .filter(counts),
      ...own.map((name) => join(up, "node_modules/.bin", name)).filter(isFile),
      ...["package.json", "package.yaml"].map((name) => join(up, name)).filter(setsBrowser),
    ])
    .filter((path) => path !== pathOf(command, cwd));
}

/**
 * Libraries that many servers bring, whatever those are called. Where it is loaded, Puppeteer runs .puppeteerrc.cjs of the
 * folder, or starts the browser that its settings name; what looks for these, cosmiconfig, runs .config/config.js.
 */
const BROUGHT = list("puppeteer config");

/** A package.json or a package.yaml may have them, too. */
const setsBrowser = (path: string): boolean =>
  path.endsWith(".yaml")
    ? /^\s*["']?puppeteer\b/m.test(textOf(path))
    : attempt(() => Object.hasOwn(Object(JSON.parse(textOf(path))), "puppeteer"), false);

/** A program or a package, with or without a version; no path, and no option. */
const WORD = /^(@[\w.-]+\/)?\w[\w.@^~+-]*$/;
/** `trigger` for trigger.dev, too, and `eslint` for @eslint/mcp and for mcp-server-eslint. */
function namesOf(word: string): string[] {
  const name = bareName(word);
  const parts = word
    .toLowerCase()
    .replace(/(?<=.)@.*$/, "")
    .split(/[@/-]/);
  return [name, name.replace(/\..*$/s, ""), ...parts.filter((part) => !OF_MANY.includes(part))];
}

/** Parts of the names of many packages, which no settings are called by. */
const OF_MANY = list("mcp server servers cli tool tools dev app api web node js ts");

function isOfNoTable(name: string): boolean {
  const known = [...OBEYED.map(([programs]) => programs), INTERPRETERS, SHELLS, OF_NO_FILE];
  return name !== "" && !known.flatMap(list).includes(name);
}

/** A file, or a hidden folder with settings in it. */
function isObeyed(path: string, name: string): boolean {
  if (isFile(path)) return visibleIn(path) === name || maySet(path);
  return basename(path).startsWith(".") && hasSettings(path);
}

/** A file of another name beside a program, or in a folder that is called like it, is what it writes: a log, a database. */
const SETTINGS =
  /\.(json[5c]?|ya?ml|toml|ini|cfg|conf|config|env|xml|properties)$|(^|[/._-])(config|settings|env|profile|init|\w*rc)$/i;
const maySet = (path: string) =>
  SETTINGS.test(path) || PROGRAM.test(path) || (isFile(path) && isExecutable(path));
const hasSettings = (folder: string) =>
  namesBelow(folder).some((name) => maySet(join(folder, name)));

/** They obey nothing that is called like them. */
const OF_NO_FILE = "docker podman git";

const visibleIn = (path: string) => basename(path).toLowerCase().replace(/^\./, "");

const restOf = (file: string, name: string): string =>
  visibleIn(file).startsWith(name) ? visibleIn(file).slice(name.length) : "no";

const isCalledLike = (file: string, name: string): boolean =>
  /^($|[._]|rc($|\.))/.test(restOf(file, name)) && basename(file) !== ".mcp.json";

/** As most programs name their settings: .shoprc, shop.config.js, or .config/shop.ts. */
const isSetFor = (file: string, name: string): boolean =>
  isCalledLike(file, name) &&
  (/^(rc|(_\w+)?[._]config)($|\.)/.test(restOf(file, name)) ||
    basename(dirname(file)) === ".config");

/** `knip.ts` and karma.conf.js are settings, too. */
const isProgramOf = (file: string, name: string): boolean =>
  /^[._-]?(conf)?\.[cm]?[jt]s$/.test(restOf(file, name));

/** Installed packages, which launchers take before those of the registry. */
function packagesFound(look: Look): string[] {
  const isLauncher = has(look, "npx npm pnpm pnpx pn pnx yarn yarnpkg bun bunx nlx nr nci");
  if (!isLauncher && !has(look, "deno node tsx ts-node ts-node-esm esno")) return [];
  const names = packagesNamed(look.words);
  const folders = upwards(look.cwd);
  const isByAddress = has(look, "npx npm nlx") && wordsGiven(look).some(isAddress);
  const places = [
    ...names.flatMap((name) => [name, `.bin/${name}`, `.bin/${basename(name)}`]),
    ...(isByAddress ? ["."] : []),
  ];
  const installed = folders
    .flatMap((up) => places.map((place) => join(up, "node_modules", place)))
    .filter(exists);
  return [
    ...installed,
    ...(has(look, "npx npm nlx") ? providersFound(folders, names) : []),
    ...(isLauncher ? shadowsFound(folders) : []),
  ];
}

/** No name of a package. npx compares an address with what each installed package says of itself, and looks for a program of that name. */
const isAddress = (word: string): boolean =>
  /[:/]/.test(word) && !/^[./~-]|^@[\w.~-]+\/[\w.~-]+(@[^:/]*)?$/.test(word);

/** Where a program of the command is a shim, such as those of mise and asdf: the files that say which one it is. */
function choicesFound({ cwd, names }: Look): string[] {
  const places = (process.env.PATH ?? "").split(delimiter).map(realOf);
  const shims = places.filter((place) => basename(place) === "shims").flatMap(namesIn);
  if (!shims.some((shim) => names.has(bareName(shim)))) return [];
  return upwards(cwd).flatMap(choicesIn);
}

/** Many servers take variables from these unasked, such as the address that gets their token. What runs elsewhere does not. */
function variablesFound({ cwd, words }: Look): string[] {
  if (list(OF_NO_FILE).includes(bareName(words[0] ?? ""))) return [];
  const named = words.map((word) => pathOf(word, cwd)); // which the command shows
  const paths = [".env", ".env.local"].map((name) => join(cwd, name));
  return paths.filter((path) => isFile(path) && !named.includes(path));
}

/** Where the program starts, and where it goes. */
const visited = (starts: Look[], inside: Look[]): Look[] => [
  ...starts,
  ...inside.filter(isGoneTo(starts)),
];

function modulesIn(starts: Look[], inside: Look[]): string[] {
  const isOnPath = isGoneTo(starts, ["PYTHONPATH"]);
  return visited(starts, inside).flatMap((one) => modulesFound(one, isOnPath(one)));
}

/** Also without its source. */
const MODULE = /\.(pyc?|pyw|so|pyd)$/i;

/** With -m or -c, python looks for every module in the folder first, also when one of these starts it; and always in one of its path. */
function modulesFound(look: Look, isOnPath = false): string[] {
  const { cwd, words } = look;
  const isPython = has(look, "python py pypy");
  if (!isOnPath && !isPython && !has(look, "uv debugpy coverage")) return [];
  const isCode = isPython && words.some((word) => /^-[a-zA-Z]*c/.test(word));
  const modules = words.flatMap((word, at) => {
    if (isCode || /^(-[a-zA-Z]*m|--module)$/.test(words[at - 1] ?? "")) return [word];
    return /^-[bBdEiIOPqsSuvx]*m(\w.*)$/.exec(word)?.[1] ?? [];
  });
  if (modules.length === 0 && !isOnPath) return [];
  const named = new Set(modules.map((word) => word.split(".", 1)[0]));
  const isModule = (name: string) =>
    MODULE.test(name) ||
    named.has(name) ||
    namesIn(join(cwd, name)).some((one) => one.startsWith("__init__.") && MODULE.test(one));
  return namesIn(cwd)
    .filter(isModule)
    .map((name) => join(cwd, name));
}

/** The folder and those above it. What is in the person's home, or above it, is the person's own. */
function upwards(cwd: string): string[] {
  const up = dirname(cwd);
  return up === cwd || [cwd, up].includes(homedir()) ? [cwd] : [cwd, ...upwards(up)];
}

const INTERPRETERS = "node nodejs nodemon bun deno tsx ts-node python py pypy";
const SHELLS =
  "sh bash dash ash ksh zsh fish pwsh ruby perl php lua julia rscript tclsh expect groovy elixir source cat";
/** A file without such a name may be data, which the server itself changes. */
const PROGRAM =
  /\.([cm]?[jt]sx?|py[cz]?|rb|pl|php|lua|[a-z]*sh|ps1|bat|cmd|exe|jar|wasm|node|so|dll|go|rs|exs?|jl|csx?|fsx?|kts?|java|scala|groovy|clj|bb|swift|dart|zig|nim|cr|lisp|scm|rkt|raku|nu|scpt|applescript|r|ml|hs|erl|tcl|coffee|class|mk|toml|csproj|whl|tgz)$/i;

/** Whether the entry's own PATH has the folder in it. Ours is passed on without. */
const isOnPath = ({ env }: Program, cwd: string): boolean =>
  env.PATH?.split(delimiter).some((folder) => pathOf(folder, cwd) === cwd) === true;

/** Programs in the folder that the command names. The one of the name `elsewhere` is found by PATH. */
function programsNamed(look: Look, elsewhere: string): string[] {
  const isFound = (word: string) => word !== elsewhere || /[\\/]/.test(word);
  const paths = look.words.filter(isFound).map((word) => pathOf(word, look.cwd));
  return [
    ...paths.filter((path) => PROGRAM.test(path) || isExecutable(path)),
    ...scriptsIn(look),
    ...filesByOption(look),
  ].filter(isFile);
}

/** A module is found without its ending. */
const filesByOption = ({ cwd, words }: Look): string[] =>
  words
    .filter((_, at) => OBEYS.includes(words[at - 1] ?? ""))
    .flatMap((word) => ["", ".js", ".cjs", ".rb"].map((end) => resolve(cwd, word + end)));

/** An interpreter finds `server.js` or `server.ts` by the name `server`, also when that is a folder. */
const ENDS = list(".js .cjs .ts .mts .rb /package.json /index.js /index.ts /__main__.py");

/** What follows on an interpreter, up to its script; and what ./paths in its code may lead to. */
function scriptsIn({ cwd, words }: Look): string[] {
  const programs = [...INTERPRETERS.split(" "), ...SHELLS.split(" ")];
  const isProgram = (word: string) => programs.includes(bareName(word));
  const scripts = words.flatMap((one, at) =>
    isProgram(one) ? upToScript(words.slice(at + 1)) : [],
  );
  const paths = words.some(isProgram) ? words.filter((word) => /^\.{1,2}\//.test(word)) : [];
  const found = [...scripts, ...paths].flatMap((script) => ENDS.map((end) => script + end));
  return [...new Set([...scripts, ...found])].map((path) => resolve(cwd, path));
}

/** The words up to the script, without options. A word after an option may be its value or the script, so it counts, too. */
function upToScript(words: string[]): string[] {
  const isScript = (word: string, at: number) => {
    const before = words[at - 1] ?? "";
    const isValue = before.startsWith("-") && (OBEYS.includes(before) || !PROGRAM.test(word));
    return !isValue && !/^-|^run$/.test(word);
  };
  const end = words.findIndex(isScript);
  return words.slice(0, end < 0 ? words.length : end + 1).filter((word) => !word.startsWith("-"));
}

/** What a package.json that counts names: the program of a script, its "main", its "bin". */
function programsOfPackage(path: string): string[] {
  if (basename(path) !== "package.json" && !isFile(join(path, "package.json"))) return [];
  const file = isFile(path) ? path : join(path, "package.json");
  const paths = [...new Set(split(textOf(file)))].map((word) => pathOf(word, dirname(file)));
  return paths.filter((one) => PROGRAM.test(one) && isFile(one));
}

const MAX_FILES = 5_000;

/** A hash of a file's content. Of a folder, and of what is very large, only the sizes and the times of change of what counts. */
function markOf(path: string, counts = (_path: string) => true): string {
  const { size = 0 } = statOf(path) ?? {};
  if (isFile(path) && size <= MAX_BYTES) return hashOf(textOf(path));
  return hashOf(
    ["", ...namesBelow(path).filter((name) => counts(join(path, name)))]
      .map((name) => `${name} ${changeOf(join(path, name))}`)
      .join("\n"),
  );
}

function changeOf(path: string): string {
  const stat = statOf(path);
  return stat?.isFile() ? `${stat.size} ${stat.ctimeMs}` : "";
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** Of everything in a folder, the first names. A part that cannot be read hides no other, and no link is followed. */
function namesBelow(path: string): string[] {
  const names = namesIn(path);
  for (let at = 0; at < names.length && names.length < MAX_FILES; at++) {
    const name = names[at] ?? "";
    if (isRealFolder(join(path, name)))
      for (const inside of namesIn(join(path, name))) names.push(join(name, inside));
  }
  return names.slice(0, MAX_FILES);
}

const isRealFolder = (path: string) => attempt(() => lstatSync(path).isDirectory(), false);
