import { expect, test } from "vitest";
import { judge } from "../course/judge/judge.ts";
import { calls, fault, type SpecReply, says } from "../course/spec/script.ts";
import type { Agent } from "../course/spec.ts";
import { underTest } from "../course/unit/under-test.ts";
import { type FaultKind, faultKinds } from "../practice/faults/faults.ts";

type Request = Agent["requests"][number];

const PLACES = [
  "first call",
  "after a result",
  "mid-stream",
  "in a subagent",
  "side question",
] as const;
type Place = (typeof PLACES)[number];
const MID_STREAM = faultKinds().filter((kind) => /mid_stream|cut_stream|malformed/.test(kind));
const STALLS = ["stall", "stall_mid_stream"];
const NOTE = "---\nname: tabs\ndescription: Likes tabs\ntype: user\n---\nTabs.\n";

/** `npm run test:deep` tries every fault at every place, a usual run each place with every fourth fault. */
const STEP = process.env.TEST_DEPTH === undefined ? 4 : 1;

function kindsAt(place: Place): FaultKind[] {
  const kinds = place === "mid-stream" ? MID_STREAM : faultKinds();
  const first = PLACES.indexOf(place); // another fault in each column, so that all of them occur
  return kinds.filter((_, at) => (at + first) % STEP === 0);
}

/** A model that fails once in every case, at the given place, and works before and after. */
function failingModel(place: Place) {
  let kind: FaultKind = "overloaded";
  let given = () => {};
  let isArmed = false;

  function begin(next: FaultKind): Promise<void> {
    [kind, isArmed] = [next, true];
    return new Promise((resolve) => {
      given = resolve;
    });
  }

  function failOnce(
    otherwise: SpecReply,
    half: SpecReply = { ...work(), text: "half" },
  ): SpecReply {
    if (!isArmed) return otherwise;
    isArmed = false;
    given();
    return { ...half, ...fault(kind, { retry_after_ms: 1, at_event: 5 }) };
  }

  const work = () => calls("bash", { command: `echo ${kind} >> ran.txt` });
  const done = () => says(`Done with ${kind}.`);

  function reply({ messages }: Request): SpecReply {
    const isWorked = JSON.stringify(messages.at(-1)).includes("tool_result");
    const isSubagent = JSON.stringify(messages[0]).includes("Work for the lead.");
    if (place === "first call") return isWorked ? done() : failOnce(work());
    if (place === "after a result") return isWorked ? failOnce(done()) : work();
    if (place === "mid-stream") return isWorked ? done() : failOnce(work());
    if (place === "side question") return isWorked ? done() : work();
    if (isSubagent) return isWorked ? done() : failOnce(work());
    return isWorked ? done() : calls("task", { description: "Work for the lead." });
  }

  return {
    begin,
    reply,
    recall: () => failOnce(says(JSON.stringify({ files: ["tabs"] })), says("half")),
  };
}

/** Advances the clock instead of waiting: a retry comes within a second, a silent call ends after three minutes. */
async function hurry(agent: Agent, kind: FaultKind, given: Promise<void>) {
  await given;
  if (STALLS.includes(kind)) await agent.advance("4m");
  await agent.advance("1s");
  return agent.ended();
}

async function outcomesAt(place: Place): Promise<Map<FaultKind, string>> {
  const outcomes = new Map<FaultKind, string>();
  const model = failingModel(place);
  const kinds = kindsAt(place);
  const { error } = await judge(
    async ({ start }) => {
      const agent = await start(model.reply, {
        files: { ".memory/tabs.md": NOTE },
        side: place === "side question" ? { recall: model.recall } : {},
      });
      for (const kind of kinds) {
        const given = model.begin(kind);
        const before = agent.output.length;
        await agent.type(`Case ${kind}: tabs?`);
        const ending = await hurry(agent, kind, given);
        const printed = agent.output.slice(before);
        expect(printed).not.toContain("    at "); // a stack trace is not a clear line
        if (ending === "done") expect(printed).toContain(`Done with ${kind}.`);
        else expect(printed).toMatch(/API error \d{3} |No connection|The reply broke off/);
        outcomes.set(kind, ending === "done" ? "goes on" : "ends");
      }
      const ran = agent.files["ran.txt"]?.trim().split("\n") ?? [];
      expect(new Set(ran).size).toBe(ran.length); // nothing ran twice
    },
    underTest(import.meta.dirname),
  );
  expect(error?.message).toBeUndefined();
  return outcomes;
}

/** What becomes of the turn, for each fault at each place. */
const TABLE = `
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

/** What the table says of a fault, a word for each place. */
const told = (kind: FaultKind): string[] =>
  (TABLE.split("\n").find((line) => line.startsWith(`| ${kind} |`)) ?? "").split(" | ").slice(1);

test("every fault, at every place: the turn goes on or ends with a clear line, and the next one works", async () => {
  const columns = await Promise.all(PLACES.map(outcomesAt));
  const tried = columns.map((column) => [...column.keys()]);
  expect(tried).toEqual(PLACES.map(kindsAt));
  const rows = faultKinds().map((kind) => [
    kind,
    ...columns.map((column, at) => column.get(kind) ?? told(kind)[at]?.replace(" |", "") ?? ""),
  ]);
  const cells = rows.flatMap((row) => row.slice(1));
  const count = (outcome: string) => cells.filter((cell) => cell === outcome).length;
  const table = [["fault", ...PLACES], PLACES.concat(PLACES.slice(0, 1)).map(() => "---"), ...rows]
    .map((row) => `| ${row.join(" | ")} |`)
    .join("\n");
  const sum = `${count("goes on")} go on, ${count("ends")} end with a line`;
  expect(`${table}\n\n${sum}`).toBe(TABLE);
});
