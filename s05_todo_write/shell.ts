// s03 · shell – which commands a line for bash would run, as far as one can know beforehand.
import { basename } from "node:path";
import { type Command, forEachChild, parse, type SyntaxNode, type Word } from "unbash";

export interface SimpleCommand {
  /** Without its folder: /bin/rm is rm. */
  name: string;
  /** What is known of its words; a word that is computed is left as it is written. */
  args: string[];
}

export interface ShellLine {
  commands: SimpleCommand[];
  /** Files it would write to by redirection. */
  writes: string[];
  /** Files it would read by redirection. */
  reads: string[];
  /** What cannot be known before it runs. Never empty when the line could not be read. */
  unclear: string[];
}

const SHELLS = ["bash", "sh", "dash", "zsh", "ksh"];
/** They run the command that stands somewhere in their words. */
const WRAPPERS = [
  "env",
  "xargs",
  "sudo",
  "doas",
  "nice",
  "nohup",
  "timeout",
  "time",
  "command",
  "exec",
  "builtin",
  "setsid",
  "stdbuf",
  "watch",
  "parallel",
  "ionice",
  "chroot",
  "busybox",
];
/** Bash evaluates what stands in an index among their words, also when it was quoted: let 'a[$(rm x)]'. */
const EVALUATE_AGAIN = [
  "let",
  "declare",
  "typeset",
  "local",
  "export",
  "readonly",
  "unset",
  "read",
  "printf",
  "test",
  "[",
  "mapfile",
  "readarray",
];
const FIND_RUNS = ["-exec", "-execdir", "-ok", "-okdir"];
const DEPTH = 5;
const MAX_WRAPPED = 100;

/** A command substitution, quoted or not: in doubt, the same. Arithmetic is none. */
const HIDDEN = /\$\((?!\()|`/;

/** Reads a line for bash with a real parser: what is quoted is quoted, what is nested is found. */
export function readShellLine(line: string, depth = 0): ShellLine {
  const found: ShellLine = { commands: [], writes: [], reads: [], unclear: [] };
  if (depth > DEPTH) found.unclear.push("it is nested too deep");
  else visitSafely(line, found, depth);
  return found;
}

/** The parser reads inner parts when they are looked at; far enough down, the stack ends. */
function visitSafely(line: string, found: ShellLine, depth: number) {
  try {
    visit(parse(line), line, found, depth);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    found.unclear.push("it is nested too deep");
  }
}

function visit(node: SyntaxNode, line: string, found: ShellLine, depth: number) {
  if ("errors" in node && node.errors && node.errors.length > 0) {
    found.unclear.push("it is not valid bash");
  }
  if (node.type === "Command") addCommand(node, found, depth);
  if (node.type === "Redirect") addRedirect(node, found);
  if (node.type === "TestCommand" && /'[^']*(\$\(|`)/.test(line.slice(node.pos, node.end))) {
    found.unclear.push("[[ may evaluate what is quoted");
  }
  forEachChild(node, (child) => visit(child, line, found, depth));
}

type Redirect = Extract<SyntaxNode, { type: "Redirect" }>;

function addRedirect({ operator, target }: Redirect, found: ShellLine) {
  const path = target && literalOf(target);
  if (path === undefined) found.unclear.push("the file of a redirection is computed");
  else if (/^(\d+|-)$/.test(path) && operator.endsWith("&"))
    return; // 2>&1 joins two streams
  else if (operator.startsWith("<") && operator !== "<>") found.reads.push(path);
  else found.writes.push(path);
}

function addCommand(command: Command, found: ShellLine, depth: number) {
  if (command.name === undefined) return; // only assignments or redirections
  const name = literalOf(command.name);
  if (name === undefined) found.unclear.push(`the command ${command.name.text} is computed`);
  const words = command.args.flatMap((arg) => (arg.type === "Word" ? [arg] : []));
  const known = words.map(asKnown);
  addNamed(name ?? "", known, found, depth);
  if (WRAPPERS.includes(basename(name ?? ""))) addWrapped(known, found, depth);
}

interface Known {
  text: string;
  isComputed: boolean;
}

const asKnown = (word: Word): Known => ({
  text: literalOf(word) ?? word.text,
  isComputed: literalOf(word) === undefined,
});

function addNamed(path: string, words: Known[], found: ShellLine, depth: number) {
  const name = basename(path);
  found.commands.push({ name, args: words.map(({ text }) => text) });
  if (SHELLS.includes(name)) addScript(name, words, found, depth);
  if (name === "eval") addEvaluated(words, found, depth);
  if (name === "trap") addEvaluated(words.slice(0, 1), found, depth);
  if (name === "source" || name === ".") addSourced(name, words, found);
  if (EVALUATE_AGAIN.includes(name) && words.some(({ text }) => HIDDEN.test(text))) {
    found.unclear.push(`${name} may evaluate what is quoted`);
  }
  if (name === "find") addFound(words, found, depth);
}

/** `bash -c "…"` runs a line; `bash file` a file; a bare `bash` what it is fed. */
function addScript(name: string, words: Known[], found: ShellLine, depth: number) {
  const at = words.findIndex(({ text }) => /^-\w*c\w*$/.test(text));
  if (at >= 0) addEvaluated(words.slice(at + 1, at + 2), found, depth);
  else if (!words.some(({ text }) => !text.startsWith("-"))) {
    found.unclear.push(`${name} runs what it is fed`);
  }
}

/** `source file` runs a file, as `bash file` does; `source <(…)` what it is fed. */
function addSourced(name: string, [file]: Known[], found: ShellLine) {
  if (file === undefined || file.isComputed || file.text.startsWith("/dev/")) {
    found.unclear.push(`${name} runs what it is fed`);
  }
}

function addEvaluated(words: Known[], found: ShellLine, depth: number) {
  if (words.length === 0 || words.some(({ isComputed }) => isComputed)) {
    found.unclear.push("it runs a text that is computed");
    return;
  }
  const inner = readShellLine(words.map(({ text }) => text).join(" "), depth + 1);
  found.commands.push(...inner.commands);
  found.writes.push(...inner.writes);
  found.reads.push(...inner.reads);
  found.unclear.push(...inner.unclear);
}

/** Which word is the command depends on each wrapper's options: every word is taken for one. */
function addWrapped(words: Known[], found: ShellLine, depth: number) {
  if (words.some(({ isComputed }) => isComputed)) {
    found.unclear.push("the command it wraps may be computed");
  }
  if (words.length > MAX_WRAPPED) found.unclear.push("it wraps too many words");
  for (const [at, { text }] of words.slice(0, MAX_WRAPPED).entries()) {
    addNamed(text, words.slice(at + 1), found, depth);
  }
}

/** `find … -exec rm {} +` runs rm. */
function addFound(words: Known[], found: ShellLine, depth: number) {
  for (const [at, { text }] of words.entries()) {
    if (FIND_RUNS.includes(text)) addWrapped(words.slice(at + 1), found, depth);
  }
}

/** The word as bash would see it, unless an expansion decides: then undefined. */
function literalOf(word: Word): string | undefined {
  return (word.parts ?? []).every(isLiteral) ? word.value : undefined;
}

function isLiteral(part: NonNullable<Word["parts"]>[number]): boolean {
  if (part.type === "DoubleQuoted" || part.type === "LocaleString")
    return part.parts.every(isLiteral);
  return ["Literal", "SingleQuoted", "AnsiCQuoted"].includes(part.type);
}
