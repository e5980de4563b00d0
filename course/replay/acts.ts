// course/replay/acts · what is done in a session: the agent started, typed at, answered and left.
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { UsageError } from "../base/usage.ts";
import { agentFolder, draftAt } from "../chapters/drafts.ts";
import { listChapters } from "../chapters/list.ts";
import { sampleOf } from "../scripts/samples.mjs";
import { milliseconds } from "../spec/acts.ts";
import { quote, SpecBroken, SpecFailure } from "../spec/errors.ts";
import type { Company } from "../spec/idle.ts";
import { type Launch, startProcess } from "../spec/process.ts";
import { createWatch, type Limit } from "../spec/watch.ts";
import { bash, quoted, type ReplayedAgent, startReplayed } from "./agent.ts";
import { type Bindings, matchLine } from "./match.ts";
import type { Edit } from "./mend.ts";
import type { Place } from "./place.ts";
import type { Action, Segment } from "./readme.ts";
import type { Happened } from "./timeline.ts";

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
  fixture: string | undefined;
  seats: Record<1 | 2, Seat>;
  /** Its page keeps the terminals apart: what is typed at a shell is not typed where an agent runs. */
  isApart: boolean;
  /** The terminal of the line that is done. */
  terminal: 1 | 2;
  bindings: Bindings;
  /** Its agents are killed, or asked for their processes: they must have some. */
  isReal: boolean;
  /** What happens, where the page has a table of it. */
  record: Happened | undefined;
  company: Company;
  problems: Problem[];
  edits: Edit[];
}

/** A terminal: what runs in it. */
interface Seat {
  agent?: ReplayedAgent;
  /** The question that waits for the next line. */
  question?: string;
}

export const seatOf = ({ seats, terminal }: Play): Seat => seats[terminal];

export const isRunning = ({ agent }: Seat): boolean => agent?.isGone() === false;

export type Act<Kind extends Action["kind"]> = Extract<Action, { kind: Kind }>;

/** The agent that runs. Throws a SpecFailure when none does. */
export function running(play: Play): ReplayedAgent {
  const { agent } = seatOf(play);
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
      for (let left = action.times, isIdle = false; left > 0; left--)
        isIdle = await advance(play, action.time, isIdle);
      return true;
  }
}

/** A clock that a command sleeps by goes ahead with what happens meanwhile, and so does the other terminal. Gives whether all are idle then, as before with `isIdle`. */
async function advance(play: Play, text: string, isIdle: boolean): Promise<boolean> {
  const agent = running(play);
  if (await play.place.time.goAhead(milliseconds(text), isIdle)) return false;
  const other = play.seats[play.terminal === 1 ? 2 : 1];
  if (isRunning(other)) other.agent?.ahead(milliseconds(text));
  play.record?.pass(milliseconds(text));
  await agent.advance(text);
  return agent.rests();
}

/** A script in a chapter's folder; the agent runs from a cache here, so it cannot know where the course is. */
const SCRIPT_OF_COURSE = /\bPRACTICE_SCRIPT=(?=s\d\d_)/;

/** Starts the agent; one that runs in this terminal is ended first, as a person would before typing at the shell again. */
async function start(play: Play, { chapter, fresh, before, words }: Act<"start">) {
  const seat = seatOf(play);
  await leave(play, seat, false);
  const folder = folderOf(play.root, chapter);
  if (fresh !== undefined) await renew(play, fresh || sampleOf(nameOfChapter(folder), play.root));
  const found = before.replace(SCRIPT_OF_COURSE, (name) => name + quoted(`${play.root}/`));
  const isReal = play.isReal || play.terminal === 2; // two programs have two process ids
  seat.agent = await startReplayed(folder, { before: found, words }, { ...play, isReal });
  drive(play);
}

/** The clocks of all agents that run go ahead together. */
function drive({ seats, place, record }: Play) {
  const agents = [seats[1], seats[2]].filter(isRunning);
  const ahead = (ms: number) => {
    record?.pass(ms);
    for (const { agent } of agents) agent?.ahead(ms);
  };
  place.time.drive(agents.length === 0 ? undefined : { ahead });
}

/** A draft's path is only a name. */
const nameOfChapter = (folder: string) => basename(draftAt(folder)?.chapter ?? folder);

/** Makes the session's folder new, if that is the sample which a reader gets; ids in it are new ones. */
async function renew(play: Play, sample: string) {
  const { place, fixture = "no sample" } = play;
  if (sample !== fixture)
    throw new SpecFailure(
      `This makes a new ${sample}, and the session works in ${fixture}: --fresh=${fixture}, or fixture=${sample}.`,
    );
  await place.renew();
  play.bindings = new Map();
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

/** Ends the agent that runs in a terminal, if one does. Throws SpecBroken for a bad end. */
export async function leave(play: Play, seat: Seat, hasFailed: boolean) {
  const { agent } = seat;
  delete seat.agent;
  const wrong = (await agent?.finish(hasFailed)) ?? [];
  drive(play);
  if (wrong.length > 0) throw new SpecBroken(wrong.join("\n"));
}

async function typeAt(play: Play, { line }: Segment, { label, text }: Act<"type">) {
  const agent = running(play);
  if (label !== agent.label) {
    play.problems.push(difference(line, { expected: `${label} >>`, printed: `${agent.label} >>` }));
  }
  const words = withValues(text, play.bindings);
  play.record?.type(words);
  await agent.type(words);
}

/** A typed line may name what was printed before, such as an id: `<id>` becomes its value. */
function withValues(text: string, bindings: Bindings): string {
  return text.replaceAll(/<[a-z][\w-]*>/g, (name) => bindings.get(name) ?? name);
}

function answer(play: Play, segment: Segment, { question, word }: Act<"answer">): boolean {
  const { line, indent, expected } = segment;
  const agent = running(play);
  const here = `${play.terminal === 2 ? "2 " : ""}? ${question}: ${word}`;
  const asked = seatOf(play).question;
  if (asked === undefined) {
    play.problems.push(difference(line, { expected: here, printed: "(no question is asked)" }));
    play.edits.push(edit(line, indent, [here, ...expected], []));
    return false;
  }
  const bound = matchLine(question, asked, play.bindings);
  if (bound === undefined) {
    const printed = here.replace(question, () => asked);
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
) => ({ line, message: "differs", expected, printed });

/** Lines to replace, indented as their block is. */
export function edit(line: number, indent: string, removed: string[], added: string[]): Edit {
  const indented = (text: string) => (text === "" ? text : `${indent}${text}`);
  return { line, removed: removed.map(indented), added: added.map(indented) };
}

/** Commands of the course that a session may show, and their modules; its folder has no package.json. */
export const OF_COURSE: ReadonlyMap<string, string> = new Map([
  ["npm run measure", "course/measure/main.ts"],
  ["npm run measure -- s22", "course/measure/main.ts"],
]);

function launchOf(root: string, command: string): Launch {
  const file = OF_COURSE.get(command);
  if (file === undefined) return bash(command);
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  const [, words = ""] = command.split(" -- ");
  return { command: process.execPath, args: ["--import", tsx, join(root, file), words] };
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
