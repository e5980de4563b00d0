// course/replay/session · one session of a README, done line by line in a folder of its own.
import { messageOf } from "../base/text.ts";
import { quote, SpecBroken, SpecFailure } from "../spec/errors.ts";
import { createCompany } from "../spec/idle.ts";
import {
  act,
  difference,
  edit,
  isRunning,
  leave,
  type Play,
  type Problem,
  running,
  runShell,
  type Setting,
  seatOf,
} from "./acts.ts";
import { describeDifference, matchLines } from "./match.ts";
import { type Edit, mend } from "./mend.ts";
import { makePlace } from "./place.ts";
import type { Action, Segment, Session } from "./readme.ts";
import { startRecord, timelineProblems, timelineRows } from "./timeline.ts";

/** What became of a session: *broken* = it could not be played to its end. */
export interface Played {
  name: string;
  line: number;
  verdict: "passed" | "failed" | "broken";
  problems: Problem[];
  /** What would make the README say what was printed. */
  edits: Edit[];
}

/** Lines that kill a process, or look at it, or write code that an agent loads: one process reads that only once. */
const OF_PROCESSES = /\b(kill|pkill|pgrep|ps) |\$PPID|\bhooks\.cjs\b/;

/**
 * Plays a session from its first line to its last; goes on after a difference, so that all are told.
 * Must not throw: what goes wrong is in what it gives.
 */
export async function playSession(session: Session, setting: Setting): Promise<Played> {
  const { name, line, fixture, mistakes } = session;
  const problems: Problem[] = [...mistakes];
  const edits: Edit[] = [];
  const broken: Problem[] = [];
  const stuck = (error: unknown, at: number) => {
    const list = error instanceof SpecFailure ? problems : broken;
    list.push({ line: at, message: messageOf(error) });
  };
  if (mistakes.length === 0) {
    try {
      const place = await makePlace(setting.root, fixture);
      const isReal = session.segments.some(({ text }) => OF_PROCESSES.test(text));
      const seats = { 1: {}, 2: {} };
      const isApart = session.segments.some(isNewForm);
      const record = session.timelines.length > 0 ? startRecord(place.folder) : undefined;
      const state = { seats, terminal: 1, isApart, fixture, isReal, record } as const;
      const found = { problems, edits, bindings: new Map(), company: createCompany() };
      await playIn({ ...setting, ...state, ...found, place }, session, stuck);
      await place.remove();
    } catch (error) {
      stuck(error, line);
    }
  }
  const verdict = broken.length > 0 ? "broken" : problems.length > 0 ? "failed" : "passed";
  return { name, line, verdict, problems: [...problems, ...broken], edits };
}

const isNewForm = ({ terminal, action }: Segment) =>
  terminal === 2 || (action.kind === "start" && action.fresh !== undefined);

async function playIn(
  play: Play,
  { segments, timelines, line }: Session,
  stuck: (error: unknown, at: number) => void,
) {
  let at = line;
  let hasFailed = false;
  try {
    for (const [index, segment] of segments.entries()) {
      at = segment.line;
      await playSegment(play, segment, segments[index + 1]?.action);
    }
  } catch (error) {
    hasFailed = true;
    stuck(error, at);
  }
  for (const seat of [play.seats[2], play.seats[1]])
    await leave(play, seat, hasFailed).catch((error) => stuck(error, at));
  for (const table of timelines) {
    const list = play.record?.list ?? [];
    play.problems.push(...timelineProblems(table, list, play.bindings));
    play.edits.push(...timelineRows(table, list, play.bindings));
  }
}

async function playSegment(play: Play, segment: Segment, next: Action | undefined) {
  const { action, expected, line } = segment;
  play.terminal = segment.terminal;
  if (play.isApart && isShell(action) && isRunning(seatOf(play)))
    play.problems.push({ line, message: BUSY });
  if (action.kind === "shell") {
    if (Object.values(play.seats).some(isRunning)) await play.place.time.rests(); // who types here has seen how it went on
    return compare(play, segment, await runShell(play, action.command), true);
  }
  if (!(await act(play, segment, action))) return;
  const agent = running(play);
  const { lines, stop, question } = await agent.stop({
    action: action.kind,
    next: next?.kind,
    compare: (lines, whole) => matchLines(expected, lines, play.bindings, whole),
  });
  if (question === undefined) delete seatOf(play).question;
  else seatOf(play).question = question;
  compare(play, segment, lines, stop !== "running");
  const crash = agent.crash();
  if (crash) throw new SpecBroken(`The agent ${crash}:\n${quote(lines.join("\n"))}`);
}

/** Whether it is typed at a shell. */
const isShell = ({ kind }: Action) => kind === "shell" || kind === "start";

const BUSY =
  "An agent runs in this terminal: end it first, with q at its prompt, or use the other terminal, `2$`.";

/** Compares what was printed in a segment with what its README has. */
function compare(play: Play, segment: Segment, printed: string[], whole: boolean) {
  const { expected, line, indent } = segment;
  const match = matchLines(expected, printed, play.bindings, whole);
  if (match.kind === "match") {
    play.bindings = match.bindings;
    return;
  }
  const at = line + 1 + Math.min(match.expected, Math.max(0, expected.length - 1));
  const place = expected.length === 0 ? line : at;
  play.problems.push(difference(place, describeDifference(expected, printed, match)));
  const { lines, bindings } = mend(expected, printed, play.bindings);
  play.bindings = bindings;
  play.edits.push(edit(line + 1, indent, expected, lines));
}
