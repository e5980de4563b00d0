// s03 · permission/shell – reads a line for bash: its plain commands, and the parts that are not plain.
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

/** A word of a command. If it has a star, bash replaces it by the names that match. */
export interface ShellWord {
  /** The word as bash passes it on if no name matches. */
  text: string;
  /** The texts around its stars: `a*.ts` is ["a", ".ts"]. A word without a star is one piece. */
  pieces: string[];
}

/** A command whose words are certain before it runs, except for its stars. */
export interface PlainCommand {
  /** The command as it is written in the line. */
  source: string;
  words: ShellWord[];
}

/** A file that a redirection reads or writes. */
export interface RedirectedFile {
  how: "read" | "write";
  path: string;
}

/** The words of a command anywhere in the line. Those that bash would compute are as they are written. */
export type SeenCommand = string[];

export interface ShellLine {
  commands: PlainCommand[];
  files: RedirectedFile[];
  /** The parts that were not understood. Empty when the whole line was. */
  unclear: string[];
  /** All commands, also in parts that were not understood. Some are never allowed. */
  seen: SeenCommand[];
  /** All files that redirections write, also in parts that were not understood. */
  seenWrites: string[];
  /** True if one of the commands has a redirection. */
  isRedirected: boolean;
}

const MAX_LINE = 3000;

/** Characters that have no special meaning in bash, or any printable one after a backslash. */
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
    if (!(error instanceof RangeError)) throw error; // the parser ran out of stack
    found.unclear.push("it is nested too deeply");
  }
  return found;
}

/** Finds every command and every written file, however deeply they are nested. */
function look(node: SyntaxNode, found: ShellLine) {
  if (node.type === "Command" && node.name !== undefined) found.seen.push(seenWords(node));
  if (node.type === "Redirect" && node.target !== undefined && node.operator !== "<")
    found.seenWrites.push(node.target.value);
  if (node.type === "Function" && callsIn(node.body, node.name.value) > 1)
    found.seen.push([FORK_BOMB]);
  forEachChild(node, (child) => look(child, found));
}

/** In `seen`, stands for a function such as `f() { f | f & }`, which starts itself again and again. */
export const FORK_BOMB = "a fork bomb";

/** The words of a command, and any text that it gets as input. */
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
