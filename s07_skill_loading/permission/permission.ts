// s03 · permission – decides about each tool call before it runs: never, or ask the person, or allow.
import { homedir } from "node:os";
import { resolve } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import { contains, realPath } from "../../shared/files.ts";
import type { Mechanism } from "../agent.ts";
import type { ToolContext } from "../tools.ts";
import {
  HARMLESS_DEVICES,
  pathsOf,
  type Reason,
  whyAsked,
  whyNever,
  whyNeverWritten,
} from "./rules.ts";
import { readShellLine } from "./shell.ts";

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
 * The gate that every tool call passes. It asks where the agent's questions go. What was answered with "always"
 * is not asked again while this process runs. An approved path is added to the roots of the call, so that the
 * tool's own guard lets it through.
 */
export function createGate() {
  const granted = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();

  /** Several agents may ask at once. A question that waits is looked at again when its turn comes. */
  function askInTurn(event: GateEvent, question: Question): Promise<GateEvent> {
    const answered = last.then(() => askAbout(event, question, granted));
    last = answered.catch(() => {}); // its own caller gets the error
    return answered;
  }

  async function gate(event: GateEvent): Promise<GateEvent> {
    const decision = await decideSafely(event.call, event.context);
    if (decision.behaviour === "allow") return event;
    if (decision.behaviour === "ask") return askInTurn(event, decision);
    return { ...event, denied: refusal("That is never allowed.", decision.reason) };
  }

  return gate;
}

/** The gate as a hook. */
export const createPermission = (): Mechanism => ({ hooks: { PreToolUse: createGate() } });

/** The event as the person wants it. Asks about those reasons that were not granted before. */
async function askAbout(
  event: GateEvent,
  { reasons, paths }: Question,
  granted: Set<string>,
): Promise<GateEvent> {
  const { call, context } = event;
  const open = reasons.filter(({ grant }) => !granted.has(grant));
  const why = open.map(({ text }) => text).join("; ");
  const question = `Allow ${describe(call)}? (${why}) [y]es / [N]o / [a]lways`;
  const answer = open.length > 0 ? await context.agent.ask(question, context.signal) : "yes";
  if (context.signal.aborted) return event; // runTool answers an interrupted call
  if (isAlways(answer)) for (const { grant } of open) granted.add(grant);
  const no = whyNot(answer);
  if (no !== undefined) return { ...event, denied: refusal(no, why) };
  return { ...event, context: { ...context, roots: [...context.roots, ...paths] } };
}

const isAlways = (answer = "") => /^a(lways)?$/i.test(answer);

/** Undefined when the answer is a yes. */
function whyNot(answer: string | undefined): string | undefined {
  if (answer === undefined) return "Nobody is there to ask.";
  return isAlways(answer) || /^y(es)?$/i.test(answer) ? undefined : "The person said no.";
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
