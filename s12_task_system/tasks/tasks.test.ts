import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { git, makeRepository } from "../../shared/fixtures/repository.ts";
import { typedTurn } from "../../shared/fixtures/turns.ts";
import type { Mechanism } from "../agent.ts";
import { type Agent, contextOf } from "../loop.ts";
import { createTasks } from "./tasks.ts";

let folder = "";
let questions: string[] = [];
const opened: Mechanism[] = [];
beforeEach(async () => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  folder = await mkdtemp(join(tmpdir(), "tasks-"));
  questions = [];
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const tasks of opened.splice(0)) await tasks.stop?.();
  await rm(folder, { recursive: true });
});

const FOREIGN = "task_0000000f";
const foreign = JSON.stringify({
  id: FOREIGN,
  subject: "Foreign subject",
  description: "Foreign description",
  status: "pending",
  blockedBy: [],
  createdAt: "2026-01-01T00:00:00.000Z",
});

/** The tools of a session whose person answers like this, and the note after a compaction. */
function session(answer?: string) {
  const tasks = createTasks(folder);
  opened.push(tasks);
  const agent: Agent = Object({ cwd: folder, name: "lead" });
  const turn = typedTurn(async (question) => {
    questions.push(question);
    return answer;
  });
  const context = contextOf(agent, new AbortController().signal, turn);
  return {
    run: async (name: string, input: unknown = {}) =>
      tasks.tools?.find((tool) => tool.name === name)?.run(input, context) ?? "",
    restated: async () => JSON.stringify(await tasks.hooks?.Compacted?.({ messages: [], context })),
  };
}

test("of a task that can never be ready the list says why", async () => {
  const { run } = session();
  const ids = [..."12345"].map((digit) => `task_0000000${digit}`);
  const waits = [ids[1], ids[2], ids[0], ids[0], "task_0000000e"]; // 1, 2, 3 in a circle
  await mkdir(join(folder, ".tasks"));
  for (const [at, id] of ids.entries()) {
    const text = { ...JSON.parse(foreign), id, subject: `T${at + 1}`, blockedBy: [waits[at]] };
    await writeFile(join(folder, `.tasks/${id}.json`), JSON.stringify(text));
  }
  const listed = (await run("list_tasks")).split("\n");
  for (const at of [1, 2, 3])
    expect(listed[at]).toMatch(/blocked by \S+ \[waits for this one\]\)$/);
  expect(listed[4]).toMatch(/blocked by task_00000001\)$/);
  expect(listed[5]).toMatch(/blocked by task_0000000e \[no such task\]\)$/);
});

test.each(["n", undefined])(
  "after %j a task that git tracks is in no result and in no note",
  async (answer) => {
    makeRepository(folder, { [`.tasks/${FOREIGN}.json`]: foreign });
    const { run, restated } = session(answer);
    await run("create_task", { subject: "Own" });
    const listed = await run("list_tasks");
    expect(listed).toContain("Tasks: 1 pending (1 ready)");
    expect(listed).toContain("Left out: 1 that may have come with the repository");
    expect(listed).not.toContain("oreign");
    expect(await restated()).toMatch(/Own/);
    expect(await restated()).not.toContain("oreign");
    for (const tool of ["get_task", "claim_task"])
      await expect(run(tool, { task_id: FOREIGN })).rejects.toThrow(
        "the person has not allowed it",
      );
    expect(questions[0]).toContain(`- ${FOREIGN}: Foreign subject`);
    if (answer !== undefined) expect(questions).toHaveLength(1);
  },
);

test("a task that git tracks is like any other after a yes, and is asked about once", async () => {
  makeRepository(folder, { [`.tasks/${FOREIGN}.json`]: foreign });
  const { run, restated } = session("y");
  expect(await run("claim_task", { task_id: FOREIGN })).toContain("Foreign description");
  expect(await run("list_tasks")).toContain("Foreign subject (lead, this session)");
  expect(await restated()).toContain("Foreign subject");
  expect(await run("complete_task", { task_id: FOREIGN })).toContain("Completed");
  expect(await run("get_task", { task_id: FOREIGN })).toContain("Foreign description");
  expect(questions).toHaveLength(1);
});

test("a completion names no task that git tracks and that the person has not allowed", async () => {
  makeRepository(folder, {});
  const { run } = session("n");
  const [id = ""] = /task_\w{8}/.exec(await run("create_task", { subject: "Own" })) ?? [];
  const waiting = { ...JSON.parse(foreign), blockedBy: [id] };
  makeRepository(folder, { [`.tasks/${FOREIGN}.json`]: JSON.stringify(waiting) });
  git(folder, "rm", "--quiet", "--cached", `.tasks/${id}.json`);
  await run("claim_task", { task_id: id });
  expect(await run("complete_task", { task_id: id })).toBe(`Completed ${id}: Own.`);
});

test("a task that this session made needs no question when git tracks it later", async () => {
  const { run } = session("n");
  const [id = ""] = /task_\w{8}/.exec(await run("create_task", { subject: "Own" })) ?? [];
  makeRepository(folder, {});
  expect(await run("claim_task", { task_id: id })).toContain("Claimed");
  expect(await run("list_tasks")).toContain("Own (lead, this session)");
  expect(questions).toEqual([]);
});

test("a tracked task with the words of an own one is asked about, and one whose dependencies change, again", async () => {
  const { run } = session("n");
  await run("create_task", { subject: "Foreign subject", description: "Foreign description" });
  makeRepository(folder, { [`.tasks/${FOREIGN}.json`]: foreign });
  expect(await run("list_tasks")).toContain("Tasks: 1 pending");
  expect(questions[0]).toContain(FOREIGN);
  const other = { ...JSON.parse(foreign), blockedBy: ["task_0000000e"] };
  makeRepository(folder, { [`.tasks/${FOREIGN}.json`]: JSON.stringify(other) });
  await run("list_tasks");
  expect(questions).toHaveLength(2);
  expect(questions[1]).toContain(`- ${FOREIGN} (after task_0000000e): Foreign subject`);
});
