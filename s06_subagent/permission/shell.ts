// s03 · shell – which commands a line for bash would run, as far as one can know beforehand.
import { basename } from "node:path";
import { type Command, forEachChild, parse, type SyntaxNode, type Word } from "unbash";
import { RUNS } from "./rules.ts";

export interface SimpleCommand {
  /** Without its folder: /bin/rm is rm. */
  name: string;
  /** What is known of its words; a word that is computed is left as it is written. */
  args: string[];
  /** It may also be a mere word: which one a wrapper runs depends on its options. */
  isGuess: boolean;
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

const DEPTH = 5;
const MAX_COMMANDS = 500;
const MAX_WRAPPED = 100;

/** A command substitution kept from running by quotes. */
const HIDDEN = /\$\((?!\()|`/;
const QUOTED_HIDDEN = /'[^']*(\$\((?!\()|`)/;

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
  const isTransform = node.type === "ParameterExpansion" && node.operation?.type === "Transform";
  const hides =
    RUNS.evaluatingNodes.includes(node.type) && QUOTED_HIDDEN.test(line.slice(node.pos, node.end));
  if (isTransform || hides) found.unclear.push("it may evaluate what is quoted");
  forEachChild(node, (child) => visit(child, line, found, depth));
}

type Redirect = Extract<SyntaxNode, { type: "Redirect" }>;

function addRedirect({ operator, target }: Redirect, found: ShellLine) {
  const path = target && literalOf(target);
  const files = operator.startsWith("<") && operator !== "<>" ? found.reads : found.writes;
  const joins = operator.endsWith("&") && /^(\d+|-)$/.test(path ?? ""); // 2>&1 is no file
  if (path === undefined) found.unclear.push("the file of a redirection is computed");
  else if (!joins) files.push(path);
}

function addCommand(command: Command, found: ShellLine, depth: number) {
  if (command.name === undefined) return; // only assignments or redirections
  const name = literalOf(command.name);
  if (name === undefined) found.unclear.push(`the command ${command.name.text} is computed`);
  const words = command.args.flatMap((arg) => (arg.type === "Word" ? [arg] : []));
  addRun(name ?? "", words.map(asKnown), found, depth);
}

interface Known {
  text: string;
  isComputed: boolean;
}

const asKnown = (word: Word): Known => ({
  text: literalOf(word) ?? word.text,
  isComputed: literalOf(word) === undefined,
});

/** A command and, where it is a wrapper, the one it wraps. */
function addRun(path: string, words: Known[], found: ShellLine, depth: number) {
  const name = basename(path);
  addNamed(name, words, found, depth, false);
  const onlyLooks = name === "command" && /^-[vV]/.test(words[0]?.text ?? "");
  if (RUNS.wrappers.includes(name) && !onlyLooks) addWrapped(name, words, found, depth);
}

function addNamed(name: string, words: Known[], found: ShellLine, depth: number, isGuess: boolean) {
  if (found.commands.length >= MAX_COMMANDS) found.unclear[0] ??= "it runs too many commands";
  if (found.commands.length >= MAX_COMMANDS) return;
  found.commands.push({ name, args: words.map(({ text }) => text), isGuess });
  if (RUNS.shells.includes(name)) addScript(name, words, found, depth);
  if (name === "eval") addEvaluated(afterDashes(words), found, depth);
  if (name === "trap" && words[0]) addEvaluated(afterDashes(words).slice(0, 1), found, depth);
  if (name === "source" || name === ".") addSourced(name, words, found);
  if (name === "alias" && words.length > 0) found.unclear.push("it gives a command another name");
  if (/^(mapfile|readarray)$/.test(name) && words.some(({ text }) => text === "-C")) {
    found.unclear.push(`${name} runs a callback`);
  }
  if (RUNS.evaluateAgain.includes(name) && words.some(isHiding)) {
    found.unclear.push(`${name} may evaluate what is quoted`);
  }
  if (name === "find") addFound(words, found, depth);
}

const isHiding = ({ text, isComputed }: Known) => (isComputed ? QUOTED_HIDDEN : HIDDEN).test(text);
const afterDashes = (words: Known[]) => (words[0]?.text === "--" ? words.slice(1) : words);
const isOption = ({ text }: Known) => /^[-+]/.test(text);

/** `bash -c "…"` runs a line; `bash file` a file; a bare `bash` what it is fed. */
function addScript(name: string, words: Known[], found: ShellLine, depth: number) {
  if (words.some(({ text }) => text === "--version" || text === "--help")) return;
  const at = words.findIndex(({ text }) => /^-\w*c\w*$/.test(text));
  const files = words.filter(
    (word, index) => !isOption(word) && !/^[-+][oO]$/.test(words[index - 1]?.text ?? ""),
  );
  if (at >= 0)
    addEvaluated(
      words
        .slice(at + 1)
        .filter((word) => !isOption(word))
        .slice(0, 1),
      found,
      depth,
    );
  else if (words.some(({ text }) => /^-\w*s/.test(text))) addSourced(name, [], found);
  else addSourced(name, files, found);
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

/** Which word is the command depends on the wrapper's options: likely the first, and perhaps any later one. */
function addWrapped(wrapper: string, words: Known[], found: ShellLine, depth: number) {
  if (words.length > MAX_WRAPPED || words.some(({ isComputed }) => isComputed)) {
    found.unclear.push("the command it wraps may be computed, or far behind");
  }
  if (words.length > MAX_WRAPPED) return;
  for (const { text, isComputed } of RUNS.lineWrappers.includes(wrapper) ? words : []) {
    const line = text.replace(/^(-S|--split-string=)/, "");
    if (/\s/.test(line)) addEvaluated([{ text: line, isComputed }], found, depth);
  }
  const first = words.findIndex((word) => !isOption(word) && !/=|^[\d.]+\w?$/.test(word.text));
  const command = words[first];
  if (!command) return;
  addRun(command.text, words.slice(first + 1), found, depth);
  if ([...RUNS.readers, ...RUNS.wrappers].includes(basename(command.text))) return;
  for (const [at, { text }] of words.entries()) {
    if (at > first) addNamed(basename(text), words.slice(at + 1), found, depth, true);
  }
}

/** `find … -exec rm {} +` runs rm. */
function addFound(words: Known[], found: ShellLine, depth: number) {
  for (const [at, { text }] of words.entries()) {
    const command = words[at + 1];
    if (!RUNS.findOptions.includes(text) || !command) continue;
    if (command.isComputed) found.unclear.push("the command that find runs is computed");
    addRun(command.text, words.slice(at + 2), found, depth);
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
