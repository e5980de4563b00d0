// s03 · permission/core – may this call run, and who says so? The judgement of a line, and the gate that asks.
import type Anthropic from "@anthropic-ai/sdk";
import { type PlainCommand, readShellLine, type ShellLine } from "../../shared/shell/line.ts";
import { type How, seenChanges } from "../../shared/shell/order.ts";
import { type Decision, TELL, type ToolContext } from "../tools.ts";
import { withGrant } from "./asked.ts";
import { addReason, type Findings, newFindings } from "./findings.ts";

/** A tool call at the gate. `denied` says why it is refused; a path that the person allows is added to the roots. */
export interface GateEvent {
  call: Anthropic.ToolUseBlock;
  context: ToolContext;
  denied?: string;
}

export type Question = Extract<Decision, { behaviour: "ask" }>;

/** What the person has answered "always" to in this session. */
export type Grants = Set<string>;

/** What surrounds the gate. */
export interface Around {
  decide(call: Anthropic.ToolUseBlock, context: ToolContext): Promise<Decision>;
  ask(event: GateEvent, question: Question): Promise<GateEvent>;
  /** A question in words. If it cannot be shown whole, `hidden` refuses the call. */
  wordsOf(call: Anthropic.ToolUseBlock, question: Question): Words;
}

export interface Words {
  shown: string;
  why: string;
  hidden?: string | undefined;
}

/** What has to be known to judge a line. The checks add their reasons to ask to `found`. */
export interface Knowledge {
  whyNever(line: string, read: ShellLine, context: ToolContext): string | undefined;
  checkCommand(found: Findings, command: PlainCommand): Promise<void>;
  checkPath(found: Findings, how: How, path: string): Promise<void>;
}

/** Redirections to and from these files need no question. */
const STANDARD_FILES = /^\/dev\/(null|stdin|stdout|stderr)$/;

/** Judges a line for bash. It is allowed if all of it is understood and each command and path is harmless. */
export async function judgeWith(
  { whyNever, checkCommand, checkPath }: Knowledge,
  line: string,
  context: ToolContext,
): Promise<Decision> {
  const found = newFindings(context);
  const read = readShellLine(line);
  const never = whyNever(line, read, context);
  if (never !== undefined) return { behaviour: "deny", reason: never };
  for (const text of read.unclear) addReason(found, `not understood: ${text}`, `bash: ${line}`);
  for (const command of read.commands) await checkCommand(found, command);
  for (const { how, path, pipeline } of read.files)
    if (!STANDARD_FILES.test(path)) await checkPath({ ...found, pipeline }, how, path);
  for (const text of seenChanges(found.used, found.stars, context.cwd)) addReason(found, text);
  found.reasons = found.reasons.map((reason) => withGrant(reason, read, line));
  return decisionOf(found);
}

export function decisionOf({ reasons, outside }: Findings): Decision {
  if (reasons.length === 0) return { behaviour: "allow" };
  const different = new Map(reasons.map((reason) => [`${reason.text}\n${reason.grant}`, reason]));
  return { behaviour: "ask", reasons: [...different.values()], paths: outside };
}

/** Judges a call, but does not ask yet. The tool's own `judge` decides; if it has none, the decision is to ask. */
export async function decide(
  call: Anthropic.ToolUseBlock,
  context: ToolContext,
): Promise<Decision> {
  const tool = context.agent.tools.find(({ name }) => name === call.name);
  if (tool === undefined) return { behaviour: "allow" }; // there is nothing to run
  if (tool.judge !== undefined) return tool.judge(call.input, context);
  const grant = `${call.name}: ${JSON.stringify(call.input)}`;
  const reason = { text: `the tool ${call.name} does not say what it may do`, grant };
  return { behaviour: "ask", reasons: [reason], paths: [] };
}

/** Must not throw: a call that cannot be judged is refused, so that it still gets a result. */
export async function pass(event: GateEvent, { decide, ask }: Around): Promise<GateEvent> {
  if (event.denied !== undefined) return event; // it is refused already
  try {
    const decision = await decide(event.call, event.context);
    if (decision.behaviour === "allow") return event;
    if (decision.behaviour === "ask") return await ask(event, decision);
    return { ...event, denied: refusal("That is never allowed.", decision.reason) };
  } catch (error) {
    if (event.context.signal.aborted) return event; // runTool answers an interrupted call
    return { ...event, denied: refusal("The call could not be judged.", String(error)) };
  }
}

/** Asks about the reasons that are not granted yet, and returns the event with the decision. */
export async function askAbout(
  event: GateEvent,
  question: Question,
  granted: Grants,
  around: Around,
): Promise<GateEvent> {
  const { call, context } = event;
  if (context.signal.aborted) return event; // runTool answers an interrupted call
  const open = question.reasons.filter(({ grant }) => grant === undefined || !granted.has(grant));
  const { shown, why, hidden } = around.wordsOf(call, { ...question, reasons: open });
  if (hidden !== undefined) return { ...event, denied: hidden };
  const canAlways = open.every(({ grant }) => grant !== undefined);
  const asked = `Allow ${shown}? (${why}) [y]es / [N]o${canAlways ? " / [a]lways" : ""}`;
  const answer = open.length > 0 ? await context.turn.ask(asked, context.signal) : "yes";
  if (context.signal.aborted) return event;
  if (canAlways && isAlways(answer))
    for (const { grant } of open) if (grant !== undefined) granted.add(grant);
  const no = whyNot(answer, canAlways);
  if (no !== undefined) return { ...event, denied: refusal(no, why) };
  const isSame = JSON.stringify(await around.decide(call, context)) === JSON.stringify(question);
  if (!isSame) return { ...event, denied: refusal("The files changed after the question.", why) };
  return { ...event, context: { ...context, roots: [...context.roots, ...question.paths] } };
}

const isAlways = (answer = "") => /^a(lways)?$/i.test(answer);

/** Undefined when the answer is a yes. */
function whyNot(answer: string | undefined, canAlways: boolean): string | undefined {
  if (answer === undefined) return "There is no person to ask.";
  return (canAlways && isAlways(answer)) || /^y(es)?$/i.test(answer)
    ? undefined
    : "The person said no.";
}

const refusal = (verdict: string, reason: string) =>
  `${verdict} The call was refused and did not run: ${reason}. ${TELL}`;
