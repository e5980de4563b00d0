// s11 – every fault of the model at every place of a turn, and what becomes of the turn.
import { expect, test } from "vitest";
import { judge } from "../course/judge/judge.ts";
import type { Agent } from "../course/spec/agent.ts";
import { calls, fault, type SpecReply, says } from "../course/spec/script.ts";
import { underTest } from "../course/unit/under-test.ts";
import { type FaultKind, faultKinds } from "../practice/faults/faults.ts";

type Request = Agent["requests"][number];

/** Where a call fails. */
const PLACES = [
  "first call",
  "after a result",
  "mid-stream",
  "in a subagent",
  "side question",
] as const;
type Place = (typeof PLACES)[number];
/** What became of a turn. */
type Outcome = "goes on" | "ends";

/** A fault at a place, and what became of it. */
interface Case {
  place: Place;
  kind: FaultKind;
  outcome: Outcome;
}

const MID_STREAM = faultKinds().filter((kind) => /mid_stream|cut_stream|malformed/.test(kind));
const STALLS = ["stall", "stall_mid_stream"];
const NOTE = "---\nname: tabs\ndescription: Likes tabs\ntype: user\n---\nTabs.\n";
const STEP = 4;

function kindsAt(place: Place, isWhole: boolean): FaultKind[] {
  const kinds = place === "mid-stream" ? MID_STREAM : faultKinds();
  const first = PLACES.indexOf(place); // another fault in each column, so that all of them occur
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
    if (isOf(SUBAGENT, request)) return failingWork(request);
    return isWorked(request) ? done() : calls("task", { description: SUBAGENT });
  }

  return {
    begin,
    reply,
    recall: () => failOnce(says(JSON.stringify({ files: ["tabs"] })), says("half")),
  };
}

type FailingModel = ReturnType<typeof failingModel>;

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

/**
 * What becomes of each turn of the agent in a folder in which a fault comes: every fault at every place, or each fourth.
 * The next turn must work.
 */
async function outcomesOf(chapter: string, isWhole: boolean): Promise<Case[]> {
  const all = PLACES.map((place) => outcomesAt(place, kindsAt(place, isWhole), chapter));
  return (await Promise.all(all)).flat();
}

async function outcomesAt(place: Place, kinds: FaultKind[], chapter: string): Promise<Case[]> {
  const cases: Case[] = [];
  const { error } = await judge(async ({ start }) => {
    const model = failingModel(place);
    const agent = await start(model.reply, {
      files: { ".memory/tabs.md": NOTE },
      side: place === "side question" ? { recall: model.recall } : {},
    });
    for (const kind of kinds)
      cases.push({ place, kind, outcome: await outcomeWith(agent, model, kind) });
    const ran = agent.files["ran.txt"]?.trim().split("\n") ?? [];
    expect(new Set(ran).size).toBe(ran.length); // nothing twice
  }, chapter);
  expect(error?.message).toBeUndefined();
  return cases;
}

/** Each case is a turn. */
async function outcomeWith(agent: Agent, model: FailingModel, kind: FaultKind): Promise<Outcome> {
  const failed = model.begin(kind);
  const before = agent.output.length;
  await agent.type(`Case ${kind}: tabs?`);
  await hurry(agent, kind, failed);
  const isDone = (await agent.ended()) === "done";
  return outcomeOf(kind, agent.output.slice(before), isDone);
}

/** `npm run test:deep` tries every fault at every place, a usual run each place with every fourth fault. */
const isWhole = process.env.TEST_DEPTH !== undefined;

/** What no second try helps against, where the turn stands or falls with the call. */
const ENDING = ["authentication", "billing", "invalid_request", "not_found", "permission"];
const ENDING_AT = ["first call", "after a result"];

test("every fault, at every place: the turn goes on or ends with a clear line, and the next one works", async () => {
  const cases = await outcomesOf(underTest(import.meta.dirname), isWhole);
  expect(cases).toHaveLength(isWhole ? 86 : 21);
  for (const { place, kind, outcome } of cases) {
    const ends = ENDING.includes(kind) && ENDING_AT.includes(place);
    expect(outcome, `${kind}, ${place}`).toBe(ends ? "ends" : "goes on");
  }
});
