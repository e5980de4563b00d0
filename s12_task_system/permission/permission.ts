// s03 · permission – decides about each tool call before it runs: allow it, refuse it, or ask the person.
import type Anthropic from "@anthropic-ai/sdk";
import { type Command, note } from "../../shared/terminal.ts";
import { eachKindFirst, withInvisible, withoutMiddle } from "../../shared/text.ts";
import type { Mechanism } from "../agent.ts";
import { type Decision, TELL, type ToolContext } from "../tools.ts";

export { judgeFile, judgeLine } from "./judge.ts";

/** A tool call at the gate. `denied` says why it is refused; a path that the person allows is added to the roots. */
export interface GateEvent {
  call: Anthropic.ToolUseBlock;
  context: ToolContext;
  denied?: string;
}

export interface Gate {
  gate(event: GateEvent): Promise<GateEvent>;
  commands: Record<string, Command>;
}

/** What the person has answered "always" to in this session. */
type Grants = Set<string>;

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

/**
 * The gate that every tool call passes. It asks the person with the agent's `ask`. After "always" it does not ask
 * again about the same thing while this process runs; /permissions lists these grants and takes them back. The gate
 * adds an approved path to the roots of the call, so that the tool's own check lets it through.
 */
export function createGate(): Gate {
  const granted: Grants = new Set();
  let last: Promise<unknown> = Promise.resolve();

  /** Several agents may ask at once. A question that waits is looked at again when its turn comes. */
  function askInTurn(event: GateEvent, question: Question): Promise<GateEvent> {
    const answered = last.then(() => askAbout(event, question, granted));
    last = answered.catch(() => {}); // its own caller gets the error
    return answered;
  }

  /** Must not throw: a call that cannot be judged is refused, so that it still gets a result. */
  async function gate(event: GateEvent): Promise<GateEvent> {
    if (event.denied !== undefined) return event; // it is refused already
    try {
      const decision = await decide(event.call, event.context);
      if (decision.behaviour === "allow") return event;
      if (decision.behaviour === "ask") return await askInTurn(event, decision);
      return { ...event, denied: refusal("That is never allowed.", decision.reason) };
    } catch (error) {
      if (event.context.signal.aborted) return event; // runTool answers an interrupted call
      return { ...event, denied: refusal("The call could not be judged.", String(error)) };
    }
  }

  return { gate, commands: { permissions: permissionsCommand(granted) } };
}

/** The gate as a hook, with its command. */
export function createPermission(): Mechanism {
  const { gate, commands } = createGate();
  return { hooks: { PreToolUse: gate }, commands };
}

type Question = Extract<Decision, { behaviour: "ask" }>;

/** Asks about the reasons that are not granted yet, and returns the event with the decision. */
async function askAbout(event: GateEvent, question: Question, granted: Grants): Promise<GateEvent> {
  const { reasons, paths } = question;
  const { call, context } = event;
  if (context.signal.aborted) return event; // runTool answers an interrupted call
  const open = reasons.filter(({ grant }) => grant === undefined || !granted.has(grant));
  const why = inOrder(open.map(({ text }) => oneLine(text, MAX_REASON))).join("; ");
  const canAlways = open.every(({ grant }) => grant !== undefined);
  const hidden = open.length > 0 ? whyHidden(describe(call), why) : undefined;
  if (hidden !== undefined) return { ...event, denied: hidden };
  const answer =
    open.length > 0
      ? await context.turn.ask(questionOf(call, why, canAlways), context.signal)
      : "yes";
  if (context.signal.aborted) return event;
  if (canAlways && isAlways(answer))
    for (const { grant } of open) if (grant !== undefined) granted.add(grant);
  const no = whyNot(answer, canAlways);
  if (no !== undefined) return { ...event, denied: refusal(no, why) };
  const isSame = JSON.stringify(await decide(call, context)) === JSON.stringify(question);
  if (!isSame) return { ...event, denied: refusal("The files changed after the question.", why) };
  return { ...event, context: { ...context, roots: [...context.roots, ...paths] } };
}

/** Nobody can say yes to what they have not seen: a call that a question cannot show whole is refused, and how to go on. */
function whyHidden(shown: string, why: string): string | undefined {
  const many = "there are too many reasons to ask about it in one question";
  const long = `a question shows at most ${MAX_SHOWN} characters of a call, and this one has ${shown.length}`;
  const hidden = shown.length > MAX_SHOWN ? long : why.length > MAX_WHY ? many : undefined;
  return hidden && `Nobody was asked, and the call did not run: ${hidden}. ${SPLIT}`;
}

const SPLIT =
  "Split it into shorter calls that can be read one by one; a long script can be written with write_file and then run.";

/** Vague reasons come last, and one of each kind first, so that the question begins with what matters most. */
function inOrder(reasons: string[]): string[] {
  const sorted = reasons.toSorted((a, b) => Number(isVague(a)) - Number(isVague(b)));
  return eachKindFirst(sorted, (reason) => reason.split(":")[0]);
}

const isVague = (reason: string) => /^(runs a program|not understood):/.test(reason);

/** "Always" is only offered if every reason has a grant. */
function questionOf(call: Anthropic.ToolUseBlock, why: string, canAlways: boolean): string {
  return `Allow ${describe(call)}? (${why}) [y]es / [N]o${canAlways ? " / [a]lways" : ""}`;
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

/** What was judged: the command line or the path, and for other tools the input. */
function describe({ name, input }: Anthropic.ToolUseBlock): string {
  const { command, path }: { command?: unknown; path?: unknown } = Object(input);
  const [judged] = [command, path].filter((value) => typeof value === "string");
  return oneLine(`${name}: ${judged ?? JSON.stringify(input)}`);
}

/** A question fills at most one screen of 24 lines with 80 characters. */
const MAX_SHOWN = 1000;
const MAX_REASON = 160;
const MAX_WHY = 640;

/** A text as one line. With `max`, a long one loses its middle, so that its beginning stays on the screen. */
const oneLine = (text: string, max = Number.POSITIVE_INFINITY) =>
  withoutMiddle(withInvisible(text.replaceAll(/\r\n|[\n\r\u0085\u2028\u2029]/g, " ↵ ")), max);

/** /permissions lists the grants; with a number it takes that one back, with "clear" all of them. */
function permissionsCommand(granted: Grants): Command {
  return {
    description:
      "lists what is always allowed; /permissions 1 takes the first one back, /permissions clear all",
    run(argument) {
      const all = [...granted];
      const word = argument.trim();
      const grant = /^\d+$/.test(word) ? all[Number(word) - 1] : undefined;
      if (word === "clear") granted.clear();
      else if (grant !== undefined) granted.delete(grant);
      else if (word !== "")
        note(`There is no ${word}. Type a number from the list, or "clear".`, "yellow");
      const lines = [...granted].map((text, at) => `${at + 1}. ${oneLine(text, MAX_REASON)}`);
      note(lines.join("\n") || "Nothing is always allowed.");
    },
  };
}
