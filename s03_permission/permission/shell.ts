// s03 · permission/shell – reads a line for bash: its plain commands, and what of it is not plain.
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import {
  type Command,
  forEachChild,
  parse,
  type Redirection,
  type SyntaxNode,
  type Word,
} from "unbash";

/** A word of a command. Where it has a star, bash replaces it by the names that it finds. */
export interface ShellWord {
  /** The word as bash passes it on, unless a star finds something. */
  text: string;
  /** Literal texts and stars in turn: `a*.ts` is ["a", ".ts"]. One piece: there is no star. */
  pieces: string[];
}

/** A program and its words, as they are written. */
export interface PlainCommand {
  /** The text of the command in the line. */
  source: string;
  words: ShellWord[];
}

/** A file that a redirection reads or writes. */
export interface RedirectedFile {
  how: "read" | "write";
  path: string;
}

/** A command that was found anywhere in the line. Words that are computed stay as they are written. */
export type SeenCommand = string[];

export interface ShellLine {
  commands: PlainCommand[];
  files: RedirectedFile[];
  /** The parts that were not understood. Empty when the whole line was. */
  unclear: string[];
  /** All commands, also in parts that were not understood: to find what is never done. */
  seen: SeenCommand[];
  /** All files that any redirection may write, for the same purpose. */
  seenWrites: string[];
  /** Whether a command gets its input from somewhere, or its output goes there. */
  isRedirected: boolean;
}

const MAX_LINE = 3000;

/** Characters without a meaning for bash, or any printable one after a backslash. */
const PLAIN = /^(?:[\p{L}\p{M}\p{N}_.,:/+=@%^~!#-]|\\[ -~]|\{\})*$/u;
const STANDARD = /^[012]$/;

/** Reads a line with a parser for bash. Must not throw: what cannot be read is unclear. */
export function readShellLine(line: string): ShellLine {
  const found: ShellLine = {
    ...{ commands: [], files: [], unclear: [], seen: [], seenWrites: [] },
    isRedirected: false,
  };
  if (line.length > MAX_LINE) {
    found.unclear.push(`a line of ${line.length} characters`);
    return found;
  }
  try {
    const script = parse(line);
    if (script.errors && script.errors.length > 0) found.unclear.push("it is not valid bash");
    look(script, found);
    for (const statement of script.commands) {
      if (statement.background) found.unclear.push("a background job");
      read(statement.command, line, found);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error; // the parser's stack ended
    found.unclear.push("it is nested too deep");
  }
  return found;
}

/** Finds every command and every written file, in whatever they are nested. */
function look(node: SyntaxNode, found: ShellLine) {
  if (node.type === "Command" && node.name !== undefined) found.seen.push(seenWords(node));
  if (node.type === "Redirect" && node.target !== undefined && node.operator !== "<")
    found.seenWrites.push(node.target.value);
  if (node.type === "Function" && callsIn(node.body, node.name.value) > 1)
    found.seen.push([FORK_BOMB]);
  forEachChild(node, (child) => look(child, found));
}

/** Stands for `f() { f | f & }`, which starts more and more of itself. */
export const FORK_BOMB = "a fork bomb";

/** The words of a command, and what it gets as its input. */
function seenWords({ name, args, redirects }: Command): SeenCommand {
  const words = [...(name ? [name] : []), ...args].map((word) =>
    word.type === "Word" ? word.value : word.text,
  );
  const inputs = redirects.flatMap((part) => {
    if (part.type === "HereDoc") return [part.body.text];
    return part.type === "HereString" && part.target ? [part.target.value] : [];
  });
  return [...words, ...inputs];
}

/** How often a command is called in a part of a line. */
function callsIn(node: SyntaxNode, name: string): number {
  let count = node.type === "Command" && node.name?.value === name ? 1 : 0;
  forEachChild(node, (child) => {
    count += callsIn(child, name);
  });
  return count;
}

/** Takes the plain parts: commands, joined by `;`, `&&`, `||`, `|` and `!`. Everything else is unclear. */
function read(node: SyntaxNode, line: string, found: ShellLine) {
  const source = line.slice(node.pos, node.end);
  if (node.type === "AndOr" || (node.type === "Pipeline" && isPlainPipeline(node.prefixes)))
    for (const part of node.commands) read(part, line, found);
  else if (node.type === "Command") readCommand(node, source, found);
  else found.unclear.push(source);
}

const isPlainPipeline = (prefixes: readonly SyntaxNode[]) =>
  prefixes.every(({ type }) => type === "Negation");

function readCommand(command: Command, source: string, found: ShellLine) {
  const parts = [...command.prefix, ...command.suffix];
  for (const part of parts) {
    if (part.type === "Assignment") found.unclear.push(part.text);
    else if (part.type !== "Word") readRedirection(part, source, found);
  }
  if (command.name === undefined) return;
  const words: ShellWord[] = [];
  for (const word of [command.name, ...command.args]) {
    const plain = word.type === "Word" ? plainWord(word) : undefined;
    if (plain === undefined) found.unclear.push(word.text);
    else words.push(plain);
  }
  if (words.length === command.args.length + 1) found.commands.push({ source, words });
}

function readRedirection(part: Redirection, source: string, found: ShellLine) {
  found.isRedirected = true;
  const { descriptor } = part;
  const isUsual =
    descriptor === undefined || (descriptor.type === "FileDescriptor" && descriptor.value < 3);
  if (part.type === "HereDoc") {
    const isLiteral = part.delimiter?.quoted || !/[$`\\]/.test(part.body.text);
    if (!isUsual || !isLiteral || part.closing === undefined)
      found.unclear.push(`<<${part.delimiter?.text ?? source}`);
    return;
  }
  const target = part.target && plainWord(part.target);
  const path = target?.pieces.length === 1 ? target.text : undefined;
  if (!isUsual || path === undefined || part.operator === "<>" || part.operator === "<&")
    found.unclear.push(part.target?.text ?? source);
  else if (part.operator === ">&") {
    if (!STANDARD.test(path)) found.unclear.push(`>&${path}`);
  } else if (part.operator !== "<<<")
    found.files.push({ how: part.operator === "<" ? "read" : "write", path });
}

/** The word as bash passes it on; undefined when it is computed. */
function plainWord({ text, value, parts }: Word): ShellWord | undefined {
  if (!isPlainTilde(text)) return undefined;
  if (parts === undefined) return PLAIN.test(text) ? wordOf([withHome(value, text)]) : undefined;
  const pieces = [""];
  for (const [at, part] of parts.entries()) {
    if (part.type === "Glob" && part.kind === "star") {
      pieces.push(...Array.from(part.text, () => "")); // two stars are one part
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

/** Bash replaces ~ and ~user at the beginning of a word, and after = or : in some; ~+, ~- and ~1 are other folders. */
function isPlainTilde(text: string): boolean {
  const [tilde, user] = HOME.exec(text) ?? [];
  if (/[=:]~/.test(text)) return false;
  return tilde === undefined ? !text.startsWith("~") : homeOf(user ?? "") !== undefined;
}

const HOME = /^~([a-z_][\w.-]*)?(?=\/|$)/i;

/** A word that begins with ~ or ~user, as it is written, leads to a home. */
function withHome(literal: string, text: string): string {
  const [tilde, user] = HOME.exec(text) ?? [];
  return tilde === undefined ? literal : literal.replace(tilde, homeOf(user ?? "") ?? "");
}

function homeOf(user: string): string | undefined {
  if (user === "") return homedir();
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  return lines.find((line) => line.startsWith(`${user}:`))?.split(":")[5];
}
