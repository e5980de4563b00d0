// site/page/play · a session of the page, typed into the terminal line by line.
import type { Seat } from "./seat-state.ts";
import type { Words } from "./words.ts";

interface PlayOptions {
  sample: string;
  words: Words;
}

/** A line that somebody types in a session. */
interface Line {
  element: HTMLElement;
  kind: string;
  text: string;
  times: number;
  isSecond: boolean;
}

const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
function milliseconds(text: string): number {
  const [, count = "0", unit = "ms"] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text) ?? [];
  return Number(count) * (UNITS[unit] ?? 1);
}

/** What a turn may take to begin after the clock was moved. */
const STEP_MS = 400;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Who types an id must have seen it. */
const HAS_ID = /<[a-z][\w-]*>/;

const blocksOf = (name: string | undefined) =>
  [...document.querySelectorAll<HTMLElement>(".session")].filter(
    ({ dataset }) => dataset.session === name,
  );

const linesIn = (block: HTMLElement): Line[] =>
  [...block.querySelectorAll<HTMLElement>(".typed")].map((element) => {
    const { kind = "", text = "", times = "1", second } = element.dataset;
    return { element, kind, text, times: Number(times), isSecond: second === "yes" };
  });

/** What the machine has gone through since it was booted. */
interface Progress {
  done: Set<HTMLElement>;
  session: string | undefined;
}

interface Play extends PlayOptions {
  seat: Seat;
  progress: Progress;
}

async function boot(play: Play, fixture: string) {
  play.progress = { done: new Set(), session: undefined };
  for (const element of document.querySelectorAll(".typed"))
    element.classList.remove("done", "now");
  await play.seat.boot(fixture);
}

/** A session begins with a machine of its own; a later block goes on where the one before has ended. */
async function prepare(play: Play, block: HTMLElement): Promise<HTMLElement[]> {
  const { done, session: last } = play.progress;
  const { session } = block.dataset;
  const blocks = blocksOf(session);
  const before = blocks.slice(0, blocks.indexOf(block));
  const goesOn = last === session && before.every((one) => done.has(one)) && !done.has(block);
  if (goesOn) return [block];
  await boot(play, blocks[0]?.dataset.fixture ?? play.sample);
  play.progress.session = session;
  return [...before, block];
}

async function playBlock(play: Play, block: HTMLElement, signal: AbortSignal) {
  const lines = linesIn(block);
  for (const [at, line] of lines.entries()) {
    if (signal.aborted) return;
    line.element.classList.add("now");
    line.element.scrollIntoView({ block: "nearest" });
    const goesOn = await playLine(play, line, lines[at + 1]?.kind);
    line.element.classList.remove("now");
    if (!goesOn) return;
    line.element.classList.add("done");
  }
  play.progress.done.add(block);
}

const isAgent = ({ phases }: Seat) =>
  ["prompt", "question", "running", "starting"].includes(phases.now());

const untilItWaits = ({ phases }: Seat) => phases.until("prompt", "question", "shell");

/** Does a line; false when the person must go on. `next` may want to be done in the middle of what this one begins. */
async function playLine(play: Play, line: Line, next?: string): Promise<boolean> {
  const { seat } = play;
  const { kind, text } = line;
  if (kind === "type" && HAS_ID.test(text)) {
    seat.say(`${play.words.typeYourself} ${text}`);
    return false;
  }
  if (kind === "advance") return advance(seat, line);
  if (kind === "shell" && (line.isSecond || isAgent(seat))) {
    await seat.beside(text);
    return true;
  }
  if (!(await begin(seat, kind, text))) return true;
  if (next !== "interrupt" && next !== "advance") await untilItWaits(seat);
  return true;
}

/** Types what a line has; false when there is nothing to type it at. */
async function begin(seat: Seat, kind: string, text: string): Promise<boolean> {
  if (kind === "interrupt") {
    await pause(STEP_MS);
    seat.interrupt();
    return true;
  }
  if (kind === "answer") {
    await untilItWaits(seat);
    if (seat.phases.now() !== "question") return false;
  } else {
    if (isAgent(seat)) await toPrompt(seat);
    if (kind !== "type") seat.end();
    if (kind !== "type") await seat.phases.until("shell");
  }
  await seat.type(text);
  return true;
}

/** A question that the page does not answer is answered no. */
async function toPrompt(seat: Seat) {
  await untilItWaits(seat);
  while (seat.phases.now() === "question") {
    await seat.type("n");
    await untilItWaits(seat);
  }
}

async function advance(seat: Seat, { text, times }: Line): Promise<boolean> {
  for (let left = times; left > 0; left--) {
    await pause(STEP_MS);
    seat.advance(milliseconds(text));
    await pause(STEP_MS);
    await untilItWaits(seat);
  }
  return true;
}

/** Plays sessions, one after the other. */
export function createPlayer(seat: Seat, options: PlayOptions) {
  const play: Play = { ...options, seat, progress: { done: new Set(), session: undefined } };
  let queue = Promise.resolve();
  let stopping = new AbortController();

  async function playOne(block: HTMLElement) {
    const { signal } = stopping;
    for (const one of await prepare(play, block)) await playBlock(play, one, signal);
  }

  /** What is being typed ends with its present line. */
  function stop() {
    stopping.abort();
    stopping = new AbortController();
    queue = Promise.resolve();
  }

  return {
    stop,
    /** Types the lines of a block, and before them what it goes on from. */
    play(block: HTMLElement): Promise<void> {
      queue = queue.then(() => playOne(block)).catch((error: unknown) => seat.say(String(error)));
      return queue;
    },
    /** A new machine with the sample of the page. */
    async afresh() {
      stop();
      await boot(play, options.sample);
    },
  };
}
