// site/views/trace · a trace is told as it happened, whatever is in the file; and the address leads to a step.
import { expect, test } from "vitest";
import { sessionsToRecord, withoutPlaces } from "../../build/record.ts";
import { viewWords } from "../words.ts";
import { addressOf, readAddress, stepAfter } from "./address.ts";
import { detailOf, readTrace, rowIn, type Trace } from "./read.ts";

const time = (ms: number) => new Date(Date.parse("2026-11-24T18:00:00.000Z") + ms).toISOString();
const user = (content: unknown) => ({ role: "user", content });
const usage = { input_tokens: 100, cache_read_input_tokens: 20, output_tokens: 7 };
const says = (text: string) => ({ content: [{ type: "text", text }], stop_reason: "end_turn" });
const asks = { content: [{ type: "tool_use", id: "1", name: "bash", input: { command: "ls" } }] };
const result = user([{ type: "tool_result", tool_use_id: "1", content: "a.md" }]);

const call = (at: number, messages: unknown[], reply: unknown, more: object = {}) => ({
  ...{
    time: time(at),
    ms: 10,
    request: { system: "Be brief.", tools: [{ name: "bash" }], messages },
  },
  ...{ reply, usage },
  ...more,
});

const jsonl = (...lines: unknown[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join("");

function read(text: string): Trace {
  const trace = readTrace(text);
  if (typeof trace === "string") throw new Error(trace);
  return trace;
}

test("each call is a step of its agent, in order of time, with what is new in it", () => {
  const trace = read(
    jsonl(
      call(100, [user("go"), { role: "assistant", ...asks }, result], says("One file.")),
      call(0, [user("go")], asks),
      call(50, [user("Look.")], says("Seen."), { agent: "ann" }),
      { time: time(60), agent: "ann", event: "[team] ann → lead: result" },
    ),
  );
  expect(trace.agents).toEqual(["lead", "ann"]);
  expect(trace.steps.map(({ at, agent }) => `${at} ${agent}`)).toEqual([
    ...["0 lead", "50 ann", "60 ann", "100 lead"],
  ]);
});

test("a step says what was sent since the step before of the same agent, and what came back", () => {
  const messages = [user("go"), { role: "assistant", ...asks }, result];
  const { steps } = read(
    jsonl(call(0, [user("go")], asks), call(100, messages, says("One file."))),
  );
  const [first, second] = steps.map((step) => ({ ...detailOf(step), earlier: step.earlier }));
  expect(first).toEqual({
    ...{ system: "Be brief.", tools: ["bash"], earlier: 0, sent: [{ title: "user", text: "go" }] },
    reply: [{ title: "assistant → bash", text: '{\n  "command": "ls"\n}' }],
    usage: { input: 120, cached: 20, output: 7 },
  });
  expect(second).toMatchObject({
    earlier: 1,
    sent: [{ title: "assistant → bash" }, { title: "user: tool_result", text: "a.md" }],
    reply: [{ title: "assistant", text: "One file." }],
  });
});

test.each([
  ["", "empty"],
  ["\n \n", "empty"],
  ["# A page\n{}\n[]\n1\nnull\n", "none"],
  [`${"[".repeat(200_000)}\n`, "none"],
  [`{"time":"${time(0)}","request":${'{"a":'.repeat(100_000)}\n`, "none"],
])("a hostile or strange file %# is a sentence that says what to do", (text, problem) => {
  expect(readTrace(text)).toBe(problem);
  for (const language of ["en", "zh", "ja"])
    expect(viewWords(language).problems[problem === "empty" ? "empty" : "none"]).toMatch(/[.。]$/);
});

test("odd lines among good ones are left out and counted", () => {
  const good = jsonl(call(0, [user("go")], says("Done.")));
  const depth = 5000; // JSON.parse reads it, and JSON.stringify does not write it
  const deep = `${"[".repeat(depth)}${"]".repeat(depth)}`;
  const nested = good.replace(
    /"reply".*/,
    `"reply":{"content":[{"type":"tool_use","input":{"a":${deep}}}]}}`,
  );
  const trace = read(`${good}{"half\n${nested}${good}`);
  expect(trace.steps).toHaveLength(2);
  expect(trace.leftOut).toBe(2);
});

test("fields of any other type do no harm, and no text turns the page around", () => {
  const odd = { system: 7, tools: { a: 1 }, messages: [null, 1, user({ x: 1 }), user([null, 3])] };
  const { steps } = read(
    jsonl({ ...call(0, [], says("\u202egnp\u0007.")), request: odd, usage: "x" }),
  );
  const [step] = steps;
  const detail = step && detailOf(step);
  expect(detail?.tools).toEqual([]);
  expect(JSON.stringify([detail, step?.rows])).not.toMatch(/\u202e|\\u0007/);
});

test("more lines than a page can show are too many", () => {
  expect(readTrace("{}\n".repeat(20_001))).toBe("large");
});

test("rows begin in the language of the page", () => {
  const { rows } = viewWords("zh");
  expect(rowIn("calls the model: 1 in, 2 out", rows)).toBe("调用模型：1 in, 2 out");
  expect(rowIn("calls bash ls", rows)).toBe("调用 bash ls");
  expect(rowIn("ann → lead: result", rows)).toBe("ann → lead: result");
});

test("a text that is too long is cut", () => {
  const [step] = read(jsonl(call(0, [user("x".repeat(200_000))], says("y")))).steps;
  expect(step && detailOf(step).sent[0]?.text.length).toBe(50_001);
});

test("the address leads to a step, and is written as it is read", () => {
  expect(readAddress("trace=s15&step=12&with=s06&step2=3")).toEqual({
    first: { name: "s15", step: 12 },
    second: { name: "s06", step: 3 },
  });
  expect(readAddress("step=-3&trace=")).toMatchObject({ first: { name: "", step: 1 } });
  expect(readAddress("step=many").first.step).toBe(1);
  expect(addressOf({ name: "s15", step: 12 }, { name: "s06", step: 3 })).toBe(
    "trace=s15&step=12&with=s06&step2=3",
  );
  expect(addressOf({ name: "", step: 2 }, undefined)).toBe("step=2");
});

test("keys lead on, back, and to the ends", () => {
  const to = (key: string) => stepAfter({ key }, 3, 9);
  expect(["ArrowDown", "j", "k", "Home", "End", "x", "constructor"].map(to)).toEqual([
    ...[4, 4, 2, 1, 9, undefined, undefined],
  ]);
  expect(stepAfter({ key: "ArrowLeft", altKey: true }, 3, 9)).toBeUndefined();
});

test("the sessions that are recorded are the chapter's own, and its folders have the names of the page", () => {
  const block = (name: string, ...lines: string[]) =>
    `\`\`\`console session=${name}\n${lines.join("\n")}\n\`\`\`\n\n`;
  const page = [
    block("draft", "$ npm start s06.1", "s06.1 >> Hello", "Hello", "s06.1 >> Hello", "Hello"),
    block("traced", "$ TRACE=trace.jsonl npm start s06", "s06 >> a", "b", "s06 >> a", "b"),
    block("short", "$ npm start s06", "s06 >> Hello", "Hello"),
  ].join("");
  expect(sessionsToRecord(page, "s06").map(({ name }) => name)).toEqual(["short"]);
  expect(sessionsToRecord(page, "s07")).toEqual([]);
  expect(withoutPlaces("in /tmp/0123456789abc/bottle, /tmp/0123456789abc.home/x")).toBe(
    "in /home/you/projects/bottle, /home/you/x",
  );
});
