// s03 · second draft – a list of harmless programs; the gate asks about all others.
import type Anthropic from "@anthropic-ai/sdk";
import { list, withoutMiddle } from "../../shared/text.ts";
import { type Decision, TELL, type ToolContext } from "../tools.ts";

export interface GateEvent {
  call: Anthropic.ToolUseBlock;
  context: ToolContext;
  denied?: string;
}

const HARMLESS = list("ls cat head tail wc grep sort cut echo pwd date");

/** Judges a line for bash by its first word. */
export async function judgeLine(line: string, _context: ToolContext): Promise<Decision> {
  const [name = ""] = line.trim().split(/\s+/);
  if (HARMLESS.includes(name)) return { behaviour: "allow" };
  const deed = name === "rm" ? "deletes files" : "runs a program";
  return { behaviour: "ask", reasons: [{ text: `${deed}: ${line}` }], paths: [] };
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
