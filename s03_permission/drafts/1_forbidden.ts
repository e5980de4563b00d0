// s03 · first draft – a list of forbidden words.
import type Anthropic from "@anthropic-ai/sdk";
import { withoutMiddle } from "../../shared/text.ts";
import { type Decision, TELL, type ToolContext } from "../tools.ts";

export interface GateEvent {
  call: Anthropic.ToolUseBlock;
  context: ToolContext;
  denied?: string;
}

const FORBIDDEN: Record<string, string> = {
  rm: "deletes files",
  shred: "deletes files",
  mkfs: "erases a disk",
  dd: "may erase a disk",
  chmod: "changes who may use a file",
  curl: "uses the network",
  wget: "uses the network",
  sudo: "acts as another user",
};

/** Judges a line for bash. */
export async function judgeLine(line: string, _context: ToolContext): Promise<Decision> {
  const word = line.split(/\W+/).find((word) => Object.hasOwn(FORBIDDEN, word));
  if (word === undefined) return { behaviour: "allow" };
  return { behaviour: "ask", reasons: [{ text: `${FORBIDDEN[word]}: ${line}` }], paths: [] };
}

/** Judges a file. The file tools of s02 refuse paths outside the folder themselves. */
export async function judgeFile(
  _how: "read" | "write",
  _path: string,
  _context: ToolContext,
): Promise<Decision> {
  return { behaviour: "allow" };
}

/** The gate that every tool call passes. */
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
    if (/^y(es)?$/i.test(answer ?? "")) return event;
    const no = answer === undefined ? "There is no person to ask." : "The person said no.";
    return { ...event, denied: `${no} The call was refused and did not run: ${why}. ${TELL}` };
  }
  return { gate, commands: {} };
}

/** A call as the question shows it. */
const shown = ({ name, input }: Anthropic.ToolUseBlock) =>
  oneLine(`${name}: ${Object.values(Object(input))[0]}`);

const oneLine = (text: string) => withoutMiddle(text.replaceAll("\n", " ↵ "), 1000);
