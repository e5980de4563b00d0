// s03 · permission – deny, else a rule, else ask: who may do what, decided before it is done.
import { homedir } from "node:os";
import { resolve } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import { contains, realPath } from "../shared/files.ts";
import type { ask } from "../shared/terminal.ts";
import {
  HARMLESS_DEVICES,
  pathsOf,
  type Reason,
  whyAsked,
  whyNever,
  whyNeverWritten,
} from "./rules.ts";
import { readShellLine } from "./shell.ts";
import type { ToolContext } from "./tools.ts";

export type Decision =
  | { behaviour: "allow" }
  | { behaviour: "deny"; reason: string }
  | ({ behaviour: "ask" } & Question);

/** What a person has to say yes to, and the paths outside that the call gets to with it. */
interface Question {
  reasons: Reason[];
  paths: string[];
}

/** What the gate says: refused and why, or run, perhaps with more folders open to it. */
export interface GateEvent {
  call: Anthropic.ToolUseBlock;
  context: ToolContext;
  denied?: string;
}

const MAX_PATH = 4096;

/** Decides about a call without asking anybody. */
export async function decide(
  call: Anthropic.ToolUseBlock,
  context: ToolContext,
): Promise<Decision> {
  const input: object = typeof call.input === "object" && call.input !== null ? call.input : {};
  if ("command" in input && typeof input.command === "string") {
    return decideCommand(input.command, context);
  }
  if ("path" in input && typeof input.path === "string")
    return decidePaths([input.path], [], context);
  return { behaviour: "allow" };
}

async function decideCommand(line: string, context: ToolContext): Promise<Decision> {
  const { commands, writes, reads, unclear } = readShellLine(line);
  const never = [...commands.map(whyNever), ...writes.map(whyNeverWritten)].find(Boolean);
  if (never) return { behaviour: "deny", reason: never };
  const reasons = [
    ...unclear.map((text) => ({ text, grant: `bash: ${line}` })),
    ...commands.flatMap(whyAsked),
  ];
  const words = commands.flatMap(pathsOf);
  return decidePaths([...words, ...writes, ...reads], reasons, context);
}

async function decidePaths(
  paths: string[],
  reasons: Reason[],
  context: ToolContext,
): Promise<Decision> {
  const outside: string[] = [];
  for (const path of new Set(paths)) {
    const real = await whereTo(path, context);
    if (real !== undefined && !context.roots.some((root) => contains(root, real)))
      outside.push(real);
  }
  const all = [
    ...reasons,
    ...outside.map((path) => ({ text: `${path} is outside the folder`, grant: path })),
  ];
  return all.length === 0
    ? { behaviour: "allow" }
    : { behaviour: "ask", reasons: all, paths: outside };
}

async function whereTo(path: string, { cwd }: ToolContext): Promise<string | undefined> {
  if (HARMLESS_DEVICES.test(path)) return undefined;
  const written = path.replace(/^"?(~[\w+-]*|\$HOME|\$\{HOME\})(?=["/]|$)/, homedir());
  const asWritten = resolve(cwd, written);
  if (written.length > MAX_PATH) return asWritten;
  return realPath(written, cwd).catch(() => asWritten); // what cannot be followed is judged as it stands
}

/** Must not throw: a call that cannot be judged is refused, and still answered. */
async function decideSafely(call: Anthropic.ToolUseBlock, context: ToolContext): Promise<Decision> {
  try {
    return await decide(call, context);
  } catch (error) {
    return { behaviour: "deny", reason: `it could not be judged (${error})` };
  }
}

/**
 * The gate in front of every tool. Asks with `ask`; what was answered with "always" is not asked again
 * while this process runs. An approved path is added to the roots of the call, for the tool's own guard.
 */
export function createPermission(askPerson: typeof ask) {
  const granted = new Set<string>();

  /** Undefined = yes; else why not. */
  async function refuse(question: string, reasons: Reason[], signal: AbortSignal) {
    const answer = await askPerson(`${question} [y]es / [N]o / [a]lways`, signal);
    if (answer === undefined) return "Nobody is there to ask.";
    if (/^a(lways)?$/i.test(answer)) for (const { grant } of reasons) granted.add(grant);
    return /^(y(es)?|a(lways)?)$/i.test(answer) ? undefined : "The person said no.";
  }

  /** The event as the person wants it: the question is what nobody has said "always" to. */
  async function askAbout(event: GateEvent, { reasons, paths }: Question): Promise<GateEvent> {
    const { call, context } = event;
    const open = reasons.filter(({ grant }) => !granted.has(grant));
    const why = open.map(({ text }) => text).join("; ");
    const { name } = context.agent;
    const who = name === "lead" ? "" : ` for ${name}`;
    const question = `Allow ${describe(call)}${who}? (${why})`;
    const no = open.length > 0 ? await refuse(question, open, context.signal) : undefined;
    if (context.signal.aborted) return event; // runTool answers what was interrupted
    if (no !== undefined) return { ...event, denied: refusal(no, why) };
    return { ...event, context: { ...context, roots: [...context.roots, ...paths] } };
  }

  let last: Promise<unknown> = Promise.resolve();

  /** Several agents ask at once. Their questions wait, and are looked at again when their turn comes. */
  function askInTurn(event: GateEvent, question: Question): Promise<GateEvent> {
    const answered = last.then(() => askAbout(event, question));
    last = answered.catch(() => {}); // it throws for its own caller
    return answered;
  }

  return async (event: GateEvent): Promise<GateEvent> => {
    const decision = await decideSafely(event.call, event.context);
    if (decision.behaviour === "allow") return event;
    if (decision.behaviour === "ask") return askInTurn(event, decision);
    return { ...event, denied: refusal("That is never allowed.", decision.reason) };
  };
}

const refusal = (verdict: string, reason: string) =>
  `${verdict} The call was refused and did not run: ${reason}. Do not try it in another way; say what it was for.`;

/** What was judged, and nothing else the model may have put beside it. */
function describe({ name, input }: Anthropic.ToolUseBlock): string {
  const { command, path }: { command?: unknown; path?: unknown } = Object(input);
  const [judged] = [command, path].filter((value) => typeof value === "string");
  const text = (judged ?? JSON.stringify(input)).replaceAll("\n", " ↵ ");
  const rest = text.length - 1000; // so much that the beginning would scroll away
  if (rest <= 0) return `${name}: ${text}`;
  return `${name}: ${text.slice(0, 700)} … (${rest} characters left out) … ${text.slice(-300)}`;
}
