// site/build/record · plays one session of each chapter and writes what its agent asked a model, as a trace.
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../course/base/root.ts";
import { listChapters } from "../../course/chapters/list.ts";
import { patience } from "../../course/replay/agent.ts";
import { keyOfSession } from "../../course/replay/kept.ts";
import { readSessions, type Session } from "../../course/replay/readme.ts";
import { playSession } from "../../course/replay/session.ts";
import type { Recorded } from "../views/data.ts";
import { readTrace } from "../views/trace/read.ts";

/** A run is played again only when something that it depends on has changed. */
const KEPT = join(ROOT, "site/recorded");

/** The sessions in which no other agent than the chapter's own runs; those that write a trace themselves only if there are no others. */
export function sessionsToRecord(page: string, name: string): Session[] {
  const own = readSessions(page).sessions.filter((session) => {
    const starts = startsIn(session);
    return starts.length > 0 && starts.every(({ chapter }) => chapter === name);
  });
  const quiet = own.filter((one) => startsIn(one).every(({ before }) => !/\bTRACE=/.test(before)));
  return quiet.length > 0 ? quiet : own;
}

const startsIn = ({ segments }: Session) =>
  segments.flatMap(({ action }) => (action.kind === "start" ? action : []));

/** The same session, whose agents write their trace to a file. */
const traced = (session: Session, file: string): Session => ({
  ...session,
  segments: session.segments.map((segment) => {
    const { action } = segment;
    if (action.kind !== "start") return segment;
    return { ...segment, action: { ...action, before: `${action.before}TRACE=${file} ` } };
  }),
});

/** The folders in which a session works have the names here that pages show. */
export const withoutPlaces = (trace: string): string =>
  trace
    .replaceAll(/(?:\/private)?\/tmp\/[0-9a-f]{6,}\.(?:home|bin)\b/g, "/home/you")
    .replaceAll(/(?:\/private)?\/tmp\/[0-9a-f]{6,}\b/g, "/home/you/projects");

/** Records what can be recorded into a folder: NAME.jsonl for each chapter, and list.json. Tells what it could not. */
async function recordAll(folder: string): Promise<void> {
  for (const one of [folder, KEPT]) await mkdir(one, { recursive: true });
  const recorded: Recorded = {};
  for (const chapter of listChapters(ROOT)) {
    const name = chapter.slice(0, 3);
    const page = await readFile(join(ROOT, chapter, "README.md"), "utf8");
    const runs: Run[] = [];
    for (const session of sessionsToRecord(page, name)) runs.push(await record(session));
    const [best] = runs.filter(({ steps }) => steps > 0).sort(byAgents);
    if (best === undefined) {
      console.error(`No run of ${name} was recorded: no session of its page wrote a trace.`);
      continue;
    }
    await writeFile(join(folder, `${name}.jsonl`), best.trace);
    recorded[name] = { chapter, session: best.session };
  }
  await writeFile(join(folder, "list.json"), JSON.stringify(recorded));
}

interface Run {
  session: string;
  trace: string;
  agents: number;
  steps: number;
}

/** More agents show more, and after that more steps. */
const byAgents = (one: Run, other: Run) => other.agents - one.agents || other.steps - one.steps;

async function record(session: Session): Promise<Run> {
  const key = await keyOfSession(session, ROOT);
  const kept = key && join(KEPT, `${key}.jsonl`);
  const trace = kept && existsSync(kept) ? await readFile(kept, "utf8") : await play(session);
  if (kept) await writeFile(kept, trace);
  const read = readTrace(trace);
  const isNone = typeof read === "string";
  const [agents, steps] = isNone ? [0, 0] : [read.agents.length, read.steps.length];
  return { session: session.name, trace, agents, steps };
}

/** Gives the trace; "" when there is none. */
async function play(session: Session): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), "site-trace-"));
  const file = join(place, "trace.jsonl");
  await playSession(traced(session, file), { root: ROOT, limit: patience });
  const trace = await readFile(file, "utf8").catch(() => "");
  await rm(place, { recursive: true, force: true });
  return withoutPlaces(trace);
}

const [folder] = process.argv.slice(2);
if (folder !== undefined) {
  await recordAll(folder);
  process.exit(0); // a session may have left something that waits
}
