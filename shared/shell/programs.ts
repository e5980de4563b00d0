// shared/shell/programs · where bash finds programs, and which of them run other programs or code.
import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, delimiter, dirname, join, sep } from "node:path";
import { contains, realPath } from "../files.ts";
import { namesIn } from "../onDisk.ts";
import { list } from "../text.ts";

const SHELLS = list("bash sh dash zsh ksh ash mksh rbash fish csh tcsh");

/** Programs that run the command lines they are given, as arguments or in a file. */
const EVALUATE = [...SHELLS, ...list("eval trap watch script su source .")];

const INTERPRETERS = list(
  "node nodejs deno bun tsx ts-node python ipython pypy ruby tclsh perl php lua Rscript osascript",
);

/** Programs that run another program, which is named after their own options. */
const WRAPPERS = list(
  "env xargs nice nohup timeout time command exec builtin setsid stdbuf watch parallel ionice chroot busybox toybox flock script unshare taskset strace systemd-run npx",
);

const INLINE = /^-\w*[cepErn]|^--(eval|print|require|import|exec)|^-$/;
const SCRIPT = /^[\w./][\w./-]*\.\w+$/;

/** The name of a program without its folder. */
export const baseOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** True for a shell and the like, whose arguments are command lines. */
export const runsLines = (program: string): boolean => EVALUATE.includes(baseOf(program));

/** True for `env` and the like, whose arguments hold another command. */
export const runsItsArguments = (program: string): boolean => WRAPPERS.includes(baseOf(program));

/** The script that an interpreter runs, as in `node x.js`; undefined for any other command. */
export function scriptOf([name = "", first = ""]: string[]): string | undefined {
  return INTERPRETERS.includes(unversioned(name)) && SCRIPT.test(first) ? first : undefined;
}

/** True for a shell and for code on the command line, also after a wrapper: what it does is not in its words. */
export function runsCode([name = "", ...args]: string[]): boolean {
  const program = unversioned(name);
  if (EVALUATE.includes(program)) return true;
  if (INTERPRETERS.includes(program))
    return (
      scriptOf([name, ...args]) === undefined &&
      (args.length === 0 || args.some((word) => INLINE.test(word)))
    );
  const others = args.map(unversioned);
  return (
    WRAPPERS.includes(program) &&
    others.some((word) => EVALUATE.includes(word) || INTERPRETERS.includes(word))
  );
}

/** `/usr/bin/python3.12` is `python`. */
const unversioned = (path: string) => baseOf(path).replace(/(?<=\w)[\d.]+$/, "");

/** The real paths of the folders in PATH, in which the shell looks for programs. */
export async function programFolders(): Promise<string[]> {
  const entries = (process.env.PATH ?? "").split(delimiter).filter((entry) => entry !== "");
  const real = await Promise.all(entries.map((entry) => realPath(entry, "/").catch(() => [])));
  return real.flat();
}

/** In these a folder says which program a shim is to run, such as those of asdf and pyenv. */
const CHOOSING = list(
  ".tool-versions .python-version .node-version .ruby-version .java-version mise.toml .mise.toml",
);

/**
 * True when the program that the shell finds is a shim, and a file of `folder`, or of one above it below the home, says what
 * it runs; also for one of corepack, which looks in package.json and .corepack.env for what it downloads.
 */
export async function isChosenBy(folder: string, program: string): Promise<boolean> {
  for (const place of await programFolders()) {
    const path = join(place, program);
    if (!existsSync(path)) continue;
    const real = realpathSync(path);
    const isShim = basename(place) === "shims" || MANAGERS.includes(basename(real));
    return real.split(sep).includes("corepack") || (isShim && chooses(folder));
  }
  return false;
}

/** What a shim may be a link to. */
const MANAGERS = list("mise rtx asdf proto");
/** Its settings have many names, also of folders: mise.local.toml, .mise, .config/mise. */
const isOfMise = (name: string) => /^\.?mise($|\.)/.test(name);

/** The files and folders in `folder` that say which program a shim is to run, by their paths. */
export const choicesIn = (folder: string): string[] => [
  ...CHOOSING.map((name) => join(folder, name)).filter(existsSync),
  ...[folder, join(folder, ".config")].flatMap((place) =>
    namesIn(place)
      .filter((name) => isOfMise(name) && !CHOOSING.includes(name))
      .map((name) => join(place, name)),
  ),
];

function chooses(folder: string): boolean {
  const above = dirname(folder);
  return (
    choicesIn(folder).length > 0 ||
    (above !== folder && !contains(above, homedir()) && chooses(above))
  );
}
