// shared/shell/line · reads a line for bash: its plain commands, and the parts that are not plain.
import { type Command, forEachChild, parse, type Redirection, type SyntaxNode } from "unbash";
import { plainWord, type ShellWord } from "./words.ts";

/** A command whose words are certain before it runs, except for its stars. */
export interface PlainCommand {
  /** The command as it is written in the line. */
  source: string;
  words: ShellWord[];
  pipeline: number;
}

/** A file that a redirection reads or writes. */
export interface RedirectedFile {
  how: "read" | "write";
  path: string;
  pipeline: number;
}

/** The words of a command anywhere in the line. Those that bash would compute are as they are written. */
export type SeenCommand = string[];

/**
 * What was read of a line. Each command and file has the number of its pipeline: the commands of one pipeline run at the
 * same time, and pipelines one after the other.
 */
export interface ShellLine {
  /** How many pipelines it has. */
  pipelines: number;
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

/** A longer line is not read. */
export const MAX_LINE = 3000;

const STANDARD = /^[012]$/;

/** Reads a line with a parser for bash. Must not throw: what cannot be read is unclear. */
export function readShellLine(line: string): ShellLine {
  const found: ShellLine = {
    ...{ pipelines: 0, commands: [], files: [], unclear: [], seen: [], seenWrites: [] },
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
function read(node: SyntaxNode, line: string, found: ShellLine, pipeline = found.pipelines++) {
  const source = line.slice(node.pos, node.end);
  if (node.type === "AndOr") for (const part of node.commands) read(part, line, found);
  else if (node.type === "Pipeline" && isPlainPipeline(node.prefixes))
    for (const part of node.commands) read(part, line, found, pipeline);
  else if (node.type === "Command") readCommand(node, { source, pipeline }, found);
  else found.unclear.push(source);
}

const isPlainPipeline = (prefixes: readonly SyntaxNode[]) =>
  prefixes.every(({ type }) => type === "Negation");

/** Where a command is: its text, and its pipeline. */
type Place = Pick<PlainCommand, "source" | "pipeline">;

function readCommand(command: Command, place: Place, found: ShellLine) {
  const parts = [...command.prefix, ...command.suffix];
  for (const part of parts) {
    if (part.type === "Assignment") found.unclear.push(part.text);
    else if (part.type !== "Word") readRedirection(part, place, found);
  }
  if (command.name === undefined) return;
  const words: ShellWord[] = [];
  for (const word of [command.name, ...command.args]) {
    const plain = word.type === "Word" ? plainWord(word) : undefined;
    if (plain === undefined) found.unclear.push(word.text);
    else words.push(plain);
  }
  if (words.length === command.args.length + 1) found.commands.push({ ...place, words });
}

function readRedirection(part: Redirection, { source, pipeline }: Place, found: ShellLine) {
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
  } else if (part.operator !== "<<<") {
    const how = part.operator === "<" ? "read" : "write";
    found.files.push({ how, path: path === "-" ? "./-" : path, pipeline }); // only programs take "-" for their input
  }
}
