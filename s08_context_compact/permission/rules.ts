// s03 · rules – what is never done, and what is asked about: tables, a command a line.
import { existsSync } from "node:fs";
import { posix } from "node:path";
import type { SimpleCommand } from "./shell.ts";

const list = (words: string) => words.split(" ");

/** Words that run other words, for the reader of command lines. */
export const RUNS = {
  shells: list("bash sh dash zsh ksh ash mksh rbash fish csh tcsh"),
  /** They run the command that stands somewhere in their words. */
  wrappers: list(
    "env xargs sudo doas nice nohup timeout time command exec builtin setsid stdbuf watch parallel ionice chroot busybox toybox flock script unshare setpriv taskset chrt strace prlimit systemd-run pkexec runuser",
  ),
  /** Some of them take a whole line as one word. */
  lineWrappers: list("env watch parallel script"),
  /** What a wrapper runs when it runs one of these; the words behind it are no commands. */
  readers: list("grep egrep fgrep rg cat echo ls wc head tail sort uniq basename dirname"),
  /** Bash evaluates what stands in an index among their words, quoted or not: let 'a[$(rm x)]'. */
  evaluateAgain: list(
    "let declare typeset local export readonly unset read printf test [ mapfile readarray compgen",
  ),
  evaluatingNodes: list(
    "TestCommand ArithmeticCommand ArithmeticExpansion ParameterExpansion Assignment",
  ),
  findOptions: list("-exec -execdir -ok -okdir"),
};

/** Why a call needs a person, and what "always" would allow from then on. */
export interface Reason {
  text: string;
  grant: string;
}

/** Never, whoever says so. Such a list shows where the gate is; it is no wall. */
const DENIED: Record<string, string> = {
  sudo: "acts as another user",
  su: "acts as another user",
  doas: "acts as another user",
  shutdown: "stops the machine",
  reboot: "stops the machine",
  halt: "stops the machine",
  poweroff: "stops the machine",
  mkfs: "erases a disk",
};

/** Only when a person says so. */
const ASKED: Record<string, string> = {
  rm: "deletes files",
  rmdir: "deletes folders",
  unlink: "deletes files",
  shred: "destroys files",
  truncate: "empties files",
  dd: "overwrites files or disks",
  chmod: "changes who may do what",
  chown: "changes who owns files",
  kill: "stops other programs",
  pkill: "stops other programs",
  killall: "stops other programs",
  crontab: "changes what runs later",
  curl: "talks to other machines",
  wget: "talks to other machines",
  ssh: "talks to other machines",
  scp: "talks to other machines",
  rsync: "copies files, also to other machines",
};

const ASKED_GIT: Record<string, string> = {
  push: "sends commits to others",
  clean: "deletes files",
  reset: "may drop changes",
  checkout: "may drop changes",
  switch: "may drop changes",
  stash: "may drop changes",
  rm: "deletes files",
  worktree: "makes or removes folders",
  restore: "drops changes",
};

export const HARMLESS_DEVICES = /^\/dev\/(null|zero|stdin|stdout|stderr|tty|fd\/\d+|u?random)$/;
const EVERYTHING = /^(\/|~\/?|\$HOME\/?|\/(bin|boot|dev|etc|home|lib|root|usr|var)\/?)\*?$/;
const OPTION = /^-{0,2}\w[\w-]*=|^-[A-Za-z]+(?=\/.|~|\.\.)/;

/** The words that may be paths, without the option they are glued to. A bare `cd` goes home. */
export function pathsOf({ name, args }: SimpleCommand): string[] {
  const words = args.map((word) => word.replace(OPTION, "")).filter(mayExist);
  return name === "cd" && args.every((word) => word.startsWith("-")) ? [...words, "~"] : words;
}

/** "/foo/d" is a pattern of sed where there is no folder /foo: nothing can be read there. */
function mayExist(word: string): boolean {
  const [, first] = /^\/+([^/]+)/.exec(word) ?? [];
  return first === undefined || existsSync(`/${first}`);
}

/** Without what does not change where a path leads: quotes, braces, doubled slashes, dots. */
const plain = (path: string) =>
  posix.normalize(path.replaceAll(/["{}]/g, "")).replace(/^\/\//, "/");

/** Why the command is refused whoever says so; undefined when it is not. */
export function whyNever({ name, args, isGuess }: SimpleCommand): string | undefined {
  const base = name.replace(/^mkfs\..*/, "mkfs");
  if (Object.hasOwn(DENIED, base) && !isGuess) return `${name} ${DENIED[base]}`;
  if (name === "rm" && args.some((word) => EVERYTHING.test(plain(word))))
    return "rm would delete everything";
  const target = name === "dd" && args.find((word) => word.startsWith("of="));
  return target ? whyNeverWritten(target.slice(3)) : undefined;
}

/** The same for a file that would be written. */
export function whyNeverWritten(path: string): string | undefined {
  const device = plain(path);
  if (!device.startsWith("/dev/") || HARMLESS_DEVICES.test(device)) return undefined;
  return `it would write to the device ${device}`;
}

/** Why a person has to say so. */
export function whyAsked({ name, args }: SimpleCommand): Reason[] {
  const git = name === "git" ? gitCommand(args) : "";
  if (Object.hasOwn(ASKED_GIT, git))
    return [{ text: `git ${git} ${ASKED_GIT[git]}`, grant: `git ${git}` }];
  if (name === "find" && args.includes("-delete"))
    return [{ text: "find -delete deletes files", grant: "find -delete" }];
  const table = Object.hasOwn(DENIED, name) ? DENIED : ASKED; // a guess at something denied
  const reason = Object.hasOwn(table, name) ? table[name] : undefined;
  return reason ? [{ text: `${name} ${reason}`, grant: name }] : [];
}

/** `push` in `git -C . push`: the first word that is neither an option nor the value of one. */
function gitCommand(args: string[]): string {
  const valued = ["-C", "-c", "--git-dir", "--work-tree"];
  return (
    args.find((word, at) => !word.startsWith("-") && !valued.includes(args[at - 1] ?? "")) ?? ""
  );
}
