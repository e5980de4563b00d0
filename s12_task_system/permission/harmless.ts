// s03 · permission/harmless – the table of harmless commands. It is short; the gate asks about all others.

const list = (words: string) => words.split(" ");

/** What a program does with its operands, the arguments that are not options. */
type Operands =
  | "none"
  /** They are not files. */
  | "text"
  | "read"
  /** Read, and must be files: of a folder, the program would read all files. */
  | "readFiles"
  /** The first is a pattern, the others are read. */
  | "search"
  | "write"
  /** From a plain file to a name that does not exist yet. */
  | "copy"
  | "move"
  | "enter";

export interface Rule {
  operands: Operands;
  /** What each option must match. */
  options?: RegExp;
  /** Options whose value is the next word, and what that value may be. */
  valued?: [option: RegExp, value: RegExp];
  /** What each operand must match. */
  operand?: RegExp;
}

const NUMBER = /^[-+]?\d{1,9}$/;

/** The harmless programs, with the options and operands that are harmless. */
export const HARMLESS: Record<string, Rule> = {
  ls: {
    operands: "read",
    options:
      /^(-[1aAlhrRtSFdipGogsckuXvUBmqxN]+|--(all|almost-all|color(=\w+)?|reverse|recursive))$/,
  },
  cat: { operands: "read", options: /^-[AbeEnstTv]+$/ },
  head: {
    operands: "read",
    options: /^(-\d+|-[nc][-+]?\d+|-[qv]|--(lines|bytes)=[-+]?\d+)$/,
    valued: [/^-[nc]$/, NUMBER],
  },
  tail: {
    operands: "read",
    options: /^(-\d+|-[nc][-+]?\d+|-[qv]|--(lines|bytes)=[-+]?\d+)$/,
    valued: [/^-[nc]$/, NUMBER],
  },
  wc: { operands: "read", options: /^(-[clmwL]+|--(lines|words|bytes|chars))$/ },
  grep: {
    operands: "search",
    options:
      /^(-[ivnclLhHowxEFGqsar]*([ABCm]\d+)?|--(include|exclude|exclude-dir)=[^/]+|--colou?r(=\w+)?|--(ignore-case|line-number|recursive|count|word-regexp|fixed-strings|extended-regexp|invert-match|only-matching|files-with-matches))$/,
    valued: [/^-[ivnclLhHowxEFGqsar]*[ABCm]$/, NUMBER],
  },
  sort: {
    operands: "read",
    options: /^(-[bdfghMnruVs]+|-k\d[\d.,bdfgMnrV]*|-t.|--(reverse|unique|numeric-sort))$/u,
    valued: [/^-[bdfghMnruVs]*[kt]$/, /^(\d[\d.,bdfgMnrV]*|.)$/u],
  },
  cut: {
    operands: "read",
    options: /^(-[bcf][\d,-]+|-d.|-s|--(fields|delimiter|characters)=[^/]+)$/u,
    valued: [/^-[bcfd]$/, /^([\d,-]+|.)$/u],
  },
  diff: {
    operands: "readFiles",
    options:
      /^(-[uqwbBisya]+|-[uU]\d+|--(brief|unified|side-by-side|ignore-all-space|ignore-case))$/,
  },
  file: { operands: "read", options: /^(-[biL]+|--(brief|mime|mime-type))$/ },
  stat: {
    operands: "read",
    options: /^(-[Lt]+|-c.+|--(format|printf)=.+|--terse)$/s,
    valued: [/^-c$/, /^/],
  },
  pwd: { operands: "none", options: /^-[LP]$/ },
  echo: { operands: "text", options: /^/ },
  printf: { operands: "text", operand: /^(?!.*%[^a-zA-Z%]*[hjlLtz]*n)/s }, // %n sets a variable
  date: {
    operands: "text",
    options: /^(-u|-R|-I\w*|--utc|--iso-8601(=\w+)?|--rfc-3339=\w+)$/,
    operand: /^\+/,
  },
  whoami: { operands: "none" },
  which: { operands: "text", options: /^-a$/ },
  basename: { operands: "text", options: /^(-a|-s.+|--suffix=.+)$/s },
  dirname: { operands: "text" },
  true: { operands: "none" },
  false: { operands: "none" },
  cd: { operands: "enter" },
  mkdir: { operands: "write", options: /^(-[pv]+|--parents|--verbose)$/ },
  touch: { operands: "write", options: /^-[acm]+$/ },
  cp: { operands: "copy", options: /^(-[vnp]+|--(verbose|no-clobber|preserve))$/ },
  mv: { operands: "move", options: /^(-[vn]+|--(verbose|no-clobber))$/ },
};

/** The harmless tests and actions of find. Those in `valued` take the next word as their value. */
export const FIND = {
  plain: list(
    "! -not -a -and -o -or -print -print0 -empty -prune -true -false -depth -mount -xdev",
  ),
  valued: list(
    "-name -iname -path -ipath -wholename -type -maxdepth -mindepth -size -mtime -mmin -atime -ctime -perm -user -group",
  ),
};

/** The subcommands of git that only read, with the options they may have. */
export const GIT: Record<string, RegExp> = {
  status:
    /^(-[sbvz]+|-u\w*|--(short|branch|porcelain(=v[12])?|long|show-stash|untracked-files(=\w+)?|ignored))$/,
  diff: /^(-[pwbRz]+|-U\d+|-M\d*|--(stat|shortstat|numstat|cached|staged|name-only|name-status|summary|check|quiet|exit-code|color(=\w+)?|no-color|word-diff|no-ext-diff|no-textconv|minimal|patch))$/,
  log: /^(-\d+|-n\d+|-[pwiz]+|-[SG].+|--(oneline|stat|shortstat|numstat|graph|all|decorate(=\w+)?|no-decorate|name-only|name-status|patch|reverse|merges|no-merges|follow|first-parent|abbrev-commit|branches|tags|no-color|color(=\w+)?|date=[\w:% -]+|(pretty|format)=(?!.*%G)(oneline|short|medium|full|fuller|reference|t?format:.*|[^@]*%[^@]*)|since=.+|until=.+|after=.+|before=.+|author=.+|grep=.+|max-count=\d+))$/s,
  show: /^(-[pwsq]+|--(stat|name-only|name-status|oneline|no-patch|no-color|color(=\w+)?|(pretty|format)=(?!.*%G)(oneline|short|medium|full|fuller|reference|t?format:.*|[^@]*%[^@]*)))$/s,
  blame: /^(-[wlsetf]+|-L\d+,[+-]?\d+|-[MC]\d*)$/,
  "ls-files": /^(-[codmstz]+|--(cached|others|modified|deleted|stage|exclude-standard|ignored))$/,
  "rev-parse":
    /^--(abbrev-ref|short(=\d+)?|show-toplevel|verify|is-inside-work-tree|symbolic-full-name|git-dir|show-prefix)$/,
  branch: /^(-[arv]+|-vv|--(list|all|remotes|show-current|verbose|no-color|merged|no-merged))$/,
};

/** Subcommands that must have no operands: `git branch NAME` would make a branch. */
export const GIT_ALONE = ["branch"];

/** Options of the subcommands whose value is the next word. */
export const GIT_VALUED = { option: /^(-n|--max-count)$/, value: NUMBER };
