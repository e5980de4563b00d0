// course/view · a trace is told as it happened, and a file that is none is told so.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { UsageError } from "../base/usage.ts";
import { viewCommand } from "./command.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "view-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(words: string[]) {
  const printed: string[] = [];
  const code = await viewCommand(words, "", (line) => printed.push(line));
  return { code, printed };
}

async function view(text: string) {
  const file = join(folder, "trace.jsonl");
  await writeFile(file, text);
  return run([file]);
}

/** The rows alone, without the first line and the totals. */
async function rows(lines: object[]): Promise<string[]> {
  const { printed } = await view(jsonl(lines));
  return printed.slice(2, printed.indexOf("", 2));
}

const jsonl = (lines: object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join("");

const START = Date.parse("2026-11-24T18:00:00.000Z");
const time = (ms: number) => new Date(START + ms).toISOString();

const says = (text: string) => ({ content: [{ type: "text", text }], stop_reason: "end_turn" });
const calls = (name: string, input: object) => ({
  content: [{ type: "tool_use", id: name, name, input }],
  stop_reason: "tool_use",
});
const user = (content: unknown) => ({ role: "user", content });
const result = (id: string) => user([{ type: "tool_result", tool_use_id: id, content: "…" }]);
const usage = { input_tokens: 100, cache_read_input_tokens: 20, output_tokens: 7 };

/** A line for a model call: when it began and how long it took, what was sent, and the reply. */
const call = (at: number, ms: number, messages: object[], reply?: object, more: object = {}) => ({
  ...{ time: time(at), ms, request: { messages }, reply, usage: reply && usage },
  ...more,
});
const told = (at: number, event: string, agent?: string) => ({ time: time(at), agent, event });

test("one agent: what was asked, each model call, its tools, side questions, and what it has used", async () => {
  const reply = says("It is\nthere.");
  const aside = { messages: [user("…")], metadata: { user_id: "side:memories" } };
  const lines = [
    call(0, 310, [user("What is here?")], calls("bash", { command: "ls  -Ap\n" })),
    call(400, 1250, [user("…"), reply, result("bash")], reply),
    call(1700, 50, [], reply, { request: aside }),
  ];
  expect(await view(jsonl(lines))).toEqual({
    code: 0,
    printed: [
      "trace.jsonl: 5 rows in 1.7 s",
      "",
      "0.000  lead  is told: What is here?",
      "0.000  lead  calls the model: 120 in, 7 out, 310 ms",
      "0.310  lead  calls bash ls -Ap",
      "0.400  lead  calls the model: 120 in, 7 out, 1.3 s: It is there.",
      "1.700  lead  asks aside, memories: 120 in, 7 out, 50 ms: It is there.",
      "",
      "lead  3 model calls, 360 in (60 cached), 21 out, 1.6 s",
    ],
  });
});

test("a team: each row says whose it is, in order of time, and mail goes from one to the other", async () => {
  const lines = [
    call(0, 100, [user("go")], calls("spawn_teammate", { name: "小王", prompt: "Look." })),
    call(105, 200, [user("Look.")], says("Seen."), { agent: "小王" }),
    call(90, 300, [user("Write.")], says("Written."), { agent: "ben" }),
    told(400, "[team] ben → lead: result 17-1, 8 characters", "ben"),
    call(410, 20, [user('<note kind="mail">\nFrom ben\n</note>')], says("Good.")),
  ];
  expect(await rows(lines)).toEqual([
    "0.000  lead  is told: go",
    "0.000  lead  calls the model: 120 in, 7 out, 100 ms",
    "0.090  ben   is told: Write.",
    "0.090  ben   calls the model: 120 in, 7 out, 300 ms: Written.",
    "0.100  lead  calls spawn_teammate 小王 Look.",
    "0.105  小王  is told: Look.",
    "0.105  小王  calls the model: 120 in, 7 out, 200 ms: Seen.",
    "0.400  ben   ben → lead: result 17-1, 8 characters",
    "0.410  lead  is told: (mail)",
    "0.410  lead  calls the model: 120 in, 7 out, 20 ms: Good.",
  ]);
});

test("a subagent is known by the words that started it", async () => {
  const lines = [
    call(0, 10, [user("go")], calls("task", { description: "Count." })),
    call(20, 30, [user("Count.")], says("Three.")),
    call(60, 10, [user("go"), says(""), result("task")], says("Three.")),
  ];
  const agents = (await rows(lines)).map((row) => row.split(/ +/)[1]);
  expect(agents).toEqual(["lead", "lead", "lead", "subagent", "subagent", "lead"]);
});

test("a call that fails is shown with its reason, and the prompt that is sent again is shown once", async () => {
  const lines = [
    call(0, 10, [user("go")], undefined, { error: "529 overloaded" }),
    call(600, 10, [user("go")], { ...says("cut"), stop_reason: "max_tokens" }),
  ];
  expect(await rows(lines)).toEqual([
    "0.000  lead  is told: go",
    "0.000  lead  calls the model: no reply after 10 ms: 529 overloaded",
    "0.600  lead  calls the model: 120 in, 7 out, 10 ms, cut at max_tokens: cut",
  ]);
});

test("what cannot be read is left out and counted: odd lines, deep ones, the half line of a killed program", async () => {
  const one = jsonl([call(0, 10, [user("go")], says("Done."))]);
  const deep = `{"time":"${time(0)}","request":${"[".repeat(100_000)}`;
  const odd = ["{", "null", "", JSON.stringify({ time: time(1), future: true }), deep];
  const { code, printed } = await view(`${one}${odd.join("\r\n")}\n${one.slice(0, 50)}`);
  expect(code).toBe(0);
  expect(printed.at(-1)).toBe("Left out, because they are no lines of a trace: 5.");
  expect(printed).toHaveLength(7);
});

test("nothing in a trace controls the terminal, wherever it stands", async () => {
  const nasty = "\u001b[2J\u0007\u009b\u202ered\r\n\tpill";
  const reply = {
    content: [{ type: "text", text: nasty }, ...calls(nasty, { [nasty]: nasty }).content],
  };
  const lines = [
    call(0, 1, [user(nasty)], reply, { agent: nasty }),
    call(1, 1, [], undefined, { error: nasty }),
    call(2, 1, [], reply, { request: { messages: [], metadata: { user_id: `side:${nasty}` } } }),
    told(3, nasty, nasty),
  ];
  const { code, printed } = await view(jsonl(lines));
  expect(code).toBe(0);
  expect(printed.join("")).toMatch(/^[^\p{Cc}\u202e]*$/u);
  expect(printed.filter((line) => line.includes("red pill"))).toHaveLength(7);
});

test.each([
  ["", "trace.jsonl is empty: no model call has ended yet."],
  ["\n\n", "trace.jsonl is empty: no model call has ended yet."],
  ["{}\n[]\n1\n# A page\n", "trace.jsonl is not a trace."],
])("the text %j is no trace: exit code 1", async (text, words) => {
  const { code, printed } = await view(text);
  expect([code, ...printed]).toEqual([1, words, "TRACE=trace.jsonl npm start s15 writes one."]);
});

test("a file that cannot be read is misuse, in one line that says what to do", async () => {
  const said = async (...words: string[]) => {
    const error: unknown = await run(words).catch((error: unknown) => error);
    return error instanceof UsageError ? error.message : error;
  };
  expect(await said()).toBe("Usage: npm run course -- view FILE");
  expect(await said("a", "b")).toBe("Usage: npm run course -- view FILE");
  expect(await said("--loud")).toContain("Usage: npm run course -- view FILE");
  expect(await said(folder)).toBe(`${folder} is a folder: name a trace in it.`);
  expect(await said("no\u001b[31mthing.jsonl")).toBe(
    "There is no file nothing.jsonl. TRACE=trace.jsonl npm start s15 writes one.",
  );
});
