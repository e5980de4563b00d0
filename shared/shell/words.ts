// shared/shell/words · reads a word as bash does: its quotes, its backslashes, a ~ at its beginning, and its stars.
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { posix } from "node:path";
import type { Word } from "unbash";

/** A word of a command. If it has a star, bash replaces it by the names that match. */
export interface ShellWord {
  /** The word as bash passes it on if no name matches. */
  text: string;
  /** The texts around its stars: `a*.ts` is ["a", ".ts"]. A word without a star is one piece. */
  pieces: string[];
}

/** Characters that have no special meaning in bash, or any printable one after a backslash. */
const PLAIN = /^(?:[\p{L}\p{M}\p{N}_.,:/+=@%^~!#-]|\\[ -~]|\{\})*$/u;

/** The words of `[ -f a ]`: a bracket that is a word by itself is no pattern. */
const BRACKET = /^[[\]]$/;

/** The word as bash passes it on; undefined when it is computed. */
export function plainWord({ text, value, parts }: Word): ShellWord | undefined {
  if (!isPlainTilde(text)) return undefined;
  const isPlain = PLAIN.test(text) || BRACKET.test(text);
  if (parts === undefined) return isPlain ? wordOf([withHome(value, text)]) : undefined;
  const pieces = [""];
  for (const [at, part] of parts.entries()) {
    if (part.type === "Glob" && part.kind === "star") {
      pieces.push(...Array.from(part.text, () => "")); // two stars in a row are one part
      continue;
    }
    const literal = literalOf(part);
    if (literal === undefined) return undefined;
    pieces.push(`${pieces.pop()}${at === 0 ? withHome(literal, text) : literal}`);
  }
  return wordOf(pieces);
}

const wordOf = (pieces: string[]): ShellWord => ({ text: pieces.join("*"), pieces });

function literalOf(part: NonNullable<Word["parts"]>[number]): string | undefined {
  if (part.type === "Literal") return PLAIN.test(part.text) ? part.value : undefined;
  if (part.type === "SingleQuoted") return part.value;
  if (part.type !== "DoubleQuoted") return undefined;
  const literals = part.parts.flatMap((inner) => (inner.type === "Literal" ? [inner.value] : []));
  return literals.length === part.parts.length ? literals.join("") : undefined;
}

/** False if a ~ may not be a home: after = and : that depends on the word, and ~+, ~- and ~1 are other folders. */
function isPlainTilde(text: string): boolean {
  const [tilde, user] = HOME.exec(text) ?? [];
  if (/[=:]~/.test(text)) return false;
  return tilde === undefined ? !text.startsWith("~") : homeOf(user ?? "") !== undefined;
}

const HOME = /^~([a-z_][\w.-]*)?(?=\/|$)/i;

/** Replaces a ~ or ~user at the beginning of a word by the home. */
function withHome(literal: string, text: string): string {
  const [tilde, user] = HOME.exec(text) ?? [];
  return tilde === undefined ? literal : literal.replace(tilde, homeOf(user ?? "") ?? "");
}

function homeOf(user: string): string | undefined {
  if (user === "") return homedir();
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  return lines.find((line) => line.startsWith(`${user}:`))?.split(":")[5];
}

/** The folder that a word of `seen` means, without quotes: `"$HOME"/x/`, `~/x/*` and `~//x` are x in the home. */
export function folderWritten(word: string): string {
  const bare = word.replaceAll('"', "").replace(/^\$\{(HOME|PWD)\}/, "$$$1");
  const path = posix.normalize(bare.replace(/^(~|\$HOME)(?=\/|$)/, homedir()));
  return path
    .replace(/^(\/.*|)\/\*$/, "$1/")
    .replace(/^\/+/, "/")
    .replace(/(.)\/+$/, "$1");
}
