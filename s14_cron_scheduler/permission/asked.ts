// s03 · permission/asked – for the question about a command: what it does, in words, and what "always" would allow.

const list = (words: string) => words.split(" ");

const SHELLS = list("bash sh dash zsh ksh ash mksh rbash fish csh tcsh");

/** Programs that run the command lines they are given, as arguments or in a file. */
export const EVALUATE = [...SHELLS, ...list("eval trap watch script su source .")];

const INTERPRETERS = list(
  "node nodejs deno bun tsx ts-node python ipython pypy ruby tclsh perl php lua Rscript osascript",
);

/** Programs that run another program, which is named after their own options. */
export const WRAPPERS = list(
  "env xargs nice nohup timeout time command exec builtin setsid stdbuf watch parallel ionice chroot busybox toybox flock script unshare taskset strace systemd-run npx",
);

const INLINE = /^-\w*[cepErn]|^--(eval|print|require|import|exec)|^-$/;

/** What some programs do, in the words of the question. */
const DEEDS: Record<string, string[]> = {
  "deletes files": list("rm rmdir unlink shred truncate"),
  "uses the network": list(
    "curl wget ssh scp sftp rsync nc ncat netcat telnet ftp ping dig nslookup host",
  ),
  "changes files": list("ln chmod chown chgrp tee dd install patch"),
  "stops other programs": list("kill pkill killall"),
};

const GIT_DEEDS: Record<string, string[]> = {
  "uses the network": list("push fetch pull clone ls-remote"),
  "deletes files": list("rm clean"),
  "may drop changes": list("reset checkout restore switch stash"),
};

/** What a command does, in the words of the question. */
export function deedOf([name = "", ...args]: string[]): string {
  if (name === "git")
    return keyWith(GIT_DEEDS, args.find((word) => !word.startsWith("-")) ?? "") ?? "runs a program";
  if (name === "find" && args.includes("-delete")) return "deletes files";
  return keyWith(DEEDS, name) ?? "runs a program";
}

const keyWith = (table: Record<string, string[]>, word: string) =>
  Object.entries(table).find(([, words]) => words.includes(word))?.[0];

/**
 * What "always" would allow for this command: a script with any arguments, or the command as it is written.
 * Undefined for a shell and for code on the command line, which could do anything.
 */
export function grantOf([name = "", ...args]: string[], source: string): string | undefined {
  const [first = ""] = args;
  const isScript = /^[\w./][\w./-]*\.\w+$/.test(first);
  const base = baseOf(name).replace(/[\d.]+$/, "");
  if (EVALUATE.includes(base)) return undefined;
  if (INTERPRETERS.includes(base)) {
    if (isScript) return `${name} ${first}`;
    return args.length === 0 || args.some((word) => INLINE.test(word)) ? undefined : source;
  }
  const others = args.map((word) => baseOf(word).replace(/[\d.]+$/, ""));
  if (
    WRAPPERS.includes(base) &&
    others.some((word) => EVALUATE.includes(word) || INTERPRETERS.includes(word))
  )
    return undefined;
  return source;
}

export const baseOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
