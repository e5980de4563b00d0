import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Agent, calls, conversation, expect, fault, says, test } from "../course/spec.ts";

const FILE = ".scheduled_tasks.json";
/** A Monday. */
const NOW = "2026-03-02T09:00:30Z";
const UTC = { now: NOW, env: { TZ: "UTC" } };

const schedule = (cron: string, prompt = "Say what time it is.", more = {}) =>
  calls("schedule_cron", { cron, prompt, ...more });

const resultOf = (agent: Agent, at: number) => String(agent.toolResults[at]?.content);
const historyOf = (agent: Agent) => JSON.stringify(agent.requests.at(-1)?.messages);

interface Job {
  id: string;
  cron: string;
  prompt: string;
  recurring: boolean;
  createdAt: string;
  due: string;
  state: string;
  failures: number;
  notBefore?: string;
}

const jobsOf = (agent: Agent): Job[] => JSON.parse(agent.files[FILE] ?? '{"jobs":[]}').jobs;

const job = (more: Partial<Job>): Job => ({
  id: "cron_00000001",
  cron: "0 9 * * *",
  prompt: "Look at the build.",
  recurring: false,
  createdAt: "2026-03-01T08:00:00.000Z",
  due: "2026-03-01T09:00:00.000Z",
  state: "waiting",
  failures: 0,
  ...more,
});

const withJobs = (...jobs: Job[]) => ({
  ...UTC,
  files: { [FILE]: JSON.stringify({ version: 1, jobs }) },
});

/** The command is there, also in an agent that has a turn of its own before it. */
async function looksAtCrons(agent: Agent) {
  await agent.type("/crons");
  await agent.seesNot("There is no command");
}

test("a scheduled prompt comes at its time as a turn of its own, in a note of the kind cron", async ({
  start,
}) => {
  const agent = await start(
    [schedule("*/5 * * * *", "Count the files."), says("I will."), says("Two files.")],
    UTC,
  );
  await agent.type("count the files every five minutes");
  await agent.sees("I will.");
  expect(resultOf(agent, 0)).toMatch(/cron_[0-9a-f]{8}/);
  await agent.advance("4m");
  await agent.rests();
  expect(agent.requests, "requests a minute before its time").toHaveLength(2);
  await agent.advance("1m");
  await agent.begins("cron");
  await agent.sees("Two files.");
  expect(historyOf(agent)).toMatch(/<note kind=\\"cron\\">[^<]*Count the files\./);
});

test("five fields mean what they mean to cron, and the result names the next three times", async ({
  start,
}) => {
  const wanted: [string, string[]][] = [
    ["30 9 * * *", ["2026-03-02 09:30", "2026-03-03 09:30", "2026-03-04 09:30"]],
    ["1-9/4 10 * * *", ["2026-03-02 10:01", "2026-03-02 10:05", "2026-03-02 10:09"]],
    ["0 0 * * 7", ["2026-03-08 00:00", "2026-03-15 00:00", "2026-03-22 00:00"]],
    ["0 12 5 * fri", ["2026-03-05 12:00", "2026-03-06 12:00", "2026-03-13 12:00"]],
    ["0 6 */10 jan,apr *", ["2026-04-01 06:00", "2026-04-11 06:00", "2026-04-21 06:00"]],
    ["0 0 29 2 *", ["2028-02-29 00:00", "2032-02-29 00:00", "2036-02-29 00:00"]],
  ];
  const agent = await start([...wanted.map(([cron]) => schedule(cron)), says("Done.")], UTC);
  await agent.type("schedule these");
  await agent.sees("Done.");
  for (const [at, [cron, times]] of wanted.entries())
    expect([cron, resultOf(agent, at).match(/\d{4}-\d\d-\d\d \d\d:\d\d/g)]).toEqual([
      cron,
      [...times, "2026-03-02 09:00"],
    ]);
});

test("a schedule that is not valid or never fires is refused with the field and the reason", async ({
  start,
}) => {
  const wrong: [string, RegExp][] = [
    ["*/100 * * * *", /minute.*\*\/100/],
    ["60 * * * *", /minute.*60/],
    ["0 24 * * *", /hour.*24/],
    ["0 0 0 * *", /day of month.*0/],
    ["0 0 * 13 *", /month.*13/],
    ["0 0 * * 8", /day of week.*8/],
    ["0 0 30 2 *", /never fires/],
    ["0 0 31 4,6,9,11 *", /never fires/],
    ["* * * * * *", /five fields.*not 6/],
    ["@daily", /five fields.*not 1/],
    ["5-1 * * * *", /minute.*5-1/],
    ["* * L * *", /day of month.*L/],
  ];
  const agent = await start(
    [
      ...wrong.map(([cron]) => schedule(cron)),
      schedule("* * * * *", " "),
      schedule("* * * * *", "x".repeat(4001)),
      says("None of them."),
    ],
    UTC,
  );
  await agent.type("schedule these");
  await agent.sees("None of them.");
  for (const [at, [, reason]] of wrong.entries())
    expect(agent.toolResults[at]).toMatchObject({
      is_error: true,
      content: expect.stringMatching(reason),
    });
  expect(agent.toolResults.slice(wrong.length).map(({ content }) => content)).toEqual([
    expect.stringContaining("prompt"),
    expect.stringContaining("prompt"),
  ]);
  expect(agent.files[FILE]).toBeUndefined();
});

test("in spring a time that is skipped fires right after the gap, and in autumn a time that comes twice fires once", async ({
  start,
}) => {
  const zones: [string, [string, RegExp][]][] = [
    [
      "Europe/Berlin",
      [
        ["30 2 28-30 3 *", /28 02:30 \+01:00, \S+ 2026-03-29 03:00 \+02:00, \S+ 2026-03-30 02:30/],
        ["30 2 24-26 10 *", /24 02:30 \+02:00, \S+ 2026-10-25 02:30 \+02:00, \S+ 2026-10-26 02:30/],
      ],
    ],
    [
      "America/New_York",
      [
        ["30 2 7-9 3 *", /07 02:30 -05:00, \S+ 2026-03-08 03:00 -04:00, \S+ 2026-03-09 02:30/],
        ["30 1 1-3 11 *", /01 01:30 -04:00, \S+ 2026-11-02 01:30 -05:00, \S+ 2026-11-03 01:30/],
      ],
    ],
  ];
  for (const [zone, times] of zones) {
    const script = [...times.map(([cron]) => schedule(cron)), says("Done.")];
    const agent = await start(script, { now: NOW, env: { TZ: zone } });
    await agent.type("every night at half past two");
    await agent.sees("Done.");
    for (const [at, [, expected]] of times.entries()) {
      expect(resultOf(agent, at)).toMatch(expected);
      expect(resultOf(agent, at)).toContain(zone);
    }
  }
});

test("the first reply of its turn acknowledges a job: one that fires once is gone, a recurring one waits for its next time", async ({
  start,
}) => {
  const agent = await start(
    [
      calls(
        ["schedule_cron", { cron: "5 9 * * *", prompt: "First.", recurring: false }],
        ["schedule_cron", { cron: "5 9 * * *", prompt: "Second." }],
      ),
      says("Both."),
      calls("list_crons", {}),
      says("Did the first."),
      says("Did the second."),
    ],
    UTC,
  );
  await agent.type("schedule two");
  await agent.sees("Both.");
  expect(jobsOf(agent).map(({ due }) => due)).toEqual(Array(2).fill("2026-03-02T09:05:00.000Z"));
  await agent.advance("5m");
  await agent.begins("cron");
  await agent.sees("Did the first.");
  expect(resultOf(agent, 2)).not.toContain("First."); // its own turn still runs, and it has had its reply
  expect(resultOf(agent, 2)).toContain("Second.");
  await agent.begins("cron");
  await agent.sees("Did the second.");
  await looksAtCrons(agent);
  expect(jobsOf(agent)).toMatchObject([
    { prompt: "Second.", state: "waiting", due: "2026-03-03T09:05:00.000Z" },
  ]);
});

test("a turn that fails before its first reply is repeated later, and the history has its prompt only once", async ({
  start,
}) => {
  const agent = await start(
    [
      schedule("5 9 * * *", "Look at the build.", { recurring: false }),
      says("I will."),
      fault("authentication"),
      fault("authentication"),
      says("It is green."),
    ],
    UTC,
  );
  await agent.type("remind me");
  await agent.sees("I will.");
  expect(resultOf(agent, 0)).toContain("cron_");
  for (const wait of ["5m", "1m", "2m"]) {
    await agent.advance(wait);
    await agent.begins("cron");
    if ((await agent.ended()) === "done") break;
    await looksAtCrons(agent);
    const [waiting, ...more] = jobsOf(agent);
    expect(waiting).toMatchObject({ state: "pending", prompt: "Look at the build." });
    expect(more).toEqual([]);
    if (waiting?.notBefore === undefined) continue; // how the end of the wait is kept is left open
    const pause = Date.parse(waiting.notBefore) - Date.parse(waiting.due);
    expect(pause, "ms from its time to its next turn").toBeGreaterThanOrEqual(60_000);
  }
  expect(agent.output).toContain("It is green.");
  expect(historyOf(agent).match(/Look at the build/g)).toHaveLength(2); // the call that scheduled it, and one prompt
  expect(jobsOf(agent)).toEqual([]);
});

test("a job whose turn was cut off by a crash before its first reply fires again at the next start", async ({
  start,
}) => {
  for (const state of ["pending", "delivered"]) {
    const due = "2026-03-02T09:00:00.000Z";
    const agent = await start([says("Looked.")], withJobs(job({ state, due })));
    await looksAtCrons(agent);
    await agent.begins("cron");
    await agent.sees("Looked.");
    await agent.ended();
    expect(historyOf(agent)).toContain("Look at the build.");
    expect(jobsOf(agent)).toEqual([]);
  }
});

test("what was missed while no program ran comes once and says how late it is, however often a job would have fired", async ({
  start,
}) => {
  const once = await start([says("Hello.")], { ...withJobs(job({})), args: ["-p", "hello"] });
  expect(await once.exit()).toBe(0); // with -p nothing fires
  expect(jobsOf(once)).toMatchObject([{ state: "waiting" }]);
  const agent = await start(
    [says("One."), says("Two."), says("Hello.")],
    withJobs(
      job({ id: "cron_00000001" }),
      job({ id: "cron_00000002", cron: "* * * * *", recurring: true, prompt: "Each minute." }),
    ),
  );
  await looksAtCrons(agent);
  await agent.begins("cron");
  await agent.begins("cron");
  await agent.sees("Two.");
  await agent.type("hello");
  await agent.sees("Hello.");
  await agent.rests();
  expect(historyOf(agent).match(/1 day late/g)).toHaveLength(2);
  expect(historyOf(agent).match(/Each minute\./g)).toHaveLength(1);
  expect(jobsOf(agent)).toMatchObject([
    { id: "cron_00000002", state: "waiting", due: expect.stringMatching(/^2026-03-02T09:0/) },
  ]);
});

test("a recurring job does not pile up: after a month there is one turn, and while its turn runs its times are skipped", async ({
  start,
}) => {
  const agent = await start(
    [
      schedule("*/5 * * * *", "Again."),
      says("I will."),
      says("First time."),
      calls("bash", { command: "rm -rf build" }),
      says("Cleaned."),
      says("The last."),
    ],
    UTC,
  );
  await agent.type("every five minutes");
  await agent.sees("I will.");
  expect(resultOf(agent, 0)).toContain("cron_");
  await agent.advance("31d");
  await agent.begins("cron");
  await agent.sees("First time.");
  await agent.type("clean up");
  await agent.sees("Allow bash");
  for (const wait of ["6m", "6m", "6m"]) await agent.advance(wait); // while the question is open
  await agent.answer("rm -rf build", "y");
  await agent.sees("Cleaned.");
  await agent.begins("cron");
  await agent.sees("The last.");
  await agent.rests();
  expect(historyOf(agent).match(/fired for/g)).toHaveLength(2);
});

test("the turn of a job has nobody to ask: what needs a yes is refused with the reason, in a subagent too", async ({
  start,
}) => {
  const removal = calls("bash", { command: "rm -rf build" });
  const agent = await start(
    [
      [
        schedule("5 9 * * *", "Clean up."),
        says("I will."),
        removal,
        calls("task", { description: "Help." }),
        says("Not cleaned."),
        removal,
        says("Cleaned."),
      ],
      conversation("Help.", removal, says("Refused.")),
    ],
    { ...UTC, files: { "build/a.txt": "a" } },
  );
  await agent.type("clean up at five past nine");
  await agent.sees("I will.");
  expect(resultOf(agent, 0)).toContain("cron_");
  await agent.advance("5m");
  await agent.begins("cron");
  await agent.sees("Not cleaned.");
  const refused = agent.toolResults.filter(({ is_error }) => is_error);
  expect(refused.map(({ content }) => content)).toEqual(
    Array(2).fill(expect.stringContaining("no person to ask")),
  );
  expect(agent.output).not.toContain("Allow");
  expect(agent.files["build/a.txt"]).toBe("a");
  await agent.type("then clean up now");
  await agent.answer("rm -rf build", "y");
  await agent.sees("Cleaned.");
});

test("what the turn of a job starts has nobody to ask either, when its news begin a turn hours later", async ({
  start,
}) => {
  const agent = await start(
    [
      calls("bash", { command: "stat -c %F pipe" }),
      schedule("5 9 * * *", "Look."),
      says("I will."),
      calls("bash", { command: "cat pipe", run_in_background: true }),
      says("It runs."),
      calls("bash", { command: "rm -rf build" }),
      says("Not removed."),
    ],
    { ...UTC, files: { "build/a.txt": "a" } },
  );
  await promisify(execFile)("mkfifo", [join(agent.folder, "pipe")]);
  await agent.type("look at five past nine");
  await agent.answer("pipe", "a"); // so that nothing needs to ask about it later
  await agent.sees("I will.");
  expect(resultOf(agent, 1)).toContain("cron_");
  await agent.advance("5m");
  await agent.begins("cron");
  await agent.sees("It runs.");
  expect(resultOf(agent, 2)).toContain("bg_1");
  await agent.advance("8h");
  await writeFile(join(agent.folder, "pipe"), "");
  await agent.begins("background");
  await agent.sees("Not removed.");
  expect(agent.toolResults.at(-1)).toMatchObject({
    is_error: true,
    content: expect.stringContaining("no person to ask"),
  });
  expect(agent.output.match(/Allow /g)).toHaveLength(1);
});

test("one program in a folder fires its jobs, and when that one dies another takes over", async ({
  start,
}) => {
  const every = { cron: "* * * * *", recurring: true, due: "2026-03-02T09:01:00.000Z" };
  const first = await start([says("Looked once.")], { ...withJobs(job(every)), real: true });
  await looksAtCrons(first);
  const own = schedule("3 9 * * *", "Do yours.", { recurring: false, durable: false });
  const replies = [own, says("I will."), says("Did mine."), says("Looked again.")];
  const other = await start(replies, { ...UTC, beside: first });
  await other.type("remind yourself");
  await other.sees("I will.");
  await other.advance("2m");
  await other.rests();
  await other.advance("1m");
  await other.begins("cron"); // turns come in the order in which their jobs fired
  await other.sees("Did mine.");
  expect(JSON.stringify(other.requests)).not.toContain("Look at the build.");
  await first.advance("2m");
  await first.begins("cron");
  await first.sees("Looked once.");
  await first.kill();
  await other.advance("2m");
  await other.begins("cron");
  await other.sees("Looked again.");
});

test("a job that is cancelled does not fire, even when its prompt already waits for its turn", async ({
  start,
}) => {
  const replies = [
    () => schedule("5 9 * * *", "Never."),
    () => says("I will."),
    (id: string) =>
      calls(
        ["bash", { command: "rm -rf build" }],
        ["cancel_cron", { job_id: id }],
        ["cancel_cron", { job_id: "../cron" }],
      ),
    () => says("It is cancelled."),
    () => says("Hello."),
  ];
  const agent = await start(({ messages }) => {
    const id = /cron_[0-9a-f]{8}/.exec(JSON.stringify(messages))?.[0] ?? "";
    return replies.shift()?.(id) ?? says("Too much.");
  }, UTC);
  await agent.type("at five past nine");
  await agent.sees("I will.");
  expect(resultOf(agent, 0)).toContain("cron_");
  await agent.type("no, do not");
  await agent.sees("Allow bash");
  await agent.advance("5m"); // it fires while the question is open
  await agent.answer("rm -rf build", "n");
  await agent.sees("It is cancelled.");
  expect(agent.toolResults.at(-1)).toMatchObject({ is_error: true });
  await agent.type("hello");
  await agent.sees("Hello.");
  await agent.rests();
  expect(agent.output).not.toContain("[cron]");
  expect(jobsOf(agent)).toEqual([]);
});

/** A job that is due has had its time. */
async function waitsInVain(agent: Agent) {
  await agent.ended();
  await agent.advance("2m");
  await agent.rests();
  expect(agent.requests).toHaveLength(1);
}

test("a file of jobs that cannot be read is reported and never overwritten", async ({ start }) => {
  const broken = '{ "version": 1, "jobs": [ {';
  const agent = await start(
    [
      schedule("* * * * *"),
      schedule("5 9 * * *", "Now.", { durable: false }),
      says("One."),
      says("Did it."),
    ],
    { ...UTC, files: { [FILE]: broken } },
  );
  await agent.type("schedule two");
  await agent.sees("One.");
  expect(agent.toolResults[0]).toMatchObject({
    is_error: true,
    content: expect.stringContaining(FILE),
  });
  expect(resultOf(agent, 1)).toContain("cron_");
  expect(agent.output).toContain(`[cron] ${FILE} cannot be used`);
  await agent.advance("5m");
  await agent.begins("cron");
  await agent.sees("Did it.");
  expect(agent.files[FILE]).toBe(broken);

  const found = { ...withJobs(job({})), trust: "unknown" as const };
  const unknown = await start([says("Done.")], found);
  await unknown.answerLater("cron jobs (1)", ""); // Enter alone: the folder is not trusted in this run
  await looksAtCrons(unknown);
  await unknown.advance("2m");
  await unknown.rests();
  expect(unknown.requests).toEqual([]);
  await unknown.type("/trust yes");
  await unknown.advance("1m");
  await unknown.begins("cron");
  await unknown.sees("Done.");

  const empty = await start([says("Hello."), says("Still here.")], { ...UTC, trust: "unknown" });
  await empty.type("hello");
  await empty.sees("Hello.");
  await writeFile(join(empty.folder, FILE), found.files[FILE] ?? ""); // an archive was unpacked here
  await waitsInVain(empty);
  await empty.type("hello again");
  await empty.answerLater("cron jobs (1)", "n");
  await empty.sees("Still here.");
  expect(empty.requests).toHaveLength(2);
  expect(historyOf(empty)).not.toContain("Look at the build.");
});

test("there are at most 50 jobs, /crons lists them, and one that is not durable is in no file", async ({
  start,
}) => {
  const many = Array.from({ length: 49 }, (_, at) =>
    job({ id: `cron_${String(at).padStart(8, "0")}`, due: "2027-01-01T00:00:00.000Z" }),
  );
  const agent = await start(
    [
      schedule("0 0 1 1 *", "For now.", { durable: false }),
      schedule("0 0 1 1 *", "One too many."),
      says("Full."),
    ],
    withJobs(...many),
  );
  await agent.type("two more");
  await agent.sees("Full.");
  expect(resultOf(agent, 0)).toContain("cron_");
  expect(agent.toolResults[1]).toMatchObject({
    is_error: true,
    content: expect.stringContaining("50"),
  });
  await agent.type("/crons");
  await agent.sees("cron_00000048");
  await agent.sees("For now.");
  expect(agent.files[FILE]).not.toContain("For now.");
});
