// s27 · ego/command – /ego: whether it is on, and what it costs; /desires: what is behind the words.
import { availableParallelism, loadavg } from "node:os";
import { clock } from "../../shared/clock.ts";
import { subcommands } from "../../shared/subcommands.ts";
import { type Command, note } from "../../shared/terminal.ts";
import { estimateTokens } from "../../shared/tokens.ts";
import type { OwnServer } from "../mcp/mcp.ts";
import type { Memories } from "../recall/recall.ts";
import { openAround, type Whole } from "./around.ts";
import type { Count } from "./count.ts";
import { DESIRES, levelOf, wordFor } from "./desires.ts";
import { RULES } from "./words.ts";

/** What the command works with. */
export interface Desk {
  server: OwnServer;
  count: Count;
  look: Look;
  turnOn(signal: AbortSignal): Promise<void>;
  turnOff(): Promise<void>;
}

export function egoCommand(desk: Desk): Command {
  const { look, turnOn } = desk;
  return subcommands("ego", "tools that answer with a question", {
    "": { run: () => note(stateOf(desk)) },
    status: { run: () => note(stateOf(desk)) },
    on: { run: (_, signal) => turnOn(signal) },
    off: { run: () => turnOff(desk) },
    rules: { run: () => note(RULES) },
    budget: { run: () => note(budgetOf(desk)) },
    debug: { run: async () => note(await look(debugged)) },
  });
}

function sizeOf({ server }: Desk): string {
  const count = server.tools().length;
  const tools = count === 1 ? "1 tool" : `${count} tools`;
  return `${tools}, about ${server.weight()} tokens of definitions`;
}

function stateOf(desk: Desk): string {
  const isOn = desk.server.tools().length > 0;
  return isOn ? `It is on: ${sizeOf(desk)}.` : "It is off. /ego on starts it for this session.";
}

async function turnOff({ turnOff }: Desk) {
  await turnOff();
  note("[ego] is off", "dim");
}

/** What the first design of these tools promised, in tokens, before and after. */
const CLAIMED: [what: string, before: number, after: number][] = [
  ["definitions of tools", 4000, 1500],
  ["rules in the prompt", 1000, 300],
  ["a skill", 500, 100],
  ["a reply, on average", 500, 150],
];

/** The table of that design, and what is measured here. */
function budgetOf(desk: Desk): string {
  const { server, count } = desk;
  const here = [server.weight(), estimateTokens(server.instructions()), 0, count.average()];
  const rows = CLAIMED.map(([what, before, after], at) => rowOf(what, before, after, here[at]));
  const start = (which: 1 | 2) => CLAIMED.reduce((sum, row) => sum + row[which], 0);
  const all = here.reduce<number>((sum, one = 0) => sum + one, 0);
  const head = ["tokens", "claimed before", "claimed after", "here"];
  return [cells(head), ...rows, rowOf("together", start(1), start(2), all)].join("\n");
}

const rowOf = (what: string, before: number, after: number, here: number | undefined) =>
  cells([what, String(before), String(after), here === undefined ? "none yet" : String(here)]);

const cells = ([what = "", ...others]: string[]) =>
  [what.padEnd(22), ...others.map((one) => one.padStart(15))].join("");

/** Looks at what is kept, for the person. Throws when it must not be used. */
export type Look = (words: (whole: Whole) => Promise<string>) => Promise<string>;

/** Looks at the files of a folder, beside the server. */
export const lookIn =
  (folder: string, memories: () => Promise<Memories>): Look =>
  async (words) => {
    const tell = (line: string) => note(`[ego] ${line}`, "yellow");
    return words(openAround({ folder, now: clock.now, tell }, await memories(), "the user"));
  };

const hoursSince = (at: number) => `${((clock.now() - at) / 3_600_000).toFixed(1)} h ago`;

export const desiresCommand = (look: Look): Command => ({
  description: "what pulls it, as numbers that the model does not see",
  run: async () => note(await look(levels)),
});

async function levels(whole: Whole): Promise<string> {
  const { levels, times } = await whole.numbers();
  const lines = Object.entries(levels)
    .sort(([, one], [, other]) => other - one)
    .map(([name, level]) => {
      const since = times[name];
      const met = since ? `met ${hoursSince(since.at)}` : "never met";
      return `${name.padEnd(22)}${level.toFixed(2)} ${wordFor(level).padEnd(5)} ${met}`;
    });
  return [...lines, ...anchors()].join("\n");
}

/** Three points of the curve, for a desire that was half met. */
function anchors(): string[] {
  const [name, hours] = ["curiosity", DESIRES.curiosity ?? 0];
  const at = (share: number) =>
    levelOf(hours, { at: 0, quality: 0.5 }, share * hours * 3_600_000).toFixed(3);
  return [
    `A desire is elapsed time, no feeling. ${name}, half met: ${at(0)} at once, ${at(0.375)} after ${0.375 * hours} h, ${at(1)} after ${hours} h.`,
  ];
}

/** What a program can read and a model cannot feel: the hour, and how busy the machine is. */
const insideNow = () =>
  `hour ${new Date(clock.now()).getHours()}, load ${(loadavg()[0] ?? 0).toFixed(1)} on ${availableParallelism()} cores`;

async function debugged(whole: Whole): Promise<string> {
  const { nudge } = await whole.numbers();
  const moves = Object.entries(nudge).filter(([, by]) => by !== 0);
  const lines = moves.map(([name, by]) => `${name} ${by > 0 ? "+" : ""}${by.toFixed(2)}`);
  return [insideNow(), `moved by memories and the hour: ${lines.join(", ") || "nothing"}`].join(
    "\n",
  );
}
