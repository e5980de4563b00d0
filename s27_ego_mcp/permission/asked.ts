// s03 · permission/asked – for the question about a command: what it does, in words, and what "always" would allow.
import type { ShellLine } from "../../shared/shell/line.ts";
import { runsCode, scriptOf } from "../../shared/shell/programs.ts";
import { list } from "../../shared/text.ts";
import type { Reason } from "../tools.ts";

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

/** With other signs in its name, a grant for a script could be read as another line. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/**
 * What "always" would allow for this command: a script with any arguments, or the command as it is written.
 * Undefined for a shell and for code on the command line, which could do anything.
 */
export function grantOf(words: string[], source: string): string | undefined {
  if (runsCode(words)) return undefined;
  const script = scriptOf(words);
  return script === undefined || !PLAIN.test(script) ? source : `${words[0]} ${script}`;
}

/**
 * What "always" would allow: for a single command, that command. The effect of several commands depends on all of
 * them, so there it is only the whole line, and nothing if one of them could run any code.
 */
export function withGrant({ text, grant }: Reason, read: ShellLine, line: string): Reason {
  if (grant === undefined) return { text };
  if (!/^(bash|as written): /.test(grant)) return { text, grant };
  if (!read.seen.every((words) => grantOf(words, line) !== undefined)) return { text };
  const isAlone =
    grant.startsWith("bash: ") &&
    read.seen.length === 1 &&
    read.unclear.length === 0 &&
    !read.isRedirected;
  return { text, grant: isAlone ? grant : `bash: ${line}` };
}
