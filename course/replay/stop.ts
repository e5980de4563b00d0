// course/replay/stop · what an agent waits for between two lines of a README, and what it printed before.
import { reply } from "../spec/acts.ts";
import { isRead, type Parts } from "../spec/state.ts";
import type { Match } from "./match.ts";
import type { Action } from "./readme.ts";

/** Where the agent stands between two lines of a README. */
export type Stop = "prompt" | "question" | "running" | "ended";

/** What was printed since the last stop, in lines, and where the agent stands now. */
export interface Printed {
  stop: Stop;
  lines: string[];
  /** The question that waits, when the agent stopped at one. */
  question: string | undefined;
}

/** How a stop is looked for. */
export interface Wanted {
  /** What has just been done, and what comes next: only some of it can be done in the middle of a turn. */
  action: Action["kind"];
  next: Action["kind"] | undefined;
  /** Compares the lines so far with the expected ones: all of them, or the first of them. */
  compare(lines: string[], whole: boolean): Match;
}

/** An agent, and how much of it has been seen. */
export interface Replayed {
  parts: Parts;
  label: string;
  /** How far its output has been taken, in bytes. */
  taken: number;
  /** Whether that is in the middle of a line, after a prompt or a question. */
  isMidLine: boolean;
  /** The timers it waits for, and how many bytes were printed when each was set. */
  timers: { due: number; at: number }[];
  /** Its request came with the command: it is in a turn from the start, and never says so. */
  isOneShot: boolean;
  /** How often it has waited at its prompt. */
  prompts: number;
  /** The questions that were answered no, since the README does not answer them. */
  refused: string[];
  shown(text: string): string;
}

/** Where the agent stands, once the next line of the README can be done; undefined while it cannot. */
export function look(replayed: Replayed, wanted: Wanted): Stop | undefined {
  const { state, process } = replayed.parts;
  if (process.exit()) return "ended";
  const canInterrupt = wanted.next === "interrupt" || wanted.next === "advance";
  if (isAsking(replayed)) {
    if (canInterrupt || wanted.next === "answer") return "question";
    refuse(replayed);
    return undefined;
  }
  if (state.phase === "waiting") return isDone(replayed, wanted) ? "prompt" : undefined;
  return canInterrupt && isWaiting(replayed, wanted) ? "running" : undefined;
}

const questionText = ({ parts: { state, process }, taken }: Replayed) => {
  const lines = process.text(taken).split("\n");
  return state.question === undefined ? undefined : lines.at(-1)?.trimEnd();
};

/** The agent does not count what it prints on stderr, so the text of the question is looked for, too. */
function isAsking(replayed: Replayed): boolean {
  const { state } = replayed.parts;
  const last = state.question?.split("\n").at(-1)?.trimEnd();
  return last !== undefined && isRead(replayed.parts) && questionText(replayed) === last;
}

function refuse(replayed: Replayed) {
  replayed.refused.push(questionText(replayed) ?? "");
  if (!replayed.parts.state.stopping) return reply(replayed.parts, "n");
  replayed.parts.state.question = undefined;
}

const promptOf = ({ label }: Replayed) => `${label} >> `;

/** At the prompt, with everything read; after Ctrl-C or a step of the clock, also with its effect. */
function isDone(replayed: Replayed, { action, compare }: Wanted): boolean {
  const { parts, prompts, taken } = replayed;
  const prompt = promptOf(replayed);
  const shown = parts.process.text(0).split(prompt).length - 1;
  if (!isRead(parts) || shown < prompts) return false;
  if (action === "interrupt") return parts.state.interrupted !== "prompt";
  if (action !== "advance") return true;
  const text = parts.process.text(taken);
  const match = compare(linesOf(replayed, "prompt").lines, true);
  const isAtRest = text === "" || text.endsWith(prompt);
  return isAtRest && (match.kind === "match" || !match.open);
}

/** At the prompt, though more was expected: background work may still print it. */
export function mayBringMore(replayed: Replayed, { compare }: Wanted): boolean {
  const match = compare(linesOf(replayed, "prompt").lines, true);
  return match.kind === "differs" && match.open && replayed.parts.process.exit() === undefined;
}

/** False while a turn runs that nobody typed, unless the next line can be done in it. */
export function isAtRest({ parts }: Replayed, { next }: Wanted): boolean {
  const { state, process } = parts;
  const inTurn: Wanted["next"][] = ["interrupt", "advance", "answer"];
  if (process.exit() !== undefined || inTurn.includes(next)) return true;
  return state.phase === "waiting" && isRead(parts);
}

/** In the middle of a turn: what is expected has been printed, and since then the agent waits for time to pass. */
function isWaiting(replayed: Replayed, { compare }: Wanted): boolean {
  const { parts, taken, timers, isOneShot } = replayed;
  if (parts.state.phase === "starting" && !isOneShot) return false;
  const { lines, ends } = linesOf(replayed, "running");
  const match = compare(lines, false);
  if (match.kind === "differs" && match.open) return false;
  const place = (match.kind === "match" ? ends[match.used - 1] : undefined) ?? taken;
  // What a one-shot notes goes to stderr, which it does not count.
  return timers.some(({ at }) => isOneShot || at >= place);
}

/** What was printed since the last stop, as a README shows it, and where each line ends, in bytes. */
function linesOf(replayed: Replayed, stop: Stop) {
  const { parts, taken, isMidLine, refused, shown } = replayed;
  const prompt = promptOf(replayed);
  const text = parts.process.text(taken);
  const skipped = isMidLine && text.startsWith("\n") ? 1 : 0;
  const lines: string[] = [];
  const ends: number[] = [];
  let end = taken + skipped;
  for (const line of text.slice(skipped).split(/(?<=\n)/)) {
    end += Buffer.byteLength(line);
    const seen = line.replace("\n", "");
    const isLater = stop === "running" && !line.endsWith("\n");
    if (isLater || seen === prompt || line === "") continue;
    const asked = refused.includes(seen.trimEnd());
    lines.push(asked ? `? ${shown(seen).trimEnd()}: n` : shown(seen).trimEnd());
    ends.push(end);
  }
  return { lines, ends };
}

/** Takes the lines up to a stop; in the middle of a turn only those that were expected. */
export function take(replayed: Replayed, stop: Stop, { compare, next }: Wanted): Printed {
  const { parts } = replayed;
  const { lines, ends } = linesOf(replayed, stop);
  replayed.refused = [];
  if (stop === "running") {
    const match = compare(lines, false);
    const used = match.kind === "match" ? match.used : lines.length;
    replayed.taken = ends[used - 1] ?? replayed.taken;
    replayed.isMidLine &&= used === 0;
    return { stop, lines: lines.slice(0, used), question: undefined };
  }
  replayed.taken = parts.process.received();
  replayed.isMidLine = stop !== "ended";
  const isAnswered = stop === "question" && next === "answer";
  return { stop, lines, question: isAnswered ? lines.pop() : undefined };
}
