import { mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Agent, calls, expect, says, test } from "../course/spec.ts";

/** A task file, as any session may find it. Its id ends in `at`, and so does its time. */
const idOf = (at: number) => `task_${String(at).padStart(8, "0")}`;
const taskFile = (at: number, more: Record<string, unknown> = {}) => ({
  [`.tasks/${idOf(at)}.json`]: JSON.stringify({
    id: idOf(at),
    subject: `Subject ${at}`,
    description: "",
    status: "pending",
    blockedBy: [],
    createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, at)).toISOString(),
    ...more,
  }),
});
const tasks = (...all: Record<string, string>[]): Record<string, string> =>
  Object.assign({}, ...all);
const taken = { status: "in_progress", owner: "lead", session: "0badcafe" };
/** So many tasks are claimed by two programs at once. */
const RACES = 20;

const task = (agent: Agent, at: number): unknown =>
  JSON.parse(agent.files[`.tasks/${idOf(at)}.json`] ?? "null");
const madeIn = (agent: Agent) =>
  Object.entries(agent.files).filter(([path]) => /^\.tasks\/task_[0-9a-f]{8}\.json$/.test(path));
const use = (name: string, at: number) => calls(`${name}_task`, { task_id: idOf(at) });
const resultOf = (agent: Agent, at: number) => {
  const result = agent.toolResults.at(at);
  return { isError: result?.is_error === true, text: String(result?.content) };
};

test("a task becomes a file, and the result names its id", async ({ start }) => {
  const create = calls("create_task", { subject: "Write the docs", description: "In docs/." });
  const agent = await start([create, says("Created.")]);
  await agent.type("make a task");
  await agent.sees("Created.");
  const [path = "", text = "{}"] = madeIn(agent)[0] ?? [];
  expect(JSON.parse(text)).toMatchObject({
    id: path.slice(".tasks/".length, -".json".length),
    subject: "Write the docs",
    description: "In docs/.",
    status: "pending",
    blockedBy: [],
  });
  expect(resultOf(agent, 0).text).toMatch(/task_[0-9a-f]{8}/);
  expect(path).toContain(/task_[0-9a-f]{8}/.exec(resultOf(agent, 0).text)?.[0]);
});

test("the tasks of an earlier session are listed in order, the open ones first", async ({
  start,
}) => {
  const files = tasks(
    taskFile(3, { status: "completed" }),
    taskFile(7, { ...taken, subject: `Seven\n[ ] ${idOf(8)}: no task` }),
    taskFile(5, { blockedBy: [idOf(3), idOf(7)] }),
    taskFile(1, { blockedBy: [idOf(3)], createdAt: "2026-01-01T00:00:09.000Z" }),
  );
  const create = calls("create_task", { subject: `Two\nlines\r\n[ ] ${idOf(9)}: a third one` });
  const script = [calls("list_tasks", {}), create, calls("list_tasks", {}), says("Five.")];
  const agent = await start(script, { files });
  await agent.type("which tasks are there?");
  await agent.sees("Five.");
  const listed = (at: number) => {
    const lines = resultOf(agent, at).text.split("\n");
    return lines.filter((line) => /^\[.\] task_/.test(line));
  };
  const marks = listed(0).map((line) => line.slice(0, `[ ] ${idOf(0)}`.length));
  expect(marks).toEqual([`[ ] ${idOf(5)}`, `[>] ${idOf(7)}`, `[ ] ${idOf(1)}`, `[x] ${idOf(3)}`]);
  expect(listed(0)[0]).toContain(`blocked by ${idOf(7)}`);
  expect(listed(0)[0]).toContain("Subject 5");
  expect(listed(0)[2]).not.toContain("blocked");
  expect(listed(2), "lines of the list, after a task with a subject of three").toHaveLength(5);
  expect(listed(2)[3]).toMatch(/: Two.+a third one$/);
  const [, made = ""] = madeIn(agent).find(([, text]) => text.includes("a third one")) ?? [];
  expect(JSON.parse(made)).toMatchObject({ subject: expect.not.stringContaining("\n") });

  // What a person has written by hand: nobody's work in progress, a circle, a task that is not there.
  const byHand = tasks(
    taskFile(2, { status: "in_progress" }),
    taskFile(3, { blockedBy: [idOf(4)] }),
    taskFile(4, { blockedBy: [idOf(3)] }),
    taskFile(5, { blockedBy: [idOf(9)] }),
  );
  const other = await start([], { files: byHand });
  await other.type(`/tasks free ${idOf(2)}`);
  await other.ended();
  expect(task(other, 2)).toMatchObject({ status: "pending" });
  await other.type("/tasks");
  await other.sees(`${idOf(5)}: Subject 5`);
  const lineOf = (number: number) =>
    other.output.split("\n").find((line) => line.includes(`${idOf(number)}: `));
  expect(lineOf(3)).toMatch(/waits for this|circle|cycle/i);
  expect(lineOf(5)).toMatch(/no such|missing|not there/i);
});

test("a long list is cut, says how many more there are, and can be filtered", async ({ start }) => {
  const many = Array.from({ length: 130 }, (_, at) => taskFile(at));
  const done = Array.from({ length: 3 }, (_, at) => taskFile(200 + at, { status: "completed" }));
  const list = [
    calls("list_tasks", {}),
    calls("list_tasks", { status: "completed" }),
    calls("list_tasks", { status: "ready" }),
  ];
  const agent = await start([...list, says("Many.")], {
    files: tasks(...many, ...done, taskFile(300, { blockedBy: [idOf(129)] })),
  });
  await agent.type("which tasks are there?");
  await agent.sees("Many.");
  const idsIn = (at: number) => resultOf(agent, at).text.match(/^\[.\] task_\d+/gm) ?? [];
  expect(idsIn(0)).toHaveLength(100);
  expect(resultOf(agent, 0).text).toContain("34 more");
  expect(idsIn(1)).toEqual([200, 201, 202].map((at) => `[x] ${idOf(at)}`));
  expect(resultOf(agent, 2).text).toContain("30 more");
});

test("a task can depend only on tasks that exist", async ({ start }) => {
  const create = (blockedBy: string[]) => calls("create_task", { subject: "New", blockedBy });
  const wrong = [[idOf(2)], ["Subject 1"], ["../../secret"], [idOf(1), "__proto__"]];
  const agent = await start([...wrong.map(create), create([idOf(1)]), says("One.")], {
    files: taskFile(1),
  });
  await agent.type("make tasks");
  await agent.sees("One.");
  const errors = agent.toolResults.map((_, at) => resultOf(agent, at).isError);
  expect(errors).toEqual([true, true, true, true, false]);
  expect(resultOf(agent, 0).text).toContain(idOf(2));
  expect(resultOf(agent, 1).text).toContain("list_tasks");
  expect(madeIn(agent)).toHaveLength(2);
});

test("a task can be claimed when all it depends on is completed, and not before", async ({
  start,
}) => {
  const files = tasks(
    taskFile(1),
    taskFile(2, { blockedBy: [idOf(1)] }),
    taskFile(3, { blockedBy: [idOf(8)] }),
  );
  const agent = await start(
    [
      use("claim", 2),
      use("claim", 1),
      use("claim", 2),
      use("complete", 1),
      use("claim", 2),
      use("claim", 3),
      says("Claimed."),
    ],
    { files },
  );
  await agent.type("work");
  await agent.sees("Claimed.");
  expect(resultOf(agent, 0)).toMatchObject({ isError: true });
  expect(resultOf(agent, 0).text).toContain(`Blocked by: ${idOf(1)} (pending)`);
  expect(resultOf(agent, 2)).toMatchObject({ isError: true });
  expect(resultOf(agent, 2).text).toContain(`Blocked by: ${idOf(1)} (in_progress, owner lead)`);
  expect(resultOf(agent, 4)).toMatchObject({ isError: false });
  expect(task(agent, 2)).toMatchObject({ status: "in_progress", owner: "lead" });
  expect(resultOf(agent, 5)).toMatchObject({ isError: true });
  expect(resultOf(agent, 5).text).toContain(idOf(8));
});

test("completing a task names the tasks that became ready by it, and no others", async ({
  start,
}) => {
  const files = tasks(
    taskFile(1),
    taskFile(2, { blockedBy: [idOf(1)] }),
    taskFile(3, { blockedBy: [idOf(1), idOf(4)] }),
    taskFile(4),
  );
  const agent = await start([use("claim", 1), use("complete", 1), says("Done.")], { files });
  await agent.type("work");
  await agent.sees("Done.");
  expect(task(agent, 1)).toMatchObject({ status: "completed" });
  const { isError, text } = resultOf(agent, 1);
  expect(isError).toBe(false);
  expect(text).toContain(idOf(2));
  expect(text).not.toContain(idOf(3));
  expect(text).not.toContain(idOf(4));
});

/** Makes two models wait for each other, so that they give their replies number 1, 2, … at the same moment. */
function inStep() {
  const waiting: (() => void)[] = [];
  return async () => {
    const other = waiting.shift();
    if (other) return other();
    return new Promise<void>((go) => void waiting.push(go));
  };
}

test("only the session that has claimed a task may complete or release it", async ({ start }) => {
  const given = tasks(taskFile(1), taskFile(2), taskFile(3, { status: "completed" }));
  const owner = await start([use("claim", 1), says("Mine.")], { files: given });
  await owner.type("work");
  await owner.sees("Mine.");
  expect(task(owner, 1)).toMatchObject({ status: "in_progress", owner: "lead" });
  const files = Object.fromEntries(madeIn(owner));
  const wrong = [
    use("claim", 1),
    use("complete", 1),
    use("release", 1),
    use("complete", 2),
    use("release", 2),
    use("claim", 3),
    use("complete", 3),
  ];
  const agent = await start([...wrong, says("None.")], { beside: owner });
  await agent.type("work");
  await agent.sees("None.");
  for (const at of wrong.keys()) expect(resultOf(agent, at)).toMatchObject({ isError: true });
  for (const at of [0, 1, 2]) expect(resultOf(agent, at).text).toContain("lead");
  expect(resultOf(agent, 3).text).toContain("claim_task");
  expect(agent.files).toMatchObject(files);

  // Two programs claim the same tasks at the same moment, one task after the other.
  const ids = Array.from({ length: RACES }, (_, at) => 10 + at);
  const meet = inStep();
  const racing = async ({ messages }: Agent["requests"][number]) => {
    const at = ids[(messages.length - 1) / 2];
    if (at === undefined) return says("Raced.");
    await meet();
    return use("claim", at);
  };
  const one = await start(racing, { files: tasks(...ids.map((at) => taskFile(at))) });
  const other = await start(racing, { beside: one });
  await one.type("race");
  await other.type("race");
  await one.sees("Raced.");
  await other.sees("Raced.");
  const winners = ids.map(
    (_, at) => [one, other].filter((each) => !resultOf(each, at).isError).length,
  );
  expect(winners, "how many programs have got each task").toEqual(ids.map(() => 1));
});

test("a task of a session that has ended can be claimed again, and the result says from whom", async ({
  start,
}) => {
  const look = calls("glob", { pattern: "**/*" });
  const first = await start([use("claim", 1), look, says("Mine.")], { files: taskFile(1) });
  await first.type("work");
  await first.sees("Mine.");
  expect(resultOf(first, 1).text).toContain(idOf(1));
  expect(resultOf(first, 1).text, "a sign of life is no file of the person's").not.toContain(
    ".lock",
  );
  expect(await first.exit()).toBe(0);
  expect(task(first, 1)).toMatchObject({ status: "in_progress", owner: "lead" });

  const script = [use("complete", 1), use("claim", 1), use("complete", 1), says("Done.")];
  const second = await start(script, { files: first.files });
  await second.type("go on");
  await second.sees("Done.");
  expect(resultOf(second, 0)).toMatchObject({ isError: true });
  expect(resultOf(second, 0).text).toContain("claim_task");
  expect(resultOf(second, 1)).toMatchObject({ isError: false });
  expect(resultOf(second, 1).text).toContain("from lead");
  expect(task(second, 1)).toMatchObject({ status: "completed", owner: "lead" });
});

test("a released task has no owner, and can be claimed again", async ({ start }) => {
  const script = [use("claim", 1), use("release", 1), says("Back.")];
  const agent = await start([...script, use("claim", 1), says("Again.")], { files: taskFile(1) });
  await agent.type("try it");
  await agent.sees("Back.");
  expect(task(agent, 1)).toMatchObject({ status: "pending" });
  expect(task(agent, 1)).not.toHaveProperty("owner");
  await agent.type("try it again");
  await agent.sees("Again.");
  expect(resultOf(agent, 2)).toMatchObject({ isError: false });
});

test("what is not an id never becomes a path", async ({ start }) => {
  const secret = JSON.parse(taskFile(1)[`.tasks/${idOf(1)}.json`] ?? "");
  const hidden = JSON.stringify({ ...secret, description: "hidden words" });
  const files = { ...taskFile(2), "secret.json": hidden, [`${idOf(1)}.json`]: hidden };
  const near = [`../${idOf(1)}`, `../.tasks/${idOf(2)}`, `${idOf(2)}1`, "task_1", "task_0000000G"];
  const ids = ["../secret", "secret", "__proto__", ...near, "", "x".repeat(5000)];
  const names = ["get", "claim", "complete", "release"];
  const attacks = names.flatMap((name) =>
    ids.map((task_id): [string, unknown] => [`${name}_task`, { task_id }]),
  );
  const agent = await start([calls(...attacks), says("None.")], { files });
  await agent.type("try");
  await agent.sees("None.");
  expect(agent.toolResults).toHaveLength(attacks.length);
  for (const at of attacks.keys()) {
    expect(resultOf(agent, at)).toMatchObject({ isError: true });
    expect(resultOf(agent, at).text).toContain("list_tasks");
    expect(resultOf(agent, at).text.length).toBeLessThan(500);
  }
  expect(JSON.stringify(agent.requests)).not.toContain("hidden words");
  expect(agent.files).toMatchObject(files);

  // A file names a session whose path would lead to the sign of life of a program in another folder.
  const neighbour = await start([use("claim", 2), says("Mine.")], { files: taskFile(2) });
  await neighbour.type("work");
  await neighbour.sees("Mine.");
  const alive = readdirSync(neighbour.folder, { recursive: true })
    .map(String)
    .filter((path) => path.endsWith(".lock"))
    .map((path) => `../../../${basename(neighbour.folder)}/${path.slice(0, -".lock".length)}`);
  const paths = ["../../other", ...alive];
  const others = await start([calls("list_tasks", {}), says("Looked.")], {
    files: tasks(...paths.map((session, at) => taskFile(10 + at, { ...taken, session }))),
  });
  await others.type("which tasks are there?");
  await others.sees("Looked.");
  expect(resultOf(others, 0).isError).toBe(false);
  expect(resultOf(others, 0).text).not.toContain("another session");
});

test("a file that is not a task is reported and left as it is, and the others are listed", async ({
  start,
}) => {
  const files = {
    ...taskFile(1),
    ".tasks/task_00000002.json": '{"id": "task_0000',
    ".tasks/task_00000003.json": taskFile(4)[`.tasks/${idOf(4)}.json`] ?? "",
    ".tasks/task_00000005.json": JSON.stringify({ id: idOf(5), status: "unknown" }),
    ".tasks/task_00000006.json": `"${"x".repeat(400_000)}"`,
    ".tasks/notes.txt": "a person's own",
  };
  const script = [calls("list_tasks", {}), use("get", 1), use("claim", 2), use("get", 5)];
  const linked = [use("get", 7), use("claim", 7)];
  const agent = await start([...script, ...linked, says("One.")], {
    files: { ...files, "elsewhere.json": taskFile(7)[`.tasks/${idOf(7)}.json`] ?? "" },
  });
  symlinkSync("../elsewhere.json", join(agent.folder, `.tasks/${idOf(7)}.json`));
  await agent.type("which tasks are there?");
  await agent.sees("One.");
  const { text } = resultOf(agent, 0);
  expect(text.match(/^\[.\] task_\d+/gm)).toEqual([`[ ] ${idOf(1)}`]);
  for (const at of [2, 3, 5, 6, 7]) expect(text).toContain(`.tasks/${idOf(at)}.json`);
  expect(JSON.parse(resultOf(agent, 1).text)).toMatchObject({ subject: "Subject 1" });
  for (const at of [2, 3, 4, 5]) expect(resultOf(agent, at)).toMatchObject({ isError: true });
  expect(agent.files).toMatchObject(files);
});

test("a .tasks folder that leads out of the workspace is not used", async ({ start }) => {
  const script = [calls("create_task", { subject: "New" }), calls("list_tasks", {})];
  const agent = await start([...script, says("Refused.")], { files: { "inside.txt": "x" } });
  const outside = join(dirname(agent.folder), `outside-${Date.now()}`);
  symlinkSync(outside, join(agent.folder, ".tasks"));
  await agent.type("make a task");
  await agent.sees("Refused.");
  for (const at of [0, 1]) {
    expect(resultOf(agent, at)).toMatchObject({ isError: true });
    expect(resultOf(agent, at).text).toContain("outside");
  }

  const claimer = await start([use("claim", 1), says("Tried.")], { files: taskFile(1) });
  const elsewhere = join(dirname(claimer.folder), `${basename(claimer.folder)}-outside`);
  mkdirSync(elsewhere);
  symlinkSync(elsewhere, join(claimer.folder, ".tasks", "sessions"));
  await claimer.type("claim it");
  await claimer.sees("Tried.");
  const left = readdirSync(elsewhere);
  rmSync(elsewhere, { recursive: true });
  expect(left, "what .tasks/sessions, a link that leads outside, has brought there").toEqual([]);
});

test("after a compaction the open tasks are said again", async ({ start }) => {
  const files = tasks(taskFile(1, { subject: "Done before", status: "completed" }), taskFile(2));
  const isSummarised = (request: Agent["requests"][number]) =>
    JSON.stringify(request.messages[0]).includes("SUMMARY");
  const agent = await start(
    (request) => {
      if (isSummarised(request)) return says("Shorter.");
      return request.messages.length === 1 ? use("get", 1) : calls("compact", {});
    },
    { files, side: { summary: "SUMMARY: nothing was done." } },
  );
  await agent.type("look, then make room");
  await agent.sees("Shorter.");
  const after = agent.requests.filter(isSummarised).at(-1);
  expect(JSON.stringify(after?.messages)).toContain(`${idOf(2)}: Subject 2`);
  expect(JSON.stringify(after?.messages[0])).not.toContain("Done before");
});

test("/tasks lists the tasks in .tasks", async ({ start }) => {
  const agent = await start([], { files: taskFile(1) });
  await agent.type("/tasks");
  await agent.sees(`[ ] ${idOf(1)}: Subject 1`);
});
