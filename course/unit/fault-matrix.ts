// course/unit/fault-matrix · every fault of the model at every place of a turn, and what becomes of the turn; also while a mate works.
import { expect } from "vitest";
import { type FaultKind, faultKinds } from "../../practice/faults/faults.ts";
import { judge } from "../judge/judge.ts";
import type { Agent } from "../spec/agent.ts";
import { calls, fault, type SpecReply, says } from "../spec/script.ts";

type Request = Agent["requests"][number];

/** Where a call fails. */
export const PLACES = [
  "first call",
  "after a result",
  "mid-stream",
  "in a subagent",
  "side question",
] as const;
type Place = (typeof PLACES)[number] | "in a mate";
/** What became of a turn. */
type Outcome = "goes on" | "ends";

/** A matrix to be tried. */
export interface Trial {
  /** The folder of the agent. */
  chapter: string;
  places: readonly Place[];
  /** Tries every fault at every place instead of each fourth. */
  isWhole: boolean;
  /** A mate works all the time; each case is one step of it. */
  besideMate?: boolean;
}

const MID_STREAM = faultKinds().filter((kind) => /mid_stream|cut_stream|malformed/.test(kind));
const STALLS = ["stall", "stall_mid_stream"];
const NOTE = "---\nname: tabs\ndescription: Likes tabs\ntype: user\n---\nTabs.\n";
const STEP = 4;

function kindsAt(place: Place, { places, isWhole }: Trial): FaultKind[] {
  const kinds = place === "mid-stream" ? MID_STREAM : faultKinds();
  const first = places.indexOf(place); // another fault in each column, so that all of them occur
  return kinds.filter((_, at) => isWhole || (at + first) % STEP === 0);
}

/** Something to be waited for. */
function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}

const isWorked = ({ messages }: Request) => JSON.stringify(messages.at(-1)).includes("tool_result");
const isOf = (job: string, { messages }: Request) => JSON.stringify(messages[0]).includes(job);

const SUBAGENT = "Work for the lead.";
const MATE = "Work beside the lead.";
const HIRE = calls("spawn_teammate", { name: "alice", role: "a helper", prompt: MATE });

/** A model that fails once in every case, at the given place, and works before and after. */
function failingModel(place: Place) {
  let kind: FaultKind = "overloaded";
  let failing = signal();
  let isArmed = false;

  function begin(next: FaultKind): Promise<void> {
    [kind, isArmed, failing] = [next, true, signal()];
    return failing.given;
  }

  function failOnce(
    otherwise: SpecReply,
    half: SpecReply = { ...work(), text: "half" },
  ): SpecReply {
    if (!isArmed) return otherwise;
    isArmed = false;
    failing.give();
    return { ...half, ...fault(kind, { retry_after_ms: 1, at_event: 5 }) };
  }

  const work = () => calls("bash", { command: `echo ${kind} >> ran.txt` });
  const done = () => says(`Done with ${kind}.`);
  const failingWork = (request: Request) => (isWorked(request) ? done() : failOnce(work()));

  function reply(request: Request): SpecReply {
    if (place === "first call" || place === "mid-stream") return failingWork(request);
    if (place === "after a result") return isWorked(request) ? failOnce(done()) : work();
    if (place === "side question") return isWorked(request) ? done() : work();
    if (isOf(SUBAGENT, request) || isOf(MATE, request)) return failingWork(request);
    return isWorked(request) ? done() : calls("task", { description: SUBAGENT });
  }

  return {
    begin,
    reply,
    recall: () => failOnce(says(JSON.stringify({ files: ["tabs"] })), says("half")),
  };
}

/** Advances the clock instead of waiting: a retry comes within a second, a silent call ends after three minutes. */
async function hurry(agent: Agent, kind: FaultKind, failed: Promise<void>) {
  await failed;
  if (STALLS.includes(kind)) await agent.advance("4m");
  await agent.advance("1s");
}

/** What was printed in a case: a stack trace is not a clear line, and what ends without one ends without a reason. */
function outcomeOf(kind: FaultKind, printed: string, isDone: boolean): Outcome {
  expect(printed).not.toContain("    at ");
  if (isDone) expect(printed).toContain(`Done with ${kind}.`);
  else expect(printed).toMatch(/API error \d{3} |No connection|The reply broke off/);
  return isDone ? "goes on" : "ends";
}

function expectNothingTwice(agent: Agent, file: string) {
  const ran = agent.files[file]?.trim().split("\n") ?? [];
  expect(new Set(ran).size).toBe(ran.length);
}

type Outcomes = Map<FaultKind, string>;

async function outcomesAt(place: Place, trial: Trial): Promise<Outcomes> {
  const outcomes: Outcomes = new Map();
  const kinds = kindsAt(place, trial);
  const tryAll = place === "in a mate" ? casesInMate : casesInLead(place, trial);
  const { error } = await judge(async ({ start }) => {
    const agent = await tryAll(start, kinds, outcomes);
    expectNothingTwice(agent, "ran.txt");
  }, trial.chapter);
  expect(error?.message).toBeUndefined();
  return outcomes;
}

type Start = Parameters<Parameters<typeof judge>[0]>[0]["start"];

/** Each case is a turn of the lead. */
const casesInLead =
  (place: Place, { besideMate = false }: Trial) =>
  async (start: Start, kinds: FaultKind[], outcomes: Outcomes) => {
    const model = failingModel(place);
    const mate = mateAtWork();
    const agent = await start((request) => mate.reply(request) ?? model.reply(request), {
      files: { ".memory/tabs.md": NOTE },
      side: place === "side question" ? { recall: model.recall } : {},
    });
    if (besideMate) await mate.hire(agent);
    for (const kind of kinds) {
      if (besideMate) await mate.step();
      const failed = model.begin(kind);
      const before = agent.output.length;
      await agent.type(`Case ${kind}: tabs?`);
      await hurry(agent, kind, failed);
      const isDone = (await agent.ended()) === "done";
      outcomes.set(kind, outcomeOf(kind, agent.output.slice(before), isDone));
    }
    if (besideMate) expect(await mate.finish(agent)).toBeGreaterThanOrEqual(kinds.length);
    return agent;
  };

/** A mate whose calls of the model wait for the next case, so that it is in the middle of its job when that begins. */
function mateAtWork() {
  let next = signal();
  let asks = signal();
  let steps = 0;
  let isOver = false;

  async function stepOfMate(): Promise<SpecReply> {
    asks.give();
    await next.given;
    return isOver
      ? says("Counted to the end.")
      : calls("bash", { command: `echo ${++steps} >> mate.txt` });
  }

  /** Answers the call that waits, and lets the next one wait. */
  async function step() {
    await asks.given;
    asks = signal();
    next.give();
    next = signal();
  }

  return {
    step,
    reply(request: Request): SpecReply | Promise<SpecReply> | undefined {
      const last = JSON.stringify(request.messages.at(-1));
      if (isOf(MATE, request)) return stepOfMate();
      if (last.includes("Hire one.")) return isWorked(request) ? says("Hired.") : HIRE;
      if (last.includes("Work beside") || last.includes("works now")) return says("Hired.");
      return last.includes("Counted to the end.") ? says("Heard.") : undefined;
    },
    async hire(agent: Agent) {
      await agent.type("Hire one.");
      await agent.sees("Hired.");
      await agent.ended();
    },
    /** Its result comes as from any mate. Gives how many steps it has done. */
    async finish(agent: Agent) {
      isOver = true;
      next.give();
      await agent.begins("mail");
      await agent.sees("Heard.");
      await agent.ended();
      expectNothingTwice(agent, "mate.txt");
      return steps;
    },
  };
}

/** Each case is a turn of the mate, which the lead has asked for; it hears how the turn has ended. */
async function casesInMate(start: Start, kinds: FaultKind[], outcomes: Outcomes) {
  const model = failingModel("in a mate");
  let asked = signal();
  let heard = "";
  const agent = await start(async (request) => {
    if (!isOf(MATE, request)) return leadReply(request);
    await asked.given;
    return model.reply(request);
  });
  function leadReply(request: Request): SpecReply {
    const last = JSON.stringify(request.messages.at(-1));
    if (last.includes('kind=\\"mail\\"')) {
      heard = last;
      return says("Heard.");
    }
    if (isWorked(request)) return says("Asked.");
    const isHired = outcomes.size > 0;
    return isHired ? calls("send_message", { to: "alice", content: "And now?" }) : HIRE;
  }
  for (const kind of kinds) {
    asked = signal();
    const failed = model.begin(kind);
    const before = agent.output.length;
    await agent.type(`Case ${kind}`);
    await agent.sees("Asked.");
    await agent.ended();
    asked.give();
    await hurry(agent, kind, failed);
    await agent.begins("mail");
    await agent.sees("Heard.");
    await agent.ended();
    const isDone = heard.includes(`Done with ${kind}.`);
    expect(heard).toContain(isDone ? "From alice (result)" : "My turn was stopped: ");
    outcomes.set(kind, outcomeOf(kind, agent.output.slice(before), isDone));
  }
  return agent;
}

/** What a table says of a fault, a word for each place. */
const told = (table: string, kind: FaultKind): string[] =>
  (table.split("\n").find((line) => line.startsWith(`| ${kind} |`)) ?? "").split(" | ").slice(1);

/** What becomes of the turn, for each fault at each place, as a table; where it is not tried, as `expected` says. */
export async function matrixOf(trial: Trial, expected: string): Promise<string> {
  const { places } = trial;
  const columns = await Promise.all(places.map((place) => outcomesAt(place, trial)));
  const tried = columns.map((column) => [...column.keys()]);
  expect(tried).toEqual(places.map((place) => kindsAt(place, trial)));
  const rows = faultKinds().map((kind) => [
    kind,
    ...columns.map(
      (column, at) => column.get(kind) ?? told(expected, kind)[at]?.replace(" |", "") ?? "",
    ),
  ]);
  const cells = rows.flatMap((row) => row.slice(1));
  const count = (outcome: Outcome) => cells.filter((cell) => cell === outcome).length;
  const table = [["fault", ...places], ["---", ...places.map(() => "---")], ...rows]
    .map((row) => `| ${row.join(" | ")} |`)
    .join("\n");
  return `${table}\n\n${count("goes on")} go on, ${count("ends")} end with a line`;
}

/** What s11 promises for each fault, in the lead. */
export const TABLE = `
| fault | first call | after a result | mid-stream | in a subagent | side question |
| --- | --- | --- | --- | --- | --- |
| overloaded | goes on | goes on | – | goes on | goes on |
| rate_limited | goes on | goes on | – | goes on | goes on |
| server_error | goes on | goes on | – | goes on | goes on |
| invalid_request | ends | ends | – | goes on | goes on |
| authentication | ends | ends | – | goes on | goes on |
| timeout_error | goes on | goes on | – | goes on | goes on |
| billing | ends | ends | – | goes on | goes on |
| permission | ends | ends | – | goes on | goes on |
| not_found | ends | ends | – | goes on | goes on |
| conflict | goes on | goes on | – | goes on | goes on |
| request_too_large | goes on | goes on | – | goes on | goes on |
| prompt_too_long | goes on | goes on | – | goes on | goes on |
| connection_reset | goes on | goes on | – | goes on | goes on |
| stall | goes on | goes on | – | goes on | goes on |
| error_mid_stream | goes on | goes on | goes on | goes on | goes on |
| reset_mid_stream | goes on | goes on | goes on | goes on | goes on |
| cut_stream | goes on | goes on | goes on | goes on | goes on |
| stall_mid_stream | goes on | goes on | goes on | goes on | goes on |
| malformed_input | goes on | goes on | goes on | goes on | goes on |
| malformed_sse | goes on | goes on | goes on | goes on | goes on |

76 go on, 10 end with a line
`.trim();
