// s03 · third draft – the line is read as bash reads it, and each command is judged with its options and files.
import { readdir } from "node:fs/promises";
import type Anthropic from "@anthropic-ai/sdk";
import { contains, realPath } from "../../shared/files.ts";
import { type PlainCommand, readShellLine } from "../../shared/shell/line.ts";
import { readArguments } from "../../shared/shell/options.ts";
import { fitsStars } from "../../shared/shell/stars.ts";
import { list, withoutMiddle } from "../../shared/text.ts";
import { type Decision, TELL, type ToolContext } from "../tools.ts";

export interface GateEvent {
  call: Anthropic.ToolUseBlock;
  context: ToolContext;
  denied?: string;
}

const KINDS = { text: /^.+$/s };
const HARMLESS = new Map([
  ["ls", "-[1la]"],
  ["cat", "-[n]"],
  ["wc", "-[lwc]"],
  ["sort", "-[nru]"],
  ["echo", "-[n]"],
  ["touch", "-[c]"],
  ["find", "-name_<text> -type_<text> -print"],
]);

export async function judgeLine(line: string, context: ToolContext): Promise<Decision> {
  const { unclear, commands, files } = readShellLine(line);
  const why = unclear.map((part) => `not understood: ${part}`);
  const paths = files.map(({ path }) => path);
  for (const command of commands) {
    const [name = "", ...args] = await wordsOf(command, context.cwd);
    const forms = HARMLESS.get(name);
    const read = forms && readArguments(args, list(forms), KINDS);
    const deed = name === "rm" ? "deletes files" : "runs a program";
    if (!read || "unknown" in read) why.push(`${deed}: ${command.source}`);
    else if (name !== "echo") paths.push(...read.operands);
  }
  return decisionOf(why, paths, context);
}

async function wordsOf({ words }: PlainCommand, cwd: string): Promise<string[]> {
  const names = (await readdir(cwd)).filter((name) => !name.startsWith(".")).sort();
  return words.flatMap(({ text, pieces }) => {
    const found = pieces.length > 1 ? names.filter((name) => fitsStars(name, text)) : [];
    return found.length > 0 ? found : [text];
  });
}

export const judgeFile = (_how: "read" | "write", path: string, context: ToolContext) =>
  decisionOf([], [path], context);

async function decisionOf(why: string[], paths: string[], context: ToolContext): Promise<Decision> {
  const real = await Promise.all(paths.map((path) => realPath(path, context.cwd)));
  const outside = real.filter((path) => !context.roots.some((root) => contains(root, path)));
  const texts = [...why, ...outside.map((path) => `outside the folder: ${path}`)];
  if (texts.length === 0) return { behaviour: "allow" };
  return { behaviour: "ask", reasons: texts.map((text) => ({ text })), paths: outside };
}

export function createGate() {
  async function gate(event: GateEvent): Promise<GateEvent> {
    const { call, context } = event;
    const tool = context.agent.tools.find(({ name }) => name === call.name);
    const decision = await tool?.judge?.(call.input, context);
    if (decision?.behaviour !== "ask") return event;
    const why = decision.reasons.map(({ text }) => oneLine(text)).join("; ");
    const question = `Allow ${shown(call)}? (${why}) [y]es / [N]o`;
    const answer = await context.turn.ask(question, context.signal);
    if (context.signal.aborted) return event; // runTool answers an interrupted call
    if (/^y(es)?$/i.test(answer ?? ""))
      return { ...event, context: { ...context, roots: [...context.roots, ...decision.paths] } };
    const no = answer === undefined ? "There is no person to ask." : "The person said no.";
    return { ...event, denied: `${no} The call was refused and did not run: ${why}. ${TELL}` };
  }
  return { gate, commands: {} };
}

/** A call as the question shows it. */
const shown = ({ name, input }: Anthropic.ToolUseBlock) =>
  oneLine(`${name}: ${Object.values(Object(input))[0]}`);

const oneLine = (text: string) => withoutMiddle(text.replaceAll("\n", " ↵ "), 1000);
