// course/replay/acts · what is done in a session: the agent started, typed at, answered and left.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { UsageError } from "../base/usage.ts";
import { agentFolder } from "../chapters/drafts.ts";
import { listChapters } from "../chapters/list.ts";
import { milliseconds } from "../spec/acts.ts";
import { quote, SpecBroken, SpecFailure } from "../spec/errors.ts";
import { type Launch, startProcess } from "../spec/process.ts";
import { createWatch, type Limit } from "../spec/watch.ts";
import { bash, quoted, type ReplayedAgent, startReplayed } from "./agent.ts";
import { type Bindings, matchLine } from "./match.ts";
import type { Edit } from "./mend.ts";
import type { Place } from "./place.ts";
import type { Action, Segment } from "./readme.ts";

/** Something that is not as the README has it; `line` counts from 1. */
export interface Problem {
  line: number;
  message: string;
  expected?: string;
  printed?: string;
}

/** Where the chapters and fixtures are, and how long to wait for a line. */
export interface Setting {
  root: string;
  limit: Limit;
}

/** A session while it is played. */
export interface Play extends Setting {
  place: Place;
  agent: ReplayedAgent | undefined;
  /** The question that waits for the next line. */
  question: string | undefined;
  bindings: Bindings;
  /** Its agents are killed, or asked for their processes: they must have some. */
  isReal: boolean;
  problems: Problem[];
  edits: Edit[];
}

export type Act<Kind extends Action["kind"]> = Extract<Action, { kind: Kind }>;

/** The agent that runs. Throws a SpecFailure when none does. */
export function running({ agent }: Play): ReplayedAgent {
  if (agent?.isGone() === false) return agent;
  throw new SpecFailure("No agent is running here: start it with `$ npx tsx …/code.ts`.");
}

/** Does what a line says; false when that is impossible, and the replay continues with the next line. */
export async function act(play: Play, segment: Segment, action: Exclude<Action, Act<"shell">>) {
  switch (action.kind) {
    case "start":
      await start(play, action);
      return true;
    case "type":
      await typeAt(play, segment, action);
      return true;
    case "answer":
      return answer(play, segment, action);
    case "interrupt":
      await running(play).interrupt();
      return true;
    case "advance":
      await advance(play, action.time);
      return true;
  }
}

/** A clock that a command sleeps by goes ahead with what happens meanwhile. */
async function advance(play: Play, text: string) {
  const agent = running(play);
  const { time } = play.place;
  await (time.isAwaited() ? time.goAhead(milliseconds(text)) : agent.advance(text));
}

/** A script in a chapter's folder; the agent runs from a cache here, so it cannot know where the course is. */
const SCRIPT_OF_COURSE = /\bPRACTICE_SCRIPT=(?=s\d\d_)/;

/** Starts the agent; a running agent is ended first, as a person would before typing at the shell again. */
async function start(play: Play, { chapter, before, words }: Act<"start">) {
  await leave(play, false);
  const folder = folderOf(play.root, chapter);
  const found = before.replace(SCRIPT_OF_COURSE, (name) => name + quoted(`${play.root}/`));
  play.agent = await startReplayed(folder, { before: found, words }, play);
  play.place.time.drive(play.agent);
}

/** The folder of the agent that a start line names. Throws a SpecFailure when there is none. */
export function folderOf(root: string, chapter: string | undefined): string {
  const name = chapter ?? listChapters(root).at(-1);
  if (name === undefined) throw new SpecFailure("There are no chapters to start.");
  try {
    return agentFolder(name, root, root);
  } catch (error) {
    throw error instanceof UsageError ? new SpecFailure(error.message) : error;
  }
}

/** Ends the agent that runs, if one does. Throws SpecBroken for a bad end. */
export async function leave(play: Play, hasFailed: boolean) {
  const { agent } = play;
  play.agent = undefined;
  const wrong = (await agent?.finish(hasFailed)) ?? [];
  play.place.time.drive(undefined);
  if (wrong.length > 0) throw new SpecBroken(wrong.join("\n"));
}

async function typeAt(play: Play, { line }: Segment, { label, text }: Act<"type">) {
  const agent = running(play);
  if (label !== agent.label) {
    play.problems.push(difference(line, { expected: `${label} >>`, printed: `${agent.label} >>` }));
  }
  await agent.type(withValues(text, play.bindings));
}

/** A typed line may name what was printed before, such as an id: `<id>` becomes its value. */
function withValues(text: string, bindings: Bindings): string {
  return text.replaceAll(/<[a-z][\w-]*>/g, (name) => bindings.get(name) ?? name);
}

function answer(play: Play, segment: Segment, { question, word }: Act<"answer">): boolean {
  const { line, indent, expected } = segment;
  const agent = running(play);
  const here = `? ${question}: ${word}`;
  if (play.question === undefined) {
    play.problems.push(difference(line, { expected: here, printed: "(no question is asked)" }));
    play.edits.push(edit(line, indent, [here, ...expected], []));
    return false;
  }
  const bound = matchLine(question, play.question, play.bindings);
  if (bound === undefined) {
    const printed = `? ${play.question}: ${word}`;
    play.problems.push(difference(line, { expected: here, printed }));
    play.edits.push(edit(line, indent, [here], [printed]));
  }
  play.bindings = bound ?? play.bindings;
  agent.answer(word);
  return true;
}

/** A line that is not as the README has it. */
export const difference = (
  line: number,
  { expected, printed }: { expected: string; printed: string },
) => ({
  line,
  message: "differs",
  expected,
  printed,
});

/** Lines to replace, indented as their block is. */
export function edit(line: number, indent: string, removed: string[], added: string[]): Edit {
  const indented = (text: string) => (text === "" ? text : `${indent}${text}`);
  return { line, removed: removed.map(indented), added: added.map(indented) };
}

/** Commands of the course that a session may show, and their modules; its folder has no package.json. */
export const OF_COURSE: ReadonlyMap<string, string> = new Map([
  ["npm run measure", "course/measure/main.ts"],
]);

function launchOf(root: string, command: string): Launch {
  const file = OF_COURSE.get(command);
  if (file === undefined) return bash(command);
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  return { command: process.execPath, args: ["--import", tsx, join(root, file)] };
}

/** What a command prints in the session's folder. Throws SpecBroken when it does not end. */
export async function runShell({ root, place, limit }: Play, command: string): Promise<string[]> {
  const watch = createWatch(limit, { situation: () => quote(child.text(0)) });
  const options = { cwd: place.folder, env: place.environment() };
  const child = startProcess(launchOf(root, command), options, watch.changed);
  child.closeInput();
  try {
    await watch.until(`the end of ${command}`, () => child.exit());
  } finally {
    child.kill("SIGKILL");
  }
  const text = place.shown(child.text(0) + child.errors()).replace(/\n$/, "");
  return text === "" ? [] : text.split("\n").map((line) => line.trimEnd());
}
