// s03 · permission – deny, else a rule, else ask: who may do what, decided before it is done.
import { homedir } from "node:os";
import type Anthropic from "@anthropic-ai/sdk";
import { contains, realPath } from "../shared/files.ts";
import type { ask } from "../shared/terminal.ts";
import { readShellLine, type SimpleCommand } from "./shell.ts";
import type { ToolContext } from "./tools.ts";

/** Why a call needs a person, and what "always" would allow from then on. */
interface Reason {
  text: string;
  grant: string;
}

export type Decision =
  | { behaviour: "allow" }
  | { behaviour: "deny"; reason: string }
  | { behaviour: "ask"; reasons: Reason[]; paths: string[] };

/** What the gate says: refused and why, or run, perhaps with more folders open to it. */
export interface GateEvent {
  call: Anthropic.ToolUseBlock;
  context: ToolContext;
  denied?: string;
}

/** Never, whoever says so. Such a list shows where the gate is; it is no wall. */
const DENIED: Record<string, string> = {
  sudo: "acts as another user",
  su: "acts as another user",
  doas: "acts as another user",
  shutdown: "stops the machine",
  reboot: "stops the machine",
  halt: "stops the machine",
  poweroff: "stops the machine",
  mkfs: "erases a disk",
};

/** Only when a person says so. */
const ASKED: Record<string, string> = {
  rm: "deletes files",
  rmdir: "deletes folders",
  unlink: "deletes files",
  shred: "destroys files",
  truncate: "empties files",
  dd: "overwrites files or disks",
  chmod: "changes who may do what",
  chown: "changes who owns files",
  kill: "stops other programs",
  pkill: "stops other programs",
  killall: "stops other programs",
  crontab: "changes what runs later",
  curl: "talks to other machines",
  wget: "talks to other machines",
  ssh: "talks to other machines",
  scp: "talks to other machines",
  rsync: "copies files, also to other machines",
};

const ASKED_GIT: Record<string, string> = {
  push: "sends commits to others",
  clean: "deletes files",
  reset: "may drop changes",
  checkout: "may drop changes",
  restore: "drops changes",
};

const HARMLESS_DEVICES = /^\/dev\/(null|zero|stdin|stdout|stderr|tty|fd\/\d+|u?random)$/;
const EVERYTHING =
  /^(\/|\/\*|~|~\/|~\/\*|\$HOME\/?|\/(bin|boot|dev|etc|home|lib|root|usr|var)\/?\*?)$/;

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
  const words = commands.flatMap(({ args }) => args).filter(isPath);
  return decidePaths([...words, ...writes, ...reads], reasons, context);
}

function whyNever({ name, args }: SimpleCommand): string | undefined {
  const reason = DENIED[name.split(".")[0] ?? ""];
  if (reason) return `${name} ${reason}`;
  if (name === "rm" && args.some((word) => EVERYTHING.test(word)))
    return "rm would delete everything";
  const target = name === "dd" && args.find((word) => word.startsWith("of=/dev/"));
  return target ? whyNeverWritten(target.slice(3)) : undefined;
}

function whyNeverWritten(path: string): string | undefined {
  if (!path.startsWith("/dev/") || HARMLESS_DEVICES.test(path)) return undefined;
  return `it would write to the device ${path}`;
}

function whyAsked({ name, args }: SimpleCommand): Reason[] {
  const git = name === "git" ? args.find((word) => Object.hasOwn(ASKED_GIT, word)) : undefined;
  if (git) return [{ text: `git ${git} ${ASKED_GIT[git]}`, grant: `git ${git}` }];
  if (name === "find" && args.includes("-delete"))
    return [{ text: "find -delete deletes files", grant: "find -delete" }];
  const reason = Object.hasOwn(ASKED, name) ? ASKED[name] : undefined;
  return reason ? [{ text: `${name} ${reason}`, grant: name }] : [];
}

/** A word that leads somewhere: absolute, from home, or upwards. Also behind an option's `=`. */
function isPath(word: string): boolean {
  return /^(\/|~)|(^|\/)\.\.(\/|$)/.test(word.replace(/^-*[\w-]+=/, ""));
}

async function decidePaths(
  paths: string[],
  reasons: Reason[],
  context: ToolContext,
): Promise<Decision> {
  const outside: string[] = [];
  for (const path of paths) {
    const real = await whereTo(path.replace(/^-*[\w-]+=/, ""), context);
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
  const written = path.replace(/^~(?=\/|$)/, homedir());
  return realPath(written, cwd).catch(() => written); // a path that cannot be followed is judged as it stands
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

  return async (event: GateEvent): Promise<GateEvent> => {
    const { call, context } = event;
    const decision = await decideSafely(call, context);
    if (decision.behaviour === "allow") return event;
    if (decision.behaviour === "deny") {
      return { ...event, denied: refusal("That is never allowed.", decision.reason) };
    }
    const open = decision.reasons.filter(({ grant }) => !granted.has(grant));
    const why = open.map(({ text }) => text).join("; ");
    const question = `Allow ${describe(call)}? (${why})`;
    const no = open.length > 0 ? await refuse(question, open, context.signal) : undefined;
    if (context.signal.aborted) return event; // runTool answers what was interrupted
    if (no !== undefined) return { ...event, denied: refusal(no, why) };
    return { ...event, context: { ...context, roots: [...context.roots, ...decision.paths] } };
  };
}

const refusal = (verdict: string, reason: string) =>
  `${verdict} The call was refused and did not run: ${reason}. Do not try it in another way; say what it was for.`;

function describe({ name, input }: Anthropic.ToolUseBlock): string {
  const values = typeof input === "object" && input !== null ? Object.values(input) : [input];
  const [first] = values.filter((value) => typeof value === "string");
  return `${name}: ${(first ?? JSON.stringify(input)).replaceAll("\n", " ↵ ")}`;
}
