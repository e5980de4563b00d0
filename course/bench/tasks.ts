// course/bench/tasks · how long it takes to list tasks and to claim one when there are many.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Task } from "../../s12_task_system/tasks/files.ts";
import { createTaskStore } from "../../s12_task_system/tasks/store.ts";
import { type Figure, median, timed } from "./figures.ts";

const COUNT = 1000;
const TARGET = 50;
const caller = { name: "lead", signal: new AbortController().signal };

/** A list, a claim and a completion, all with 1,000 tasks. */
export async function taskFigures(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "bench-tasks-"));
  await makeTasks(folder);
  const store = createTaskStore(folder);
  const listed = await timed(() => store.list(), 20);
  let at = 0;
  const claimed = await timed(() => store.claim(idOf(at++), caller), 20);
  let done = 0;
  const completed = await timed(() => store.complete(idOf(done++), caller), 20);
  await store.stop();
  await rm(folder, { recursive: true });
  const figure = (what: string, times: number[]): Figure => ({
    name: `${COUNT.toLocaleString("en")} tasks: ${what}`,
    value: median(times),
    unit: "ms",
    target: TARGET,
  });
  return [figure("a list", listed), figure("a claim", claimed), figure("a completion", completed)];
}

const idOf = (at: number) => `task_${at.toString(16).padStart(8, "0")}`;

/** Each task depends on two earlier ones that are completed, as in a long project. */
async function makeTasks(folder: string): Promise<void> {
  await mkdir(join(folder, ".tasks"));
  for (let at = 0; at < COUNT; at++) {
    const task: Task = {
      id: idOf(at),
      subject: `Subject of the task with the number ${at}`,
      description: "What one must know to do it. ".repeat(10),
      status: at < COUNT / 2 ? "pending" : "completed",
      blockedBy: [idOf(COUNT - 1), idOf(COUNT - 2)],
      createdAt: new Date(1_700_000_000_000 + at * 1000).toISOString(),
    };
    await writeFile(join(folder, `.tasks/${task.id}.json`), JSON.stringify(task, undefined, 2));
  }
}
