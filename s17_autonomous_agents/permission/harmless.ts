// s03 · permission/harmless – the table of harmless commands. It is short; the gate asks about all others.
import type { Kinds } from "../../shared/shell/options.ts";
import { isChosenBy } from "../../shared/shell/programs.ts";
import { list } from "../../shared/text.ts";

/** The kinds of values in the tables. */
export const KINDS: Kinds = {
  number: /^[-+]?\d{1,9}$/,
  digits: /^\d{1,9}$/,
  count: /^\d{1,6}$/,
  seconds: /^\d{1,7}(\.\d{1,3})?[smhd]?$/,
  word: /^\w+$/,
  name: /^[^/]+$/,
  text: /^.+$/s,
  character: /^.$/u,
  columns: /^[\d,-]+$/,
  key: /^\d[\d.,bdfgMnrV]*$/,
  lines: /^\d+,[+-]?\d+$/,
  date: /^[\w:% -]+$/,
  printed: /^(?!.*%[^a-zA-Z%]*([hjlLtz]*n|\*|\d{4}))/s, // %n sets a variable, and a width of thousands could fill a disk
  commit: /^(?!.*%.*G)(oneline|short|medium|full|fuller|reference|t?format:.*|[^@]*%[^@]*)$/s, // %G runs a program
};

/**
 * The harmless programs, by the use of their operands: the arguments that are not options. Each program has the forms
 * that its arguments may have; shared/shell/options.ts reads them.
 */
export const HARMLESS = {
  none: { pwd: "-L -P", whoami: "", true: "", false: "" },
  /** The operands are not files. */
  text: {
    echo: "-<text>",
    printf: "<printed>",
    date: "+<text> -u -R -I -I<word> --utc --iso-8601 --iso-8601=<word> --rfc-3339=<word>",
    which: "-a",
    basename: "-a -s<text> --suffix=<text>",
    dirname: "",
    sleep: "<seconds>",
    seq: "<count> -<count> -w -s<character> -s_<character>", // more numbers could fill a disk
    tr: "-[cCdst]",
  },
  read: {
    ls: "-[1aAlhrRtSFdipGogsckuXvUBmqxN] --all --almost-all --color --color=<word> --reverse --recursive",
    cat: "-[AbeEnstTv]",
    head: "-<digits> -n<number> -n_<number> -c<number> -c_<number> -q -v --lines=<number> --bytes=<number>",
    tail: "-<digits> -n<number> -n_<number> -c<number> -c_<number> -q -v --lines=<number> --bytes=<number>",
    wc: "-[clmwL] --lines --words --bytes --chars",
    sort: "-[bdfghMnruVs] -k<key> -*k_<key> -t<character> -*t_<character> --reverse --unique --numeric-sort",
    cut: "-b<columns> -b_<columns> -c<columns> -c_<columns> -f<columns> -f_<columns> -d<character> -d_<character> -s --fields=<name> --delimiter=<name> --characters=<name>",
    file: "-[biL] --brief --mime --mime-type",
    stat: "-[Lt] -c<text> -c_<text> --format=<text> --printf=<text> --terse",
    nl: "-b<word> -b_<word>",
    du: "-[ahskmbcx] -d<digits> -d_<digits> --max-depth=<digits> --all --summarize --human-readable --total",
    realpath: "-[emsqz]",
  },
  /** Read one file at most: of two, the second is written. */
  readOne: {
    uniq: "-[cdui] -f<digits> -f_<digits> -s<digits> -s_<digits> -w<digits> -w_<digits> --count --repeated --unique",
  },
  /** Read, and must be files: of a folder, the program would read all files. */
  readFiles: {
    diff: "-[uqwbBisya] -u<digits> -U<digits> --brief --unified --side-by-side --ignore-all-space --ignore-case",
  },
  /** The first is a pattern, the others are read. */
  search: {
    grep: "-[ivnclLhHowxEFGqsar] -*A<digits> -*A_<number> -*B<digits> -*B_<number> -*C<digits> -*C_<number> -*m<digits> -*m_<number> --include=<name> --exclude=<name> --exclude-dir=<name> --color --color=<word> --colour --colour=<word> --ignore-case --line-number --recursive --count --word-regexp --fixed-strings --extended-regexp --invert-match --only-matching --files-with-matches",
  },
  write: { mkdir: "-[pv] --parents --verbose", touch: "-[acm]" },
  /** From a plain file to a name that does not exist yet. */
  copy: { cp: "-[vnp] --verbose --no-clobber --preserve" },
  move: { mv: "-[vn] --verbose --no-clobber" },
  enter: { cd: "" },
  /** Each word is an operator (TEST) or judged as a path. */
  test: { test: "", "[": "" },
} satisfies Record<string, Record<string, string>>;

export type Use = keyof typeof HARMLESS;

/** A harmless program: what it does with its operands, and the forms that its arguments may have. */
export interface Rule {
  use: Use;
  forms: string[];
}

const USES = Object.keys(HARMLESS).filter((key): key is Use => Object.hasOwn(HARMLESS, key));

/** The rule of a program; undefined if it is not in the table. */
export function ruleOf(name: string): Rule | undefined {
  const use = USES.find((one) => Object.hasOwn(HARMLESS[one], name));
  return use && { use, forms: formsIn(HARMLESS[use], name) };
}

/** The forms that the arguments of a program may have. */
export const formsIn = (table: Record<string, string>, name: string): string[] =>
  list(table[name] ?? "").filter((form) => form !== "");

/** The operators of test that may be used. Others run code: `-v 'a[$(…)]'`. */
export const TEST = list(
  "! = == != -eq -ne -lt -le -gt -ge -a -o -n -z -e -f -d -s -r -w -x -h -L -nt -ot -ef",
);

/** The only script of sed, after -n: it prints lines by their numbers. */
export const SED_LINES = /^(\d{1,9}|\$)(,(\d{1,9}|\$))?p$/;

/** Programs that do no more than print their version if `--version` is their only argument. Others obey files of the folder. */
const VERSION = list("node npm npx git python python3 pip pip3 bash make gcc curl jq");

export async function printsVersion(name: string, args: string[], folders: string[]) {
  if (args.join() !== "--version" || !VERSION.includes(name)) return false;
  return !(await Promise.all(folders.map((folder) => isChosenBy(folder, name)))).includes(true);
}

/** The harmless tests and actions of find. */
export const FIND = list(
  "! -not -a -and -o -or -print -print0 -empty -prune -true -false -depth -mount -xdev -name_<text> -iname_<text> -path_<text> -ipath_<text> -wholename_<text> -type_<text> -maxdepth_<text> -mindepth_<text> -size_<text> -mtime_<text> -mmin_<text> -atime_<text> -ctime_<text> -perm_<text> -user_<text> -group_<text>",
);

/** The subcommands of git that only read, with the options they may have. With -v, status would print what is in the files. */
export const GIT: Record<string, string> = {
  status:
    "-[sbz] -u -u<word> --short --branch --porcelain --porcelain=v1 --porcelain=v2 --long --show-stash --untracked-files --untracked-files=<word> --ignored",
  diff: "-[pwbRz] -U<digits> -M -M<digits> --stat --shortstat --numstat --cached --staged --name-only --name-status --summary --check --quiet --exit-code --color --color=<word> --no-color --word-diff --no-ext-diff --no-textconv --minimal --patch",
  log: "-[pwiz] -<digits> -n<digits> -n_<number> --max-count=<digits> --max-count_<number> -S<text> -G<text> --pretty=<commit> --format=<commit> --date=<date> --since=<text> --until=<text> --after=<text> --before=<text> --author=<text> --grep=<text> --oneline --stat --shortstat --numstat --graph --all --decorate --decorate=<word> --no-decorate --name-only --name-status --patch --reverse --merges --no-merges --follow --first-parent --abbrev-commit --branches --tags --no-color --color --color=<word>",
  show: "-[pwsq] -n_<number> --max-count_<number> --pretty=<commit> --format=<commit> --stat --name-only --name-status --oneline --no-patch --no-color --color --color=<word>",
  blame: "-[wlsetf] -L<lines> -M -M<digits> -C -C<digits>",
  "ls-files": "-[codmtz] --cached --others --modified --deleted --exclude-standard --ignored",
  "rev-parse":
    "--abbrev-ref --short --short=<digits> --show-toplevel --verify --is-inside-work-tree --symbolic-full-name --git-dir --show-prefix",
  branch: "-[arv] --list --all --remotes --show-current --verbose --no-color --merged --no-merged",
};

/** Subcommands that must have no operands: `git branch NAME` would make a branch. */
export const GIT_ALONE = ["branch"];

/** Subcommands that only print names. The others print what is in the files of the whole repository. */
export const GIT_NAMES = list("status ls-files rev-parse branch");
