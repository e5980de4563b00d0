// s23 · scope – who may hear a session: what is loaded for it, what it may tell, and where it keeps what it remembers.
import { join } from "node:path";
import { clock } from "../../shared/clock.ts";
import { scopeIn } from "../../shared/flags.ts";
import { tellOnce } from "../../shared/tellOnce.ts";
import { isTrusted } from "../../shared/trust.ts";
import { dateIn, dayBefore } from "../../shared/zones.ts";
import type { Mechanism } from "../agent.ts";
import type { Bootstrap, BootstrapFile, Source } from "../bootstrap/bootstrap.ts";
import type { Agent } from "../loop.ts";
import { identityCommand, scopeCommand, WORDS, withNotes } from "./command.ts";
import { type Listener, openSession, type Rule, type Session } from "./core.ts";
import { createGuard, privateText } from "./guard.ts";
import { calledIn, identityIn } from "./identity.ts";
import { createNotes } from "./notes.ts";

export type { Listener, Rule } from "./core.ts";

export interface Scope extends Session, Mechanism {
  /** What every agent has; the rest is the lead's alone. */
  common: Mechanism;
  start(): Promise<void>;
  /** The memory of s09, with the notes in its command. */
  withNotes(memory: Mechanism): Mechanism;
  isCommand(name: string): boolean;
}

/** In a room these only show what is the room's own. Others, such as /trust, are the person's. */
const IN_ROOMS = ["scope", "identity", "context", "memory", "tasks", "cost", "cache"];

/** The session in `cwd` that the command line asks for. */
export function createScope(
  cwd: string,
  bootstrap: () => Bootstrap,
  lead: () => Agent,
  args = process.argv.slice(2),
): Scope {
  const session = openSession(cwd, scopeIn(args) ?? "main");
  const { name, listener, isRoom } = session;
  const settings = () => bootstrap().settings();
  const folder = async () => join(cwd, (await settings()).workspace);
  const notes = createNotes({ cwd, settings, isRoom });
  const tell = tellOnce("[scope]");
  let identityText = "";

  const sources = async (): Promise<Source[]> => {
    const file = { from: "IDENTITY.md", says: identityIn(identityText) };
    return [...(await settings()).identities, file];
  };
  const rules = async () => session.rules((await settings()).timezone);
  const textOf = async (day: "today" | "yesterday") => {
    const today = dateIn((await settings()).timezone, clock.now());
    const file = `memory/${day === "today" ? today : dayBefore(today)}.md`;
    if (isRoom) return "The notes are the person's alone.";
    if (!isTrusted()) return NOT_TRUSTED;
    return privateText(file, await folder()) || `${file} is empty.`;
  };

  /** The table decides; around it, what the person should know of it is told, and what was just said is not loaded again. */
  const heardBy: Session["heardBy"] = (who, rules, files, found) => {
    const heard = session.heardBy(who, rules, files, found).map(notes.toLoad).filter(isUsed);
    if (who === listener)
      identityText = heard.find((file) => file.name === "IDENTITY.md")?.text ?? "";
    for (const name of who === "main" ? [] : leftOut(who, rules, files, heard))
      tell(`${name} is left out for ${WORDS[who]}: it is a file for others, or quotes one.`);
    return heard;
  };

  return {
    ...session,
    heardBy,
    cut: notes.cut,
    tools: [notes.tool],
    common: createGuard(folder, (agent) => !isRoom && agent === lead(), isRoom),
    hooks: { Compacted: notes.forget },
    state: { called: async () => calledIn(await sources()) },
    commands: {
      scope: scopeCommand(name, listener, rules),
      identity: identityCommand(sources),
    },
    withNotes: (memory) => withNotes(memory, textOf),
    isCommand: (command) => !isRoom || IN_ROOMS.includes(command),
  };
}

const NOT_TRUSTED = "The notes are left out, because this folder is not trusted. See /trust.";

/** A note of which all was said in this conversation. */
const isUsed = ({ status, text }: BootstrapFile) => status !== "ok" || text !== "";

/** The files that the table has for a listener, and that were left out all the same. */
function leftOut(
  listener: Listener,
  rules: Rule[],
  files: BootstrapFile[],
  heard: BootstrapFile[],
): string[] {
  const own = rules.filter((rule) => rule.for.includes(listener)).map(({ name }) => name);
  const used = heard.map(({ name }) => name);
  return files.map(({ name }) => name).filter((name) => own.includes(name) && !used.includes(name));
}
