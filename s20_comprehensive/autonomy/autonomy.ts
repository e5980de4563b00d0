// s17 · autonomy – a mate that has nothing to do takes the next task, and gives it back when it cannot go on.
import { clock } from "../../shared/clock.ts";
import { tellOnce } from "../../shared/tellOnce.ts";
import { explain, note } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";
import { type Task, type TaskBoard, workTools } from "../tasks/tasks.ts";
import type { MateExtra, MateHandle, TeamMechanism } from "../team/team.ts";
import { effectOf } from "../tools.ts";
import { callerOf, forgetLost, giveBack, type Office, report } from "./office.ts";
import {
  idleTime,
  isFree,
  isWaiting,
  named,
  newWorker,
  promptOf,
  refuse,
  remind,
  spent,
  statusOf,
  type Worker,
} from "./worker.ts";

/** What happens in this program wakes a mate at once. Tasks of other programs are looked for this often. */
const LOOK_MS = 10_000;

/** What the system prompt of the lead says about tasks and mates. */
export const AUTONOMY_RULE =
  "A mate that has nothing to do takes the first ready task by itself, does it, and takes the next one. So give a team its work with create_task: in the description all that one must know, in blockedBy the order. Then spawn the mates and end your turn; their results come as mail.";

/** Lets the mates of a team work on tasks by themselves. It stops after the team, which has told it of each mate that left. */
export function createAutonomy({ team }: TeamMechanism, { store }: TaskBoard): Mechanism {
  const office: Office = {
    team,
    store,
    workers: new Set(),
    owed: new Map(),
    changes: 0,
    isLooking: false,
    looksAgain: false,
    tell: tellOnce("[tasks]"),
    stopClock: undefined,
  };
  team.forMates.push((mate) => join(office, mate));
  store.onChange((task) => follow(office, task));
  return { stop: async () => stopClock(office) };
}

/** What a mate has for its work on tasks. */
function join(office: Office, mate: MateHandle): MateExtra {
  const worker = newWorker(mate);
  office.stopClock ??= clock.every(LOOK_MS, () => tick(office));
  office.workers.add(worker);
  return {
    tools: workTools(office.store),
    hooks: {
      PreToolUse: ({ call, context }) => refuse(worker, effectOf(call, context)),
      Stop: () => remind(worker),
      Compacted: () => ({
        notes: worker.task ? [promptOf({ task: worker.task, from: undefined })] : [],
      }),
    },
    status: () => statusOf(worker),
    turnEnded: (failure) => turnEnded(office, worker, failure),
    left: () => leave(office, worker),
  };
}

/** The store tells of each change in this program: who has a task now, and that others may be ready. */
function follow(office: Office, task: Task): void {
  office.changes++;
  for (const worker of office.workers) {
    const isIts = task.status === "in_progress" && task.owner === worker.mate.name;
    if (!isIts && worker.task?.id !== task.id) continue;
    explain(`[tasks] ${worker.mate.name}: ${task.id} is ${isIts ? "claimed" : task.status}`);
    if (task.status === "pending") worker.left.add(task.id);
    if (isIts && worker.task?.id !== task.id) count(worker);
    worker.task = isIts ? task : undefined;
  }
  void look(office);
}

function count(worker: Worker): void {
  worker.taken++;
  worker.isAtTask = true;
}

function tick(office: Office): void {
  for (const worker of office.workers) {
    const why = idleTime(worker);
    if (why !== undefined) dismiss(worker, why);
  }
  void look(office);
}

/** Offers what can be claimed to the mates that wait. Must not throw. */
async function look(office: Office): Promise<void> {
  office.looksAgain = true;
  if (office.isLooking) return;
  office.isLooking = true;
  while (office.looksAgain) {
    office.looksAgain = false;
    await settle(office).catch((error: unknown) => report(office, error));
    await offerAll(office).catch((error: unknown) => report(office, error));
  }
  office.isLooking = false;
}

/** Before the offers: what could not be released is tried again, and what a mate has lost is forgotten. */
async function settle(office: Office): Promise<void> {
  for (const [worker, why] of office.owed)
    if (isWaiting(worker)) await giveBack(office, worker, why);
  for (const worker of office.workers) if (isWaiting(worker)) await forgetLost(office, worker);
  if (office.workers.size + office.owed.size === 0) stopClock(office);
}

function stopClock(office: Office): void {
  office.stopClock?.();
  office.stopClock = undefined;
}

async function offerAll(office: Office): Promise<void> {
  const waiting = [...office.workers].filter((worker) => isWaiting(worker) && isFree(worker));
  if (waiting.length === 0 || office.team.isEnding) return;
  const tasks = new Set(await office.store.claimable());
  for (const worker of waiting) {
    const task = [...tasks].find(({ id }) => !worker.left.has(id));
    if (task === undefined) continue;
    tasks.delete(task);
    offer(office, worker);
  }
}

/** The turn is put into the queue of the mate, and the task is claimed when the turn begins. */
function offer(office: Office, worker: Worker): void {
  const why = spent(worker);
  if (why !== undefined) dismiss(worker, `There are tasks for others, but ${why}.`);
  else void work(office, worker);
}

async function work(office: Office, worker: Worker): Promise<void> {
  const { changes } = office;
  worker.isOffered = true;
  await worker.mate.submit(() => take(office, worker));
  worker.isOffered = false;
  if (office.changes !== changes) void look(office);
}

/** Gives the prompt of the turn. What the look has seen may be gone, so the claim decides, under the lock of the store. */
async function take(office: Office, worker: Worker): Promise<string | undefined> {
  if (!isFree(worker)) return undefined;
  const wanted = ({ id }: Task) => !worker.left.has(id);
  try {
    const claimed = await office.store.claimNext(callerOf(worker), wanted);
    if (claimed === undefined) return undefined;
    note(`takes ${named(claimed.task)}`, "magenta");
    return promptOf(claimed);
  } catch (error) {
    report(office, error);
    return undefined;
  }
}

/** After a turn that failed, a mate takes nothing until another one went well, which somebody's mail begins. */
async function turnEnded(office: Office, worker: Worker, failure: string | undefined) {
  worker.isAtTask = false;
  worker.idleSince = clock.elapsed();
  worker.rests = failure !== undefined;
  office.owed.delete(worker);
  const used = spent(worker, true);
  const why = failure === undefined ? used : `my turn was stopped: ${failure}`;
  if (why !== undefined) await giveBack(office, worker, why);
  if (used !== undefined && !office.team.isEnding)
    dismiss(worker, `I do no more, because ${used}.`);
  void look(office);
}

function dismiss({ mate }: Worker, why: string): void {
  const content = `${why} I have left the team; for more work spawn another mate.`;
  void mate.dismiss({ type: "message", content });
}

/** It leaves the team, or the program ends: what it has not done is free for others. */
async function leave(office: Office, worker: Worker): Promise<void> {
  office.workers.delete(worker);
  await giveBack(office, worker, office.team.isEnding ? "the program ended" : "I leave the team");
  void look(office);
}
