// course/view · a trace is drawn as it happened, and a file that is none is told so.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import stringWidth from "string-width";
import { afterAll, beforeAll, expect, test } from "vitest";
import { UsageError } from "../base/usage.ts";
import { VIEW_HELP, viewCommand } from "./command.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "view-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the command in a terminal of this width. */
async function run(words: string[], width = 80) {
  const { COLUMNS } = process.env;
  process.env.COLUMNS = String(width);
  const printed: string[] = [];
  try {
    const code = await viewCommand(words, "", (line) => printed.push(line));
    return { code, printed };
  } finally {
    if (COLUMNS === undefined) delete process.env.COLUMNS;
    else process.env.COLUMNS = COLUMNS;
  }
}

async function view(text: string, width?: number) {
  const file = join(folder, "trace.jsonl");
  await writeFile(file, text);
  return run([file], width);
}

/** The picture alone, without the first line and the totals. */
async function drawn(lines: object[], width?: number): Promise<string[]> {
  const { printed } = await view(jsonl(lines), width);
  return printed.slice(2, printed.indexOf("", 2));
}

const jsonl = (lines: object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join("");

const START = Date.parse("2026-11-24T18:00:00.000Z");
const time = (ms: number) => new Date(START + ms).toISOString();

const says = (text: string) => ({ content: [{ type: "text", text }], stop_reason: "end_turn" });
/** A reply that calls a tool; its id is the name. */
const calls = (name: string, input: object, id = name) => ({
  content: [{ type: "tool_use", id, name, input }],
  stop_reason: "tool_use",
});
const user = (content: unknown) => ({ role: "user", content });
const result = (id: string, more: object = {}) =>
  user([{ type: "tool_result", tool_use_id: id, content: "…", ...more }]);
const usage = { input_tokens: 100, cache_read_input_tokens: 20, output_tokens: 7 };

/** A line for a model call: when it began and how long it took, what was sent, and the reply. */
const call = (at: number, ms: number, messages: object[], reply?: object, more: object = {}) => ({
  ...{ time: time(at), ms, request: { messages }, reply, usage: reply && usage },
  ...more,
});
const told = (at: number, event: string, agent?: string) => ({ time: time(at), agent, event });

test("one agent: what was asked, each model call, its tools, and side questions", async () => {
  const reply = says("It is\nthere.");
  const lines = [
    call(0, 310, [user("What is here?")], calls("bash", { command: "ls  -Ap\n" })),
    call(400, 1250, [user("…"), reply, result("bash", { is_error: true })], reply),
    call(1700, 50, [user("…")], reply, {
      request: { messages: [user("…")], metadata: { user_id: "side:memories" } },
    }),
  ];
  const { code, printed } = await view(jsonl(lines), 60);
  expect(code).toBe(0);
  expect(printed).toEqual([
    "trace.jsonl: 3 model calls in 1.8 s",
    "",
    "0:00.000  »  What is here?",
    "0:00.000  ●  120 in, 7 out, 310 ms",
    "0:00.310  >  (error) bash ls -Ap",
    "0:00.400  ●  120 in, 7 out, 1.3 s: It is there.",
    "0:01.750  ?  memories: 120 in, 7 out, 50 ms",
    "",
    "agent  3 model calls, 360 in (60 cached), 21 out, 1.6 s",
  ]);
});

test("a team: who calls the model at the same time, who waits, and which message goes where", async () => {
  const lines = [
    call(0, 100, [user("go")], calls("spawn_teammate", { name: "ann", prompt: "Look." })),
    call(110, 50, [user("go"), says(""), result("spawn_teammate")], says("Ann looks.")),
    call(105, 200, [user("Look.")], says("Seen."), { agent: "ann" }),
    call(90, 300, [user("Write.")], says("Written."), { agent: "ben" }),
    told(400, "[team] ben → lead: result 17-1, 8 characters", "ben"),
    call(410, 20, [user('<note kind="mail">\nFrom ben\n</note>')], says("Good.")),
    told(431, "[team] lead has read 17-1 from ben"),
    told(440, "[team] ben is tired", "ben"),
  ];
  expect(await drawn(lines)).toEqual([
    "          lead  ben   ann",
    "0:00.000  »                 lead: go",
    "0:00.000  ┏                 lead: sends 1 message",
    "0:00.090  ┃     »           ben: Write.",
    "0:00.090  ┃     ┏           ben: sends 1 message",
    "0:00.100  ┗     ┃           lead: 120 in, 7 out, 100 ms",
    "0:00.100  >     ┃           lead: spawn_teammate ann Look.",
    "0:00.105  ┆     ┃     »     ann: Look.",
    "0:00.105  ┆     ┃     ┏     ann: sends 1 message",
    "0:00.110  ●     ┃     ┃     lead: 120 in, 7 out, 50 ms: Ann looks.",
    "0:00.305  │     ┃     ┗     ann: 120 in, 7 out, 200 ms: Seen.",
    "0:00.390  │     ┗     │     ben: 120 in, 7 out, 300 ms: Written.",
    "0:00.400  ◀─────┤     │     ben → lead: result, 8 characters",
    "0:00.410  »     │     │     lead: (mail)",
    "0:00.410  ●     │     │     lead: 120 in, 7 out, 20 ms: Good.",
    "0:00.431  ✓     │     │     lead: has read the result from ben",
    "0:00.440  │     ·     │     ben: ben is tired",
  ]);
});

test("an arrow crosses the agents between the two, in both directions", async () => {
  const lines = ["ann", "ben", "cid"].map((agent) =>
    call(0, 1, [user("go")], says("."), { agent }),
  );
  const mail = ["ann → cid", "cid → ann"].map((way) =>
    told(9, `[team] ${way}: message 1, 2 characters`),
  );
  const picture = await drawn([...lines, ...mail]);
  expect(picture.slice(-2)).toEqual([
    "0:00.009  ├────┼────▶    ann → cid: message, 2 characters",
    "0:00.009  ◀────┼────┤    cid → ann: message, 2 characters",
  ]);
});

const task = (description: string, id: string) => ({
  ...{ type: "tool_use", id, name: "task" },
  input: { description },
});

test("subagents have columns of their own, also side by side, and leave them to later ones", async () => {
  const both = { content: [task("North.", "n"), task("South.", "s")], stop_reason: "tool_use" };
  const third = { content: [task("East.", "e")], stop_reason: "tool_use" };
  const lines = [
    call(0, 10, [user("go")], both),
    call(20, 30, [user("South.")], calls("bash", { command: "pwd" }, "of south")),
    call(21, 40, [user("North.")], says("N")),
    call(70, 10, [user("South."), says(""), result("of south")], says("S")),
    call(90, 10, [user("go"), both, result("n")], third),
    call(110, 10, [user("East.")], says("E")),
    call(130, 10, [user("go"), both, third, result("e")], says("Done.")),
  ];
  expect(await drawn(lines)).toEqual([
    "          agent    task-2   task-1…",
    "0:00.000  »                          agent: go",
    "0:00.000  ●                          agent: 120 in, 7 out, 10 ms",
    "0:00.010  >                          agent: task North.",
    "0:00.010  >                          agent: task South.",
    "0:00.020  ┆        »                 task-2: South.",
    "0:00.020  ┆        ┏                 task-2: sends 1 message",
    "0:00.021  ┆        ┃        »        task-1: North.",
    "0:00.021  ┆        ┃        ┏        task-1: sends 1 message",
    "0:00.050  ┆        ┗        ┃        task-2: 120 in, 7 out, 30 ms",
    "0:00.050  ┆        >        ┃        task-2: bash pwd",
    "0:00.061  ┆        ┆        ┗        task-1: 120 in, 7 out, 40 ms: N",
    "0:00.070  ┆        ●                 task-2: 120 in, 7 out, 10 ms: S",
    "0:00.090  ●                          agent: 120 in, 7 out, 10 ms",
    "0:00.100  >                          agent: task East.",
    "0:00.110  ┆                 »        task-3: East.",
    "0:00.110  ┆                 ●        task-3: 120 in, 7 out, 10 ms: E",
    "0:00.130  ●                          agent: 120 in, 7 out, 10 ms: Done.",
  ]);
});

test("a trace of an earlier version, without names, has lanes for mates as well", async () => {
  const spawned = { name: "ann", role: "a reader", prompt: "Read <note>." };
  const lines = [
    call(0, 10, [user("go")], calls("spawn_teammate", spawned)),
    call(20, 10, [user("Read < note>.")], calls("bash", { command: "ls" })),
    call(40, 10, [user("Read < note>."), says(""), result("bash")], says("Read.")),
    call(60, 10, [user("Read < note>."), says("Read."), user("More.")], says("That is all.")),
  ];
  const { printed } = await view(jsonl(lines));
  expect(printed.slice(-2).map((line) => line.split(",")[0])).toEqual([
    "lead  1 model call",
    "ann   3 model calls",
  ]);
});

test("a call that fails is shown with its reason, and the prompt that is sent again is shown once", async () => {
  const lines = [
    call(0, 10, [user("go")], undefined, { error: "529 overloaded" }),
    call(600, 10, [user("go")], { ...says("cut"), stop_reason: "max_tokens" }),
  ];
  expect(await drawn(lines)).toEqual([
    "0:00.000  »  go",
    "0:00.000  ✗  no reply after 10 ms: 529 overloaded",
    "0:00.600  ●  120 in, 7 out, 10 ms, ended by max_tokens: cut",
  ]);
});

const ONE = call(0, 10, [user("go")], says("Done."));

test("what cannot be read is left out, and a last half line is what a killed program leaves", async () => {
  const odd = ['{"time":', "", "null", JSON.stringify({ time: time(1), future: true })];
  const text = `\uFEFF${jsonl([ONE])}${odd.join("\r\n")}\n${jsonl([ONE]).slice(0, 50)}`;
  const { code, printed } = await view(text);
  expect(code).toBe(0);
  expect(printed.slice(5)).toEqual([
    "agent  1 model call, 120 in (20 cached), 7 out, 10 ms",
    "The last line is cut off: the program was stopped while it wrote.",
    "Left out: 1 line that cannot be read as JSON.",
    "Left out: 2 lines of a kind that this view does not know.",
  ]);
});

test.each([
  ["", "trace.jsonl is empty: no model call has ended yet."],
  ["\n\n", "trace.jsonl is empty: no model call has ended yet."],
  ["# A page\n", "trace.jsonl is not a trace: no line of it is a model call."],
  ["{}\n[]\n1\n", "trace.jsonl is not a trace: no line of it is a model call."],
])("the text %j is no trace: exit code 1", async (text, words) => {
  const { code, printed } = await view(text);
  expect([code, printed]).toEqual([1, [`${words} TRACE=trace.jsonl npm start s15 writes one.`]]);
});

test("a file that cannot be read is misuse, in one line that says what to do", async () => {
  const wrong = [[], ["a", "b"], ["--loud"], ["no\u001b[31mthing.jsonl"], [folder]];
  const said = await Promise.all(wrong.map((words) => run(words).catch((error: unknown) => error)));
  for (const error of said) expect(error).toBeInstanceOf(UsageError);
  const messages = said.map((error) => (error instanceof Error ? error.message : ""));
  expect(messages.slice(0, 2)).toEqual(Array(2).fill("Usage: course view FILE"));
  expect(messages[3]).toBe(
    "There is no file nothing.jsonl. TRACE=trace.jsonl npm start s15 writes one.",
  );
  expect(messages[4]).toBe(`${folder} is a folder: name a trace in it.`);
});

/** Texts with all that a terminal must not get. */
const nasty = fc.string({
  unit: fc.constantFrom(
    ...'a 二👩‍👩‍👧\u001b[2J\u0007\r\n\t\u009b\u202e\u200b\ud800é→:,<>{}[]"\\task lead'.split(""),
  ),
  maxLength: 40,
});
const content = fc.oneof(
  nasty,
  fc.array(
    fc.record(
      {
        type: fc.constantFrom("text", "tool_use", "tool_result", "x"),
        text: nasty,
        id: nasty,
        tool_use_id: nasty,
        name: fc.constantFrom("task", "spawn_teammate", "bash"),
        input: fc.dictionary(fc.constantFrom("description", "prompt", "name"), nasty),
      },
      { requiredKeys: ["type"] },
    ),
    { maxLength: 3 },
  ),
  fc.jsonValue(),
);
const lineOf = fc.record(
  {
    time: fc.oneof(
      fc.integer({ min: -1e13, max: 1e13 }).map((ms) => new Date(ms).toISOString()),
      nasty,
    ),
    ms: fc.oneof(fc.double(), fc.nat(100_000)),
    agent: fc.oneof(nasty, fc.constantFrom("ann", "lead", "Ann"), fc.jsonValue()),
    request: fc.oneof(
      fc.record(
        {
          messages: fc.array(fc.record({ content }), { maxLength: 3 }),
          metadata: fc.record({ user_id: nasty.map((name) => `side:${name}`) }),
        },
        { requiredKeys: ["messages"] },
      ),
      fc.jsonValue(),
    ),
    reply: fc.oneof(fc.record({ content, stop_reason: nasty }), fc.jsonValue()),
    usage: fc.oneof(
      fc.record({ input_tokens: fc.double(), output_tokens: fc.nat() }),
      fc.jsonValue(),
    ),
    error: nasty,
    event: fc
      .tuple(nasty, nasty, nasty)
      .map(([from, to, type]) => `[team] ${from} → ${to}: ${type} 1, 2 characters`),
  },
  { requiredKeys: ["time"] },
);
const anyLine = fc.oneof(
  lineOf.map((line) => JSON.stringify(line)),
  nasty,
  fc.json(),
);

test("whatever the file has in it: every line fits, and nothing in it controls the terminal", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyLine, { maxLength: 12 }),
      fc.integer({ min: 30, max: 90 }),
      async (lines, width) => {
        const { code, printed } = await view(lines.join("\n"), width);
        expect(printed.join("")).toMatch(/^[^\p{Cc}\u202e\u200b]*$/u);
        if (code === 0)
          for (const line of drawnLines(printed))
            expect(stringWidth(line)).toBeLessThanOrEqual(width);
      },
    ),
  );
});

const drawnLines = (printed: string[]) =>
  printed.slice(2).filter((line) => !/^(Left out|The last line)/.test(line));

test("JSON that is nested too deeply is a line that cannot be read", async () => {
  const nested = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const deep = JSON.stringify(call(0, 1, [user("x")], calls("bash", { command: "DEEP" }))).replace(
    '"DEEP"',
    nested,
  );
  const { printed } = await view(`${jsonl([ONE])}${deep}\n`);
  expect(printed.at(-1)).toBe("Left out: 1 line that cannot be read as JSON.");
});

test("wide characters count as two columns", async () => {
  const lines = [
    call(0, 10, [user("这里有哪些文件？请把它们都列出来。")], says("好"), { agent: "小王" }),
    call(50, 1, [user("x")], says("x")),
  ];
  expect(await drawn(lines, 44)).toEqual([
    "          小王  lead",
    "0:00.000  »           小王: 这里有哪些文件…",
    "0:00.000  ●           小王: 120 in, 7 out, …",
    "0:00.050  │     »     lead: x",
    "0:00.050  │     ●     lead: 120 in, 7 out, …",
  ]);
});

test("more agents than there is room for share the last column, and each line says whose it is", async () => {
  const lines = Array.from({ length: 60 }, (_, at) =>
    call(at * 10, 1, [user("go")], says("x"), { agent: `mate-${at}` }),
  );
  const picture = await drawn(lines, 50);
  expect(picture).toHaveLength(120);
  expect(picture.at(-1)).toBe(`0:00.590  ${"│ ".repeat(9)}● mate-59: 120 in, 7 …`);
});

test("the help has every sign of the picture", () => {
  for (const sign of "┃┆│┏┗●✗»>?✓") expect(VIEW_HELP).toContain(sign);
});
