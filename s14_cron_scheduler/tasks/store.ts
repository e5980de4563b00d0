// s12 · tasks/store – what may happen to a task: made, claimed, completed, released, by one process at a time.
import { join } from "node:path";
import { now } from "../../shared/clock.ts";
import { withLock } from "../../shared/lock.ts";
import { createTaskFiles, type Task, type TaskFiles, type Tasks } from "./files.ts";
import { createSession, newDigits, type Session } from "./session.ts";

/** Who asks: an agent of this process, and the signal that ends its waiting. */
export interface Caller {
  name: string;
  signal: AbortSignal;
}

export interface Draft {
  subject: string;
  description: string;
  blockedBy: string[];
}

export type Who = "this session" | "another session" | "a session that ended";

/** Each function throws an Error that says what to do instead when the task does not allow it. */
export interface Store {
  list(): Promise<Tasks>;
  get(id: string): Promise<Task>;
  create(draft: Draft, caller: Caller): Promise<Task>;
  /** `from` says whose task it was until now, if its session has ended. */
  claim(id: string, caller: Caller): Promise<{ task: Task; from: string | undefined }>;
  /** `ready` are the tasks that can be claimed because of this completion. */
  complete(id: string, caller: Caller): Promise<{ task: Task; ready: Task[] }>;
  release(id: string, caller: Caller): Promise<Task>;
  /** Says which session works on a task that is in progress. */
  whoHas(task: Task): Promise<Who>;
  stop(): Promise<void>;
}

interface State {
  files: TaskFiles;
  session: Session;
  /** Makes the eight digits of an id. */
  digits(): string;
  /** True after this process has removed what dead ones left behind. */
  isTidy: boolean;
  /** When the last task was made here. The next one gets a later time, so that the order is kept. */
  lastTime: number;
}

/** The tasks in `cwd`/.tasks. `digits` is given by tests. */
export function createStore(cwd: string, digits = newDigits): Store {
  const files = createTaskFiles(cwd);
  const session = createSession(cwd);
  const state: State = { files, session, digits, isTidy: false, lastTime: 0 };
  return {
    list: () => files.all(),
    get: (id) => files.read(id),
    create: (draft, { signal }) => exclusively(state, () => create(state, draft), signal),
    claim: (id, { name, signal }) => exclusively(state, () => claim(state, id, name), signal),
    complete: (id, { name, signal }) => exclusively(state, () => complete(state, id, name), signal),
    release: (id, { name, signal }) => exclusively(state, () => release(state, id, name), signal),
    whoHas: (task) => whoHas(state, task),
    stop: () => session.end(),
  };
}

/** Runs an action that reads tasks and then writes one. Between its reading and its writing no other process writes. */
async function exclusively<Result>(
  state: State,
  action: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const folder = await state.files.prepare();
  const run = async () => {
    if (!state.isTidy) await tidy(state);
    return action();
  };
  return withLock(join(folder, "store"), run, signal);
}

async function tidy(state: State): Promise<void> {
  await state.files.tidy();
  await state.session.tidy();
  state.isTidy = true;
}

async function create(state: State, { subject, description, blockedBy }: Draft): Promise<Task> {
  const dependencies = [...new Set(blockedBy)];
  for (const id of dependencies) await state.files.read(id);
  const id = await freeId(state);
  state.lastTime = Math.max(now(), state.lastTime + 1);
  const createdAt = new Date(state.lastTime).toISOString();
  const text = {
    subject: subject.replaceAll(/\s+/g, " ").trim().toWellFormed(),
    description: description.toWellFormed(),
  };
  const task: Task = { id, ...text, status: "pending", blockedBy: dependencies, createdAt };
  await state.files.write(task);
  return task;
}

async function freeId({ files, digits }: State): Promise<string> {
  for (;;) {
    const id = `task_${digits()}`;
    if (!(await files.exists(id))) return id;
  }
}

async function claim(state: State, id: string, owner: string) {
  const task = await state.files.read(id);
  const from = await previousOwner(state, task, owner);
  const open = await openDependencies(state, task);
  if (open.length > 0)
    throw new Error(`${id} is not ready. Blocked by: ${open.join(", ")}. Claim it after these.`);
  await state.session.begin();
  const claimed: Task = { ...task, status: "in_progress", owner, session: state.session.id() };
  await state.files.write(claimed);
  return { task: claimed, from };
}

/** Throws unless the task is pending, or was claimed by a session that has ended. Then it says by whom. */
async function previousOwner(state: State, task: Task, owner: string): Promise<string | undefined> {
  const { id, status } = task;
  if (status === "pending") return undefined;
  if (status === "completed")
    throw new Error(`${id} is completed already. list_tasks shows which tasks are open.`);
  const who = await whoHas(state, task);
  if (who === "a session that ended") return task.owner ?? "an unknown agent";
  if (who === "this session" && task.owner === owner)
    throw new Error(`${id} is yours already. Do the work, then call complete_task.`);
  throw new Error(
    `${id} was claimed by ${task.owner} in ${who}, which is still running. Choose another task; list_tasks shows which are ready.`,
  );
}

/** The dependencies that are not completed, each with its state. */
async function openDependencies({ files }: State, { blockedBy }: Task): Promise<string[]> {
  const open: string[] = [];
  for (const id of blockedBy) {
    if (!(await files.exists(id))) open.push(`${id} (its file is missing)`);
    else {
      const { status, owner } = await files.read(id);
      if (status === "in_progress") open.push(`${id} (in_progress, owner ${owner})`);
      if (status === "pending") open.push(`${id} (pending)`);
    }
  }
  return open;
}

async function complete(state: State, id: string, owner: string) {
  const task: Task = { ...(await ownTask(state, id, owner)), status: "completed" };
  await state.files.write(task);
  const { tasks } = await state.files.all();
  const ready = [...tasks.values()].filter(
    (other) => other.blockedBy.includes(id) && isReady(other, tasks),
  );
  return { task, ready };
}

/** True for a task that can be claimed now. */
export function isReady({ status, blockedBy }: Task, tasks: ReadonlyMap<string, Task>): boolean {
  return status === "pending" && blockedBy.every((id) => tasks.get(id)?.status === "completed");
}

async function release(state: State, id: string, owner: string): Promise<Task> {
  const { owner: _, session: __, ...task } = await ownTask(state, id, owner);
  const released: Task = { ...task, status: "pending" };
  await state.files.write(released);
  return released;
}

/** The task, if this agent has claimed it in this session. */
async function ownTask(state: State, id: string, owner: string): Promise<Task> {
  const task = await state.files.read(id);
  if (task.status === "completed") throw new Error(`${id} is completed already. Nothing to do.`);
  if (task.status === "pending")
    throw new Error(`${id} is not claimed. Call claim_task before you work on it.`);
  const who = await whoHas(state, task);
  if (who === "this session" && task.owner === owner) return task;
  const advice =
    who === "a session that ended"
      ? "Call claim_task to take it over, and look at what is done already."
      : "Only its owner can do this. Leave it, and choose another task.";
  throw new Error(`${id} was claimed by ${task.owner} in ${who}. ${advice}`);
}

async function whoHas({ session }: State, task: Task): Promise<Who> {
  if (task.session === session.id()) return "this session";
  const isAlive = task.session !== undefined && (await session.isAlive(task.session));
  return isAlive ? "another session" : "a session that ended";
}
